"""让表自己学: W_Q and W_K learn the hand table, step by step."""

from pages.ui.frame import page
from pages.ui.parts import export, hand, sentence
from pages.ui.train import fit_controls, fitting, new_sentence, training


def run_so_far() -> None:
    training.run_buttons()
    training.moving_picture()
    training.kept_note()
    page.fold("train.try.title", training.experiments)
    page.fold("train.matrices.title", training.learned_matrices)
    page.fold("another.title", new_sentence.another_sentence)
    page.fold("train.keep.title", training.keeping)
    page.fold("export.title", lambda: export.export_box(fitting.computed_now()))


with page.opened("train"):
    with page.sidebar():
        fit_controls.setting_controls()
    page.lead("train.lead")
    if sentence.sentence_box():
        sentence.word_chips()
        if training.something_to_fit():
            training.moving(run_so_far)
            page.fold("editor.title", hand.hand_table_editor)
        else:
            hand.hand_table_editor()
