import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { isByHand } from "../shell/menu.server";
import { resolve, screens } from "./resolve";

it.each([
  ["/wmssign/pending", "/wmssign/list"],
  ["/poturnrequisition/pool/index", "/poturnrequisition/index"],
  ["/purchaseOrder/index", "/purchaseOrder/index"],
  ["/wmssign/sign", "/wmssign/list"],
])("%s stands under the menu entry of %s", (path, list) => {
  expect(resolve(path)?.parent).toBe(list);
});

it("a list is called what its menu entry is called", () => {
  const lists = screens.flatMap(({ document, view, title }) => {
    const { menu, screens: own } = document ?? {};
    // Lists that are tabs beside each other have titles of their own.
    if (view !== "list" || !menu || !("group" in menu) || own?.titles?.list) return [];
    return [[title, menu.label ?? document?.label]];
  });
  expect(lists.length).toBeGreaterThan(20);
  expect(lists.filter(([title, word]) => title !== word)).toEqual([]);
});

it("what is declared is planned no longer", () => {
  // Names of parameters do not make another address.
  const unnamed = (path: string) => path.replace(/\{\w+\}/g, "{}");
  const declared = new Set(screens.filter((s) => s.document).map((s) => unnamed(s.path)));
  const planned = screens.filter((s) => !s.document).map((s) => s.path);
  expect(planned.filter((path) => declared.has(unnamed(path)))).toEqual([]);
});

it("every page of the shell that is written by hand may stand in a menu", () => {
  const files = readdirSync(new URL("../../routes", import.meta.url));
  const paths = files.flatMap((file) => {
    const [, name] = /^_shell\.(.+)\.tsx$/.exec(file) ?? [];
    return name && name !== "$" ? [`/${name.replace("[index]", "index").replaceAll(".", "/")}`] : [];
  });
  const aboutOne = ["/activiti/detail/$id", "/activiti/model/$key"];
  // The shell of a phone has its own ways to these.
  const ofPhones = ["/mobile/_index", "/mobile/me"];
  // It leads back to where a button of the bar was pressed.
  const ofTheBar = ["/panels"];
  expect(paths.filter((path) => !isByHand(path))).toEqual([...aboutOne, ...ofPhones, ...ofTheBar]);
});

it("a path names choices that there are", () => {
  expect(resolve("/transfer/detail/3")?.params).toEqual({ transferType: "3" });
  expect(resolve("/transfer/detail/0")?.document?.name).toBe("transfer");
  expect(resolve("/transfer/detail/6")).toBeNull();
});
