import { z } from "zod";
import type { Erp } from "./client.server";
import { id, text } from "./shapes";

/** One entry of the side menu. */
export interface MenuNode {
  id: string;
  parentId: string;
  label: string;
  path: string;
  icon: string;
  component: string;
  /** Its tab is among the 20 that are kept. */
  keepAlive: boolean;
  /** Top-bar menu that it belongs to; empty: none. */
  group: string;
  query: Record<string, string>;
  href: string;
  /** Roles that may see it; empty: everybody. */
  roles: string[];
  children: MenuNode[];
}

const roles = z
  .object({ roles: z.array(id).nullish() })
  .nullish()
  .transform((meta) => meta?.roles ?? []);

/** Parameters come as an object, as JSON text or as a query string. */
const query = z
  .unknown()
  .optional()
  .transform((value): Record<string, string> => {
    const given = typeof value === "string" ? parsed(value) : value;
    if (!given || typeof given !== "object") return {};
    return Object.fromEntries(Object.entries(given).map(([k, v]) => [k, String(v)]));
  });

function parsed(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return Object.fromEntries(new URLSearchParams(value));
  }
}

const menuNode: z.ZodType<MenuNode> = z.lazy(() =>
  z
    .looseObject({
      id,
      parentId: id.nullish(),
      label: text,
      name: text,
      path: text,
      icon: text,
      component: text,
      keepAlive: z.union([z.string(), z.number(), z.boolean()]).nullish(),
      group: text,
      query,
      href: text,
      meta: roles,
      children: z.array(menuNode).nullish(),
    })
    .transform((m) => ({
      id: m.id,
      parentId: m.parentId ?? "-1",
      label: m.label || m.name,
      path: m.path,
      icon: m.icon,
      component: m.component,
      // 0 means keep alive (specification section 3); absent counts as 0.
      keepAlive: String(m.keepAlive ?? 0) === "0" || m.keepAlive === true,
      group: m.group,
      query: m.query,
      href: m.href,
      roles: m.meta,
      children: m.children ?? [],
    })),
);

const filtered = new WeakMap<readonly MenuNode[], Map<string, MenuNode[]>>();

/**
 * Entries whose role list is empty or names one of the caller's (specification section 6). The same
 * menu and roles give the same array, so that what is made of it can be kept too.
 */
export function visibleTo(nodes: readonly MenuNode[], roles: readonly string[]): MenuNode[] {
  const key = roles.join();
  const known = filtered.get(nodes) ?? new Map<string, MenuNode[]>();
  filtered.set(nodes, known);
  const visible = known.get(key) ?? pick(nodes, roles);
  known.set(key, visible);
  return visible;
}

const pick = (nodes: readonly MenuNode[], roles: readonly string[]): MenuNode[] =>
  nodes
    .filter((n) => n.roles.length === 0 || n.roles.some((role) => roles.includes(role)))
    .map((n) => ({ ...n, children: pick(n.children, roles) }));

/** The caller's menu as a tree, in the backend's order (GET /admin/menu). */
export const fetchMenu = (erp: Erp): Promise<MenuNode[]> =>
  erp.get("/admin/menu", {
    query: { groups: "true" },
    schema: z
      .array(menuNode)
      .nullish()
      .transform((m) => m ?? []),
  });
