import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
} from "chart.js";
import { planOf } from "~/ui/figure/plan";
import type { FigureData } from "~/ui/figure/types";
import { type Config, configOf } from "./config";
import type { Look } from "./look";

Chart.register(BarController, BarElement, CategoryScale, LinearScale);
Chart.register(LineController, LineElement, PointElement);

/** What happens on the canvas, by the index of the label. */
export interface Events {
  onHover: (at: number | null) => void;
  onPick: (at: number, event: MouseEvent) => void;
}

/** A canvas that shows a figure's marks. */
export interface Painter {
  update: (hidden: readonly string[], look: Look) => void;
  destroy: () => void;
}

/** Draws at once, without motion: the same marks stood there before. */
export function paint(
  canvas: HTMLCanvasElement,
  data: FigureData,
  hidden: readonly string[],
  look: Look,
  { onHover, onPick }: Events,
): Painter {
  const config = configOf(data, planOf(data, hidden), { ...look, animate: false });
  config.options = {
    ...config.options,
    events: ["mousemove", "mouseout", "click", "touchstart", "touchmove"],
    onHover: (_, elements) => onHover(elements[0]?.index ?? null),
    onClick: ({ native }, elements) => {
      if (elements[0]) onPick(elements[0].index, native as MouseEvent);
    },
  };
  const chart = new Chart<"bar" | "line", (number | null)[], string>(canvas, config);
  return {
    update(gone, now) {
      const next = configOf(data, planOf(data, gone), now);
      keepSets(chart.data.datasets, next.data.datasets);
      chart.data.datasets = next.data.datasets;
      Object.assign(chart.options, { animation: next.options?.animation });
      Object.assign(chart.options.scales ?? {}, next.options?.scales);
      chart.update();
    },
    destroy: () => chart.destroy(),
  };
}

/** Chart.js moves what it knows: a series keeps its object, and with it its place on the canvas. */
function keepSets(before: Config["data"]["datasets"], next: Config["data"]["datasets"]) {
  for (const [i, set] of next.entries()) {
    const known = before.find((b) => b.label === set.label);
    if (known) next[i] = Object.assign(known, set);
  }
}

export { savePicture } from "./picture";
