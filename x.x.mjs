import { chromium } from "playwright-core";
const b = await chromium.launch({ executablePath: "/usr/bin/chromium-headless-shell", args: ["--no-sandbox", "--disable-gpu"] });
const user = process.argv[2] ?? "admin";
const c = await b.newContext({ viewport: { width: 1366, height: 768 } });
const p = await c.newPage();
await p.goto("http://localhost:4620/login");
await p.fill("input[name=username]", user); await p.fill("input[name=password]", "123456");
await p.keyboard.press("Enter"); await p.waitForURL(/wel|baseSetup|\/$/, { timeout: 20000 }).catch(() => {});
const shots = process.argv.slice(3);
for (const s of shots) {
  const [name, path] = s.split("=@");
  for (const [w, h, k] of [[1366, 768, "d"], [390, 844, "m"]]) {
    await p.setViewportSize({ width: w, height: h });
    const t = Date.now();
    const r = await p.goto("http://localhost:4620" + path, { waitUntil: "load" });
    console.log(name, k, r.status(), Date.now() - t, "ms");
    await p.screenshot({ path: `/tmp/hb-${name}-${k}.png` });
  }
}
if (process.env.CELL) { await p.setViewportSize({ width: 1366, height: 768 }); await p.goto("http://localhost:4620/baseSetup/dataStatus/index"); const a = p.locator(".days td a").nth(Number(process.env.CELL)); await a.click(); await p.waitForTimeout(800); console.log(p.url()); await p.screenshot({ path: "/tmp/hb-cell-d.png" }); }
await b.close();
