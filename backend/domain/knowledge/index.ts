import { rules } from "#backend/engine/documents";
import { invalidAt } from "#backend/platform/http";
import { knowledgeCategory } from "#documents/knowledge/category";
import { articleRules } from "./article";

const DEPTH = 3;

/** 知识分类 (market.md 5). */
const categoryRules = rules(knowledgeCategory, {
  expressions: {
    articles: `(select count(*)::int from knowledge k where k.category_id = t.id and k.del_flag = 0
      and k.status = 'published')`,
  },
  async beforeSave({ sql, tenantId }, next, before) {
    const parent = next.parentId ?? before?.parentId ?? "0";
    if (String(parent) === "0") return;
    const found = await sql.one<{ above: number; below: number }>(
      `with recursive up (id, parent_id, n) as (
         select id, parent_id, 1 from knowledge_category where id = $2 and tenant_id = $1
         union all select k.id, k.parent_id, up.n + 1 from knowledge_category k
           join up on k.id = up.parent_id where up.n < 9),
       down (id, n) as (
         select $3::bigint, 1 where $3::bigint is not null
         union all select k.id, down.n + 1 from knowledge_category k join down on k.parent_id = down.id
           where k.del_flag = 0 and down.n < 9)
       select coalesce(max(up.n), 0)::int as above,
         coalesce((select max(n) from down), 1)::int as below from up`,
      [tenantId, parent, before?.id ?? null],
    );
    if ((found?.above ?? 0) + (found?.below ?? 1) > DEPTH) throw invalidAt("parentId", "分类最多三级");
  },
  transitions: [],
});

/** What documents of this module do. */
export const knowledgeRuleSet = [articleRules, categoryRules];
