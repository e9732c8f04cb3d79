/** Pages of the shell written by hand that a menu may lead to; `*` stands for one part, or for the rest. */
const PAGES = [
  "/activiti/*/index",
  "/activiti/model/index",
  "/admin/message-center",
  "/advertisement/report/index",
  "/alerts",
  "/cockpit/overview/index",
  "/cockpit/tradeReport/index",
  "/crud/index",
  "/downloads",
  "/errorlog/index",
  "/info/index",
  "/logistics/freight/quote",
  "/mobile",
  "/myiframe/*",
  "/ordermanage/orderRule/simulate",
  "/scan",
  "/search",
  "/terminal",
  "/todo",
  "/wel/index",
] as const;

const patterns = PAGES.map((page) => new RegExp(`^${page.replace("*", "[^/]+")}$`));

/** True when a route of the shell answers at this path, not a declared document. */
export const isByHand = (path: string): boolean => patterns.some((p) => p.test(path));
