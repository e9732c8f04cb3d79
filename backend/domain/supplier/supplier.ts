import { z } from "zod";
import { lackExpressions, patch, type RuleContext, rules, transition } from "#backend/engine/documents";
import { approveAgain } from "#backend/engine/documents/lifecycle/submit";
import { snake } from "#backend/engine/documents/names";
import { difference, sameLines } from "#backend/engine/documents/writing/difference";
import { writeLines } from "#backend/engine/documents/writing/lines";
import { lockAdvisory } from "#backend/platform/db";
import { conflict, invalidAt } from "#backend/platform/http";
import { dec } from "#backend/platform/values";
import { type DraftOf, type LineDraft, type LineOf, type RowOf, tailOf } from "#documents/kit";
import { supplier } from "#documents/supplier/supplier";
import { supplierHasMoney, supplierHasOpenOrder } from "../in-use";
import { supplierPage } from "./page";

/** Fields whose change sends an approved supplier through approval again (supply.md 2). */
const GUARDED = [
  "name",
  "taxType",
  "taxRate",
  "currency",
  "settleMethod",
  "depositRate",
  "balanceTrigger",
  "periodDays",
] as const;

const schema = z.looseObject({
  name: z.string().optional(),
  accounts: z.array(z.looseObject({ accountNo: z.string() })).optional(),
});

/** A change of an approved supplier that waits for its approval. */
type Pending = z.infer<typeof schema>;

/** The change that waits, as it is stored; null: none does. */
const readPending = (stored: unknown): Pending | null =>
  stored === null || stored === undefined ? null : schema.parse(stored);

/** The same without the numbers of its accounts, which are as secret as those in force. */
const withoutNumbers = ({ accounts, ...rest }: Pending) => ({
  ...rest,
  ...(accounts && { accounts: accounts.map((a) => ({ ...a, accountNo: tailOf(a.accountNo) })) }),
});

/** What of a save must be approved first; it is taken out of `next`. */
function setAside(next: DraftOf<typeof supplier>, before: RowOf<typeof supplier>): Pending | null {
  const guarded = Object.fromEntries(GUARDED.flatMap((n) => (next[n] === undefined ? [] : [[n, next[n]]])));
  const changed = Object.keys(difference(supplier, before, guarded));
  const { accounts } = next;
  for (const name of GUARDED) delete next[name];
  delete next.accounts;
  const moved = accounts && !sameLines(supplier.lines.accounts, before.accounts, accounts);
  if (!changed.length && !moved) return null;
  return schema.parse({ ...Object.fromEntries(changed.map((n) => [n, guarded[n]])), ...(moved && { accounts }) });
}

/** Puts the approved change in force. */
async function applyPending(c: RuleContext, id: string, pending: Pending) {
  const columns = GUARDED.filter((n) => n in pending).map((n) => ({ column: snake(n), value: pending[n] }));
  const sets = columns.map(({ column }) => `, ${column} = x.${column}`).join("");
  const record = Object.fromEntries(columns.map(({ column, value }) => [column, value]));
  await c.sql.query(
    `update supplier t set pending = null${sets}
     from jsonb_populate_record(null::supplier, $2::jsonb) x where t.id = $1`,
    [id, JSON.stringify(record)],
  );
  const { accounts } = pending;
  if (accounts) await writeLines(c, supplier, {}, id, { accounts });
}

type SupplierDraft = DraftOf<typeof supplier>;
type SupplierAccount = LineDraft<typeof supplier, "accounts">;
type SupplierStored = LineOf<typeof supplier, "accounts">;

const PERIODS = [30, 45, 60];

/** What kind, country and way of settlement ask for. @throws Refusal 400 */
function requireTerms(s: SupplierDraft, founding = false) {
  const local = (s.country ?? "CN") === "CN";
  if (s.supplierType === "goods" && local && !s.creditCode && !founding)
    throw invalidAt("creditCode", "请输入统一社会信用代码");
  if (s.settleMethod === "deposit" && !dec(s.depositRate).gt(0)) throw invalidAt("depositRate", "预付比例须大于0");
  if (s.settleMethod === "monthly" && !PERIODS.includes(s.periodDays ?? 0))
    throw invalidAt("periodDays", "月结账期须为30、45或60天");
}

/** Numbers sent back as `**** 1234` are those that stand there. @throws Refusal 400 */
function restoreNumbers(accounts: readonly SupplierAccount[], before: readonly SupplierStored[] = []) {
  accounts.forEach((a, i) => {
    if (!a.accountNo?.startsWith("*")) return;
    const old = before.find((b) => b.id === a.id);
    if (!old || tailOf(old.accountNo) !== a.accountNo) throw invalidAt(`accounts.${i}.accountNo`, "请输入完整账号");
    a.accountNo = old.accountNo;
  });
}

/** @throws Refusal 400: SWIFT for foreign money, one default account per currency */
function requireAccounts(accounts: readonly SupplierAccount[], founding = false) {
  accounts.forEach((a, i) => {
    if (a.currency !== "CNY" && !a.swiftCode && !founding)
      throw invalidAt(`accounts.${i}.swiftCode`, "外币账户请输入SWIFT");
  });
  for (const currency of new Set(accounts.map((a) => a.currency)))
    if (accounts.filter((a) => a.currency === currency && a.isDefault).length !== 1)
      throw invalidAt("accounts", `${currency}账户须有且只有一个默认账户`);
}

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
  if (other) throw invalidAt("name", "供应商名称已存在");
}

const submit = transition(supplier, "submit", {
  lock: async (c, row) => ({ taken: await codeConflict(c, row.creditCode, row.id) }),
  guard({ row, taken }) {
    if (!row.qualifications.length) return invalidAt("qualifications", "请上传营业执照");
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
    await patch({ sql }, supplier, row.id, { pending: null });
  },
});

const voided = transition(supplier, "void", {
  lock: async (c, row) => ({ busy: (await supplierHasOpenOrder(c, row.id)) || (await supplierHasMoney(c, row.id)) }),
  guard: ({ row, busy }) => (busy || !dec(row.apBalance).eq(0)) && "供应商存在未完结采购单或未结清款项，不能淘汰",
});

const setBuyer = transition(supplier, "setBuyer", {
  async effect({ sql }, { row }, { buyerId }) {
    await patch({ sql }, supplier, row.id, { buyerId });
  },
});

/** 供应商 (supply.md 2). */
export const supplierRules = rules(supplier, {
  expressions: {
    // What submit asks for, and what may come later of a supplier that a company brought along.
    ...lackExpressions("t.status = 'approved'", {
      营业执照: "coalesce(cardinality(t.qualifications), 0) = 0",
      统一社会信用代码:
        "t.supplier_type = 'goods' and coalesce(t.country, 'CN') = 'CN' and coalesce(t.credit_code, '') = ''",
      外币账户的SWIFT: `exists (select 1 from supplier_account a where a.supplier_id = t.id and a.del_flag = 0
        and a.currency <> 'CNY' and coalesce(a.swift_code, '') = '')`,
    }),
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
      requireAccounts(next.accounts, c.founding);
    }
    const whole: DraftOf<typeof supplier> = { ...before, ...next };
    if (whole.taxType === "none") next.taxRate = "0";
    else if (whole.taxType === "special" && !whole.taxRate) next.taxRate = "13";
    requireTerms({ ...whole, ...next }, c.founding);
    const taken = await codeConflict(c, next.creditCode, before?.id);
    if (taken) throw conflict(taken);
    if (before?.status !== "approved" || c.founding) return;
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
