import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { AwsV4Signer } from "aws4fetch";
import { portOf } from "../../../tests/port";

/** A storage that checks the signature of every request as a real one does, and takes objects in parts. */
export async function standInStorage() {
  const keys = { accessKeyId: "AKTEST", secretAccessKey: "s3cret/key", region: "cn-test-1" };
  const objects = new Map<string, Buffer>();
  const parts = new Map<string, Map<number, Buffer>>();
  const seen: string[] = [];
  /** What goes wrong: the status of every answer, and requests whose connection is cut. */
  const trouble: { status?: number; cut?: (request: string) => boolean } = {};

  async function expected(req: IncomingMessage, body: Buffer): Promise<string | null> {
    const given = req.headers.authorization ?? "";
    const names = /SignedHeaders=([^,]+)/.exec(given)?.[1]?.split(";") ?? [];
    const signer = new AwsV4Signer({
      ...keys,
      service: "s3",
      method: req.method,
      url: `http://${req.headers.host}${req.url}`,
      headers: names.filter((n) => n !== "host").map((n): [string, string] => [n, String(req.headers[n])]),
      datetime: String(req.headers["x-amz-date"]),
      body: body.length ? new Uint8Array(body) : undefined,
      allHeaders: true,
    });
    return (await signer.sign()).headers.get("authorization");
  }

  /** Two names a page, so that whoever lists must ask again. */
  function page(bucket: string, query: URLSearchParams): string {
    const begin = `${bucket}/${query.get("prefix") ?? ""}`;
    const found = [...objects.keys()].filter((key) => key.startsWith(begin)).map((key) => key.slice(bucket.length + 1));
    const left = found.sort().filter((key) => key > (query.get("start-after") ?? ""));
    const shown = left.slice(0, 2).map((key) => `<Contents><Key>${key}</Key></Contents>`);
    return `<ListBucketResult><IsTruncated>${left.length > 2}</IsTruncated>${shown.join("")}</ListBucketResult>`;
  }

  const tagOf = (body: Buffer) => `"${createHash("md5").update(body).digest("hex")}"`;

  function put(req: IncomingMessage, path: string, query: URLSearchParams, body: Buffer): [number, string?] {
    const hash = createHash("sha256").update(body).digest("hex");
    if (req.headers["x-amz-content-sha256"] !== hash) return [400];
    if (req.headers["content-length"] !== String(body.length)) return [411];
    const upload = parts.get(query.get("uploadId") ?? "");
    if (query.has("uploadId") && !upload) return [404];
    if (upload) upload.set(Number(query.get("partNumber")), body);
    else objects.set(path, body);
    return [200];
  }

  function post(path: string, query: URLSearchParams, body: Buffer): [number, string?] {
    if (query.has("uploads")) {
      parts.set(`u${parts.size + 1}/+`, new Map());
      return [200, `<UploadId>u${parts.size}/+</UploadId>`];
    }
    const id = query.get("uploadId") ?? "";
    const taken = [...(parts.get(id) ?? [])];
    const told = [...String(body).matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)</g)];
    const right =
      told.length === taken.length && taken.every(([n, b], i) => `${n}${tagOf(b)}` === told[i]?.slice(1).join(""));
    if (!right) return [200, "<Error><Code>InvalidPart</Code></Error>"];
    objects.set(path, Buffer.concat(taken.map(([, b]) => b)));
    parts.delete(id);
    return [200, "<CompleteMultipartUploadResult/>"];
  }

  async function answer(req: IncomingMessage, res: ServerResponse, body: Buffer): Promise<void> {
    const { pathname, searchParams: query } = new URL(req.url ?? "", "http://storage");
    const path = pathname.slice(1);
    const say = (status: number, content?: string | Buffer) => res.writeHead(status).end(content);
    if (trouble.status) return void say(trouble.status);
    if (req.headers.authorization !== (await expected(req, body)))
      return void say(403, "<Error><Code>SignatureDoesNotMatch</Code></Error>");
    if (req.method === "PUT") {
      res.setHeader("etag", tagOf(body));
      return void say(...put(req, path, query, body));
    }
    if (req.method === "POST") return void say(...post(path, query, body));
    if (req.method === "DELETE" && query.has("uploadId"))
      return void say(parts.delete(query.get("uploadId") ?? "") ? 204 : 404);
    if (req.method === "DELETE") return void say(objects.delete(path) ? 204 : 404);
    if (query.has("list-type")) return void say(200, page(path, query));
    const object = objects.get(path);
    if (!object) return void say(404, "<Error><Code>NoSuchKey</Code></Error>");
    if (!trouble.cut?.(`${req.method} ${req.url}`)) return void say(200, req.method === "HEAD" ? undefined : object);
    res.writeHead(200, { "content-length": object.length }).write(object.subarray(0, object.length / 2));
    setTimeout(() => res.destroy(), 50);
  }

  const server = createServer(async (req, res) => {
    const request = `${req.method} ${req.url}`;
    seen.push(request);
    if (req.method !== "GET" && trouble.cut?.(request)) return void req.once("data", () => req.socket.destroy());
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    await answer(req, res, Buffer.concat(chunks));
  });
  server.listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  return {
    /** Its address and the keys that it takes. */
    account: { endpoint: `http://127.0.0.1:${portOf(server)}/`, ...keys },
    /** By bucket and key: `erp-files/files/…`. */
    objects,
    /** Objects that were begun in parts and neither ended nor given up. */
    parts,
    seen,
    trouble,
    close: () => server.close(),
  };
}
