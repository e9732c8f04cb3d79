/** A call as a stand-in sees it. */
export interface Ask {
  method: string;
  /** Groups of the route's expression, decoded. */
  path: readonly string[];
  query: URLSearchParams;
  body: unknown;
  /** Whose token it came with. */
  account: string;
  /** That token opens what is said of buyers. */
  personal: boolean;
  /** Another token of the account, which opens that. */
  personalToken(): string;
  header(name: string): string | undefined;
  /** Address of the service, as the caller reached it. */
  base: string;
}

export interface Answer {
  status?: number;
  json?: unknown;
  bytes?: Uint8Array | string;
  type?: string;
  headers?: Record<string, string>;
  /** The connection breaks after so many bytes. */
  cutAt?: number;
}

export interface Route {
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: RegExp;
  /** Answers without a token: whoever has its address may call it. */
  open?: boolean;
  run(ask: Ask): Answer;
}

/** One system outside, and what people and tests may do with it besides its protocol. */
export interface Service {
  name: string;
  /** Path of its login, and which fields of it name the account and its secret. */
  login: { path: string; account: string; secret: string };
  /** Header of the token, and what stands before it. */
  token: { header: string; before: string };
  routes: readonly Route[];
  /** What an error of it looks like. */
  fault(status: number, message: string): unknown;
  control(order: Record<string, unknown>): unknown;
  heard(): unknown;
}

/** An answer that is an error, thrown. */
export class Fault extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}
