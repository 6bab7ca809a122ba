"""What the pages are put together from.

One thread for numpy's matrix products, unless the server's owner says otherwise: our matrices are small, and a second thread
costs ten times what it saves (29 ms of CPU against 2.7 for the six tables of 20 words on a busy machine). It has to be said
before numpy is imported, and every page imports this first.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("MKL_NUM_THREADS", "1")
