import { z } from "zod";
import { readable } from "#backend/engine/documents/reading/readable";
import type { Sql } from "#backend/platform/db";
import { type Caller, endpoint, missing } from "#backend/platform/http";
import { documentNamed } from "#documents";
import { pageAddress } from "#documents/kit";
import { mayReset } from "./reset";
import { CHAPTERS, type Chapter, type StoryStep } from "./story/chapters";

const link = z.object({
  label: z.string(),
  href: z.string(),
  /** Its number, and the state that it is in. */
  no: z.string().nullable(),
  state: z.string().nullable(),
});
const chapter = z.object({
  code: z.string(),
  title: z.string(),
  about: z.string(),
  picture: z.string().nullable(),
  links: z.array(link),
});

type GuideLink = z.output<typeof link>;

/** Where a step leads as of now; nothing where there is no such row, or the caller may not see it. */
async function linkOf(sql: Sql, caller: Caller, step: StoryStep, skuId: string): Promise<GuideLink[]> {
  const { label } = step;
  if ("href" in step)
    return caller.permissions.has(step.permission) ? [{ label, href: step.href, no: null, state: null }] : [];
  const document = documentNamed(step.document);
  const row = await sql.one<{ id: string | null }>(step.sql, [skuId]);
  if (!row?.id) return [];
  const may = await readable({ sql, caller, tenantId: caller.tenantId }, document, [row.id]);
  if (!may.has(row.id)) return [];
  const said = await sql.one<{ no: string | null; status: string | null }>(
    `select to_jsonb(t) ->> 'no' as no, to_jsonb(t) ->> 'status' as status from ${document.table} t where id = $1`,
    [row.id],
  );
  const state = document.status?.values[said?.status ?? ""]?.label ?? null;
  return [{ label, href: pageAddress(document, row.id), no: said?.no ?? null, state }];
}

async function tell(sql: Sql, caller: Caller, { code, title, about, steps }: Chapter) {
  const sku = await sql.one<{ id: string; picture: string | null }>(
    "select id, images[1] as picture from sku where sku_code = $1 and tenant_id = $2 and del_flag = 0",
    [code, caller.tenantId],
  );
  if (!sku) return [];
  const links: GuideLink[] = [];
  for (const step of steps) links.push(...(await linkOf(sql, caller, step, sku.id)));
  const may = await readable({ sql, caller, tenantId: caller.tenantId }, documentNamed("sku"), [sku.id]);
  return [{ code, title, about, picture: may.has(sku.id) ? sku.picture : null, links }];
}

/** What there is to see of the invented company: live documents in their order, as far as the caller may see them. */
export const guideEndpoint = endpoint({
  tag: "演示",
  path: "/demo/guide",
  title: "演示导览",
  response: z.object({ chapters: z.array(chapter), mayReset: z.boolean() }),
  async handle({ db, caller, config }) {
    if (!config.demo) throw missing("资源不存在");
    const told: z.output<typeof chapter>[] = [];
    for (const one of CHAPTERS) told.push(...(await tell(db, caller, one)));
    return { chapters: told, mayReset: mayReset(caller) };
  },
});
