import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "#backend/platform/auth/auth.testing";
import { ROLE_ACCOUNTS } from "#backend/platform/tenancy/organisation/accounts";
import { today } from "#backend/platform/values";
import { documentNamed } from "#documents";
import { can, type WorkQueue } from "#documents/kit";
import { login, type TestBackend, testBackend } from "../../../tests/harness";

/* What each role sees first (company.md 3.4), in the small demonstration. */

const LEAST = 3;
/**
 * Queues that nobody works at row by row here: what is owed is paid by requests, which are a queue of their
 * own, and keywords are changed in the advertising account.
 */
const LOOKED_AT = ["逾期应付", "本周到期", "无转化投放"];
const APPROVALS = "待我审批";

/** Of each role its own queues, and how many rows they have at least; of some together. */
const FIRST: Record<string, [labels: string, least: number][]> = {
  ADMIN: [["锁定的账号", 2]],
  EXEC: [[APPROVALS, 4]],
  OPS_MANAGER: [[APPROVALS, 3]],
  OPS: [
    ["需补货", 5],
    ["VOC待我处理", 3],
  ],
  BUYER: [
    ["待转采", 4],
    ["待定标", 2],
    ["逾期采购单", 3],
  ],
  PURCHASE_MANAGER: [[APPROVALS, 6]],
  PRODUCT: [
    ["我的草稿 seal_sample", 2],
    ["我的草稿 sku", 3],
  ],
  WAREHOUSE: [
    ["待签收", 4],
    ["待质检", 3],
  ],
  LOGISTICS: [
    ["待发货", 2],
    ["待申报", 1],
    ["待请款物流账单", 2],
  ],
  FINANCE: [
    [APPROVALS, 5],
    ["逾期应付", 3],
    ["待关账", 1],
  ],
  CASHIER: [["待确认付款", 4]],
  ORDER: [
    ["异常订单", 4],
    ["待审核订单", 4],
    ["待映射", 6],
  ],
  CS: [["待回复消息", 9]],
  CS_LEAD: [["待执行退款", 3]],
  PROMO: [["待安排测评任务", 3]],
  PROMO_LEAD: [["待安排测评任务", 3]],
  KOL: [["合作待发布", 3]],
  KOL_LEAD: [[APPROVALS, 3]],
  ADS: [
    ["超支广告预算", 3],
    ["无转化投放", 5],
    // Budgets of the next month wait from the 20th on.
    ["下月预算待编制", Number(today().slice(8)) < 20 ? 0 : 2],
  ],
  IT: [
    ["待映射", 6],
    ["发送失败", 2],
    ["ETL最近运行失败", 1],
    ["连接异常", 1],
  ],
};

let backend: TestBackend;
beforeAll(async () => {
  backend = await testBackend({}, {}, "demo");
});
afterAll(() => backend.close());

async function deskOf(username: string) {
  const token = await login(backend.url, username);
  const ask = async (path: string) => {
    const { status, body } = await call(backend, "GET", path, { token });
    if (status !== 200) throw new Error(`${username} ${path}: ${status} ${body?.msg}`);
    return body.data;
  };
  const permissions = new Set<string>((await ask("/admin/user/info")).permissions);
  const queues: WorkQueue[] = await ask("/admin/desk/queues");

  /** What this person may do with the first row of a queue, one press away. */
  async function doable({ document: name, rows: [first] }: WorkQueue): Promise<string[]> {
    if (!first) return [];
    if (!name) {
      const { can: may } = await ask(`/act/instance/${first.id}`);
      return Object.keys(may).filter((action) => may[action]);
    }
    const document = documentNamed(name);
    const row = await ask(`${document.api}/${first.id}`);
    const own = Object.entries(document.actions ?? {}).flatMap(([action, { who }]) => (who ? [] : [action]));
    const written = document.screens.edit ? ["edit"] : [];
    return [...own, ...written].filter(
      (action) => can(permissions, document, action, row).ok && !row.refused?.[action],
    );
  }
  return { queues, doable };
}

const nameOf = ({ label, document }: WorkQueue) => (label.startsWith("我") ? `${label} ${document}` : label);

test("every role has its own first queues", () =>
  expect(Object.keys(FIRST).sort()).toEqual(ROLE_ACCOUNTS.map(({ roleCode }) => roleCode).sort()));

test.each(ROLE_ACCOUNTS)("$roleCode finds work on the home page, one press from what may be done", async (account) => {
  const { queues, doable } = await deskOf(account.username);
  expect(queues.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThanOrEqual(LEAST);
  for (const [label, least] of FIRST[account.roleCode] ?? []) {
    const found = queues.filter((queue) => nameOf(queue) === label);
    expect(
      found.reduce((sum, { count }) => sum + count, 0),
      label,
    ).toBeGreaterThanOrEqual(least);
    if (LOOKED_AT.includes(label)) continue;
    for (const queue of found.filter(({ count }) => count)) expect(await doable(queue), label).not.toEqual([]);
  }
});
