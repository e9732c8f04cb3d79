import { randomUUID } from "node:crypto";

const MOST = 10_000;

/** Tokens of one service: who has which, and until when. */
export function tokensOf(seconds: number) {
  const given = new Map<string, { account: string; until: number; personal: boolean }>();
  return {
    seconds,
    /** @param personal it opens what is said of buyers, too */
    give(account: string, personal = false): string {
      const oldest = given.keys().next().value;
      if (given.size >= MOST && oldest) given.delete(oldest);
      const token = randomUUID();
      given.set(token, { account, until: Date.now() + seconds * 1000, personal });
      return token;
    },
    /** Whose token it is and what it opens, while it lasts. */
    shown(token: string): { account: string; personal: boolean } | undefined {
      const found = given.get(token);
      return found && found.until > Date.now() ? found : undefined;
    },
    /** No token is good any more. */
    drop: () => given.clear(),
  };
}
