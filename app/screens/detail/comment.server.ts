import { field } from "#documents/kit";
import { nothing } from "~/erp/client.server";
import { leadOn } from "../answer.server";
import { storeFiles } from "../form/store.server";
import type { Values } from "../form/values";
import { rowId, type ScreenRequest } from "../request.server";
import { filesOf } from "../row/files";
import { COMMENT_FILES, type CommentTarget } from "./target";

const commentFiles = ["attachments", field.files({ label: "附件", max: COMMENT_FILES })] as const;

/** Adds what somebody said about the document of a detail page, with the files that came with it. */
export async function comment(
  request: ScreenRequest,
  { content, key }: CommentTarget,
  form: FormData,
) {
  const { staff, match } = request;
  const id = rowId(request);
  if (!id || !content) return leadOn(request, "请输入评论内容", undefined, "warning");
  const values: Values = {};
  const [problem] = Object.values(await storeFiles(staff, form, [commentFiles], values));
  if (problem) return leadOn(request, problem, undefined, "warning");
  const attachments = filesOf(values.attachments).flatMap((file) => file.id ?? []);
  await staff.erp.post(`/admin/comment/${match.document.name}/${id}`, {
    body: { content, attachments },
    schema: nothing,
    idempotencyKey: key || undefined,
  });
  // Without this word a browser takes what was typed for unsent, and offers it again.
  return leadOn(request, "评论已发表");
}
