import { LRUCache } from "lru-cache";
import type { TokenSet } from "~/erp/auth.server";

/** Seconds left at which a token is renewed (specification section 9). */
export const REFRESH_THRESHOLD = 50;

export type Refresh = (refreshToken: string) => Promise<TokenSet>;

/**
 * One renewal per refresh token: requests that run at the same time, and those that were on the
 * way with the old cookie, get the same pair. A failed renewal is tried again by the next request.
 * @param graceMs how long an answer is given again; the backend allows 30 s across replicas
 */
export function singleFlight(refresh: Refresh, graceMs = 30_000): Refresh {
  const flights = new LRUCache<string, Promise<TokenSet>>({ max: 5_000, ttl: graceMs });
  return (token) => {
    const running = flights.get(token);
    if (running) return running;
    const flight = refresh(token);
    flights.set(token, flight);
    flight.catch(() => flights.delete(token));
    return flight;
  };
}
