import { identityOf, isConstant } from "~/erp/identity";

/**
 * A text that two values share only if they have the same content, whatever order their names have.
 * Constants count by identity: a whole answer of the backend costs one number.
 * @throws Error for what is no plain data, whose content nobody can compare
 */
export function contentKey(value: unknown): string {
  if (typeof value === "function" || typeof value === "symbol") throw new Error(`not plain data: ${String(value)}`);
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined";
  if (isConstant(value)) return `#${identityOf(value)}`;
  if (Array.isArray(value)) return `[${value.map(contentKey).join()}]`;
  if (![Object.prototype, null].includes(Object.getPrototypeOf(value)))
    throw new Error(`not plain data: ${value.constructor?.name}`);
  const parts = Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, part]) => `${JSON.stringify(name)}:${contentKey(part)}`);
  return `{${parts.join()}}`;
}
