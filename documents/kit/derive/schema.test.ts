import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { defineDocument } from "..";
import type { DocumentType } from "../document/document";
import { type Field, field } from "../field/field";
import { actionSchema, fieldSchema, inputSchema } from "./schema";

const label = "项";
/** The value as it is stored, or the sentence of the refusal. */
const read = (f: Field, value: unknown) => {
  const parsed = fieldSchema(f).safeParse(value);
  return parsed.success ? parsed.data : `! ${parsed.error.issues[0]?.message}`;
};

describe("values", () => {
  const options = { a: { label: "甲" }, b: { label: "乙" } };
  it.each<[string, Field, unknown, unknown]>([
    ["text is trimmed", field.text(label), " x ", "x"],
    ["text without NUL", field.text(label), "a\0b", "ab"],
    ["blank text is nothing", field.text(label), "  ", null],
    ["nothing stays nothing", field.text(label), undefined, null],
    ["500 characters unless said", field.text(label), "x".repeat(501), "! 项不能超过500个字"],
    ["long text keeps its spaces", field.longtext(label), " x\n", " x\n"],
    ["a password keeps its spaces", field.password(label), " x ", " x "],
    ["text is text", field.text(label), 5, "! 请输入项"],
    ["shortest", field.text(label, { min: 2 }), "x", "! 项不能少于2个字"],
    ["pattern", field.text(label, { pattern: [/^\d+$/, "要数字"] }), "x", "! 要数字"],
    ["required", field.text(label, { required: true }), " ", "! 请输入项"],
    ["required choice", field.enum(label, { required: true, options }), "", "! 请选择项"],
    ["required files", field.files(label, { required: true }), [], "! 请上传项"],
    ["own sentence", field.refs(label, { to: "x", required: true, requiredMessage: "选一个" }), null, "! 选一个"],
    ["int from text", field.int(label), "7", 7],
    ["int is whole", field.int(label), "7.5", "! 项要填写整数"],
    ["int fits the column", field.int(label), 2 ** 31, "! 项不能大于2147483647"],
    ["int at least", field.int(label, { min: 0 }), -1, "! 项不能小于0"],
    ["a month", field.text(label, { input: "month" }), " 2026-12 ", "202612"],
    ["a month in words", field.text(label, { input: "month" }), "2026年6月", "202606"],
    ["a month as it is kept", field.text(label, { input: "month" }), "202612", "202612"],
    ["money is exact", field.money(label), "1,234.50", "1234.50"],
    ["money without thousands", field.money(label), "1,5", "! 项要填写数字，最多2位小数"],
    ["money of uneven groups", field.money(label), "12,34.5", "! 项要填写数字，最多2位小数"],
    ["money with a comma at its end", field.money(label), "1,", "! 项要填写数字，最多2位小数"],
    ["money in Chinese commas", field.money(label), "-12，345，678", "-12345678"],
    ["an endless number", field.money(label), "1".repeat(41), "! 项要填写数字，最多2位小数"],
    ["int in groups", field.int(label), "1,500", 1500],
    ["int without thousands", field.int(label), "1,5", "! 项要填写整数"],
    ["money beyond its column", field.money(label), "1".repeat(15), "! 项的整数部分不能超过14位"],
    ["percent beyond its column", field.percent(label), "12345678", "! 项的整数部分不能超过7位"],
    ["rate beyond its column", field.decimal(label, { scale: 8 }), "12345678901", "! 项的整数部分不能超过10位"],
    ["zeros in front", field.decimal(label, { scale: 8 }), "000000000001", "000000000001"],
    ["money from a number", field.money(label), 0.1, "0.1"],
    ["money of two decimals", field.money(label), "0.123", "! 项要填写数字，最多2位小数"],
    ["no floats", field.money(label), 0.1 + 0.2, "! 项要填写数字，最多2位小数"],
    ["decimal of four", field.decimal(label), "0.1234", "0.1234"],
    ["decimal without decimals", field.decimal(label, { scale: 0 }), "1.0", "! 项要填写整数"],
    ["percent at most", field.percent(label, { max: 100 }), "100.01", "! 项不能大于100"],
    ["a ticked box", field.bool(label), "on", true],
    ["an absent box", field.bool(label), undefined, false],
    ["a text that is no yes", field.bool(label), "no", false],
    ["date", field.date(label), "2024-02-29", "2024-02-29"],
    ["no such date", field.date(label), "2026-02-29", "! 项要填写日期"],
    ["time of a form", field.datetime(label), "2026-01-02T03:04", "2026-01-02 03:04:00"],
    ["wire time", field.datetime(label), "2026-01-02 03:04:05", "2026-01-02 03:04:05"],
    ["no such time", field.datetime(label), "2026-01-02 25:00:00", "! 项要填写日期和时间"],
    ["choice", field.enum(label, { options }), "b", "b"],
    ["no such choice", field.enum(label, { options }), "c", "! 请选择项"],
    ["not a choice by nature", field.enum(label, { options }), "toString", "! 请选择项"],
    ["id from a number", field.ref(label, { to: "x" }), 5, "5"],
    ["id too large", field.ref(label, { to: "x" }), "1".repeat(19), "! 编号不正确"],
    ["no id", field.ref(label, { to: "x" }), "1;", "! 编号不正确"],
    ["ids from text", field.refs(label, { to: "x" }), "1,2", ["1", "2"]],
    ["no ids", field.refs(label, { to: "x" }), "", []],
    ["files as uploaded", field.files(label), [{ id: "1", url: "/a" }, 2, "1"], ["1", "2"]],
    ["three files unless said", field.files(label), [1, 2, 3, 4], "! 项最多3个文件"],
    ["no script", field.files(label), ["javascript:alert(1)"], "! 项只能是已上传的文件"],
    ["no other host", field.files(label), "https://a.example/a.png", "! 项只能是已上传的文件"],
    ["no address", field.images(label), "/api/download/local/x.png", "! 项只能是已上传的文件"],
    ["no word", field.files(label, { required: true }), "有", "! 项只能是已上传的文件"],
    ["no picture", field.image(label), "//evil.example/a.png", "! 项只能是已上传的文件"],
    ["a picture", field.image(label), { id: "7", url: "/a" }, "7"],
    ["none", field.image(label), "", null],
    ["lines of text", field.texts(label), " a \n\nb", ["a", "b"]],
    ["choices", field.enums(label, { options }), "a,b", ["a", "b"]],
  ])("%s", (_, f, value, expected) => {
    expect(read(f, value)).toEqual(expected);
  });

  test("any money of two decimals survives unchanged, whatever its size", () => {
    const cents = fc.bigInt({ min: 0n, max: 10n ** 16n - 1n });
    fc.assert(
      fc.property(cents, fc.boolean(), (n, minus) => {
        const digits = n.toString().padStart(3, "0");
        const text = `${minus ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
        expect(read(field.money(label), text)).toBe(text);
      }),
    );
  });

  test("no value whatever makes a schema throw or let nonsense pass", () => {
    const kinds = [
      field.text(label),
      field.int(label),
      field.money(label),
      field.date(label),
      field.datetime(label),
      field.ref(label, { to: "x" }),
      field.refs(label, { to: "x" }),
      field.files(label),
    ];
    fc.assert(
      fc.property(fc.constantFrom(...kinds), fc.anything(), (f, value) => {
        const result = fieldSchema(f).safeParse(value);
        if (!result.success) return result.error.issues.every((i) => i.message.length > 0);
        return ["string", "number"].includes(typeof result.data) || result.data === null
          ? true
          : Array.isArray(result.data) && result.data.every((v) => typeof v === "string");
      }),
    );
  });
});

describe("forms", () => {
  const order: DocumentType = defineDocument({
    name: "order",
    label: "订单",
    module: "t",
    api: "/t/order",
    table: "t_order",
    permission: "t_order",
    display: "title",
    fields: {
      title: field.text("标题", { required: true }),
      code: field.text("编码", { readonlyIn: ["edit"] }),
      password: field.password("密码", { hiddenIn: ["edit"] }),
      level: field.int("级别", { default: 3 }),
      open: field.bool("开放", { default: true }),
      total: field.money("合计", { computed: true }),
    },
    lines: {
      items: {
        label: "明细",
        table: "t_order_item",
        max: 2,
        required: "请至少添加一条明细",
        fields: {
          sku: field.text("SKU", { required: true }),
          qty: field.int("数量", { default: 1 }),
          amount: field.money("金额", { computed: true }),
        },
      },
    },
    screens: { list: "/t/order" },
  });
  const add = (value: object) => inputSchema(order, "add").safeParse(value);
  const edit = (value: object) => inputSchema(order, "edit").partial().safeParse(value);
  const items = [{ sku: "a" }];

  it("a new row gets the declared defaults for what is not named, not for what is empty", () => {
    expect(add({ title: "x", items }).data).toEqual({
      title: "x",
      code: null,
      password: null,
      level: 3,
      open: true,
      items: [{ sku: "a", qty: 1 }],
    });
    expect(add({ title: "x", level: "", open: false, items }).data).toMatchObject({ level: null, open: false });
  });

  it("a change has only what is named, without what may not change", () => {
    expect(edit({}).data).toEqual({});
    expect(edit({ title: "y", code: "z", password: "p", total: "1" }).data).toEqual({ title: "y" });
    expect(edit({ items: [{ id: "7", sku: "b", qty: "2", amount: "9" }] }).data).toEqual({
      items: [{ id: "7", sku: "b", qty: 2 }],
    });
    expect(edit({ title: "" }).error?.issues[0]?.message).toBe("请输入标题");
  });

  it.each<[unknown, string]>([
    [[], "请至少添加一条明细"],
    [undefined, "请至少添加一条明细"],
    [[{ sku: "a" }, { sku: "b" }, { sku: "c" }], "明细最多2行"],
    [[{ sku: "" }], "请输入SKU"],
  ])("lines %j: %s", (given, message) => {
    const issues = add({ title: "x", items: given }).error?.issues ?? [];
    expect(issues.map((i) => i.message)).toEqual(given === undefined ? [] : [message]);
  });

  it("an action asks for what it declares", () => {
    const input = { reason: field.longtext("原因", { required: true }) };
    expect(actionSchema(input).safeParse({}).error?.issues[0]?.message).toBe("请输入原因");
    expect(actionSchema(undefined).parse({ anything: 1 })).toEqual({});
  });
});
