"""Very many sentences: read as a stream, computed on all cores or on Dask, written as Parquet or JSON lines."""
