import { expect, test } from "vitest";
import { documentNamed, documents } from "../..";
import { pickersOf } from "./pick";

const pickers = (name: string) => pickersOf(documentNamed(name), documents);

test("a declaration is picked from by its viewers and by who names it in a form or an action", () => {
  expect(pickers("supplier")).toEqual(
    expect.arrayContaining(["supplier_supplier_view", "purchase_order_add", "purchase_order_edit"]),
  );
  expect(pickers("menu")).toEqual(expect.arrayContaining(["sys_menu_view", "sys_menu_add", "sys_role_perm"]));
});

test("whoever names none of its rows is not among them", () => {
  expect(pickers("menu").filter((code) => !/^sys_(menu|role)_/.test(code))).toEqual([]);
  expect(pickers("role").filter((code) => /^(purchase|wms|finance)_/.test(code))).toEqual([]);
});

test("a list's filter needs the names that it offers", () => {
  expect(pickers("supplier")).toContain("purchase_order_view");
});
