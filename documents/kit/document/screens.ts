import type { Print } from "../glance/print";

/**
 * Addresses of the screens. `{id}` is the row id, `{no}` its number; a path without either takes `?id=`. Other names in braces
 * are query names of the form ("0": none). A create path that is the edit or detail path too shows
 * those when `?id=` is given; one that is both shows the detail, and the edit form with `&edit=1`.
 */
export interface Screens {
  list: string;
  /**
   * Where one path serves form and detail: `?id=` is the edit form and this name beside it (`&view=1`)
   * the detail, instead of the other way round.
   */
  viewBy?: string;
  /** Without own pages, add / edit / view are dialogs on the list. */
  create?: string;
  edit?: string;
  detail?: string;
  /** The edit page shows the document read only to whom editing is refused. */
  editReads?: boolean;
  print?: string;
  /** Word of the button that leads to the printed sheet; 打印 unless given. */
  printLabel?: string;
  /** States in which it may be printed; none: always. */
  printFrom?: readonly string[];
  /** Further printed sheets by name, drawn by parts of the same names. */
  prints?: Readonly<Record<string, Print>>;
  /** Further addresses of the blank form. */
  also?: readonly { path: string; title: string }[];
  /**
   * Further pages about one row (`?id=`), drawn by parts of the same names. `only`: the value that a
   * field must have, and the sentence when it has another.
   */
  pages?: Record<string, { path: string; title: string; only?: readonly [string, string, string] }>;
  /** Further addresses of the detail page, for who comes to decide. */
  reads?: readonly { path: string; title: string }[];
  /** Lists shown as tabs above this one: names of declarations. */
  tabs?: readonly string[];
  /** Its short word among `tabs`; the title of the list unless given. */
  tab?: string;
  /** Titles that differ from the menu's word ({label}管理 without one), 新建{label}, 编辑{label}, {label}详情, 打印{label}. */
  titles?: Partial<Record<"list" | "create" | "edit" | "detail" | "print", string>>;
}

/** One page for the blank form, the form of a row and the row as it is read. */
export const onePage = (path: string) => ({ create: path, edit: path, detail: path });

/** A page of its own for each below the same address; `id`: how the row's id follows, unless as `?id=`. */
export const pagesAt = (base: string, id = "") => ({
  create: `${base}/create`,
  edit: `${base}/edit${id}`,
  detail: `${base}/detail${id}`,
});

/** The lines of a list as a calendar: each on the day that one of its dates names. */
export interface Calendar {
  lines: string;
  /** Field of the lines that places them. */
  date: string;
  /** Fields of the header, and of the line, that an entry shows. */
  head: readonly string[];
  show: readonly string[];
}

export interface Tree {
  /** Field that holds the parent's id. */
  parent: string;
  /** Parent id of a root. */
  root: string;
}

/** A file that the backend makes about one row; `batch`: about chosen rows of the list too. */
export interface Download {
  label: string;
  path: string;
  /** Query name of the row's id. */
  param: string;
  permission: string;
  from?: readonly string[];
  batch?: boolean;
}
