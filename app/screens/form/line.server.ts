import type { DocumentType } from "#documents/kit";
import type { ScreenRequest } from "../request.server";
import { formAgain } from "./again.server";
import { readPosted } from "./posted.server";
import type { LineTarget } from "./target";
import type { Values } from "./values";

type Change = (
  rows: Values[],
  target: LineTarget,
  values: Values,
  document: DocumentType,
) => Values[];

/** A button of a line table: shows the form again with other rows. */
const shownWith =
  (change: Change) => async (request: ScreenRequest, target: LineTarget, form: FormData) => {
    const { document, values } = await readPosted(request, target, form);
    const rows = (values[target.lines] as Values[] | undefined) ?? [];
    const next = change(rows, target, values, document);
    return formAgain(request, document, target, 200, { ...values, [target.lines]: next });
  };

export const addLine = shownWith((rows) => [...rows, {}]);

export const removeLine = shownWith((rows, { index }) => rows.filter((_, i) => i !== index));

/** Rows that the declaration works out from the rest of the form. */
export const fillLines = shownWith(
  (rows, { lines }, values, document) =>
    (document.lines?.[lines]?.fill?.rows(values) as Values[] | undefined) ?? rows,
);
