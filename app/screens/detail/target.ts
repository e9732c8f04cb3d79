import { z } from "zod";
import { rowsOf } from "../act/target";
import { every, first } from "../frame/posted";

/** Most files of one comment. */
export const COMMENT_FILES = 9;

/** What somebody says about a document. */
export const commentTarget = z
  .object({ content: first, _key: first })
  // A form sends each end of a line as two characters; a field and the backend count one.
  .transform(({ content, _key }) => ({ content: content.replaceAll("\r\n", "\n").trim(), key: _key }));

export type CommentTarget = z.output<typeof commentTarget>;

/** Whether it is to be at hand. */
export const starTarget = z.object({ on: first }).transform(({ on }) => ({ on: on === "1" }));

export type StarTarget = z.output<typeof starTarget>;

/** The document whose files are changed, as the person saw it. */
export const attachTarget = z.object({ _id: every }).transform(({ _id }) => ({ row: rowsOf(_id)[0] ?? null }));

export type AttachTarget = z.output<typeof attachTarget>;
