import { withParams } from "~/ui";

/** Address of one file of the import of a list. */
export const importHref = (listUrl: string, file?: string, remap?: boolean) =>
  withParams(listUrl, { import: file ?? "new", remap: remap ? 1 : null });
