import { type Endpoint, endpoint } from "#backend/platform/http";
import { FIRST_TENANT } from "#backend/platform/tenancy/found";
import { systemStatus } from "#documents/admin/status";
import { job } from "#documents/base/connect/job";
import { permissionOf } from "#documents/kit";
import { databaseRows } from "./database";
import type { FoundStatus } from "./found";
import { outsideRows } from "./outside";
import { programRows } from "./program";
import { jobRows } from "./work";

/** 运行状态 (production.md 4): what runs, and what to do where it does not. */
export const statusEndpoints: Endpoint[] = [
  endpoint({
    path: "/admin/status",
    tag: "运行状态",
    title: "运行状态",
    permission: permissionOf(job, "view"),
    response: systemStatus,
    async handle({ db, tenantId, config }) {
      // The installation is the business of whose it is; another tenant looks after its own connections.
      const whole: [string, FoundStatus[]][] =
        tenantId === FIRST_TENANT
          ? [
              ["程序", await programRows(db, tenantId, config)],
              ["数据库", await databaseRows(db)],
              ["工作", await jobRows(db, config)],
            ]
          : [];
      const groups: [string, FoundStatus[]][] = [...whole, ["工作", await outsideRows(db, tenantId)]];
      return {
        rows: groups.flatMap(([group, found]) => found.map((row) => ({ group, advice: null, href: null, ...row }))),
      };
    },
  }),
];
