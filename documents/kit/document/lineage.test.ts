import { expect, it } from "vitest";
import { documentNamed } from "#documents";
import { byOtherNames, byOwnNames, savedAction, withOtherNames } from "..";

const user = documentNamed("user");
const row = {
  id: "7",
  username: "li",
  mobile: "13812345678",
  roleIds: ["2", "3"],
  roleNames: ["采购", "仓库"],
  lockFlag: "0",
};

it("a row bears both names", () => {
  expect(withOtherNames(user, row)).toEqual({
    ...row,
    userId: "7",
    phone: "13812345678",
    role: ["2", "3"],
    roleList: [
      { roleId: "2", roleName: "采购" },
      { roleId: "3", roleName: "仓库" },
    ],
  });
  expect(withOtherNames(documentNamed("dept"), { id: "1", sortOrder: 4 })).toEqual({
    id: "1",
    deptId: "1",
    sortOrder: 4,
    sort: 4,
  });
  const order = { id: "1", no: "CG1" };
  expect(withOtherNames(documentNamed("purchase_order"), order)).toBe(order);
});

it("what is masked or not asked for gets no other name", () => {
  expect(withOtherNames(user, { id: "7" })).toEqual({ id: "7", userId: "7" });
});

it("values come by either name, ours counts where both are there", () => {
  const foreign = { userId: 7, phone: "13812345678", roleList: [{ roleId: 2, roleName: "采购" }] };
  expect(byOwnNames(user, foreign)).toMatchObject({ id: 7, mobile: "13812345678", roleIds: [2], roleNames: ["采购"] });
  expect(byOwnNames(user, { role: [2, 3] })).toMatchObject({ roleIds: [2, 3] });
  expect(byOwnNames(user, { mobile: "1", phone: "2" })).toMatchObject({ mobile: "1" });
  expect(byOwnNames(user, { mobile: null, phone: "2" })).toMatchObject({ mobile: null });
});

it("goes out by the other names alone", () => {
  expect(byOtherNames(user, { id: "7", mobile: "1", roleIds: ["2"], username: "li" })).toEqual({
    userId: "7",
    phone: "1",
    role: ["2"],
    username: "li",
  });
});

it("a save may stand for an action, unless the row is so already", () => {
  expect(savedAction(user, { lockFlag: "9" }, { lockFlag: "0" })).toBe("lock");
  expect(savedAction(user, { lockFlag: "0" }, { lockFlag: "9" })).toBe("unlock");
  expect(savedAction(user, { lockFlag: "9" }, { lockFlag: "9" })).toBeUndefined();
  expect(savedAction(user, {}, { lockFlag: "9" })).toBeUndefined();
});
