import { expect, expectTypeOf, it } from "vitest";
import { defineDocument, field, type InputOf, type LostReferences, type RowOf } from "..";

const base = {
  name: "paper",
  label: "纸",
  module: "t",
  api: "/t/paper",
  table: "t_paper",
  permission: "t_paper",
  number: "ZH",
  screens: { list: "/t/paper" },
} as const;
const paper = defineDocument({
  ...base,
  status: {
    field: "status",
    initial: "draft",
    editable: ["draft"],
    values: { draft: { label: "草稿" }, done: { label: "完成" } },
  },
  fields: {
    size: field.int("大小", { required: true }),
    kind: field.enum("种类", { required: true, options: { thin: { label: "薄" } } }),
    note: field.text("说明"),
    supplierId: field.ref("供应商", { to: "supplier" }),
  },
  lines: { sheets: { label: "张", table: "t_sheet", fields: { qty: field.int("数") } } },
  actions: {
    finish: {
      label: "完成",
      permission: "finish",
      from: ["draft"],
      to: "done",
      input: { how: field.text("怎样", { required: true }) },
    },
  },
});
type Paper = RowOf<typeof paper>;

/* Each expected error is a case that `npm run types` refuses; without the error, it fails here. */

it("a row knows what its declaration says", () => {
  expectTypeOf<Paper["size"]>().toEqualTypeOf<number>();
  expectTypeOf<Paper["note"]>().toEqualTypeOf<string | null>();
  expectTypeOf<Paper["sheets"][number]["qty"]>().toEqualTypeOf<number | null>();
  expectTypeOf<InputOf<typeof paper, "finish">["how"]>().toEqualTypeOf<string>();
  expect(paper.fields.size.kind).toBe("int");
});

it("a misspelt state does not compile", () => {
  const isOver = (row: Paper) => row.status === "done";
  // @ts-expect-error there is no such state
  const wrong = (row: Paper) => row.status === "doen";
  expect([isOver, wrong]).toHaveLength(2);
  defineDocument({
    ...base,
    status: { field: "status", initial: "draft", editable: ["draft"], values: { draft: { label: "草稿" } } },
    fields: { size: field.int("大小") },
    // @ts-expect-error a transition to a state that is not declared
    actions: { finish: { label: "完成", permission: "finish", from: ["draft"], to: "doen" } },
  });
});

it("a misspelt field does not compile", () => {
  // @ts-expect-error there is no such field
  const wrong = (row: Paper) => row.siez;
  expect(wrong).toBeTypeOf("function");
  expect(() =>
    defineDocument({
      ...base,
      fields: { size: field.int("大小") },
      // @ts-expect-error a keyword that looks into nothing
      keyword: ["siez"],
    }),
  ).toThrow("no field named siez");
});

it("a misspelt field or word in a part of a declaration does not compile", () => {
  const sized = { ...base, fields: { size: field.int("大小") } } as const;
  // @ts-expect-error a tab for each option of a field that is not there
  expect(defineDocument({ ...sized, list: { tabs: "siez" } }).list).toEqual({ tabs: "siez" });
  // @ts-expect-error a list has no such word
  expect(defineDocument({ ...sized, list: { tbas: true } }).list).toEqual({ tbas: true });
  // @ts-expect-error calls have no such word
  expect(defineDocument({ ...sized, calls: { raed: "/t/paper" } }).calls).toEqual({ raed: "/t/paper" });
  expect(() =>
    defineDocument({
      ...sized,
      // @ts-expect-error an order by a field that is not there
      list: { sort: [{ by: "siez" }] },
    }),
  ).toThrow("no field named siez");
});

it("a misspelt option does not compile", () => {
  // @ts-expect-error there is no such option
  const wrong = (row: Paper) => row.kind === "thick";
  expect(wrong).toBeTypeOf("function");
});

it("a misspelt flag does not compile", () => {
  // @ts-expect-error there is no such flag
  expect(field.text("说明", { requird: true }).kind).toBe("text");
});

it("a reference to a document that is not there does not compile", () => {
  expectTypeOf<LostReferences<typeof paper, "supplier">>().toEqualTypeOf<never>();
  expectTypeOf<LostReferences<typeof paper>>().toEqualTypeOf<"supplier">();
  // @ts-expect-error nothing is declared by that name
  const lost: [LostReferences<typeof paper>] extends [never] ? true : false = true;
  expect(lost).toBe(true);
});
