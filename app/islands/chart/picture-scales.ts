import { tickTexts } from "~/ui/figure/number";
import type { Plan } from "~/ui/figure/plan";
import type { ChartConfig } from "./config";
import type { Look } from "./look";

/** The scales of a canvas that stands alone: with their names and numbers. */
export function pictureScales(config: ChartConfig, plan: Plan, look: Look): Record<string, object> {
  const font = { family: look.font, size: 14 };
  const scales = Object.entries(config.options?.scales ?? {}).map(([key, scale]) => {
    const names = { display: true, grid: { display: false }, ticks: { font, color: look.ink } };
    if (!key.startsWith("v")) return [key, { ...scale, ...names }];
    const side = key === "v1" ? 1 : 0;
    const ticks = plan.axes[side]?.ticks ?? [];
    const unit = [...plan.bars, ...plan.lines].find((s) => (s.axis ?? 0) === side)?.unit ?? "short";
    const texts = tickTexts(ticks, unit);
    const numbers = {
      display: config.options?.indexAxis !== "y" && ticks.length > 0,
      position: side ? "right" : "left",
      border: { display: false },
      grid: {
        drawOnChartArea: side === 0,
        color: ({ tick }: { tick: { value: number } }) => (tick.value === 0 ? look.soft : look.grid),
      },
      afterBuildTicks: (axis: { ticks: unknown }) => {
        axis.ticks = ticks.map((value) => ({ value }));
      },
      ticks: { font, color: look.soft, callback: (_: unknown, i: number) => texts[i] },
    };
    return [key, { ...scale, ...numbers }];
  });
  return Object.fromEntries(scales);
}
