import type { AddressInfo } from "node:net";
import express from "express";
import type { TestBackend } from "./harness";

/** A second backend on the database of the first: two replicas of one product. */
export async function twinOf({ config, db }: Pick<TestBackend, "config" | "db">) {
  const { createBackend } = await import("../backend/index");
  const second = createBackend({ config, db, jobs: [] });
  const server = express().use("/api", second.router).listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await second.close();
    },
  };
}
