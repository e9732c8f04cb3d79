import { field } from "#documents/kit";
import { ErpError, nothing } from "~/erp/client.server";
import type { UploadedFile } from "~/ui/upload/upload-data";
import { storeFiles } from "../form/store.server";
import type { ValueValues } from "../form/values";
import { leadOn, rowId, type ScreenRequest, statusOf } from "../frame/request.server";
import { filesOf } from "../row/files";
import { COMMENT_FILES, type CommentTarget } from "./target";

const commentFiles = ["attachments", field.files("附件", { max: COMMENT_FILES })] as const;

/** The detail page again, with what somebody meant to say and why it was refused. */
export interface Unsaid {
  status: number;
  unsaid: { content: string; files: UploadedFile[]; errors: Record<string, string> };
}

/** Adds what somebody said about the document of a detail page, with the files that came with it. */
export async function comment(
  request: ScreenRequest,
  { content, key }: CommentTarget,
  form: FormData,
): Promise<Response | Unsaid> {
  const { staff, match } = request;
  const id = rowId(request);
  const values: ValueValues = {};
  const again = (status: number, errors: Record<string, string>): Unsaid => ({
    status,
    unsaid: { content, files: filesOf(values.attachments), errors },
  });
  const problems = await storeFiles(staff, form, [commentFiles], values);
  if (Object.keys(problems).length) return again(422, problems);
  if (!id || !content) return again(422, { content: "请输入评论内容" });
  const attachments = filesOf(values.attachments).flatMap((file) => file.id ?? []);
  try {
    await staff.erp.post(`/admin/comment/${match.document.name}/${id}`, {
      body: { content, attachments },
      schema: nothing,
      idempotencyKey: key || undefined,
    });
  } catch (error) {
    if (!(error instanceof ErpError) || error.outage) throw error;
    return again(statusOf(error), { content: error.message });
  }
  // Without this word a browser takes what was typed for unsent, and offers it again.
  return leadOn(request, "评论已发表");
}
