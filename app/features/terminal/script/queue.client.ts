import type { SoundTone } from "./sound.client";
import { forgetScan, type Waiting, waitingOf } from "./store.client";

/** What the server says of a scan: `final` when it has decided, whatever it decided. */
export interface Answer {
  final?: boolean;
  tone: SoundTone;
  said: string;
  asked?: string;
  state?: string;
}

/** Why scans wait. */
export type Stopped = "offline" | "signedOut" | "other" | "busy";

const PATIENCE = 10_000;

async function send({ kind, fields, owner }: Waiting): Promise<Answer | Stopped> {
  try {
    const response = await fetch(`/terminal/${kind}`, {
      method: "POST",
      headers: { Accept: "application/json" },
      body: new URLSearchParams({ ...fields, owner }),
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (response.status === 401 || response.status === 403) return "signedOut";
    // Somebody else has signed in here: what was scanned is not theirs.
    if (response.status === 409) return "other";
    const answer: Answer = await response.json();
    return answer.final ? answer : "busy";
  } catch (error) {
    // A page instead of the answer: somebody is there, who cannot count it now.
    return error instanceof SyntaxError ? "busy" : "offline";
  }
}

/** One tab at a time sends: scans go in their order. The server counts a key once in any case. */
const alone = (work: () => Promise<Stopped | null>): Promise<Stopped | null> =>
  navigator.locks ? navigator.locks.request("terminal-queue", work) : work();

/**
 * Sends what waits of a person, one after the other, and forgets each when the server has decided.
 * @returns why the rest waits, if any does
 */
export const drain = (owner: string, told: (scan: Waiting, answer: Answer) => void): Promise<Stopped | null> =>
  alone(async () => {
    for (;;) {
      const [scan] = await waitingOf(owner);
      if (!scan) return null;
      const answer = await send(scan);
      if (typeof answer === "string") return answer;
      await forgetScan(scan.n ?? 0);
      told(scan, answer);
    }
  });
