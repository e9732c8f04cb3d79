import { z } from "zod";
import { type Endpoint, endpoint } from "../../http/endpoint";
import { bearerToken } from "../secret";
import { lockSession, lockState, unlockSession } from "./lock";

const response = z.object({
  set: z.boolean().describe("已设置锁屏密码"),
  locked: z.boolean(),
  failures: z.number().int().describe("连续输错的次数"),
});
const password = z.string().min(1, "锁屏密码不能为空").max(64, "锁屏密码不能超过64位");
const tokenOf = (req: { headers: { authorization?: string } }) =>
  bearerToken(req.headers.authorization) ?? "";

const base = { tag: "认证", whileLocked: true, response };

const state = endpoint({
  ...base,
  method: "get",
  path: "/auth/session/lock",
  title: "锁屏状态",
  handle: ({ db, req }) => lockState(db, tokenOf(req)),
});

const lock = endpoint({
  ...base,
  method: "post",
  path: "/auth/session/lock",
  title: "锁屏",
  body: z.object({ password: password.optional() }),
  handle: ({ db, req, body }) => lockSession(db, tokenOf(req), body.password),
});

const unlock = endpoint({
  ...base,
  method: "post",
  path: "/auth/session/unlock",
  title: "解锁",
  body: z.object({ password }),
  handle: ({ db, req, body }) => unlockSession(db, tokenOf(req), body.password),
});

/** The lock of the caller's own session: the only calls that a locked one may make. */
export const lockEndpoints: Endpoint[] = [state, lock, unlock];
