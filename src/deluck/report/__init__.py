"""Reports: numbers to words, tables, plots and the page.

`page` puts together one HTML file that needs nothing else, and the small view of notebooks. `tables`, `choices` and
`hands` have what stands in it as text, `figures` the charts as data (`charts`), which `drawing` makes into still
pictures and `interactive` into what plotly.js draws; `words` writes numbers, `glossary` explains words. The templates,
style sheets and the page's own script are in `templates`.
"""

from deluck.report.page import notebook_html, report_html, write_report

__all__ = ["notebook_html", "report_html", "write_report"]
