import { z } from "zod";
import { first, pressed } from "../frame/posted";

const ops = z.enum(["add", "default", "nodefault", "delete", "rename", "share", "unshare", "replace"]);

/** What is done with a saved view, and with which. */
export const viewTarget = z.object({
  op: first.pipe(ops),
  id: first,
  name: first,
  shared: pressed,
  isDefault: pressed,
  columns: pressed,
});

export type ViewTarget = z.output<typeof viewTarget>;
