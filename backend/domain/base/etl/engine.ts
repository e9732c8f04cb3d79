import type { Config } from "#backend/platform/values/secret-texts";
import type { JobState } from "#documents/base/etl/run";

/** One machine of an engine. */
export interface Node {
  host: string;
  cpus: string;
  /** Free and whole. */
  memory: string;
  heap: string;
  load: string;
  systemLoad: string;
  threads: string;
}

/** Figures of an engine, as it says them. */
export interface Overview {
  version: string;
  commit: string;
  workers: string;
  /** Both "0": slots are made as they are needed. */
  totalSlot: string;
  freeSlot: string;
  running: string;
  finished: string;
  failed: string;
  cancelled: string;
  nodes: Node[];
}

/** What an engine reports of a job. */
export interface JobInfo {
  status: JobState;
  startTime: Date | string | null;
  endTime: Date | string | null;
  readCount: string | null;
  writeCount: string | null;
  readBytes: string | null;
  error: string | null;
  metrics: Record<string, unknown>;
}

export interface Submitted {
  jobId: string;
  tenantId: string;
  jobName: string;
  config: Config;
  restore: boolean;
  /** The configuration holds passwords. */
  secret: boolean;
}

export interface Stop {
  jobId: string;
  savepoint: boolean;
}

/** A data engine. Each call may throw `EngineDown` or `EngineRefused`. */
export interface EtlEngine {
  embedded: boolean;
  overview(): Promise<Overview>;
  /** Null: the engine knows no such job. */
  info(jobId: string): Promise<JobInfo | null>;
  submit(job: Submitted): Promise<void>;
  stop(stop: Stop): Promise<void>;
  /** Several in one call, all or none; an engine without it gets them one by one. */
  submitAll?(jobs: readonly Submitted[]): Promise<void>;
  stopAll?(stops: readonly Stop[]): Promise<void>;
  log(jobId: string): Promise<string>;
}

/** It cannot be reached, or what it says makes no sense: it is asked again. */
export class EngineDown extends Error {}

/** It understood and will not. */
export class EngineRefused extends Error {}
