"use strict";
(function () {
  const root = document.documentElement;
  root.classList.add("js");

  // Rows that open their hands start closed; without this script they stand open.
  for (const button of document.querySelectorAll("button.opens")) {
    const row = document.getElementById(button.getAttribute("aria-controls"));
    const show = (open) => { row.hidden = !open; button.setAttribute("aria-expanded", String(open)); };
    button.addEventListener("click", () => show(row.hidden));
    show(false);
  }

  const data = document.getElementById("figures");
  if (!data || !window.Plotly) return;
  const figures = JSON.parse(data.textContent);

  // "@divat/0.2" is the style sheet's colour of that name, so thin.
  function painted(value, style) {
    if (typeof value === "string" && value[0] === "@") {
      const [name, alpha] = value.slice(1).split("/");
      const colour = style.getPropertyValue("--" + name).trim();
      if (!alpha) return colour;
      const [r, g, b] = [1, 3, 5].map((start) => parseInt(colour.slice(start, start + 2), 16));
      return `rgba(${r},${g},${b},${alpha})`;
    }
    if (Array.isArray(value)) return typeof value[0] === "object" ? value.map((each) => painted(each, style)) : value;
    if (value && typeof value === "object") {
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, painted(each, style)]));
    }
    return value;
  }

  function layout(figure, style, width) {
    const colour = (name) => style.getPropertyValue("--" + name).trim();
    const narrow = width < 560;
    const last = Math.max(...figure.data.map((trace) => trace.x[trace.x.length - 1]));
    const axis = {
      gridcolor: colour("rule"), zerolinecolor: colour("soft"), zerolinewidth: 1, linecolor: colour("rule"),
      tickfont: { size: 12 }, automargin: true,
    };
    return {
      height: narrow ? 320 : 400,
      margin: { l: narrow ? 48 : 64, r: narrow ? 10 : 18, t: 12, b: 40 },
      paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)",
      font: { family: getComputedStyle(document.body).fontFamily, color: colour("soft"), size: 13 },
      hovermode: "x unified",
      hoverlabel: { bgcolor: colour("surface"), bordercolor: colour("rule"), font: { color: colour("ink") } },
      legend: { orientation: "h", x: 0, y: 1.02, yanchor: "bottom", font: { color: colour("ink") }, itemwidth: 30 },
      xaxis: { ...axis, title: { text: figure.x, standoff: 6 }, showgrid: false, ...(figure.categories
        ? { type: "category", categoryorder: "array", categoryarray: figure.categories }
        : { ...(last > 10 ? {} : { dtick: 1 }), tickformat: ",d", rangemode: "tozero", nticks: narrow ? 5 : 9 }) },
      yaxis: { ...axis, title: { text: figure.y, standoff: 4 }, tickformat: ",~r" },
      dragmode: narrow ? false : "zoom",
    };
  }

  const settings = {
    responsive: true, displaylogo: false, displayModeBar: false, showTips: false, plotlyServerURL: "", topojsonURL: "",
  };

  const figureOf = new Map(figures.map((figure) => [document.getElementById("plot-" + figure.key), figure]));
  const drawn = new Set();

  function draw(plot, width) {
    const figure = figureOf.get(plot);
    const style = getComputedStyle(root);
    const shape = layout(figure, style, width || plot.clientWidth);
    if (width) shape.width = width;
    if (!drawn.has(plot)) plot.replaceChildren();
    drawn.add(plot);
    window.Plotly.react(plot, painted(figure.data, style), shape, settings);
  }

  // The still pictures stand until a plot comes near the window: the page opens at once.
  const watch = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      watch.unobserve(entry.target);
      draw(entry.target);
    }
  }, { rootMargin: "400px" });
  for (const plot of figureOf.keys()) watch.observe(plot);

  const again = (width) => drawn.forEach((plot) => draw(plot, width));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => again());
  addEventListener("beforeprint", () => { root.dataset.theme = "light"; again(640); });
  addEventListener("afterprint", () => { delete root.dataset.theme; again(); });
})();
