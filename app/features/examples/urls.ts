import { withParams } from "~/ui";

export const CRUD = "/crud/index";

/** Parameters that open something in front of the list. */
const OPENERS = ["add", "edit", "view", "delete", "columns", "row"] as const;

/** The list without any dialog in front of it. */
export const closed = (url: string) => withParams(url, Object.fromEntries(OPENERS.map((name) => [name, null])));

/** The list with one thing opened. */
export const opened = (url: string, name: (typeof OPENERS)[number], value: string | number) =>
  withParams(closed(url), { [name]: value });
