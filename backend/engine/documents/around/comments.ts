import { z } from "zod";
import { tieFiles } from "#backend/platform/files/owners";
import { type Call, type Endpoint, endpoint, invalidAt, missing } from "#backend/platform/http";
import type { Context } from "#backend/platform/http/context";
import { keyOf, once } from "#backend/platform/http/idempotency";
import { documentNamed, documents } from "#documents";
import type { DocumentType } from "#documents/kit";
import { maySee, mentioned, notifyMentioned } from "./mentions";

const params = z.object({ type: z.string(), id: z.string() });
const path = "/admin/comment/:type/:id(\\d+)";

/** Comments belong to who may see the document. @throws Refusal 404 */
async function requireView({ db, caller }: Call, type: string, id: string): Promise<DocumentType> {
  const document = documents.some((d) => d.name === type) ? documentNamed(type) : undefined;
  if (!document || !(await maySee(db, caller, document, id))) throw missing();
  return document;
}

/** Files that come with a comment: the caller's own uploads. @throws Refusal 400 for others */
async function requireOwn(c: Context, ids: readonly string[]): Promise<void> {
  if (!ids.length) return;
  const own = await c.sql.query(
    `select 1 from sys_file where tenant_id = $1 and create_by = $2 and id = any($3::bigint[])
       and del_flag = 0`,
    [c.tenantId, c.caller.userId, ids],
  );
  if (own.length !== new Set(ids).size) throw invalidAt("attachments", "附件不存在或不是本人上传");
}

/** What people say about a document, oldest first; and saying something. */
export const commentEndpoints: Endpoint[] = [
  endpoint({
    tag: "单据",
    path,
    title: "单据评论",
    params,
    async handle(call) {
      const { type, id } = call.params;
      await requireView(call, type, id);
      return call.db.query(
        `select c.id, c.content, c.create_time as "createTime", u.displayname as "createByName",
           array(select json_build_object('id', f.id::text, 'name', f.original)
             from unnest(c.attachments) with ordinality x(id, n) join sys_file f on f.id = x.id
             order by x.n) as attachments
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
      attachments: z
        .array(z.string().regex(/^\d{1,18}$/))
        .max(9, "最多9个附件")
        .default([]),
    }),
    async handle(call) {
      const { type, id } = call.params;
      const document = await requireView(call, type, id);
      const { content, attachments } = call.body;
      const asked = ["comment", type, id, call.body];
      return once(call.db, call.caller, keyOf(call), asked, async (sql) => {
        const c = { sql, caller: call.caller, tenantId: call.tenantId };
        await requireOwn(c, attachments);
        const made = await sql.one(
          `insert into doc_comment (tenant_id, biz_type, biz_id, content, create_by, attachments)
           values ($1, $2, $3, $4, $5, $6::bigint[]) returning id`,
          [c.tenantId, type, id, content, c.caller.userId, attachments],
        );
        await tieFiles(c, { type: document.of ?? document.name, id }, attachments);
        const { people } = call.services;
        await notifyMentioned({ ...c, people }, document, id, await mentioned(c, document, content));
        return made;
      });
    },
  }),
];
