import type { RequestHandler } from "express";

const escaped = (text: string) => text.replace(/[&<>]/g, (c) => `&#${c.charCodeAt(0)};`);

/** A page of its own: nothing else can be served yet. */
const page = (doing: string) => `<!doctype html>
<html lang="zh-CN">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>系统正在启动</title>
<style>
  body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 24px;
    font: 16px/1.6 system-ui, sans-serif; color: #1f2937; background: #f5f7fa; text-align: center }
  h1 { font-size: 22px; margin: 0 0 8px } p { margin: 0; color: #4b5563 }
</style>
<main role="status">
  <h1>系统正在启动</h1>
  <p>${escaped(doing) || "正在打开数据库……"}</p>
  <p>好了会自动打开，不用刷新</p>
</main>
</html>`;

/** Seconds until a browser looks again. */
const AGAIN = 2;

/**
 * Says that the product starts until `isReady`: the port is taken before anything lasting is done. A browser
 * sees what is being done and comes back by itself.
 * @param doing the last line of progress
 */
export const starting =
  (isReady: () => boolean, doing: () => string): RequestHandler =>
  (req, res, next) => {
    if (isReady()) return next();
    res.status(503).set("Retry-After", "5");
    if (req.method !== "GET" || !req.get("accept")?.includes("text/html"))
      return void res.type("text").send("系统正在启动，请稍后刷新");
    res.set("Refresh", String(AGAIN)).set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'");
    res.type("html").send(page(doing()));
  };
