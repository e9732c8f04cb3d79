import type { Plugin } from "chart.js";
import { valueText } from "~/ui/figure/number";
import { ownFirst, planOf } from "~/ui/figure/plan";
import type { FigureData } from "~/ui/figure/types";
import type { Look } from "./look";

/** Height of title and legend. */
export const HEAD = 96;

/** Ground, title, legend; and the number at each bar of a ranking. */
export const paper = (data: FigureData, look: Look, hidden: readonly string[]): Plugin<"bar"> => ({
  id: "paper",
  beforeDraw({ ctx, width, height }) {
    ctx.fillStyle = look.ground;
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
    const [main] = ownFirst(planOf(data, hidden).bars);
    const { ctx, width } = chart;
    ctx.fillStyle = look.ink;
    ctx.font = `14px ${look.font}`;
    ctx.textAlign = "right";
    for (const [i, bar] of chart.getDatasetMeta(0).data.entries())
      ctx.fillText(valueText(main?.values[i], main?.unit ?? "short"), width - 24, bar.y + 5);
  },
});
