import { chromium } from "playwright-core";
const [,, user, ...paths] = process.argv;
const b = await chromium.launch({ executablePath: "/usr/bin/chromium-headless-shell", args: ["--no-sandbox"] });
const c = await b.newContext({ viewport: { width: 1366, height: 768 }, javaScriptEnabled: !process.env.NOJS });
const p = await c.newPage();
await p.goto("http://localhost:4500/login");
await p.fill("[name=username]", user); await p.fill("[name=password]", "123456");
await p.click("button:has-text('登录')"); await p.waitForLoadState("networkidle");
let n = 0;
for (const at of paths) {
  const phone = at.startsWith("m:");
  await p.setViewportSize(phone ? { width: 390, height: 844 } : { width: 1366, height: 768 });
  const t = Date.now();
  const r = await p.goto("http://localhost:4500" + at.replace("m:", ""));
  await p.waitForLoadState("networkidle");
  console.log(r.status(), at, p.url(), Date.now() - t);
  await p.screenshot({ path: `/tmp/look-${++n}.png` });
}
await b.close();
