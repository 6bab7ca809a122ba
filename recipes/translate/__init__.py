"""The parts of recipes/train_translate.py: pairs → units and alignments → network → assets/weights/translate.npz."""
