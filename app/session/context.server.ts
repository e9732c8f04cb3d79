import type { Console } from "./console.server";
import type { KeptForm } from "./kept-form.server";
import type { Session } from "./session.server";
import type { Staff } from "./staff.server";
import type { Visit } from "./visit.server";

/** What was asked for when the backend could not say who asks: an address, or a form with its fields. */
export type ContextRetry = Pick<KeptForm, "action"> & Partial<Pick<KeptForm, "fields" | "files">>;

/** What the gate refused, for the error page shown instead. */
export interface ContextProblem {
  status: number;
  message: string;
  retry?: ContextRetry;
}

/** What the gate hands to every loader and action. */
export interface ConsoleContext {
  console: Console;
  visit: Visit;
  /** Whether cookies of this answer are marked Secure. */
  secure: boolean;
  /** Set when signed in, locked or not. */
  session: Session | null;
  /** Set when signed in and not locked. */
  staff: Staff | null;
  /** What was posted; without any name for another kind of request. */
  form: FormData;
  /** A form that met an ended or locked session, sealed; it goes on after signing in. */
  keptForm: string | null;
  /** Waits until the browser has taken what was sent so far; false: it went away. */
  drained: () => Promise<boolean>;
  problem: ContextProblem | null;
  /**
   * What a loader hands to its own page directly: Remix would turn it into JSON three times for a
   * client router that is not loaded.
   */
  screen?: unknown;
  /** The mobile shell stands around the page (mobile.server.ts). */
  mobile?: boolean;
  /** The page as it travels; its Response has no body (server/pages.ts). */
  bytes?: Uint8Array;
}

declare module "@remix-run/server-runtime" {
  interface AppLoadContext extends ConsoleContext {}
}
