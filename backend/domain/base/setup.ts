import { z } from "zod";
import { defaultFlows } from "#backend/engine/workflow/defaults";
import type { Sql } from "#backend/platform/db";
import { conflict, type Endpoint, endpoint, missing } from "#backend/platform/http";
import { UNNAMED } from "#backend/platform/tenancy/found";
import { LEAST_REASON, maySkip, SETUP_STEPS, type SetupKey, type SetupStep, setupStep } from "#documents/base/setup";
import { someOf } from "#documents/kit";

/** What one statement counts of a tenant; lists name what is not well. */
interface Counted {
  unnamed: boolean;
  companies: number;
  unpaid: string[];
  currencies: string[];
  rateless: string[];
  depts: number;
  leaderless: string[];
  users: number;
  looked: boolean;
  warehouses: number;
  unkept: string[];
  stores: number;
  sample: boolean;
  categories: number;
  suppliers: number;
  accountless: string[];
  skus: number;
  unmapped: number;
  unheld: string[];
  opened: boolean;
  signed: boolean;
  live: boolean;
}

/** Names of a list are said up to here. */
const NAMED = 5;

/** Flows as they are shipped, for those that nobody used yet. */
const SHIPPED = JSON.stringify(
  Object.fromEntries(Object.entries(defaultFlows).map(([key, { nodes }]) => [key, nodes])),
);

/** $1 is the tenant, $2 the shipped flows. Rows that are gone or off do not count. */
const COUNTED = `
  with used as (
    select i.currency from store s join site i on i.id = s.site_id where s.tenant_id = $1 and s.del_flag = 0
    union select currency from supplier where tenant_id = $1 and del_flag = 0
    union select a.currency from company_account a join company c on c.id = a.company_id
      where c.tenant_id = $1 and c.del_flag = 0),
  below as (
    select id, name, leader_id from sys_dept where tenant_id = $1 and del_flag = 0
      and id <> (select min(id) from sys_dept where tenant_id = $1 and del_flag = 0)),
  flow as (
    (select distinct on (def_key) nodes from act_definition where tenant_id = $1 order by def_key, version desc)
    union all select value from jsonb_each($2::jsonb) where key not in (
      select def_key from act_definition where tenant_id = $1)),
  asked as (
    select distinct case node ->> 'approver' when 'gm' then 'EXEC' else substring(node ->> 'approver' from '^role:(\\w+)') end as code
    from flow, jsonb_array_elements(nodes) node)
  select (select name = '${UNNAMED}' from sys_tenant where id = $1) as unnamed,
    (select count(*)::int from company where tenant_id = $1 and enabled and del_flag = 0) as companies,
    array(select name from company c where tenant_id = $1 and enabled and del_flag = 0 and not exists (
      select 1 from company_account a where a.company_id = c.id and a.enabled) order by id) as unpaid,
    array(select currency from used where currency <> 'CNY' order by 1) as currencies,
    array(select currency from used u where currency <> 'CNY' and not exists (select 1 from exchange_rate r
      where r.tenant_id = $1 and r.currency = u.currency and r.effective_date <= current_date and r.del_flag = 0)
      order by 1) as rateless,
    (select count(*)::int from below) as depts,
    array(select name from below where leader_id is null order by id) as leaderless,
    (select count(*)::int from sys_user where tenant_id = $1 and lock_flag = '0' and del_flag = 0) as users,
    exists (select 1 from setup_confirm where tenant_id = $1 and key = 'roles' and digest = role_matrix_digest($1)) as looked,
    (select count(*)::int from warehouse where tenant_id = $1 and enabled and del_flag = 0) as warehouses,
    array(select name from warehouse where tenant_id = $1 and enabled and manager_id is null and del_flag = 0
      order by id) as unkept,
    (select count(*)::int from store where tenant_id = $1 and del_flag = 0) as stores,
    exists (select 1 from sys_dict where tenant_id = $1 and dict_type = 'product_category'
      and description like '%示例%' and del_flag = 0) as sample,
    (select count(*)::int from sys_dict_item where tenant_id = $1 and dict_type = 'product_category'
      and not disabled and del_flag = 0) as categories,
    (select count(*)::int from supplier where tenant_id = $1 and status = 'approved' and del_flag = 0) as suppliers,
    array(select name from supplier s where tenant_id = $1 and status = 'approved' and del_flag = 0 and not exists (
      select 1 from supplier_account a where a.supplier_id = s.id and a.enabled) order by id) as accountless,
    (select count(*)::int from sku where tenant_id = $1 and status = 'approved' and del_flag = 0) as skus,
    (select count(*)::int from feed_unmapped where tenant_id = $1 and status = 'open' and del_flag = 0) as unmapped,
    array(select coalesce(r.role_name, a.code) from asked a
      left join sys_role r on r.role_code = a.code and r.tenant_id = $1 and r.del_flag = 0
      where a.code is not null and not exists (select 1 from sys_user_role ur join sys_user u on u.id = ur.user_id
        where ur.role_id = r.id and u.tenant_id = $1 and u.lock_flag = '0' and u.del_flag = 0)
      order by 1) as unheld,
    exists (select 1 from opening where tenant_id = $1 and status in ('booked', 'locked') and del_flag = 0) as opened,
    (select count(distinct role) = 2 from opening_sign where tenant_id = $1 and void_time is null) as signed,
    (select phase = 'live' from sys_tenant where id = $1) as live`;

