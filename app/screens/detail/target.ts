import { z } from "zod";
import { first } from "../posted";

/** What somebody says about a document. */
export const commentTarget = z
  .object({ content: first })
  .transform(({ content }) => ({ content: content.trim() }));

export type CommentTarget = z.output<typeof commentTarget>;
