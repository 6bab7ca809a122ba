"""Tables and matrices in, plotly figures out."""
