/** Text of a property of whatever was thrown, "" when there is none: `code` of PostgreSQL or the system … */
export function errorText(
  error: unknown,
  key: "code" | "message" | "type" | "stack" | "syscall",
): string {
  const value: unknown =
    typeof error === "object" && error !== null ? Reflect.get(error, key) : undefined;
  return typeof value === "string" ? value : "";
}

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