type Check = [holds: boolean, lacks: string, href?: string];

const named = (names: string[]) => someOf(names, NAMED, "个");

/** What each step asks for, and how it says what is not there. */
const CHECKS: Record<SetupKey, (n: Counted) => Check[]> = {
  company: (n) => [
    [!n.unnamed, "租户还没有名称", "/admin/tenant/index"],
    [n.companies > 0, "还没有公司主体"],
    [n.companies > 0 && !n.unpaid.length, n.companies ? `${named(n.unpaid)}没有银行账户` : "还没有付款的银行账户"],
  ],
  rates: (n) => [[!n.rateless.length && n.currencies.length > 0, ratesLack(n)]],
  people: (n) => [
    [n.depts > 0, "除总部外还没有部门", "/admin/dept/index"],
    [
      n.depts > 0 && !n.leaderless.length,
      n.depts ? `${named(n.leaderless)}没有负责人` : "部门要有负责人",
      "/admin/dept/index",
    ],
    [n.users > 1, "除管理员外还没有可用的用户"],
    [n.looked || n.live, "用户、角色和数据范围还没有核对", "/admin/role/matrix"],
  ],
  warehouses: (n) => [
    [n.warehouses > 0, "还没有仓库"],
    [n.warehouses > 0 && !n.unkept.length, n.warehouses ? `${named(n.unkept)}没有负责人` : "仓库要有负责人"],
  ],
  stores: (n) => [[n.stores > 0, "还没有店铺"]],
  categories: (n) => [
    [
      !n.sample && n.categories > 0,
      n.sample ? "产品品类还是示例：清空后录入自己的，或改好后去掉字典描述中的“（示例）”" : "还没有产品品类",
    ],
  ],
  suppliers: (n) => [
    [n.suppliers > 0, "还没有合作中的供应商"],
    [
      n.suppliers > 0 && !n.accountless.length,
      n.suppliers ? `${named(n.accountless)}没有收款账户` : "供应商要有收款账户",
    ],
  ],
  products: (n) => {
    const waits: Check = [false, `${n.unmapped}个平台SKU待映射`, "/baseSetup/unmapped/index"];
    return [[n.skus > 0, "还没有已审核的SKU"], ...(n.unmapped ? [waits] : [])];
  },
  approvals: (n) => [[!n.unheld.length, `没有人员的审批角色：${n.unheld.join("、")}`, "/admin/user/index"]],
  openings: (n) => [
    [n.opened || n.live, "还没有已入账的期初单；全新公司请财务在期初核对确认"],
    [n.signed || n.live, "期初核对尚未签署", "/finance/opening/check"],
  ],
  golive: (n) => [[n.live, "还没有上线"]],
};

