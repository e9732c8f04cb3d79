import type { JobState } from "#documents/base/etl/words";
import type { Config } from "./config";

/** Figures of an engine, as it says them. */
export interface Overview {
  version: string;
  workers: string;
  /** Both "0": slots are made as they are needed. */
  totalSlot: string;
  freeSlot: string;
  running: string;
  finished: string;
  failed: string;
  cancelled: string;
  nodes: { host: string; cpus: string; memory: string; heap: string; load: string }[];
}

/** What an engine reports of a job. */
export interface JobInfo {
  status: JobState;
  startTime: Date | null;
  endTime: Date | null;
  readCount: string | null;
  writeCount: string | null;
  readBytes: string | null;
  error: string | null;
  metrics: Record<string, unknown>;
}

export interface Submitted {
  jobId: string;
  jobName: string;
  config: Config;
  restore: boolean;
}

/** A data engine. Each call may throw `EngineDown` or `EngineRefused`. */
export interface Engine {
  embedded: boolean;
  overview(): Promise<Overview>;
  /** Null: the engine knows no such job. */
  info(jobId: string): Promise<JobInfo | null>;
  submit(job: Submitted): Promise<void>;
  stop(jobId: string, savepoint: boolean): Promise<void>;
  log(jobId: string): Promise<string>;
}

/** It cannot be reached, or what it says makes no sense: it is asked again. */
export class EngineDown extends Error {}

/** It understood and will not. */
export class EngineRefused extends Error {}
