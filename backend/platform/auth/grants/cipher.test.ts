import CryptoJS from "crypto-js";
import { describe, expect, it, test } from "vitest";
import { decodePassword } from "./cipher";

const KEY = "pigxpigxpigxpigx";
const LONG = "密码 Passw0rd! 超过十六字节";

// Made with `openssl enc -aes-128-{cbc -nopad,cfb} -K … -iv …`, zero bytes appended for CBC.
test.each([
  ["aes-cbc", "rKu1/348LvKp0rsVC06eCA==", "123456"],
  ["aes-cbc", "kcQIp72h7+vVw2xnK0AK8Tbr6Jtuid220bKBCqtcqUYWl1QugwmKog2Uq+XHAnjA", LONG],
  ["aes-cfb", "JFat0Zdc", "123456"],
  ["aes-cfb", "8MsYAgLrPkCoKV+NAxp0rT5q8QzWCu/GmAYCfUtyCXr9m9w=", LONG],
  ["base64", "MTIzNDU2", "123456"],
] as const)("%s %s", (encoding, cipher, password) => {
  expect(decodePassword(cipher, encoding, KEY)).toBe(password);
});

describe("what the front ends' crypto-js sends", () => {
  const bytes = CryptoJS.enc.Latin1.parse("thanks,pig4cloud");
  const encrypt = (mode: typeof CryptoJS.mode.CBC, padding: typeof CryptoJS.pad.ZeroPadding) =>
    CryptoJS.AES.encrypt("Zz-9 密", bytes, { iv: bytes, mode, padding }).toString();

  it("is read with another key", () => {
    const cbc = encrypt(CryptoJS.mode.CBC, CryptoJS.pad.ZeroPadding);
    expect(decodePassword(cbc, "aes-cbc", "thanks,pig4cloud")).toBe("Zz-9 密");
    const cfb = encrypt(CryptoJS.mode.CFB, CryptoJS.pad.NoPadding);
    expect(decodePassword(cfb, "aes-cfb", "thanks,pig4cloud")).toBe("Zz-9 密");
  });

  it("is read when a query string turned + into a space", () => {
    expect(decodePassword("8MsYAgLrPkCoKV NAxp0rT5q8QzWCu/GmAYCfUtyCXr9m9w=", "aes-cfb", KEY)).toBe(LONG);
  });
});

test.each(["", "123456", "not base64!", "AAAA"])("no ciphertext: %j", (text) => {
  expect(decodePassword(text, "aes-cbc", KEY)).toBeNull();
});
