import type { SheetWork } from "../work";
import { companyWorks, placeWorks } from "./company";
import { goodsWorks, supplierWorks } from "./goods";
import { openingWorks } from "./openings";
import { partWorks } from "./sku-parts";
import { thresholdWorks } from "./thresholds";

/** What every sheet does, in the order in which they are written: what is named comes before what names it. */
export const sheetWorks: readonly SheetWork[] = [
  ...companyWorks,
  ...supplierWorks,
  ...placeWorks,
  ...goodsWorks,
  ...partWorks,
  ...thresholdWorks,
  ...openingWorks,
];
