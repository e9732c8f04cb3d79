import type { StatusRow } from "#documents/admin/status";

/** A line of a part; what to do, and where, only where there is something to do. */
export type FoundStatus = Omit<StatusRow, "group" | "advice" | "href"> & Partial<Pick<StatusRow, "advice" | "href">>;

export const MB = 1_048_576;
export const sizeOf = (bytes: number) =>
  bytes >= 1024 * MB ? `${(bytes / 1024 / MB).toFixed(1)} GB` : `${Math.ceil(bytes / MB)} MB`;

/** 3天4小时, 5分钟: as much as one wants to know of an age in seconds. */
export function ageOf(seconds: number): string {
  if (seconds < 60) return "不到1分钟";
  const [days, hours, minutes] = [seconds / 86_400, (seconds / 3600) % 24, (seconds / 60) % 60].map(Math.floor);
  if (days) return `${days}天${hours}小时`;
  return hours ? `${hours}小时${minutes}分钟` : `${minutes}分钟`;
}
