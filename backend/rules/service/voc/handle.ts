import type { RowOf } from "#documents/kit";
import { voc } from "#documents/service/voc";
import { DUE_DAYS } from "#documents/service/words";
import type { RuleContext } from "../../../documents/rules";
import { transition } from "../../../documents/written";
import { conflict, forbidden, invalidAt } from "../../../http/refusal";
import { notify } from "../../../notices/notify";
import { today } from "../../../values/calendar";
import { recountCustomers } from "../../buyers/counters";

type Row = RowOf<typeof voc>;

/** Within which the same of one SKU is said to be known. */
const ALIKE_DAYS = 30;

const recount = (c: RuleContext, { buyerKey }: Row) =>
  recountCustomers(c.sql, c.tenantId, buyerKey ? [buyerKey] : []);

const path = (id: string) => `${voc.screens.detail}?id=${id}`;

/** Another open complaint of the same about the same SKU. */
const alikeOf = ({ sql, tenantId }: RuleContext, row: Row) =>
  sql.one<{ no: string }>(
    `select no from voc where tenant_id = $1 and sku_id = $2 and category2 = $3 and id <> $4
       and status in ('pendingAssign', 'processing', 'pendingVerify') and del_flag = 0
       and create_time > now() - make_interval(days => ${ALIKE_DAYS}) order by id desc limit 1`,
    [tenantId, row.skuId, row.category2, row.id],
  );

export const submit = transition(voc, "submit", {
  lock: async (c, row) => ({ alike: await alikeOf(c, row) }),
  warn: ({ alike }) =>
    alike && `${ALIKE_DAYS}天内已有相同SKU和小类的${alike.no}未关闭，请确认是否重复`,
  async effect(c, { row }) {
    await c.sql.query("update voc set due_date = $2, submit_date = $3 where id = $1", [
      ...[row.id, today(DUE_DAYS[row.severity]), today()],
    ]);
    await recount(c, row);
  },
});

interface Handler {
  id: string;
  deptId: string | null;
  may: boolean;
}

/** Somebody at work whose role handles complaints without being service itself. */
const handlerOf = ({ sql, tenantId }: RuleContext, id: string) =>
  sql.one<Handler>(
    `select u.id, u.dept_id as "deptId", exists (select 1 from sys_user_role ur
         join sys_role r on r.id = ur.role_id and r.del_flag = 0
           and r.role_code not in ('CS', 'CS_LEAD', 'EXEC')
         join sys_role_menu rm on rm.role_id = r.id
         join sys_menu m on m.id = rm.menu_id and m.permission = 'cs_voc_handle' and m.del_flag = 0
       where ur.user_id = u.id) as may
     from sys_user u where u.id = $1 and u.tenant_id = $2 and u.del_flag = 0 and u.lock_flag = '0'`,
    [id, tenantId],
  );

/** What is dangerous is dealt with on the next day at the latest. */
function dueOf({ severity, submitDate, dueDate }: Row, asked: string | null | undefined): string {
  if (asked && asked < today()) throw invalidAt("dueDate", "期限不能早于今天");
  const last = dueDate ?? today(DUE_DAYS[severity]);
  if (severity === "safety" && asked && asked > last && last >= today())
    throw invalidAt("dueDate", "安全问题须在24小时内处理");
  return asked ?? (last < today() && !submitDate ? today(DUE_DAYS[severity]) : last);
}

export const assign = transition(voc, "assign", {
  async effect(c, { row }, { handlerId, dueDate }) {
    const handler = await handlerOf(c, String(handlerId));
    if (!handler?.may) throw invalidAt("handlerId", "处理人须为在职的产品、质检或运营人员");
    const due = dueOf(row, dueDate);
    await c.sql.query(
      "update voc set handler_id = $2, handler_dept = $3, due_date = $4 where id = $1",
      [row.id, handler.id, handler.deptId, due],
    );
    await notify(c.sql, {
      ...{ tenantId: c.tenantId, userIds: [handler.id], bizPath: path(row.id) },
      title: `客户之声${row.no}待处理`,
      pushDescribe: `请于${due}前提交处理结果：${row.description}`.slice(0, 200),
    });
  },
});

export const resolve = transition(voc, "resolve", {
  guard({ row }, { caller }) {
    if (row.handlerId !== caller.userId) throw forbidden("仅处理人可提交");
  },
  async effect({ sql }, { row }, { rootCause, action, preventAction }) {
    await sql.query(
      "update voc set root_cause = $2, action = $3, prevent_action = $4 where id = $1",
      [row.id, rootCause, action, preventAction ?? row.preventAction],
    );
  },
});

export const verify = transition(voc, "verify", {
  guard: ({ row }, { caller }) => row.handlerId === caller.userId && "处理人不能验证本人的处理结果",
  check({ row }, { verifyResult, verifyNote, proof }) {
    if (verifyResult === "ng") return !verifyNote && invalidAt("verifyNote", "请填写无效原因");
    if (!proof?.length) return invalidAt("proof", "请上传验证证明");
    return !(row.rootCause && row.action) && conflict("请先填写原因和措施");
  },
  to: (_scene, { verifyResult }) => (verifyResult === "ok" ? "closed" : "processing"),
  async effect(c, { row }, { verifyResult, verifyNote, proof }) {
    const ok = verifyResult === "ok";
    await c.sql.query(
      `update voc set verify_result = $2, verify_note = $3, verify_by = $4, verify_proof = $5::bigint[],
         close_time = case when $6 then now() end, ng_count = coalesce(ng_count, 0) + $7 where id = $1`,
      [
        ...[row.id, verifyResult, verifyNote ?? null, c.caller.userId, proof ?? []],
        ...[ok, ok ? 0 : 1],
      ],
    );
    await notify(c.sql, {
      ...{ tenantId: c.tenantId, bizPath: path(row.id) },
      userIds: [row.handlerId, row.createBy].flatMap((id) => id ?? []),
      title: `客户之声${row.no}${ok ? "已关闭" : "验证无效，请重新处理"}`,
      pushDescribe: verifyNote || (ok ? "措施验证有效" : "措施验证无效"),
    });
  },
});

export const cancel = transition(voc, "cancel", {
  effect: async (c, { row }) => recount(c, row),
});
