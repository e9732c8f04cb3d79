import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyPassword } from "#backend/platform/auth/password";
import type { Database } from "#backend/platform/db/sql";
import { permissionCodes } from "#backend/platform/tenancy/menus";
import { DEMO_ACCOUNTS } from "#backend/platform/tenancy/organisation/accounts";
import { testDatabase } from "../../tests/harness";
import { seedSystem } from "./system";

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

const TABLES = "sys_tenant sys_dept sys_user sys_role sys_menu sys_user_role sys_role_menu sys_dict sys_dict_item";

const picture = async () =>
  Promise.all(
    TABLES.split(" ").map((t) => db.one(`select md5(string_agg(t::text, '|' order by t::text)) from ${t} t`)),
  );

test("a second run changes nothing", async () => {
  const before = await picture();
  expect(await seedSystem(db)).toBe(false);
  expect(await picture()).toEqual(before);
});

test("the buttons in the database are the permission codes", async () => {
  const rows = await db.query<{ permission: string }>("select permission from sys_menu where type = '1'");
  expect(rows.map((r) => r.permission).sort()).toEqual(permissionCodes().sort());
});

test("a role holds pages and buttons, and every button comes with the page it is on or its own", async () => {
  const orphans = await db.query(
    `select r.role_code, m.permission from sys_role_menu rm
       join sys_role r on r.id = rm.role_id join sys_menu m on m.id = rm.menu_id
      where m.type = '1' and m.permission like '%\\_view' and m.permission !~ '^(purchase_price|stock_cost|supplier_bank)'
        and not exists (select 1 from sys_role_menu p where p.role_id = rm.role_id and p.menu_id = m.parent_id)`,
  );
  expect(orphans).toEqual([]);
});

test("the menu of a role is its granted pages and their ancestors", async () => {
  const rows = await db.query<{ path: string }>(
    `with recursive granted as (
       select m.* from sys_menu m join sys_role_menu rm on rm.menu_id = m.id
         join sys_role r on r.id = rm.role_id where r.role_code = 'CASHIER' and m.type = '0'
       union select up.* from sys_menu up join granted g on g.parent_id = up.id)
     select path from granted order by id`,
  );
  expect(rows.map((r) => r.path)).toEqual([
    "/wel",
    "/wel/index",
    "/admin/message-center",
    "/activiti",
    "/activiti/todo/index",
    "/activiti/done/index",
    "/activiti/mine/index",
    "/activiti/cc/index",
    "/knowledge",
    "/knowledge/base/index",
    "https://example.com/",
    "/supplierManage",
    "/supplier/index",
    "/purchase",
    "/purchaseOrder/index",
    "/purchaseContract/index",
    "/logistics",
    "/logistics/bill/index",
    "/finance",
    "/finance/ap/index",
    "/finance/statement/index",
    "/finance/request/index",
    "/finance/payment/index",
    "/finance/mergePayment/index",
    "/finance/oapayment/index",
    "/finance/bankAnswer/index",
    "/finance/rate/index",
    "/finance/settlement/index",
    "/finance/payout/index",
    "/finance/bankReceipt/index",
    "/finance/monthClose/index",
    "/finance/company/index",
  ]);
});

test("one account per role signs in with the demo password", async () => {
  const rows = await db.query<{ username: string; password: string; role_code: string }>(
    `select u.username, u.password, r.role_code from sys_user u
       join sys_user_role ur on ur.user_id = u.id join sys_role r on r.id = ur.role_id`,
  );
  expect(DEMO_ACCOUNTS).toHaveLength(20);
  for (const account of DEMO_ACCOUNTS) {
    const row = rows.find((r) => r.username === account.username);
    expect(row?.role_code).toBe(account.roleCode);
    expect(account.username).toMatch(/^[a-zA-Z][\w.]{2,31}$/);
  }
  expect(await verifyPassword("123456", rows[0]?.password)).toBe(true);
});

test("leaders belong to the departments that they lead, children to existing parents", async () => {
  expect(
    await db.query(
      `select d.name from sys_dept d left join sys_user u on u.id = d.leader_id
        where (d.leader_id is not null and u.dept_id is distinct from d.id)
           or (d.leader_id is null and d.name <> '总公司')
           or (d.parent_id <> 0 and not exists (select 1 from sys_dept p where p.id = d.parent_id))`,
    ),
  ).toEqual([]);
});

test("categories are a tree of codes that may begin an SPU", async () => {
  const rows = await db.query<{ value: string; parent_value: string | null }>(
    "select value, parent_value from sys_dict_item where dict_type = 'product_category'",
  );
  const values = new Set(rows.map((r) => r.value));
  for (const { value, parent_value } of rows) {
    expect(value).toMatch(/^[A-Z]{2,4}$/);
    if (parent_value) expect(values).toContain(parent_value);
  }
});

test("new rows get ids after the seeded ones", async () => {
  await db.query("insert into sys_dept (name, parent_id) values ('新部门', 1)");
  await db.query("insert into sys_menu (name, type) values ('新菜单', '0')");
});
