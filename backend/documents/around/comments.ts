import { z } from "zod";
import { documentNamed, documents } from "#documents";
import { permissionOf } from "#documents/kit";
import { type Call, type Endpoint, endpoint } from "../../http/endpoint";
import { missing } from "../../http/refusal";
import { visible } from "../reading/where";

const params = z.object({ type: z.string(), id: z.string() });
const path = "/admin/comment/:type/:id(\\d+)";

/** Comments belong to who may see the document. @throws Refusal 404 */
async function requireView({ db, caller }: Call, type: string, id: string) {
  const document = documents.some((d) => d.name === type) ? documentNamed(type) : undefined;
  if (!document || !caller.permissions.has(permissionOf(document, "view"))) throw missing();
  const where = visible(document, caller).and("t.id = ?", id);
  const row = await db.one(`select 1 from ${document.table} t where ${where}`, where.values);
  if (!row) throw missing();
}

/** What people say about a document, oldest first; and saying something. */
export const commentEndpoints: Endpoint[] = [
  endpoint({
    tag: "单据",
    method: "get",
    path,
    title: "单据评论",
    params,
    async handle(call) {
      const { type, id } = call.params;
      await requireView(call, type, id);
      return call.db.query(
        `select c.id, c.content, c.create_time as "createTime", u.displayname as "createByName"
         from doc_comment c join sys_user u on u.id = c.create_by
         where c.biz_type = $1 and c.biz_id = $2 and c.tenant_id = $3 order by c.id limit 500`,
        [type, id, call.tenantId],
      );
    },
  }),
  endpoint({
    tag: "单据",
    method: "post",
    path,
    title: "发表评论",
    params,
    body: z.object({
      content: z.string().trim().min(1, "请输入评论内容").max(1000, "评论不能超过1000个字"),
    }),
    async handle(call) {
      const { type, id } = call.params;
      await requireView(call, type, id);
      return call.db.one(
        `insert into doc_comment (tenant_id, biz_type, biz_id, content, create_by)
         values ($1, $2, $3, $4, $5) returning id`,
        [call.tenantId, type, id, call.body.content, call.caller.userId],
      );
    },
  }),
];
