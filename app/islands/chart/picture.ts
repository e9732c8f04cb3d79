import { Chart, type Plugin } from "chart.js";
import { axisLabels } from "~/ui/figure/labels";
import { tickTexts, valueText } from "~/ui/figure/number";
import { planOf } from "~/ui/figure/plan";
import type { FigureData } from "~/ui/figure/types";
import { configOf } from "./config";
import type { Look } from "./look";

const WIDTH = 1200;
const HEAD = 96;

/** White ground, title, legend; and the number at each bar of a ranking. */
const paper = (data: FigureData, look: Look, hidden: readonly string[]): Plugin<"bar"> => ({
  id: "paper",
  beforeDraw({ ctx, width, height }) {
    ctx.fillStyle = "#fff";
    ctx.fillRect(0, 0, width, height);
    ctx.textBaseline = "alphabetic";
    ctx.textAlign = "left";
    ctx.fillStyle = look.ink;
    ctx.font = `600 22px ${look.font}`;
    ctx.fillText(data.title, 24, 42, width - 48);
    ctx.font = `14px ${look.font}`;
    let x = 24;
    const { bars, lines } = planOf(data, hidden);
    for (const s of bars.length + lines.length > 1 ? [...bars, ...lines] : []) {
      ctx.fillStyle = (look.series[s.colour - 1] ?? look.ink) + (s.pale ? "59" : "");
      if (s.type === "line") ctx.fillRect(x, 64, 18, 3);
      else ctx.fillRect(x + 2, 59, 12, 12);
      ctx.fillStyle = look.soft;
      ctx.fillText(s.name, x + 24, 70);
      x += 48 + ctx.measureText(s.name).width;
    }
  },
  afterDatasetsDraw(chart) {
    if (chart.options.indexAxis !== "y") return;
    const { bars } = planOf(data, hidden);
    const main = Math.max(
      0,
      bars.findIndex((s) => !s.pale),
    );
    const { ctx, width } = chart;
    ctx.fillStyle = look.ink;
    ctx.font = `14px ${look.font}`;
    ctx.textAlign = "right";
    for (const [i, bar] of chart.getDatasetMeta(main).data.entries())
      ctx.fillText(
        valueText(bars[main]?.values[i], bars[main]?.unit ?? "short"),
        width - 24,
        bar.y + 5,
      );
  },
});

/** Draws the figure once more, large and with its axes, and hands it over as a PNG file. */
export async function savePicture(data: FigureData, hidden: readonly string[], look: Look) {
  const canvas = document.createElement("canvas");
  const ranked = data.kind === "bars" || data.kind === "diverging";
  canvas.width = WIDTH;
  canvas.height = ranked ? HEAD + data.labels.length * 36 + 24 : 640;
  const plan = planOf(data, hidden);
  const { type, data: sets, options } = configOf(data, plan, { ...look, animate: false });
  const font = { family: look.font, size: 14 };
  const scales: Record<string, object> = {};
  for (const [key, scale] of Object.entries(options?.scales ?? {})) {
    const side = key === "v1" ? 1 : 0;
    const ticks = plan.axes[side]?.ticks ?? [];
    const unit = [...plan.bars, ...plan.lines].find((s) => (s.axis ?? 0) === side)?.unit ?? "short";
    scales[key] =
      key === "labels"
        ? { ...scale, display: true, grid: { display: false }, ticks: { font, color: look.ink } }
        : {
            ...scale,
            display: !ranked && ticks.length > 0,
            position: side ? "right" : "left",
            grid: { color: look.grid, drawOnChartArea: side === 0 },
            border: { display: false },
            afterBuildTicks: (axis: { ticks: unknown }) => {
              axis.ticks = ticks.map((value) => ({ value }));
            },
            ticks: {
              font,
              color: look.soft,
              callback: (_: unknown, i: number) => tickTexts(ticks, unit)[i],
            },
          };
  }
  const labels = ranked ? [...data.labels] : axisLabels(data.labels);
  const padding = { top: HEAD, right: ranked ? 120 : 24, bottom: 20, left: 20 };
  const chart = new Chart(canvas, {
    type,
    data: { ...sets, labels },
    options: { ...options, responsive: false, devicePixelRatio: 2, layout: { padding }, scales },
    plugins: [paper(data, look, hidden)],
  } as never);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  chart.destroy();
  if (!blob) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = `${data.title}.png`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
