import { readFileSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import path from "node:path";

// Key and certificate of a name that only tests know.
const pem = readFileSync(path.join(import.meta.dirname, "erp.test.pem"));

/** Https in front of the product, as a proxy of a company does it. @returns its port, and its end */
export async function httpsFront(product: string) {
  const { hostname, port } = new URL(product);
  const server = createServer({ key: pem, cert: pem }, (req, res) => {
    const headers = { ...req.headers, "x-forwarded-proto": "https" };
    const onward = request({ hostname, port, path: req.url, method: req.method, headers });
    onward.on("response", (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    });
    onward.on("error", () => res.destroy());
    req.pipe(onward);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const close = () => {
    server.closeAllConnections();
    return new Promise((done) => server.close(done));
  };
  return { port: (server.address() as AddressInfo).port, close };
}
