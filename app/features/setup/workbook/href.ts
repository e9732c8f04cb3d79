import { numberOf } from "#documents/base/workbook/sheets";

export const WORKBOOK = "/baseSetup/setup/import";

/** Address of one workbook. */
export const workbookHref = (id: string) => `${WORKBOOK}?id=${id}`;

/** Address of the workbook to fill in; some of its sheets where named. */
export const templateHref = (sheets: readonly { name: string }[] = [], examples = false): string => {
  const query = new URLSearchParams();
  if (sheets.length) query.set("sheets", sheets.map(numberOf).join(","));
  if (examples) query.set("examples", "1");
  return `/export/workbook/template${query.size ? `?${query}` : ""}`;
};
