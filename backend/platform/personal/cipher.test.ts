import { expect, it } from "vitest";
import { hashesOf, hashOf, opened, sealed } from "./cipher";
import { readKeyRing } from "./ring";

const of = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString("base64")}`;
const old = readKeyRing(of("a", 1));
const rotated = readKeyRing(`${of("b", 2)}, ${of("a", 1)}`);

it("opens what it sealed, also after a new key came before the old one", () => {
  const text = "John Miller 王小明 +1 206 555 0189";
  const kept = sealed(old, text);
  expect(kept).toMatch(/^a\.[\w-]+$/);
  expect(sealed(old, text)).not.toBe(kept);
  expect(opened(rotated, kept)).toBe(text);
  expect(sealed(rotated, text)).toMatch(/^b\./);
  expect(opened(old, sealed(old, ""))).toBe("");
});

it("opens nothing with a key that is not there, nor what was changed or cut", () => {
  expect(() => opened(old, sealed(rotated, "x"))).toThrow("没有名称为 b 的密钥");
  const kept = sealed(old, "206-555-0189");
  const bytes = Buffer.from(kept.slice(2), "base64url");
  bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) ^ 1;
  expect(() => opened(old, `a.${bytes.toString("base64url")}`)).toThrow();
  expect(() => opened(old, "a.AAAA")).toThrow();
  const renamed = readKeyRing(of("c", 1));
  expect(() => opened(renamed, `c.${kept.slice(2)}`)).toThrow();
});

it("finds a value again however it is spelt, by no other kind, under older keys too", () => {
  const hash = hashOf(old, "phone", "+1 (206) 555-0189");
  expect(hashOf(old, "phone", "12065550189")).toBe(hash);
  expect(hashOf(old, "name", "12065550189")).not.toBe(hash);
  expect(hashOf(old, "name", " JOHN  Miller ")).toBe(hashOf(old, "name", "john miller"));
  expect(hashOf(rotated, "phone", "12065550189")).not.toBe(hash);
  expect(hashesOf(rotated, "phone", "12065550189")).toContain(hash);
});

it("refuses keys that are none, without showing them", () => {
  expect(() => readKeyRing("")).toThrow("名称:base64密钥");
  expect(() => readKeyRing("a:c2hvcnQ=")).toThrow("密钥 a 要是 32 字节");
  expect(() => readKeyRing("a:c2hvcnQ=")).not.toThrow("c2hvcnQ");
  expect(() => readKeyRing(`${of("a", 1)},${of("a", 2)}`)).toThrow("不能重复");
});
