import { setStar } from "~/erp/search.server";
import { leadOn } from "../answer.server";
import { rowId, type ScreenRequest } from "../request.server";
import type { StarTarget } from "./target";

/** Keeps the document of a detail page at hand for this person, or no longer. */
export async function star(request: ScreenRequest, { on }: StarTarget): Promise<Response> {
  const { staff, match } = request;
  const id = rowId(request);
  if (id) await setStar(staff.erp, match.document.name, id, on);
  return leadOn(request, on ? "已收藏，在搜索框下可以找到" : "已取消收藏");
}
