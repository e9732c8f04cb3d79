/** Text of a property of whatever was thrown, "" when there is none: `code` of PostgreSQL or the system … */
export function errorText(
  error: unknown,
  key: "code" | "message" | "type" | "stack" | "syscall",
): string {
  const value: unknown =
    typeof error === "object" && error !== null ? Reflect.get(error, key) : undefined;
  return typeof value === "string" ? value : "";
}
