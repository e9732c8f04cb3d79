/**
 * Whether a permission list holds a code, or one of several codes.
 * No code asked for: everybody may.
 */
export function can(
  permissions: ReadonlySet<string>,
  code: string | readonly string[] | undefined,
): boolean {
  if (code === undefined || code.length === 0) return true;
  return typeof code === "string"
    ? permissions.has(code)
    : code.some((one) => permissions.has(one));
}
