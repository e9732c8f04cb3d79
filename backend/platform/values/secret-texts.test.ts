import { expect, test } from "vitest";
import { HIDDEN, withoutSecrets, withSecrets } from "./secret-texts";

const hide = (value: object) => JSON.parse(withoutSecrets(JSON.stringify(value)));

test.each([
  "password",
  "passwd",
  "pwd",
  "pass",
  "db.pass",
  "secret",
  "secretKey",
  "secret_key",
  "accessKey",
  "access_key",
  "fs.s3a.access.key",
  "privateKey",
  "private-key",
  "apiKey",
  "token",
  "access_token",
  "Authorization",
  "cookie",
  "credentials",
  "accountKey",
  "passphrase",
  "sk",
])("what stands under %s is a secret, also as a number or below", (key) => {
  expect(hide({ [key]: "value" })).toEqual({ [key]: HIDDEN });
  expect(hide({ a: [{ [key]: 123456 }] })).toEqual({ a: [{ [key]: HIDDEN }] });
  expect(hide({ [key]: { inner: "value", on: true } })).toEqual({ [key]: { inner: HIDDEN, on: true } });
});

test.each(["primary_key", "partition_key", "user", "compass", "task_path", "skip", "bypass_cache"])(
  "%s names no secret",
  (key) => expect(hide({ [key]: "value" })).toEqual({ [key]: "value" }),
);

test.each([
  ["jdbc:mysql://h:3306/db?user=a&password=x1&ssl=1", "jdbc:mysql://h:3306/db?user=a&password=******&ssl=1"],
  ["mongodb://user:p4ss@h:27017,g:27017/db", "mongodb://user:******@h:27017,g:27017/db"],
  ["jdbc:oracle:thin:scott/tiger@h:1521:db", "jdbc:oracle:thin:scott/******@h:1521:db"],
  ['Login required user="a" password="p4ss";', 'Login required user="a" password="******";'],
  ["select * from t where id = 1", "select * from t where id = 1"],
  ["https://host:8080/a@b", "https://host:8080/a@b"],
])("within %s the secret alone is one", (text, shown) => {
  expect(hide({ url: text })).toEqual({ url: shown });
});

test("what was taken out can be put back at its place", () => {
  const config = {
    source: [{ url: "mongodb://u:one@h", password: "two", deep: { token: 3 } }],
    sink: [{ url: "jdbc:x://h?password=four&secretKey=five" }],
  };
  const secrets = new Map<string, string | number>();
  const shown = withSecrets(config, (path, secret) => {
    secrets.set(path, secret);
    return HIDDEN;
  });
  expect(JSON.stringify(shown)).not.toMatch(/one|two|four|five/);
  expect(withSecrets(shown, (path, value) => secrets.get(path) ?? value)).toEqual(config);
});

test("what is no JSON is kept as nothing", () => {
  expect(withoutSecrets('{"password":"x')).toBe(HIDDEN);
});

test.each(["//", "//a:", "?a", "password=", ":thin:a/", "&", "-", " token "])(
  "%j repeated is read in linear time",
  (piece) => {
    const begun = process.cpuUsage();
    hide({ a: piece.repeat(50_000 / piece.length) });
    expect(process.cpuUsage(begun).user / 1e6).toBeLessThan(3);
  },
);
