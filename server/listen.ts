import { createServer, type RequestListener, type Server } from "node:http";

const REASONS: Readonly<Record<string, (port: number, host: string) => string>> = {
  EADDRINUSE: (port, host) =>
    `端口 ${port} 已被占用（HOST=${host}），请停止占用它的程序，或换一个 PORT`,
  EACCES: (port) => `没有权限监听端口 ${port}，请换一个 1024 以上的 PORT`,
  EADDRNOTAVAIL: (_port, host) => `本机没有 HOST=${host} 这个地址，请检查 HOST`,
  ENOTFOUND: (_port, host) => `HOST=${host} 无法解析为地址，请检查 HOST`,
};

/**
 * Starts to listen.
 * @throws Error that names PORT or HOST when that is what is wrong
 */
export function listen(app: RequestListener, port: number, host: string): Promise<Server> {
  return new Promise((done, fail) => {
    const server = createServer(app);
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reason = REASONS[error.code ?? ""];
      fail(reason ? new Error(reason(port, host), { cause: error }) : error);
    });
    server.listen(port, host, () => done(server));
    server.keepAliveTimeout = 65_000;
  });
}
