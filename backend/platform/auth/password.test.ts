import { readFile } from "node:fs/promises";
import { describe, expect, it, test } from "vitest";
import { hashPassword, isOutdated, PASSWORD_COST, passwordProblem, setPasswordCost, verifyPassword } from "./password";

describe("stored passwords", () => {
  it("cost what is recommended for scrypt: 16 MiB five times over", async () => {
    setPasswordCost(PASSWORD_COST);
    expect(await hashPassword("x")).toMatch(/^scrypt\$16384\$8\$5\$/);
  });

  it("knows the right one and no other", async () => {
    const stored = await hashPassword("Gu4rd-密码");
    expect(await verifyPassword("Gu4rd-密码", stored)).toBe(true);
    expect(await verifyPassword("Gu4rd-密 码", stored)).toBe(false);
    expect(await verifyPassword("", stored)).toBe(false);
  });

  it("salts: the same password never looks the same twice", async () => {
    expect(await hashPassword("same")).not.toBe(await hashPassword("same"));
  });

  it("refuses where nothing or something else is stored", async () => {
    for (const stored of [null, undefined, "", "$2a$10$abc", "scrypt$1$2"])
      expect(await verifyPassword("", stored)).toBe(false);
  });

  it("of many at once leave room for other work, also after one that cannot be read", async () => {
    setPasswordCost(PASSWORD_COST);
    await expect(verifyPassword("x", "scrypt$3$8$5$AAAA$AAAA")).rejects.toThrow();
    await expect(verifyPassword("x", "scrypt$3$8$5$AAAA$AAAA")).rejects.toThrow();
    let hashed = 0;
    const all = Array.from({ length: 8 }, () => hashPassword("x").then(() => hashed++));
    await readFile(new URL(import.meta.url));
    expect(hashed).toBeLessThan(3);
    await Promise.all(all);
    expect(hashed).toBe(8);
  });

  it("still reads hashes made with other parameters and calls them outdated", async () => {
    // scrypt test vector of RFC 7914 section 12: N=16, r=1, p=1, empty password and salt need a
    // salt here, so the third vector: N=16384, r=8, p=1.
    const salt = Buffer.from("SodiumChloride").toString("base64url");
    const hash = Buffer.from(
      "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887",
      "hex",
    ).toString("base64url");
    const stored = `scrypt$16384$8$1$${salt}$${hash}`;
    expect(await verifyPassword("pleaseletmein", stored)).toBe(true);
    expect(await verifyPassword("pleaseletmeiN", stored)).toBe(false);
    expect(isOutdated(stored)).toBe(true);
    expect(isOutdated(await hashPassword("x"))).toBe(false);
  });
});

test.each([
  ["Ab1defg", "密码长度不能少于8位"],
  ["a".repeat(60) + "A1234", "密码长度不能超过64位"],
  ["abcdefgh", "密码须包含大写字母、小写字母、数字、特殊字符中的至少三类"],
  ["abcdefg1", "密码须包含大写字母、小写字母、数字、特殊字符中的至少三类"],
  ["Abcdefg1", null],
  ["abcdef-1", null],
  ["ABCDEF_1", null],
])("rule for a new password: %s", (text, problem) => {
  expect(passwordProblem(text)).toBe(problem);
});
