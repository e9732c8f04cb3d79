import { expect, inject, test } from "vitest";
import { databaseOf } from "../../../tests/harness-database";
import { freePort } from "../../../tests/program/free-port";
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
