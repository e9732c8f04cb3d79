import { createDecipheriv } from "node:crypto";
import { expect, test } from "vitest";
import { encodePassword } from "./password.server";

const KEY = "pigxpigxpigxpigx";
const iv = Buffer.from(KEY, "latin1");

/** How a backend reads it: no padding, then NULs cut off. */
function decode(encoded: string, algorithm: string): string {
  const decipher = createDecipheriv(algorithm, iv, iv).setAutoPadding(false);
  const bytes = Buffer.concat([decipher.update(encoded, "base64"), decipher.final()]);
  return bytes.toString("utf8").replace(/\0+$/, "");
}

// Vectors made with OpenSSL: printf '123456\0…' | openssl enc -aes-128-cbc -nopad -K … -iv …
test("known values", () => {
  expect(encodePassword("123456", "aes-cbc", KEY)).toBe("rKu1/348LvKp0rsVC06eCA==");
  expect(encodePassword("123456", "aes-cfb", KEY)).toBe("JFat0Zdc");
  expect(encodePassword("123456", "base64", KEY)).toBe("MTIzNDU2");
});

test.each(["123456", "a", "exactly16letters", "密码 with 空格 & symbols /+=", "x".repeat(100)])(
  "a backend reads %j",
  (password) => {
    expect(decode(encodePassword(password, "aes-cbc", KEY), "aes-128-cbc")).toBe(password);
    expect(decode(encodePassword(password, "aes-cfb", KEY), "aes-128-cfb")).toBe(password);
  },
);
