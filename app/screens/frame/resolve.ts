import { matchRoutes } from "@remix-run/react";
import { LRUCache } from "lru-cache";
import { documents } from "#documents";
import { type DocumentType, type FieldOf, printsOf } from "#documents/kit";

interface Addressed {
  path: string;
  document?: DocumentType | undefined;
  params: Readonly<Record<string, string | undefined>>;
}

/** Fields with a choice that the address of a page names, as the 3 of `/transfer/detail/3`. */
const choicesOf = ({ path, document }: Addressed): [string, FieldOf<"enum">][] =>
  [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name = ""]): [string, FieldOf<"enum">][] => {
    const f = document?.fields[name];
    return f?.kind === "enum" ? [[name, f]] : [];
  });

/** Whether an address names choices that there are; "0" names none. */
export const namesChoices = (match: Addressed): boolean =>
  choicesOf(match).every(([name, { options }]) => {
    const value = match.params[name] ?? "";
    return value === "0" || Object.hasOwn(options, value);
  });

/** Slots of an address that name a row which this one belongs to, as the 9 of `/detail/3/appId/9`. */
const belongsTo = ({ path, document }: Addressed): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name = ""]) => (document?.fields[name]?.kind === "ref" ? [name] : []));

/** Whether an address says that a row belongs to another one than it does; "0" says nothing. */
export const isAstray = (match: Addressed, row: Readonly<Record<string, unknown>>): boolean =>
  belongsTo(match).some((name) => {
    const said = match.params[name] ?? "0";
    return said !== "0" && said !== String(row[name]);
  });

/** The path under which a row is at home, where that is another one than was asked for. */
export function homeOf(match: Addressed, row: Readonly<Record<string, unknown>>): string | null {
  const named = [...choicesOf(match).map(([name]) => name), ...belongsTo(match)];
  const wrong = named.some((name) => match.params[name] !== String(row[name]));
  if (!wrong) return null;
  return match.path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(String(row[name] ?? match.params[name] ?? "0")),
  );
}

/**
 * Addresses of the specification that have no screen yet: [path, title]. The entry goes with the
 * declaration that claims its address.
 */
const planned: [path: string, title: string][] = [
  // baseSetup
];

export type View = "list" | "create" | "edit" | "detail" | "print" | "page";

/** What a URL shows: a view of a declared document, or a page that is still to come. */
export interface Screen {
  /** The declared address, `{id}` and all. */
  path: string;
  title: string;
  document?: DocumentType;
  view?: View;
  /** List page that is highlighted in the menu. */
  parent?: string;
  /** Name of a further page about one row, or of a printed sheet. */
  page?: string;
}

export interface Match extends Screen {
  params: Readonly<Record<string, string | undefined>>;
}

/** Title of a view of a document. */
export const titleOf = (document: DocumentType, view: View): string =>
  (view === "page" ? undefined : document.screens.titles?.[view]) ??
  (view === "list" ? menuWord(document) : undefined) ??
  words[view](document.label);

/** The list is called what its menu entry is called. */
const menuWord = ({ menu, label }: DocumentType) => (menu && "group" in menu ? (menu.label ?? label) : undefined);

const words: Record<View, (label: string) => string> = {
  list: (l) => `${l}管理`,
  create: (l) => `新建${l}`,
  edit: (l) => `编辑${l}`,
  detail: (l) => `${l}详情`,
  print: (l) => `打印${l}`,
  page: (l) => l,
};

const views = ["list", "create", "edit", "detail"] as const;

/** The list whose menu entry a list stands under when it has none itself: that of the tab beside it. */
const besideOf = ({ name, screens }: DocumentType): string => {
  const beside = documents.find((d) => d.name !== name && screens.tabs?.includes(d.name));
  return beside?.screens.list ?? screens.list;
};

/** The list whose menu entry the pages about a row stand under. */
const listOf = (document: DocumentType): string => (document.menu ? document.screens.list : besideOf(document));

const declared: Screen[] = documents.flatMap((document) => [
  ...(document.screens.also ?? []).map(
    (also): Screen => ({ ...also, document, view: "create", parent: document.screens.list }),
  ),
  ...(document.screens.reads ?? []).map(
    (also): Screen => ({ ...also, document, view: "detail", parent: document.screens.list }),
  ),
  ...Object.entries(document.screens.pages ?? {}).map(
    ([page, { path, title }]): Screen => ({ path, title, document, page, view: "page", parent: document.screens.list }),
  ),
  ...printsOf(document).map(([page, { path, title = titleOf(document, "print") }]): Screen => {
    return { path, title, document, page, view: "print", parent: document.screens.list };
  }),
  ...views.flatMap((view) => {
    const path = document.screens[view];
    if (!path) return [];
    const title = titleOf(document, view);
    const parent = view === "list" ? besideOf(document) : listOf(document);
    return [{ path, title, document, view, parent }];
  }),
]);

/** Every address of the splat route: declared screens first, then what is planned. */
export const screens: Screen[] = [...declared, ...planned.map(([path, title]) => ({ path, title }))];

const routes = screens.map((screen, i) => ({ id: String(i), path: screen.path.replace(/\{(\w+)\}/g, ":$1") }));

// matchRoutes ranks and compiles all of them on every call: about 1 ms.
const resolved = new LRUCache<string, { match: Match | null }>({ max: 5000 });

/** The screen of a path, by Remix's own ranking; null when no screen has it. */
export function resolve(pathname: string): Match | null {
  const known = resolved.get(pathname) ?? { match: find(pathname) };
  resolved.set(pathname, known);
  return known.match;
}

function find(pathname: string): Match | null {
  const match = matchRoutes(routes, pathname)?.at(-1);
  const screen = match && screens[Number(match.route.id)];
  if (!screen) return null;
  const found = { ...screen, params: match.params };
  return namesChoices(found) ? found : null;
}
