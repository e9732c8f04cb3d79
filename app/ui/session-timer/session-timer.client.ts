/** Seconds between two looks, and seconds left at which the token is renewed (specification section 9). */
const INTERVAL = 10;
const THRESHOLD = 50;

/** What the timer needs of a page; a test hands in its own. */
export interface TimerPage {
  /** Epoch seconds in cookie session-expires; null: nobody is signed in. */
  expires(): number | null;
  /** Epoch seconds. */
  now(): number;
  /** Seconds left after a renewal; null when there is none. */
  renew(): Promise<number | null>;
  every(seconds: number, look: () => Promise<void>): () => void;
}

/**
 * Looks every 10 s how long the token lives and renews it when 50 s or less are left; a renewal
 * that fails stops it. Any tab's renewal counts for all: they read the same cookie.
 */
export function startSessionTimer(page: TimerPage = browserPage()): void {
  let seen = page.expires();
  if (seen === null) return;
  let end = seen;
  const stop = page.every(INTERVAL, async () => {
    const expires = page.expires();
    if (expires === null) return stop();
    if (expires !== seen) {
      seen = expires;
      end = expires;
    }
    if (end - page.now() > THRESHOLD) return;
    const left = await page.renew();
    if (left === null) return stop();
    // The server's seconds count: this machine's clock may be wrong.
    end = page.now() + left;
    seen = page.expires();
  });
}

function browserPage(): TimerPage {
  return {
    expires() {
      const found = /(?:^|; )session-expires=(\d+)/.exec(document.cookie);
      return found ? Number(found[1]) : null;
    },
    now: () => Date.now() / 1000,
    async renew() {
      try {
        const response = await fetch("/session/refresh", { method: "POST" });
        if (!response.ok) return null;
        const { expiresIn }: { expiresIn: number } = await response.json();
        return expiresIn;
      } catch {
        return null;
      }
    },
    every(seconds, look) {
      const timer = setInterval(() => void look(), seconds * 1000);
      return () => clearInterval(timer);
    },
  };
}