const ratesLack = ({ rateless }: Counted) =>
  rateless.length ? `缺少${rateless.join("、")}的汇率` : "店铺、供应商和账户还没有外币；只用人民币请跳过";

interface Skip {
  key: string;
  reason: string;
  by: string;
}

interface Assigned {
  key: string;
  ownerId: string | null;
  ownerName: string | null;
  note: string | null;
}

/** Every step of a tenant, counted now. */
export async function stepsOf(sql: Sql, tenantId: string): Promise<SetupStep[]> {
  const counted = await sql.one<Counted>(COUNTED, [tenantId, SHIPPED]);
  const skips = await sql.query<Skip>(
    `select s.key, s.reason, u.displayname as by from setup_skip s join sys_user u on u.id = s.create_by
     where s.tenant_id = $1`,
    [tenantId],
  );
  const assigned = await sql.query<Assigned>(
    `select s.key, s.owner_id::text as "ownerId", u.displayname as "ownerName", s.note
     from setup_step s left join sys_user u on u.id = s.owner_id where s.tenant_id = $1`,
    [tenantId],
  );
  if (!counted) throw missing("租户不存在");
  return SETUP_STEPS.map(({ key, open }) => {
    const checks = CHECKS[key](counted);
    const done = checks.filter(([holds]) => holds).length;
    const skip = skips.find((s) => s.key === key);
    const begun = done ? "doing" : "todo";
    const { ownerId = null, ownerName = null, note = null } = assigned.find((a) => a.key === key) ?? {};
    return {
      key,
      status: done === checks.length ? "done" : skip ? "skipped" : begun,
      done,
      need: checks.length,
      lacks: checks.filter(([holds]) => !holds).map(([, text, href]) => ({ text, href: href ?? open })),
      skipReason: skip?.reason ?? null,
      skippedBy: skip?.by ?? null,
      ownerId,
      ownerName,
      note,
    };
  });
}

const tag = "开始使用";
const params = z.object({ key: z.enum(SETUP_STEPS.map((step) => step.key)) });

const steps = endpoint({
  path: "/setup/steps",
  tag,
  title: "建账步骤",
  permission: "setup_guide_view",
  response: z.array(setupStep),
  handle: ({ db, tenantId }) => stepsOf(db, tenantId),
});

const skip = endpoint({
  method: "post",
  path: "/setup/steps/:key/skip",
  tag,
  title: "跳过建账步骤",
  permission: "setup_guide_edit",
  params,
  body: z.object({
    reason: z.string().trim().min(LEAST_REASON, `跳过原因至少${LEAST_REASON}个字`).max(200, "跳过原因不能超过200个字"),
  }),
  async handle({ db, tenantId, caller, params: { key }, body }) {
    if (!maySkip(key)) throw conflict("此步骤不能跳过");
    await db.query(
      `insert into setup_skip (tenant_id, key, reason, create_by) values ($1, $2, $3, $4)
       on conflict (tenant_id, key) do update set reason = excluded.reason, create_by = excluded.create_by,
         create_time = now()`,
      [tenantId, key, body.reason, caller.userId],
    );
    return true;
  },
});

const restore = endpoint({
  method: "post",
  path: "/setup/steps/:key/restore",
  tag,
  title: "恢复建账步骤",
  permission: "setup_guide_edit",
  params,
  async handle({ db, tenantId, params: { key } }) {
    await db.query("delete from setup_skip where tenant_id = $1 and key = $2", [tenantId, key]);
    return true;
  },
});

export const setupEndpoints: Endpoint[] = [steps, skip, restore];
