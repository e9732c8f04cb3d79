import { Figure } from "~/ui/figure/figure";
import type { FigureData } from "~/ui/figure/types";

/** A figure that is complete without script. */
export const Chart = ({ data }: { data: FigureData }) => <Figure data={data} />;
