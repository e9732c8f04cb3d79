import { can, type Page, page } from "./page";

export const advertisement: Page[] = [
  page("/advertisement/report/index", "广告报表", "chart", 10, can("ads_report", "view export")),
];
