import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { field } from "#documents/kit";
import { AddressFields } from "./address";
import { readFields } from "./values";

const receiver = field.address("收件信息", { required: true });
const html = (value: unknown, errors = {}) =>
  renderToStaticMarkup(<AddressFields name="receiver" field={receiver} mode="edit" value={value} errors={errors} />);

it("asks for each part; what is kept is not in the page, and is needed no more", () => {
  expect(html("")).toContain('name="receiver.line1"');
  expect(html("").match(/class="star"/g)).toHaveLength(3);
  const kept = html("J***n ***89 US WA 981***");
  expect(kept).toContain("J***n ***89 US WA 981***");
  expect(kept.match(/placeholder="已加密保存"/g)).toHaveLength(9);
  expect(kept).not.toContain("star");
});

it("shows again what was typed, with what is wrong at its part", () => {
  const again = html({ name: "Mary" }, { "receiver.line1": "请输入收件信息的地址" });
  expect(again).toContain('value="Mary"');
  expect(again).toMatch(/id="f-receiver.line1-err"[^>]*>请输入收件信息的地址/);
});

it("reads the parts that a form has, and nothing of a form without them", () => {
  const form = new FormData();
  expect(readFields(form, [["receiver", receiver]])).toEqual({ receiver: undefined });
  form.set("receiver.name", "Mary");
  form.set("receiver.line1", "");
  expect(readFields(form, [["receiver", receiver]])).toEqual({ receiver: { name: "Mary", line1: "" } });
});
