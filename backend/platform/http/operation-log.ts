import type { Request } from "express";

/** One call as it enters the operation log (pig-contract.md "Log"). */
export interface OperationLog {
  tenantId: string;
  /** "0" went well, "9" was refused or failed. */
  type: "0" | "9";
  /** Chinese name of the call. */
  title: string;
  remoteAddr: string;
  userAgent: string;
  requestUri: string;
  method: string;
  /** As the schemas understood it; masked by who stores it. */
  params: unknown;
  /** Milliseconds. */
  time: number;
  exception: string | null;
  /** User name, null before sign-in. */
  createBy: string | null;
}

/** What the log keeps of the request itself. */
export const requestOf = (req: Request) => ({
  remoteAddr: req.ip ?? "",
  userAgent: req.headers["user-agent"] ?? "",
  requestUri: req.originalUrl.split("?")[0] ?? "",
  method: req.method,
});
