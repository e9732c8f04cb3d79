type ErrorKey =
  | "name"
  | "code"
  | "message"
  | "type"
  | "stack"
  | "syscall"
  | "constraint"
  | "table"
  | "column"
  | "severity";

/** Text of a property of whatever was thrown, "" when there is none: `code` of PostgreSQL or the system … */
export function errorText(error: unknown, key: ErrorKey): string {
  const value: unknown = typeof error === "object" && error !== null ? Reflect.get(error, key) : undefined;
  return typeof value === "string" ? value : "";
}

/** Two transactions stood in each other's way and one was given up, or a lock did not come in time. */
const COLLIDED = new Set(["40001", "40P01", "55P03"]);

/** Whether the same work succeeds when it is run again, a moment later. What wraps an error counts too. */
export function collided(error: unknown): boolean {
  if (COLLIDED.has(errorText(error, "code"))) return true;
  return error instanceof Error && error.cause !== undefined && collided(error.cause);
}

/** What is said of work that collided and is done later by itself. */
export const COLLIDED_WORDS = "数据正被其他操作占用，稍后自动重试";

const DISK: Readonly<Record<string, string>> = {
  EACCES: "没有写入权限",
  EPERM: "没有写入权限",
  EROFS: "所在的磁盘是只读的",
  ENOTDIR: "它或它的上级不是目录",
  EEXIST: "它或它的上级不是目录",
  ENOSPC: "磁盘已满",
  "53100": "数据库所在的磁盘已满",
  EDQUOT: "磁盘配额已用完",
};

/** In the operator's words why the disk does not take something; nothing when it is not about the disk. */
export const diskReason = (error: unknown): string | undefined => DISK[errorText(error, "code")];
