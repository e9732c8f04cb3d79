import { Island } from "~/islands/island.server";
import { Figure } from "~/ui/figure/figure";
import { isEmpty } from "~/ui/figure/plan";
import type { FigureData } from "~/ui/figure/types";

/**
 * A figure that is complete without script and, once in view with it, answers to the hand: numbers
 * under the pointer, series to switch off, drill-down, saving as a picture.
 */
export const Chart = ({ data }: { data: FigureData }) =>
  isEmpty(data) ? <Figure data={data} /> : <Island name="chart" when="visible" props={{ data }} />;
