"""翻译: the sentence becomes English word by word; where the model looked for each word, and how the word order changes."""

from pages.ui import controls, frame, model_card, sentence, translation

with frame.opened("translate"):
    frame.lead("translate.lead")
    with frame.sidebar():
        controls.example_picker()
        translation.search_picker()
        translation.head_picker()
        frame.toggle("digits")
        model_card.card_popover("translate")
    if sentence.sentence_box():
        sentence.word_chips(translation.marks())
        translation.translation_of_the_sentence()
