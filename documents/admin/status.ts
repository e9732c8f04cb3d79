import { z } from "zod";
import { maybeTexts, texts } from "../kit";

/** How the program is: a line for each thing that an operator looks after. */
const statusRow = z.object({
  ...texts("group", "label", "value"),
  state: z.enum(["ok", "warn", "bad", "none"]),
  /** What to do, */
  ...maybeTexts("advice"),
  /** and the page of the console where that is done. */
  href: z
    .string()
    .regex(/^\/[\w/]+(\?[\w=&-]*)?$/)
    .nullable(),
});
export type StatusRow = z.output<typeof statusRow>;

export const systemStatus = z.object({ rows: z.array(statusRow) });
export type SystemStatus = z.output<typeof systemStatus>;
