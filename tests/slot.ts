import { randomUUID } from "node:crypto";
import path from "node:path";
import { type Cluster, startCluster } from "#backend/platform/db/cluster/cluster";
import { testFolder } from "../scripts/test-folder.mjs";
import { copyTemplate, dropDatabases, type RunDatabases } from "./harness-database";

// Test data need not survive a power cut.
const FAST = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "256MB",
  // Databases live for seconds: nothing is worth collecting statistics or compiling for.
  autovacuum: "off",
  jit: "off",
  // Nor is a statement worth a plan for each of its values.
  plan_cache_mode: "force_generic_plan",
};

/** The databases of a whole run, and how they end with it. */
export interface OwnedDatabases extends RunDatabases {
  /** A copy of a template that this run has made. @returns its address */
  copy(template: string): Promise<string>;
  end(): Promise<void>;
}

/**
 * One server for a whole run: DATABASE_URL when set (a role that may create databases), else the
 * embedded one. Every database that this run made is dropped at its end.
 */
export async function runDatabases(): Promise<OwnedDatabases> {
  const cluster = process.env.DATABASE_URL ? undefined : await startSlot();
  const admin = process.env.DATABASE_URL || cluster?.connectionString("postgres") || "";
  const prefix = `test_${randomUUID().slice(0, 8)}_`;
  if (cluster) await dropDatabases(admin, "test_");
  // Copying files skips the log, which nobody wants here; an older server of one's own cannot.
  const strategy = cluster ? "strategy file_copy" : "";
  const run = { admin, prefix, strategy };
  return {
    ...run,
    copy: (template) => copyTemplate(run, template, `${prefix}${template}_copy`),
    async end() {
      await dropDatabases(admin, prefix);
      await cluster?.stop();
    },
  };
}

/**
 * The first data directory that no other run holds: a kept cluster starts in a moment. Not in the
 * project, which the database's account may be unable to walk to when root runs the tests.
 */
async function startSlot(): Promise<Cluster> {
  const kept = path.join(testFolder(), `erp-vitest-${process.getuid?.() ?? "user"}`);
  for (let slot = 0; ; slot++) {
    const dataDir = path.join(kept, String(slot));
    try {
      return await startCluster({ dataDir, log: () => {}, settings: FAST });
    } catch (error) {
      if (slot >= 8 || !/正被进程/.test(String(error))) throw error;
    }
  }
}
