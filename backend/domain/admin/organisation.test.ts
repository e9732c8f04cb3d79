import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestBackend, testBackend } from "../../../tests/harness";
import { office } from "../product/product.testing";

let backend: TestBackend;
let admin: ReturnType<ReturnType<typeof office>["as"]>;
beforeAll(async () => {
  backend = await testBackend();
  admin = office(backend).as("admin");
});
afterAll(() => backend.close());

const idOf = async (sql: string) => (await backend.db.one<{ id: string }>(sql))?.id ?? "";

test("the groups of a user are told and changed where the user is", async () => {
  const groupId = await idOf("select id from ops_group order by id limit 1");
  const { id } = await admin.add("/admin/user", {
    username: "grouped",
    displayname: "有小组",
    password: "Secret-1234",
    deptId: await idOf("select id from sys_dept where parent_id <> 0 order by id limit 1"),
    roleIds: [await idOf("select id from sys_role where role_code = 'OPS' and tenant_id = 1")],
    groupIds: [groupId],
  });
  expect(await admin.read("/admin/user", id)).toMatchObject({ groupIds: [groupId] });
  await admin.edit("/admin/user", id, { groupIds: [] });
  expect(await admin.read("/admin/user", id)).toMatchObject({ groupIds: [] });
});

test("a department belongs to a division: its own word, else that of the one above", async () => {
  const divisionId = await idOf("select id from sys_dept where division_id = id and tenant_id = 1 order by id limit 1");
  const { id } = await admin.add("/admin/dept", { name: "新业务部", parentId: divisionId });
  expect(await admin.read("/admin/dept", id)).toMatchObject({ divisionId });
  const other = await idOf(
    `select id from sys_dept where division_id = id and id <> ${divisionId} order by id limit 1`,
  );
  await admin.edit("/admin/dept", id, { divisionId: other });
  expect(await admin.read("/admin/dept", id)).toMatchObject({ divisionId: other });
});
