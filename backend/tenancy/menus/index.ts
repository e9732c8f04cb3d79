import { type MenuGroupName, menuGroups } from "#documents/kit";
import { admin } from "./admin";
import { advertisement } from "./advertisement";
import { declaredPages } from "./declared";
import { warehouse } from "./floor";
import { approval, cockpit, home, knowledge } from "./home";
import { logistics } from "./logistics";
import { order } from "./order";
import type { MenuGroup, Page } from "./page";

export type { MenuGroup, Page } from "./page";

/** Pages that are no list of a declared document. */
const written: Partial<Record<MenuGroupName, Page[]>> = {
  home,
  approval,
  knowledge,
  cockpit,
  warehouse,
  logistics,
  order,
  advertisement,
  admin,
};

const names = Object.keys(menuGroups) as MenuGroupName[];

/** The whole menu in its order on screen. */
export const MENU_GROUPS: MenuGroup[] = names.map((name) => {
  const { label, section, path, icon } = menuGroups[name];
  const pages = [...declaredPages(name), ...(written[name] ?? [])];
  return { path, icon, name: label, group: section, pages: pages.sort((a, b) => a.sort - b.sort) };
});

/** Every permission code of the system, once each, in menu order. */
export const permissionCodes = (): string[] =>
  MENU_GROUPS.flatMap((g) => g.pages.flatMap((p) => p.buttons.map((b) => b.code)));
