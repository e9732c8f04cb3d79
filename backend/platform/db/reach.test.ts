import { expect, inject, test } from "vitest";
import { databaseOf } from "../../../tests/harness-database";
import { freePort } from "../../../tests/program/free-port";
import { readBackendConfig } from "../config";
import { addressesOf } from "./client";
import { requireReachable } from "./reach";

test("a database that answers is let pass", async () => {
  await expect(requireReachable(inject("postgres").admin)).resolves.toBeUndefined();
});

test("who does not answer is named, and why, without the password", async () => {
  const port = await freePort();
  const url = `postgresql://erp:geheim@127.0.0.1:${port}/erp`;
  const failed = requireReachable(url);
  await expect(failed).rejects.toThrow(
    `连不上 DATABASE_URL 指向的数据库（erp@127.0.0.1:${port}/erp）：那里没有程序在监听`,
  );
  await expect(failed).rejects.not.toThrow(/geheim/);
});

test("a database that is not there is told apart", async () => {
  const url = databaseOf(inject("postgres").admin, "no_such_database");
  await expect(requireReachable(url)).rejects.toThrow(/没有这个数据库，请先创建/);
});

test("of several hosts each is named, and one that takes writes is enough", async () => {
  const [a, b] = [await freePort(), await freePort()];
  const url = (hosts: string) => `postgresql://erp:geheim@${hosts}/erp?target_session_attrs=read-write`;
  await expect(requireReachable(url(`127.0.0.1:${a},127.0.0.1:${b}`))).rejects.toThrow(
    `连不上 DATABASE_URL 指向的数据库（erp@127.0.0.1:${a},127.0.0.1:${b}/erp）：那里没有程序在监听`,
  );
  expect(addressesOf(url("a:1,b,[::1]:3"))).toEqual(["a:1", "b", "[::1]:3"].map(url));
  for (const one of [url("a:1"), "postgresql://erp@localhost/erp?host=/run/a,b"])
    expect(addressesOf(one)).toEqual([one]);
});

test("a string of several hosts is checked like one of one", () => {
  const read = (DATABASE_URL: string) => readBackendConfig({ DATABASE_URL }).databaseUrl;
  const good = "postgresql://erp@db1:5432,db2:5432/erp?target_session_attrs=read-write";
  expect(read(good)).toBe(good);
  expect(() => read("postgresql://erp@db1:5432,db2:x/erp")).toThrow("环境变量 DATABASE_URL：要写成");
  expect(() => read(`${good.replace("read-write", "any")}`)).toThrow("target_session_attrs 只能是 read-write");
  const readers = { DATABASE_URL: good, DATABASE_READ_URL: "postgresql://erp@db2,db3/erp" };
  expect(() => readBackendConfig(readers)).toThrow("DATABASE_READ_URL 只写一个主机");
  expect(() => read("http://db/erp")).toThrow("环境变量 DATABASE_URL：要写成");
});
