"""翻译: the sentence becomes English word by word; where the model looked for each word, and how the word order changes."""

from pages.ui.frame import page
from pages.ui.parts import controls, model_card, sentence
from pages.ui.translate import translation

with page.opened("translate"):
    page.lead("translate.lead")
    with page.sidebar():
        controls.example_picker()
        translation.search_picker()
        translation.head_picker()
        page.view_toggle("digits")
        model_card.card_popover("translate")
    if sentence.sentence_box():
        sentence.word_chips(translation.familiarity_marks())
        translation.translation_of_the_sentence()
