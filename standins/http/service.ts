import { z } from "zod";
import { type Behaviour, behaviour, fateOf } from "./behaviour";
import { tokensOf } from "./tokens";
import { type Answer, type Ask, Fault, type Service } from "./words";

/** A call as it came over the wire, below the service's own path. */
export interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
  header(name: string): string | undefined;
  base: string;
}

/** An answer, or that the connection breaks. */
export type Ended = Answer | "broken";

export interface Secrets {
  /** What every account signs in with. */
  secret: string;
  tokenSeconds: number;
}

const control = z.looseObject({ behave: behaviour.optional(), tokens: z.literal("drop").optional() });
const login = z.looseObject({ refresh_token: z.string().optional() });
/** Answers kept by their key: a call that is repeated is answered as the first one. */
const MOST_KEPT = 10_000;

const said = (body: unknown, field: string) => {
  const value = typeof body === "object" && body ? Reflect.get(body, field) : undefined;
  return typeof value === "string" ? value : "";
};

/** One system outside as callers meet it: its login, its tokens, its moods, its calls. */
export function serviceOf(service: Service, { secret, tokenSeconds }: Secrets) {
  const how: Behaviour = {};
  const tokens = tokensOf(tokenSeconds);
  const kept = new Map<string, Answer>();
  let calls = 0;
  const fault = (status: number, message: string, headers?: Record<string, string>): Answer => ({
    status,
    headers,
    json: service.fault(status, message),
  });

  /** The token's own service: an account is whoever knows the secret. */
  function signIn({ body }: Call): Answer {
    const account = said(body, service.login.account);
    const right = said(body, service.login.secret) === secret;
    if (!account || !right || !login.safeParse(body).success) return fault(401, "invalid_client");
    const token = tokens.give(account);
    return { json: { access_token: token, token_type: "bearer", expires_in: tokens.seconds } };
  }

  /** What tests and people do there. @throws Fault, ZodError */
  function tell(order: unknown): unknown {
    const { behave, tokens: drop, ...rest } = control.parse(order);
    if (behave) Object.assign(how, behave);
    if (drop) tokens.drop();
    return service.control(rest);
  }

  function manage({ method, body }: Call): Answer {
    if (method === "GET") return { json: { calls, behave: how, ...Object(service.heard()) } };
    return { json: tell(body) ?? {} };
  }

  function run(call: Call): Answer {
    const found = service.routes
      .filter((r) => r.method === call.method)
      .map((route) => ({ route, match: route.path.exec(call.path) }))
      .find((x) => x.match);
    if (!found?.match) return fault(404, "Not found");
    const shown = call.header(service.token.header) ?? "";
    const token = tokens.shown(shown.slice(service.token.before.length));
    if (!token && !found.route.open) return fault(401, "Access token is missing or has expired");
    const path = found.match.slice(1).map((part) => decodeURIComponent(part ?? ""));
    const account = token?.account ?? "";
    const personal = token?.personal ?? false;
    const ask: Ask = { ...call, path, account, personal, personalToken: () => tokens.give(account, true) };
    const key = call.method === "POST" && call.header("idempotency-key");
    const name = `${account} ${call.path} ${key}`;
    const before = key && kept.get(name);
    if (before) return before;
    const answer = found.route.run(ask);
    if (!key) return answer;
    const oldest = kept.keys().next().value;
    if (kept.size >= MOST_KEPT && oldest) kept.delete(oldest);
    kept.set(name, answer);
    return answer;
  }

  /** Runs what was asked; what is refused is said as the service says it. */
  function guarded(work: () => Answer): Answer {
    try {
      return work();
    } catch (error) {
      if (error instanceof Fault) return fault(error.status, error.message);
      if (error instanceof z.ZodError) {
        const [issue] = error.issues;
        return fault(400, `${issue?.path.join(".")}: ${issue?.message}`);
      }
      throw error;
    }
  }

  async function answer(call: Call): Promise<Ended> {
    if (call.path === "/control") return guarded(() => manage(call));
    if (call.path === service.login.path && call.method === "POST") return signIn(call);
    calls++;
    const fate = await fateOf(how, call.path);
    if (fate === "fail") return fault(how.status ?? 503, "Service unavailable");
    if (fate === "garbage") return { bytes: "<html>Bad gateway", type: "application/json" };
    if (fate === "throttle") return fault(429, "You exceeded your quota", { "x-amzn-ratelimit-limit": "20" });
    const done = guarded(() => run(call));
    return fate === "lose" ? "broken" : done;
  }
  return { name: service.name, how, tell, answer };
}

export type Served = ReturnType<typeof serviceOf>;
