import type { Quota } from "#backend/engine/connect/quota";

const quota = (operation: string, perSecond: number, burst: number): Quota => ({ operation, perSecond, burst });

/** How often marketplaces let themselves be called unless they say otherwise (figures.md A.1). */
export const QUOTAS = {
  createReport: quota("createReport", 1 / 60, 15),
  getReports: quota("getReports", 1 / 45, 10),
  getReport: quota("getReport", 2, 15),
  getReportDocument: quota("getReportDocument", 1 / 60, 15),
  searchCatalogItems: quota("searchCatalogItems", 2, 2),
} as const;

/** What a new connection asks back takes at most a third of what there is to take. */
export const BACK_QUOTA = quota("createReportBack", QUOTAS.createReport.perSecond / 3, QUOTAS.createReport.burst / 3);
