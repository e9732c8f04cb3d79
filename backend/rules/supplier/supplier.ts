import type { DraftOf } from "#documents/kit";
import { supplier } from "#documents/supplier/supplier";
import { lockAdvisory } from "../../db/advisory";
import { approveAgain } from "../../documents/lifecycle/submit";
import type { RuleContext } from "../../documents/rules";
import { rules, transition } from "../../documents/written";
import { conflict } from "../../http/refusal";
import { dec } from "../../values/money";
import { supplierHasMoney, supplierHasOpenOrder } from "../in-use";
import { supplierPage } from "./page";
import { applyPending, readPending, setAside, withoutNumbers } from "./pending";
import { at, requireAccounts, requireTerms, restoreNumbers } from "./terms";

/** The sentence when another supplier has the code. Saves of one code take turns. */
async function codeConflict(
  { sql, tenantId }: RuleContext,
  code: string | null | undefined,
  id?: string,
): Promise<string | undefined> {
  if (!code) return undefined;
  if (sql.held) await lockAdvisory(sql, "creditCode", code);
  const other = await sql.one<{ no: string }>(
    `select no from supplier where tenant_id = $1 and credit_code = $2 and del_flag = 0
       and id is distinct from $3 limit 1`,
    [tenantId, code, id ?? null],
  );
  return other && `统一社会信用代码已存在：${other.no}`;
}

async function requireName({ sql, tenantId }: RuleContext, name: string, id: string) {
  const other = await sql.one(
    "select 1 from supplier where tenant_id = $1 and name = $2 and del_flag = 0 and id <> $3",
    [tenantId, name, id],
  );
  if (other) throw at("name", "供应商名称已存在");
}

const submit = transition(supplier, "submit", {
  lock: async (c, row) => ({ taken: await codeConflict(c, row.creditCode, row.id) }),
  guard({ row, taken }) {
    if (!row.qualifications.length) return at("qualifications", "请上传营业执照");
    return taken;
  },
});

const approved = transition(supplier, "approved", {
  async effect(c, { row }) {
    const pending = readPending(row.pending);
    if (pending) await applyPending(c, row.id, pending);
  },
});

/** What was in force stays in force when a change of it is not approved. */
const returned = transition(supplier, "returned", {
  to: ({ row }, { status }) => (row.pending ? "approved" : status),
  async effect({ sql }, { row }) {
    await sql.query("update supplier set pending = null where id = $1", [row.id]);
  },
});

const voided = transition(supplier, "void", {
  lock: async (c, row) => ({
    busy: (await supplierHasOpenOrder(c, row.id)) || (await supplierHasMoney(c, row.id)),
  }),
  guard: ({ row, busy }) =>
    (busy || !dec(row.apBalance).eq(0)) && "供应商存在未完结采购单或未结清款项，不能淘汰",
});

const setBuyer = transition(supplier, "setBuyer", {
  async effect({ sql }, { row }, { buyerId }) {
    await sql.query("update supplier set buyer_id = $2 where id = $1", [row.id, buyerId]);
  },
});

/** 供应商 (supply.md 2). */
export const supplierRules = rules(supplier, {
  expressions: {
    vocCount: `(select count(*)::int from voc v where v.supplier_id = t.id and v.del_flag = 0
      and v.status not in ('draft', 'cancelled'))`,
  },
  async enrichOne(c, row) {
    const pending = readPending(row.pending);
    const whole = c.caller.permissions.has("supplier_bank_view");
    if (pending && !whole) Object.assign(row, { pending: withoutNumbers(pending) });
    Object.assign(row, await supplierPage(c, row.id));
  },
  async beforeSave(c, next, before) {
    if (next.accounts) {
      restoreNumbers(next.accounts, before?.accounts);
      requireAccounts(next.accounts);
    }
    const whole: DraftOf<typeof supplier> = { ...before, ...next };
    if (whole.taxType === "none") next.taxRate = "0";
    else if (whole.taxType === "special" && !whole.taxRate) next.taxRate = "13";
    requireTerms({ ...whole, ...next });
    const taken = await codeConflict(c, next.creditCode, before?.id);
    if (taken) throw conflict(taken);
    if (before?.status !== "approved") return;
    const pending = setAside(next, before);
    if (!pending) return;
    if (pending.name) await requireName(c, pending.name, before.id);
    next.pending = pending;
  },
  async afterSave(c, _id, next, before) {
    if (before?.status !== "approved" || !next.pending) return;
    const { id, version } = before;
    await approveAgain(c, supplier, { ...before, ...next, id, version });
  },
  transitions: [submit, approved, returned, voided, setBuyer],
});
