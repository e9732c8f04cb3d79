import { formatDateTime } from "~/text/date";
import type { Row } from "./row";

/** 何采薇于2026-11-22 10:00:00 */
export function changedBy({ updateByName, updateTime }: Partial<Row>): string | undefined {
  if (!updateByName) return undefined;
  return `${updateByName}${updateTime ? `于${formatDateTime(String(updateTime))}` : ""}`;
}
