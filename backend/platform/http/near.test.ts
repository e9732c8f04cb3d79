import { expect, test } from "vitest";
import { isNear } from "./near";

const from = (remoteAddress: string | undefined, told?: string) =>
  isNear({ headers: told === undefined ? {} : { "x-forwarded-for": told }, socket: { remoteAddress } });

test.each([
  "127.0.0.1",
  "127.8.9.1",
  "::1",
  "::ffff:127.0.0.1",
  "10.1.2.3",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.20",
  "::ffff:192.168.1.20",
  "fd12::1",
  "fe80::1",
])("%s is near", (address) => {
  expect(from(address)).toBe(true);
});

test.each([undefined, "", "unix", "8.8.8.8", "172.32.0.1", "192.169.0.1", "::ffff:8.8.8.8", "2001:db8::1"])(
  "%s is not",
  (address) => {
    expect(from(address)).toBe(false);
  },
);

test.each([
  ["203.0.113.7", false],
  ["203.0.113.7, 10.0.0.2", false],
  ["10.0.0.2, 203.0.113.7", false],
  ["unknown", false],
  ["192.168.1.9", true],
  ["192.168.1.9, 10.0.0.2", true],
  ["", true],
])("forwarded for %j", (told, expected) => {
  expect(from("127.0.0.1", told)).toBe(expected);
});
