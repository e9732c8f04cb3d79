import { documents } from "#documents";
import { type DocumentType, type MenuGroupName, permissionOf, permissionsOf } from "#documents/kit";
import type { Page } from "./page";

/** Declarations whose codes stand on this one's page. */
const guestsOf = (host: DocumentType) =>
  documents.filter(({ menu }) => menu && "on" in menu && menu.on === host.name);

/** Pages of the declarations that the menu shows in this group. */
export const declaredPages = (group: MenuGroupName): Page[] =>
  documents.flatMap((document) => {
    const { menu, screens } = document;
    if (!menu || !("group" in menu) || menu.group !== group) return [];
    const guests = guestsOf(document);
    const page: Page = {
      path: screens.list,
      name: menu.label ?? screens.titles?.list ?? document.label,
      icon: menu.icon,
      sort: menu.sort,
      buttons: [
        ...permissionsOf(document),
        ...guests.flatMap((guest) =>
          permissionsOf(guest).map(({ code, name }) => ({ code, name: `${guest.label}${name}` })),
        ),
      ],
      needs: [document, ...guests].map((d) => permissionOf(d, "view")),
    };
    return [page];
  });
