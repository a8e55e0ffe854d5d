"""Graphics of the table for broadcasts: a page for OBS, and OGraf graphics. What is served lies in `built`."""
