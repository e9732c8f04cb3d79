import { type Page, page } from "./page";

export const logistics: Page[] = [
  page("/logistics/freight/quote", "运费试算", "gauge", 35, [], {
    needs: ["logistics_freight_view"],
  }),
];
