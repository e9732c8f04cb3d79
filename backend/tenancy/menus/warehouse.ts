import { can, DOCUMENT, type Page, page } from "./page";

export const logistics: Page[] = [
  page(
    "/declareCustoms/index",
    "报关单",
    "stamp",
    10,
    can("logistics_customs", `${DOCUMENT} refund`),
  ),
  page(
    "/cabinetCombination/index",
    "组柜单",
    "ship",
    40,
    can("logistics_cabinet", `${DOCUMENT} fee`),
  ),
];
