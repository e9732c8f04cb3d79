/** How a call went wrong: the server said no, did not answer in time, was not there, or spoke nonsense. */
export type ErpErrorKind = "refused" | "timeout" | "unreachable" | "shape";

/**
 * A call to the ERP backend that failed. `message` is the Chinese sentence to show.
 * A call without answer has the status a gateway would give: 504 (timeout) or 502.
 */
export class ErpError extends Error {
  override readonly name = "ErpError";

  constructor(
    message: string,
    /** HTTP status; 200 when only the envelope's code says failure. */
    readonly status: number,
    /** The envelope's code, when there was one. */
    readonly code: string | null = null,
    /** Field path → sentence, when the refusal is about input. */
    readonly fields: Readonly<Record<string, string>> | undefined = undefined,
    readonly kind: ErpErrorKind = "refused",
    /** The message is a question: the call goes through when it is confirmed. */
    readonly asks = false,
  ) {
    super(message);
  }

  /** The token is no longer accepted (401, or 424 of newer backends): a log-out, not a message. */
  get signedOut(): boolean {
    return this.status === 401 || this.status === 424;
  }

  /** No statement about the request itself: the backend was not reached or failed. */
  get outage(): boolean {
    return this.kind !== "refused" || this.status >= 500;
  }
}
