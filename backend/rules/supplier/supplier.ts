import { documentNamed } from "#documents";
import { tailOf } from "#documents/kit";
import { lockAdvisory } from "../../db/advisory";
import type { LegacyRules } from "../../documents/lifecycle/legacy";
import { approveAgain } from "../../documents/lifecycle/submit";
import type { Row, RuleContext, Values } from "../../documents/rules";
import { difference } from "../../documents/writing/difference";
import { writeLines } from "../../documents/writing/lines";
import { conflict, invalid } from "../../http/refusal";
import { supplierHasOpenOrder } from "../in-use";
import { supplierDetail } from "./page";

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
];

const refuse = (field: string, message: string) => invalid(message, { [field]: message });

function requireTerms(s: Values) {
  const local = (s.country ?? "CN") === "CN";
  if (s.supplierType === "goods" && local && !s.creditCode)
    throw refuse("creditCode", "请输入统一社会信用代码");
  if (s.settleMethod === "deposit" && !(Number(s.depositRate) > 0))
    throw refuse("depositRate", "预付比例须大于0");
  if (s.settleMethod === "monthly" && ![30, 45, 60].includes(Number(s.periodDays)))
    throw refuse("periodDays", "月结账期须为30、45或60天");
}

/** Numbers sent back as `**** 1234` are those that stand there. */
function restore(accounts: Values[], before: Row[]) {
  accounts.forEach((a, i) => {
    if (!String(a.accountNo).startsWith("*")) return;
    const old = before.find((b) => b.id === String(a.id));
    if (!old || tailOf(old.accountNo) !== a.accountNo)
      throw refuse(`accounts.${i}.accountNo`, "请输入完整账号");
    a.accountNo = old.accountNo;
  });
}

function requireAccounts(accounts: Values[]) {
  accounts.forEach((a, i) => {
    if (a.currency !== "CNY" && !a.swiftCode)
      throw refuse(`accounts.${i}.swiftCode`, "外币账户请输入SWIFT");
  });
  for (const currency of new Set(accounts.map((a) => a.currency)))
    if (accounts.filter((a) => a.currency === currency && a.isDefault).length !== 1)
      throw refuse("accounts", `${currency}账户须有且只有一个默认账户`);
}

async function requireCreditCode({ sql, tenantId }: RuleContext, code: unknown, id?: string) {
  if (!code) return;
  await lockAdvisory(sql, "creditCode", String(code));
  const other = await sql.one<{ no: string }>(
    `select no from supplier where tenant_id = $1 and credit_code = $2 and del_flag = 0
       and id is distinct from $3 limit 1`,
    [tenantId, code, id ?? null],
  );
  if (other) throw conflict(`统一社会信用代码已存在：${other.no}`);
}

const bare = (accounts: Values[]) =>
  accounts.map((a) =>
    Object.fromEntries(
      Object.keys(documentNamed("supplier").lines?.accounts?.fields ?? {}).map((n) => [
        n,
        a[n] ?? null,
      ]),
    ),
  );

/** What of a save must be approved first; it is taken out of `next`. */
function setAside(next: Values, before: Row): Values | null {
  const document = documentNamed("supplier");
  const guarded = Object.fromEntries(
    GUARDED.filter((n) => next[n] !== undefined).map((n) => [n, next[n]]),
  );
  const changed = Object.keys(difference(document, before, guarded));
  const aside: Values = Object.fromEntries(changed.map((n) => [n, next[n]]));
  for (const name of GUARDED) delete next[name];
  const accounts = next.accounts as Values[] | undefined;
  delete next.accounts;
  const same = (a: Values[], b: Values[]) => JSON.stringify(bare(a)) === JSON.stringify(bare(b));
  if (accounts && !same(accounts, before.accounts as Values[])) aside.accounts = accounts;
  return Object.keys(aside).length ? aside : null;
}

/** Puts the approved change in force. */
async function applyPending(c: RuleContext, row: Row) {
  const document = documentNamed("supplier");
  const pending = row.pending as Values;
  const columns = GUARDED.filter((n) => n in pending);
  const snake = (n: string) => n.replace(/[A-Z]/g, (l) => `_${l.toLowerCase()}`);
  const sets = columns.map((n) => `, ${snake(n)} = x.${snake(n)}`).join("");
  const record = Object.fromEntries(columns.map((n) => [snake(n), pending[n]]));
  await c.sql.query(
    `update supplier t set pending = null${sets}
     from jsonb_populate_record(null::supplier, $2::jsonb) x where t.id = $1`,
    [row.id, JSON.stringify(record)],
  );
  if (pending.accounts)
    await writeLines(c, document, {}, row.id, { accounts: pending.accounts as Values[] });
}

/** 供应商 (supply.md 2). */
export const supplierRules: LegacyRules = {
  async enrichOne(c, row) {
    // Account numbers of a change that waits are as secret as those in force.
    const accounts = (row.pending as Values | null)?.accounts as Values[] | undefined;
    if (accounts && !c.caller.permissions.has("supplier_bank_view"))
      for (const a of accounts) a.accountNo = tailOf(a.accountNo);
    await supplierDetail(c, row);
  },
  async beforeSave(c, next, before) {
    if (next.accounts) {
      restore(next.accounts as Values[], (before?.accounts ?? []) as Row[]);
      requireAccounts(next.accounts as Values[]);
    }
    const whole: Values = { ...before, ...next };
    if (whole.taxType === "none") next.taxRate = "0";
    else if (whole.taxType === "special" && !whole.taxRate) next.taxRate = "13";
    requireTerms({ ...whole, ...next });
    await requireCreditCode(c, next.creditCode, before?.id);
    if (before?.status !== "approved") return;
    const pending = setAside(next, before);
    if (!pending) return;
    if (pending.name) await requireName(c, pending.name, before.id);
    next.pending = pending;
  },
  async afterSave(c, id, next, before) {
    if (before?.status !== "approved" || !next.pending) return;
    const row = { ...before, ...next, id } as Row;
    await approveAgain(c, documentNamed("supplier"), row);
  },
  async onSubmit(c, row) {
    if (!(row.qualifications as string[]).length) throw refuse("qualifications", "请上传营业执照");
    await requireCreditCode(c, row.creditCode, row.id);
  },
  async onApproved(c, row) {
    if (row.pending) await applyPending(c, row);
  },
  async undoSubmit({ sql }, row) {
    if (row.pending) await sql.query("update supplier set pending = null where id = $1", [row.id]);
  },
  returnedTo: (row, status) => (row.pending ? "approved" : status),
  actions: {
    async void(c, row) {
      const balance = Number(row.apBalance) !== 0;
      if (balance || (await supplierHasOpenOrder(c, row.id)))
        throw conflict("供应商存在未完结采购单或未结清款项，不能淘汰");
    },
    async setBuyer({ sql }, row, input) {
      await sql.query("update supplier set buyer_id = $2 where id = $1", [row.id, input.buyerId]);
    },
  },
};

async function requireName({ sql, tenantId }: RuleContext, name: unknown, id: string) {
  const other = await sql.one(
    "select 1 from supplier where tenant_id = $1 and name = $2 and del_flag = 0 and id <> $3",
    [tenantId, name, id],
  );
  if (other) throw refuse("name", "供应商名称已存在");
}
