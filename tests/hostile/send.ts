import { request } from "node:http";
import type { Try } from "./calls";

/** Status of the answer; 0 when there was none. An answer may come before all was sent. */
export function send(url: string, { method, path, headers, input }: Try): Promise<number> {
  return new Promise((done) => {
    const body = input?.body();
    const sent = input && { "content-type": input.type, "content-length": body?.length };
    const sending = request(url + path, { method, headers: { ...headers, ...sent }, agent: false });
    sending.on("response", (answer) => {
      const { statusCode = 0 } = answer;
      answer.on("close", () => done(statusCode)).resume();
    });
    sending.on("error", () => setTimeout(done, 50, 0));
    sending.end(body);
  });
}
