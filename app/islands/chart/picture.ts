import { Chart } from "chart.js";
import { axisLabels } from "~/ui/figure/labels";
import { isRanked, planOf } from "~/ui/figure/plan";
import type { FigureData } from "~/ui/figure/types";
import { configOf } from "./config";
import type { Look } from "./look";
import { HEAD, paper } from "./paper";
import { pictureScales } from "./picture-scales";

const WIDTH = 1200;

/** Draws the figure once more, large and with its axes, and hands it over as a PNG file. */
export async function savePicture(data: FigureData, hidden: readonly string[], look: Look) {
  const canvas = document.createElement("canvas");
  const ranked = isRanked(data.kind);
  canvas.width = WIDTH;
  canvas.height = ranked ? HEAD + data.labels.length * 36 + 24 : 640;
  const plan = planOf(data, hidden);
  const config = configOf(data, plan, { ...look, animate: false });
  const labels = ranked ? [...data.labels] : axisLabels(data.labels);
  const padding = { top: HEAD, right: ranked ? 120 : 24, bottom: 20, left: 20 };
  const chart = new Chart(canvas, {
    type: config.type,
    data: { ...config.data, labels },
    options: {
      ...config.options,
      responsive: false,
      devicePixelRatio: 2,
      layout: { padding },
      scales: pictureScales(config, plan, look),
    },
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
