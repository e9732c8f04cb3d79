import {
  BarController,
  BarElement,
  CategoryScale,
  Chart as Library,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
} from "chart.js";
import { useEffect, useMemo, useRef, useState } from "react";
import { Chart } from "react-chartjs-2";
import { planOf } from "~/ui/figure/plan";
import type { FigureData } from "~/ui/figure/types";
import { type ChartConfig, configOf } from "./config";
import { onLookChange, pageLook } from "./look";

Library.register(BarController, BarElement, CategoryScale, LinearScale);
Library.register(LineController, LineElement, PointElement);

/** What happens on the canvas, by the index of the label. */
export interface Events {
  onHover: (at: number | null) => void;
  onPick: (at: number, event: MouseEvent) => void;
}

interface DrawingProps extends Events {
  data: FigureData;
  hidden: readonly string[];
}

const hearing = ({ options }: ChartConfig, { onHover, onPick }: Events): ChartConfig["options"] => ({
  ...options,
  events: ["mousemove", "mouseout", "click", "touchstart", "touchmove"],
  onHover: (_, elements) => onHover(elements[0]?.index ?? null),
  onClick: ({ native }, elements) => {
    if (elements[0] && native instanceof MouseEvent) onPick(elements[0].index, native);
  },
});

/** A canvas with a figure's marks; a series keeps its place by its label while others come and go. */
export function Drawing({ data, hidden, onHover, onPick }: DrawingProps) {
  const [look, setLook] = useState(pageLook);
  useEffect(() => onLookChange(() => setLook(pageLook())), []);
  // Drawn at once, without motion: the same marks stood there before.
  const drawn = useRef(false);
  useEffect(() => {
    drawn.current = true;
  }, []);
  const { config, options } = useMemo(() => {
    const animate = drawn.current && look.animate;
    const made = configOf(data, planOf(data, hidden), { ...look, animate });
    return { config: made, options: hearing(made, { onHover, onPick }) };
  }, [data, hidden, look, onHover, onPick]);
  return <Chart type="bar" data={config.data} options={options} aria-hidden />;
}

export { savePicture } from "./picture";
