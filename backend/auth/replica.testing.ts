import type { AddressInfo } from "node:net";
import express from "express";
import { vi } from "vitest";
import type { TestBackend } from "../../tests/harness";

export interface Replica {
  /** Base address with /api. */
  url: string;
  close(): Promise<void>;
}

/** Another backend on the database of the first; it shares nothing else with it. */
export async function replicaOf({ config, db }: TestBackend): Promise<Replica> {
  vi.resetModules();
  const { createBackend } = await import("../index");
  const backend = createBackend({ config, db });
  const server = express().use("/api", backend.router).listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await backend.close();
    },
  };
}
