import fc from "fast-check";
import { expect, test } from "vitest";
import { mask, safeText, stripAddressSecrets } from "./mask";

test("secret and personal keys are hidden at any depth, in any spelling", () => {
  const given = {
    username: "admin",
    password: "p",
    newPassword1: "p",
    access_token: "t",
    code: "1234",
    smsCode: "5678",
    roleCode: "ADMIN",
    lines: [{ bankAccount: "6222", receiver: { addressLine1: "road 1", eMail: "x@y.z" } }],
    mobile: "13812345678",
    note: "",
    accountName: "",
  };
  expect(mask(given)).toEqual({
    username: "admin",
    password: "******",
    newPassword1: "******",
    access_token: "******",
    code: "******",
    smsCode: "******",
    roleCode: "ADMIN",
    lines: [{ bankAccount: "******", receiver: { addressLine1: "******", eMail: "******" } }],
    mobile: "*********78",
    note: "",
    accountName: "",
  });
});

test("who gets something where is hidden, but for country and state", () => {
  const receiver = { name: "Mary", phone: "3105550142", country: "US", state: "CA", city: "LA" };
  expect(mask({ receiver: { ...receiver, line1: "77 Palmera Ct", postcode: "90012" } })).toEqual({
    receiver: {
      name: "******",
      phone: "********42",
      country: "US",
      state: "CA",
      city: "******",
      line1: "******",
      postcode: "******",
    },
  });
});

test("addresses lose their token and code parameters, texts their mail addresses", () => {
  expect(stripAddressSecrets("GET /a?x=1&access_token=abc&code=9#token=z done")).toBe(
    "GET /a?x=1&access_token=***&code=***#token=*** done",
  );
  expect(stripAddressSecrets("/a?skuCode=A1&postcode=2")).toBe("/a?skuCode=A1&postcode=2");
  expect(safeText("ask john.doe+x@mail.example.com now")).toBe("ask ***@*** now");
  expect(safeText("a\0b")).toBe("ab");
});

test("long texts, long lists and deep values are cut", () => {
  expect(mask("x".repeat(2000))).toHaveLength(501);
  expect(mask(Array(200).fill(1))).toHaveLength(51);
  let deep: unknown = "bottom";
  for (let i = 0; i < 50; i++) deep = { deep };
  expect(JSON.stringify(mask(deep))).not.toContain("bottom");
});

test("whatever is sent, a password below any keys never comes out", () => {
  const secret = "S3cret-value";
  const tree = fc.letrec((tie) => ({
    node: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom({ password: secret }, { userToken: secret }, { deliveryAddress: [secret] }),
      fc.array(tie("node"), { maxLength: 3 }),
      fc.dictionary(fc.string({ maxLength: 5 }), tie("node"), { maxKeys: 3 }),
    ),
  })).node;
  fc.assert(
    fc.property(tree, (value) => {
      expect(JSON.stringify(mask(value)) ?? "").not.toContain(secret);
    }),
  );
});

test("a row takes a certain number of values and characters", () => {
  const text = (value: unknown) => JSON.stringify(mask(value)) ?? "";
  const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`k${i}`, "v"]));
  expect(Object.keys(Object(mask(many)))).toHaveLength(2001);
  expect(text(many)).toContain('"…":"…"');
  const nested = Array(50).fill(Array(50).fill(Array(50).fill("x".repeat(500))));
  expect(text(nested).length).toBeLessThan(100_000);
  expect(text({ mobile: Array(100_000).fill("13812345678") }).length).toBeLessThan(10_000);
  expect(text({ [`${"k".repeat(500)}password`]: "S3cret" })).not.toContain("S3cret");
  expect(mask(JSON.parse('{"__proto__":{"a":1}}'))).toEqual(JSON.parse('{"__proto__":{"a":1}}'));
});

/** Characters that a pattern may begin to match at, over and over. */
test.each(["a", "a.", "?", "?a", "&token", "@", "a@", "a@a", "a@a.", "+-", "13"])(
  "%j repeated is masked in linear time",
  (piece) => {
    const text = piece.repeat(200_000 / piece.length);
    const begun = process.cpuUsage();
    safeText(text, text.length);
    // A fraction of a second; in quadratic time half a minute. Time of the processor, not of the clock.
    expect(process.cpuUsage(begun).user / 1e6).toBeLessThan(5);
  },
);
