import { Agent, type IncomingHttpHeaders, request } from "node:http";

export interface Sent {
  method: string;
  headers?: Record<string, string>;
  body?: Buffer;
}

/** One answer of a server, with the words that Playwright has for it. */
export class Answer {
  constructor(
    private readonly address: string,
    private readonly code: number,
    private readonly head: IncomingHttpHeaders,
    private readonly content: Buffer,
  ) {}

  url = () => this.address;
  status = () => this.code;
  ok = () => this.code >= 200 && this.code < 300;
  headers = (): Record<string, string> =>
    Object.fromEntries(Object.entries(this.head).map(([name, value]) => [name, String(value)]));
  body = () => this.content;
  text = () => this.content.toString("utf8");
  json = () => JSON.parse(this.text());
  /** Set-Cookie, each by itself. */
  cookies = () => this.head["set-cookie"] ?? [];
}

const agent = new Agent({ keepAlive: true });

/** Sends one request and follows nothing. */
export const send = (url: string, { method, headers, body }: Sent): Promise<Answer> =>
  new Promise((done, fail) => {
    const length = body && { "Content-Length": String(body.length) };
    const call = request(url, { method, agent, headers: { ...headers, ...length } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk) => chunks.push(chunk));
      answer.on("error", fail);
      answer.on("end", () => done(new Answer(url, answer.statusCode ?? 0, answer.headers, Buffer.concat(chunks))));
    });
    call.on("error", fail).end(body);
  });
