import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";

const REASONS: Readonly<Record<string, (port: number, host: string) => string>> = {
  EADDRINUSE: (port, host) => `端口 ${port} 已被占用（HOST=${host}），请停止占用它的程序，或换一个 PORT`,
  EACCES: (port) => `没有权限监听端口 ${port}，请换一个 1024 以上的 PORT`,
  EADDRNOTAVAIL: (_port, host) => `本机没有 HOST=${host} 这个地址，请检查 HOST`,
  ENOTFOUND: (_port, host) => `HOST=${host} 无法解析为地址，请检查 HOST`,
};

/** How long a request may take to say what it asks for. */
const HEADERS_MS = 20_000;

/** A body that brings less in this time is not awaited: 100 bytes a second are no line that people use. */
export const SLOW = { everyMs: 20_000, bytes: 2_000 };

/** Ends a request whose body comes too slowly. However large it is, it may take as long as it moves. */
function cutSlow(req: IncomingMessage, res: ServerResponse, { everyMs, bytes } = SLOW): void {
  if (req.complete) return;
  let before = req.socket.bytesRead;
  const watch = setInterval(() => {
    if (req.complete || res.writableEnded) return clearInterval(watch);
    const came = req.socket.bytesRead - before;
    before = req.socket.bytesRead;
    // What has come and is not read yet is not the sender's fault.
    if (came >= bytes || req.readableLength > 0) return;
    clearInterval(watch);
    if (!res.headersSent) res.writeHead(408, { Connection: "close" }).end();
    req.socket.destroySoon();
  }, everyMs);
  res.once("close", () => clearInterval(watch));
}

/** How long what was answered already may go on sending. */
const LINGER_MS = 30_000;

/**
 * Whoever is answered before all was sent hears the answer: a connection that is closed with something
 * unread is reset, and the answer lost. Kept open, what still comes is read and thrown away.
 */
function letHear(req: IncomingMessage, res: ServerResponse): void {
  const { "content-length": length, "transfer-encoding": pieces } = req.headers;
  if (!pieces && !Number(length)) return;
  const writeHead = res.writeHead.bind(res) as (...args: unknown[]) => ServerResponse;
  res.writeHead = (...args: unknown[]) => {
    if (!req.complete) res.shouldKeepAlive = true;
    return writeHead(...args);
  };
  res.once("finish", () => {
    if (req.complete) return;
    const end = setTimeout(() => req.socket.destroy(), LINGER_MS);
    req.once("close", () => clearTimeout(end));
  });
}

/**
 * Starts to listen. A request that says slowly what it asks for, or brings its body slowly, is cut with 408.
 * @throws Error that names PORT or HOST when that is what is wrong
 */
export function listen(app: RequestListener, port: number, host: string, slow = SLOW): Promise<Server> {
  return new Promise((done, fail) => {
    const server = createServer((req, res) => {
      // Eleven parts of the program wait for the end of an export: no leak to warn of.
      res.setMaxListeners(20);
      cutSlow(req, res, slow);
      letHear(req, res);
      return app(req, res);
    });
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reason = REASONS[error.code ?? ""];
      fail(reason ? new Error(reason(port, host), { cause: error }) : error);
    });
    server.listen(port, host, () => done(server));
    server.keepAliveTimeout = 65_000;
    server.headersTimeout = HEADERS_MS;
    // Of the whole request: a large file over a slow line may take its time, `cutSlow` sees that it moves.
    server.requestTimeout = 0;
  });
}
