import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase } from "../../../tests/harness";
import type { Database } from "../db/sql";
import { completeMenus } from "./complete-menus";
import { MENU_GROUPS } from "./menus";

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

const menu = () => db.query("select id, name, parent_id, path, permission, sort, del_flag from sys_menu order by id");
const grants = (permission: string) =>
  db.query<{ code: string }>(
    `select r.role_code as code from sys_role_menu x join sys_role r on r.id = x.role_id
       join sys_menu m on m.id = x.menu_id where m.permission = $1 or m.path = $1 order by 1`,
    [permission],
  );
const remove = (where: string) =>
  db.query(
    `with gone as (delete from sys_role_menu using sys_menu m where menu_id = m.id and (${where}))
     update sys_menu m set del_flag = 1 where ${where}`,
  );
/** As if the entry had never been there: what a database of an older version is like. */
async function older(where: string) {
  await db.query(`delete from sys_role_menu using sys_menu m where menu_id = m.id and (${where})`);
  await db.query(`delete from sys_menu m where ${where}`);
}

test("a seeded database lacks nothing", async () => {
  const before = await menu();
  expect(await completeMenus(db)).toEqual([]);
  expect(await completeMenus(db)).toEqual([]);
  expect(await menu()).toEqual(before);
});

test("what is new comes with its grants, once; what was changed or deleted stays so", async () => {
  await db.query("delete from seed_menu");
  const seals = await grants("product_sealsample_view");
  const SEALS = "m.path = '/sealSampleTable/index' or m.permission like 'product_sealsample_%'";
  await older(`${SEALS} or m.permission = 'supplier_supplier_freeze'`);
  await remove("m.path = '/product/skuSpecialEdit/index' or m.permission like 'product_skuspecial_%'");
  await remove("m.permission = 'purchase_order_print'");
  await db.query("update sys_menu set name = '我的SPU', path = '/mine' where path = '/product/spu/index'");
  const before = await menu();
  const added = await completeMenus(db);
  expect(added).toContain("page /product /sealSampleTable/index");
  expect(added).toContain("button supplier_supplier_freeze");
  expect(added.filter((key) => !/sealSample|sealsample|freeze/.test(key))).toEqual([]);
  const after = await menu();
  expect(after.filter((row) => before.some((b) => b.id === row.id))).toEqual(before);
  expect(await grants("product_sealsample_view")).toEqual(seals);
  expect(seals.map((r) => r.code)).toEqual(expect.arrayContaining(["ADMIN", "BUYER", "WAREHOUSE"]));
  expect(await grants("/sealSampleTable/index")).toEqual(seals);

  await remove("m.permission = 'supplier_supplier_freeze'");
  await older("m.permission = 'product_sealsample_print'");
  expect(await completeMenus(db)).toEqual([]);
});

test("below a page that was deleted nothing new comes up, until it is back", async () => {
  const next = MENU_GROUPS.map((g) =>
    g.path !== "/product"
      ? g
      : {
          ...g,
          pages: g.pages.map((p) =>
            p.path === "/product/skuSpecialEdit/index"
              ? { ...p, buttons: [...p.buttons, { code: "new_code", name: "新" }] }
              : p,
          ),
        },
  );
  expect(await completeMenus(db, next)).toEqual([]);
  await db.query("update sys_menu set del_flag = 0 where path = '/product/skuSpecialEdit/index'");
  expect(await completeMenus(db, next)).toEqual(["button new_code"]);
});
