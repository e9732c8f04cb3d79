import { admin } from "./admin";
import { base } from "./base";
import { finance } from "./finance";
import { approval, cockpit, home, knowledge } from "./home";
import { order, service } from "./order";
import { ACTION_NAMES, type MenuGroup, type Page } from "./page";
import { product, supplier } from "./product";
import { advertisement, kol, promotion } from "./promotion";
import { purchase } from "./purchase";
import { logistics, warehouse } from "./warehouse";

export type { MenuGroup, Page } from "./page";

/** The whole menu in its order on screen. */
export const MENU_GROUPS: MenuGroup[] = [
  home,
  approval,
  knowledge,
  cockpit,
  product,
  supplier,
  purchase,
  warehouse,
  logistics,
  finance,
  promotion,
  kol,
  service,
  order,
  advertisement,
  base,
  admin,
];

export interface Button {
  code: string;
  name: string;
}

/** Buttons of a page: one per permission code. */
export function buttonsOf(p: Page): Button[] {
  const derived = p.resources.flatMap(({ prefix, actions, label }) =>
    actions.map((action) => ({
      code: `${prefix}_${action}`,
      name: `${label ?? ""}${ACTION_NAMES[action] ?? action}`,
    })),
  );
  return [...derived, ...Object.entries(p.extra).map(([code, name]) => ({ code, name }))];
}

/** Codes of which one opens the page (supply.md D.4: a list's menu comes with its `_view`). */
export const opensWith = (p: Page): string[] =>
  p.needs ?? p.resources.map((r) => `${r.prefix}_view`);

/** Every permission code of the system, once each, in menu order. */
export const permissionCodes = (): string[] =>
  MENU_GROUPS.flatMap((g) => g.pages.flatMap((p) => buttonsOf(p).map((b) => b.code)));
