import { refreshToken, type UserInfo } from "~/erp/auth.server";
import type { MenuNode } from "~/erp/menu.server";
import type { Notice } from "~/erp/notices.server";
import type { Caller } from "~/erp/transport.server";
import type { ConsoleConfig } from "./config.server";
import { createLockLedger, type LockLedger } from "./lock/ledger.server";
import { createLockStates, type LockStates } from "./lock/states.server";
import { createMemo, type Memo } from "./memo.server";
import { isUnattended } from "./paths.server";
import { type Refresh, singleFlight } from "./refresh.server";
import { createSeals, generatedSecret, type Seals } from "./seal.server";
import type { Session } from "./session.server";
import type { Visit } from "./visit.server";

/** What the bell shows: the newest announcement, if any, and how many are not read yet. */
export interface Bell {
  latest: Notice | null;
  unread: number;
}

/** What lives as long as the console process: settings, keys and short memories. */
export interface Console {
  config: ConsoleConfig;
  seals: Seals;
  locks: LockLedger;
  lockStates: LockStates;
  refresh: Refresh;
  /** By access token. */
  users: Memo<UserInfo>;
  menus: Memo<MenuNode[]>;
  bells: Memo<Bell>;
  /** Answers that a page may show a little late, by token and address. */
  answers: Memo<object>;
  /** Logins that a demonstration offers. */
  demo: Memo<{ list: DemoLogin[] }>;
}

export interface DemoLogin {
  username: string;
  password: string;
  /** Name of its role. */
  role: string;
}

/** Puts the parts of the console together; makes DATA_DIR/session.key when no secret is set. */
export function createConsole(config: ConsoleConfig): Console {
  const secrets = config.sessionSecrets.length ? config.sessionSecrets : [generatedSecret(config.dataDir)];
  const kept = { freshMs: config.answersMs };
  return {
    config,
    seals: createSeals(secrets),
    locks: createLockLedger(),
    lockStates: createLockStates(),
    refresh: singleFlight((token) => refreshToken(callerOf(config), config.auth, token)),
    users: createMemo(kept),
    menus: createMemo(kept),
    bells: createMemo(kept),
    answers: createMemo(kept),
    demo: createMemo({ freshMs: 60_000 }),
  };
}

/** The backend as the person of a session sees it, from where the visit comes. */
export const sessionCaller = (config: ConsoleConfig, { accessToken, tenantId }: Session, visit: Visit): Caller =>
  callerOf(config, {
    token: accessToken,
    tenantId,
    clientIp: visit.ip,
    userAgent: visit.header("user-agent"),
    requestId: visit.header("x-request-id"),
    traceparent: visit.header("traceparent"),
    unattended: isUnattended(visit.path),
    written: visit.written,
  });

/** The backend as nobody sees it; with a token and a visitor, as that person does. */
export function callerOf(
  config: ConsoleConfig,
  who: Omit<Caller, "baseUrl" | "supportEmail" | "timeoutMs"> = {},
): Caller {
  return { baseUrl: config.erpUrl, supportEmail: config.supportEmail, ...who };
}
