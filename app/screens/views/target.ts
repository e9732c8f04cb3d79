import { z } from "zod";
import { first, pressed } from "../frame/posted";

const ops = z.enum(["add", "default", "nodefault", "delete", "rename", "share", "replace"]);

/** What is done with a saved view, and with which. */
export const viewTarget = z.object({
  op: first.pipe(ops),
  id: first,
  name: first,
  /** With whom: nobody, everybody who may see the list ("all"), or the role of this id. */
  share: first.pipe(z.string().regex(/^(|all|\d{1,18})$/)),
  isDefault: pressed,
  columns: pressed,
});

export type ViewTarget = z.output<typeof viewTarget>;
