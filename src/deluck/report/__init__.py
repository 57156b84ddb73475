"""Reports: numbers to words, tables, plots and the page.

`page` puts together one HTML file that needs nothing else, and the small view of notebooks. `tables`, `marked_tables`,
`choices` and `hands` have what stands in it as text, `figures` the charts as data (`charts`), which `drawing` makes
into still pictures, `interactive` into what plotly.js draws and `figure_files` into files for a paper; `paper_tables`
has the tables for one. `words` writes numbers, `glossary` explains words. The templates, style sheets and the page's
own script are in `templates`.
"""

from deluck.report.figure_files import plot, write_figure
from deluck.report.page import notebook_html, report_html, write_report
from deluck.report.paper_tables import latex, markdown

__all__ = ["latex", "markdown", "notebook_html", "plot", "report_html", "write_figure", "write_report"]
