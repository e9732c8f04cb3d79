import { randomUUID } from "node:crypto";

const MOST = 10_000;

/** Tokens of one service: who has which, and until when. */
export function tokensOf(seconds: number) {
  const given = new Map<string, { account: string; until: number }>();
  return {
    seconds,
    give(account: string): string {
      const oldest = given.keys().next().value;
      if (given.size >= MOST && oldest) given.delete(oldest);
      const token = randomUUID();
      given.set(token, { account, until: Date.now() + seconds * 1000 });
      return token;
    },
    /** Whose token it is, while it lasts. */
    account(token: string): string | undefined {
      const found = given.get(token);
      return found && found.until > Date.now() ? found.account : undefined;
    },
    /** No token is good any more. */
    drop: () => given.clear(),
  };
}
