import { nothing } from "~/erp/client.server";
import { leadOn } from "../answer.server";
import { rowId, type ScreenRequest } from "../request.server";
import type { CommentTarget } from "./target";

const MOST = 1000;

/** Adds what somebody said about the document of a detail page. */
export async function comment(request: ScreenRequest, { content }: CommentTarget) {
  const { staff, match } = request;
  const id = rowId(request);
  if (!id || !content) return leadOn(request, "请输入评论内容", undefined, "warning");
  await staff.erp.post(`/admin/comment/${match.document.name}/${id}`, {
    body: { content: content.slice(0, MOST) },
    schema: nothing,
  });
  // Without this word a browser takes what was typed for unsent, and offers it again.
  return leadOn(request, "评论已发表");
}
