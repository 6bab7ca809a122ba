"""自动设计表格: W_Q and W_K learn the hand table, step by step."""

from pages.ui import another, export, fit_controls, fitting, frame, hand, sentence, training


def run_so_far() -> None:
    training.run_buttons()
    training.moving_picture()
    training.kept_note()
    frame.folded("train.try.title", training.experiments)
    frame.folded("train.digits.title", training.one_step_in_digits)
    frame.folded("train.matrices.title", training.matrices)
    frame.folded("another.title", another.another_sentence)
    frame.folded("train.keep.title", training.keeping)
    frame.folded("export.title", lambda: export.export_box(fitting.computed_now()))


with frame.opened("train"):
    with frame.sidebar():
        fit_controls.setting_controls()
    frame.lead("train.lead")
    if sentence.sentence_box():
        sentence.word_chips()
        if training.something_to_fit():
            training.moving(run_so_far)
            frame.folded("editor.title", hand.hand_table_editor)
        else:
            hand.hand_table_editor()
