import type { Caller } from "../../../http/caller";
import type { Dim } from "./types";

/** A row of a dimension before it is named and numbered. */
export type Found = Omit<Dim, "id" | "dimTypeName" | "sort">;
/** Statement that reads the rows which the caller may see. */
export type Source = (caller: Caller) => { text: string; values: unknown[] };
