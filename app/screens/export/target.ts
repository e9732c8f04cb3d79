import { z } from "zod";
import { every, pressed } from "../frame/posted";

/** Columns of a file that is made in the background, and whether its rows are lines. */
export const exportTarget = z.object({ columns: every, lines: pressed });

export type ExportTarget = z.output<typeof exportTarget>;
