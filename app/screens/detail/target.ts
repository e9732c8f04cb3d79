import { z } from "zod";
import { first } from "../posted";

/** What somebody says about a document. */
export const commentTarget = z
  .object({ content: first })
  .transform(({ content }) => ({ content: content.trim() }));

export type CommentTarget = z.output<typeof commentTarget>;

/** Whether it is to be at hand. */
export const starTarget = z.object({ on: first }).transform(({ on }) => ({ on: on === "1" }));

export type StarTarget = z.output<typeof starTarget>;
