import type { Field } from "#documents/kit";
import type { ActState } from "../act/state";

/** The name of the dialog among those of actions (`?do=bulk`). */
export const BULK = "bulk";

/** The dialog that sets one field of several rows. */
export interface BulkState extends Pick<ActState, "rows" | "values" | "options" | "errors" | "key"> {
  kind: "bulk";
  /** Fields that may be set, and the one that the dialog asks for. */
  fields: { name: string; label: string }[];
  field: string;
  message?: string | null;
}

/** A field as it is asked for here: whoever sets it for all rows means a value of all rows. */
export const askedField = (f: Field): Field => ({ ...f, section: undefined, when: undefined });
