import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Database, Sql } from "#backend/platform/db/sql";
import { defineDocument, field, voidAction } from "#documents/kit";
import { actAs } from "../../../../tests/acting";
import { testDatabase } from "../../../../tests/harness";
import { ruleBook } from "../book";
import { lockWhole } from "../reading/row";
import type { MadeEnd, RuleContext } from "../rules";
import { syncTables } from "../tables/table";
import { insert, permit } from "../writing/write";
import { rules } from "../written";
import { createSubmitted } from "./create-submitted";
import { perform } from "./perform";

const request = defineDocument({
  name: "test_request",
  label: "申请单",
  module: "test",
  number: "SQ",
  status: { field: "status", initial: "draft", editable: ["draft"], values: { draft: { label: "草稿" } } },
  fields: { subject: field.text("事由") },
  screens: { list: "/test/request/index" },
});
const slip = defineDocument({
  name: "test_slip",
  label: "付讫单",
  module: "test",
  number: "FQ",
  flow: {},
  maker: { document: "makerType", id: "makerId", text: "makerText" },
  fields: {
    makerType: field.text("来源类型", { computed: true }),
    makerId: field.text("来源编号", { computed: true }),
    makerText: field.text("来源", { computed: true }),
    amount: field.money("金额", { required: true }),
  },
  actions: { void: voidAction(["approved"]) },
  screens: { list: "/test/slip/index" },
});

let heard: MadeEnd[] = [];
const engine = ruleBook([request, slip], {
  test_request: rules(request, { onMadeEnded: async (_c, made) => void heard.push(made) }),
});

let db: Database;
const people = new Map<string, string>();
beforeAll(async () => {
  db = await testDatabase();
  await syncTables(db, [request, slip]);
  for (const { id, username } of await db.query<{ id: string; username: string }>("select id, username from sys_user"))
    people.set(username, id);
});
beforeEach(() => {
  heard = [];
});
afterAll(() => db.close());

const as = (sql: Sql, username: string): RuleContext => ({
  ...actAs(sql, { userId: people.get(username) ?? "", username, displayname: username }),
  ...engine,
});

/** A request of `buyer`, and the slip that it made while somebody approved it. */
async function made(sql: Sql, approver: string) {
  const own = await insert(as(sql, "buyer"), request, {}, { subject: "货款" });
  const owner = { document: "test_request", id: own.id, no: String(own.no) };
  const starterId = people.get("buyer") ?? "";
  const { id, no } = await createSubmitted(as(sql, approver), slip, { amount: "12.50" }, { owner, starterId });
  return { id, no, owner };
}

const rowOf = (sql: Sql, id: string) => lockWhole(as(sql, "admin"), slip, id, { anyScope: true });
const decide = (sql: Sql, who: string, id: string, action: "approve" | "reject") =>
  perform(as(sql, who), slip, id, action, { comment: "发票不符" }, { trusted: true });

it("a made document is submitted by its starter, whose approver decides on it as well", () =>
  db.tx(async (sql) => {
    const { id, no, owner } = await made(sql, "purchase_manager");
    expect(await rowOf(sql, id)).toMatchObject({ status: "auditing", createBy: people.get("buyer") });
    await decide(sql, "purchase_manager", id, "approve");
    expect((await rowOf(sql, id)).status).toBe("approved");
    const about = { document: "test_slip", id, no, makerId: owner.id };
    expect(heard).toEqual([{ ...about, event: "approved" }]);
    await perform(as(sql, "purchase_manager"), slip, id, "void", { reason: "重复" }, { trusted: true });
    expect(heard.slice(1)).toEqual([{ ...about, event: "void", reason: "重复" }]);
  }));

it.each([
  ["rejected", "发票不符", (sql: Sql, id: string) => decide(sql, "purchase_manager", id, "reject")],
  [
    "taken back",
    undefined,
    (sql: Sql, id: string) => perform(as(sql, "buyer"), slip, id, "withdraw", {}, { trusted: true }),
  ],
])("%s, it ends as void and its maker hears why", (_how, reason, end) =>
  db.tx(async (sql) => {
    const { id } = await made(sql, "purchase_manager");
    await end(sql, id);
    expect((await rowOf(sql, id)).status).toBe("void");
    expect(heard).toHaveLength(1);
    expect(heard[0]).toMatchObject({ event: "returned" });
    expect(heard[0]?.reason).toBe(reason);
  }),
);

it("nobody changes or deletes it by hand, in whatever state", () =>
  db.tx(async (sql) => {
    const { id, owner } = await made(sql, "purchase_manager");
    const row = await rowOf(sql, id);
    const all = new Set(["test_slip_edit", "test_slip_del"]);
    for (const operation of ["edit", "del"])
      for (const status of ["auditing", "draft", "void"] as const)
        expect(() => permit(all, slip, operation, { ...row, status })).toThrow(
          `由申请单${owner.no}生成，不能手工修改或删除`,
        );
    const typed = await insert(as(sql, "buyer"), slip, {}, { amount: "1" });
    expect(() => permit(all, slip, "edit", { ...row, makerId: null, status: "draft" })).not.toThrow();
    expect((await rowOf(sql, typed.id)).makerId).toBeNull();
  }));
