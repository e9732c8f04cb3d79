import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#backend/platform/db/sql";
import { given } from "../../../tests/given";
import { testDatabase } from "../../../tests/harness";
import { approversOf, type Situation } from "./approvers";

let db: Database;
const users = new Map<string, string>();
const depts = new Map<string, string>();

beforeAll(async () => {
  db = await testDatabase();
  for (const u of await db.query<{ id: string; username: string }>("select * from sys_user"))
    users.set(u.username, u.id);
  for (const d of await db.query<{ id: string; name: string }>("select * from sys_dept")) depts.set(d.name, d.id);
});
afterAll(() => db?.close());

const names = async (
  rule: string,
  { starter = "ops", dept = "北美一部", ...more }: Partial<Situation> & { starter?: string; dept?: string } = {},
) => {
  const situation = {
    tenantId: "1",
    starterId: given(users.get(starter)),
    deptId: depts.get(dept) ?? null,
    groupId: null,
    ...more,
  };
  const ids = await approversOf(db, situation, rule);
  return ids.map((id) => [...users].find(([, v]) => v === id)?.[0]).sort();
};

/** Runs `work` with a change that is undone afterwards. */
async function having(change: string, back: string, work: () => Promise<void>) {
  await db.query(change);
  try {
    await work();
  } finally {
    await db.query(back);
  }
}

describe("leader", () => {
  test("of the department", async () => {
    expect(await names("leader")).toEqual(["ops_manager"]);
  });

  test("who started it passes to the parents' leader, at the top to the general manager", async () => {
    expect(await names("leader", { starter: "ops_manager" })).toEqual(["division_na"]);
    expect(await names("leader", { starter: "purchase_manager", dept: "采购部" })).toEqual(["exec"]);
  });

  test("a locked or missing leader passes to the parents", async () => {
    await having(
      "update sys_user set lock_flag = '9' where username = 'ops_manager'",
      "update sys_user set lock_flag = '0' where username = 'ops_manager'",
      async () => expect(await names("leader")).toEqual(["division_na"]),
    );
    const id = users.get("ops_manager");
    await having(
      "update sys_dept set leader_id = null where name = '北美一部'",
      `update sys_dept set leader_id = ${id} where name = '北美一部'`,
      async () => expect(await names("leader")).toEqual(["division_na"]),
    );
  });
});

describe("roles", () => {
  test("every active member whose data scope reaches the department", async () => {
    expect(await names("role:FINANCE")).toEqual(["finance", "finance_lead"]);
    expect(await names("role:OPS_MANAGER")).toEqual(["division_na", "ops_manager"]);
    expect(await names("role:OPS_MANAGER", { dept: "欧洲一部" })).toEqual(["division_eu", "ops_manager_eu1"]);
  });

  test("somebody who sees only his own rows approves nobody's", async () => {
    expect(await names("role:BUYER", { dept: "采购部" })).toEqual(["exec"]);
  });

  test("a group's members approve what belongs to their group", async () => {
    expect(await names("role:OPS", { starter: "ads", groupId: "1" })).toEqual(["ops"]);
    expect(await names("role:OPS", { starter: "ads", groupId: "2" })).toEqual(["exec"]);
  });

  test("leaders of a role are those who lead a department", async () => {
    expect(await names("role:WAREHOUSE leader")).toEqual(["warehouse_lead"]);
  });

  test("keepers approve what lies in their own warehouses, and what lies in none", async () => {
    const all = ["warehouse", "warehouse_lead", "warehouse_yw"];
    expect(await names("role:WAREHOUSE")).toEqual(all);
    const yw = await db.one<{ id: string }>("select id from warehouse where code = 'WH-YW'");
    expect(await names("role:WAREHOUSE", { warehouseId: yw?.id })).toEqual(["warehouse_lead", "warehouse_yw"]);
  });

  test("the starter is never among them", async () => {
    expect(await names("role:FINANCE", { starter: "finance" })).toEqual(["finance_lead"]);
  });
});

describe("named and chosen people", () => {
  test("a user, a choice of the starter, the leader of the group", async () => {
    expect(await names(`user:${users.get("cashier")}`)).toEqual(["cashier"]);
    const picked = [given(users.get("ads")), given(users.get("ops"))];
    expect(await names("starterPick", { picked })).toEqual(["ads"]);
    await db.query(
      `insert into ops_group (id, group_code, group_name, dept_id, leader_id)
       values (901, 'T901', '试用小组', $1, $2)`,
      [depts.get("北美一部"), users.get("ads")],
    );
    expect(await names("groupLeader", { groupId: "901" })).toEqual(["ads"]);
    expect(await names("groupLeader", { groupId: "901", starter: "ads" })).toEqual(["exec"]);
  });
});

describe("nobody left", () => {
  test("the general manager stands in, for him the administrator", async () => {
    expect(await names("role:NOBODY")).toEqual(["exec"]);
    expect(await names("gm")).toEqual(["exec"]);
    expect(await names("gm", { starter: "exec" })).toEqual(["admin"]);
  });

  test("without both it is refused", async () => {
    const them = "where username in ('exec', 'admin')";
    await having(
      `update sys_user set lock_flag = '9' ${them}`,
      `update sys_user set lock_flag = '0' ${them}`,
      async () => {
        await expect(names("gm")).rejects.toThrow("没有可用的审批人，请联系管理员");
      },
    );
  });
});
