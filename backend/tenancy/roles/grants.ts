import { MENU_GROUPS, type Page, permissionCodes } from "../menus";
import { EVERYONE, type SeedRole } from "./roles";
import { matrixGrants } from "./supply-matrix";

const matcher = (pattern: string) => new RegExp(`^${pattern.replaceAll("*", ".*")}$`);

/**
 * Permission codes named by a list of patterns (see SeedRole.grants).
 * @throws Error when a granting pattern names no code: a misspelt grant must not pass silently.
 */
export function expand(patterns: string[], codes: string[]): Set<string> {
  const granted = new Set<string>();
  for (const pattern of patterns) {
    const negative = pattern.startsWith("!");
    const test = matcher(negative ? pattern.slice(1) : pattern);
    const hit = codes.filter((code) => test.test(code));
    if (!negative && !hit.length) throw new Error(`no permission code matches ${pattern}`);
    for (const code of hit) negative ? granted.delete(code) : granted.add(code);
  }
  return granted;
}

/** Every permission code of a role: its own patterns, the supply matrix, and what everyone has. */
export function grantsOf(role: SeedRole): Set<string> {
  const codes = permissionCodes();
  return new Set([
    ...expand(role.grants, codes),
    ...matrixGrants(role.code, new Set(codes)),
    ...expand(EVERYONE, codes),
  ]);
}

/** Pages that a role's menu shows. */
export const pagesOf = (granted: ReadonlySet<string>): Page[] =>
  MENU_GROUPS.flatMap((g) => g.pages).filter(
    (p) => p.open || p.needs.some((code) => granted.has(code)),
  );
