import type { BackendConfig } from "#backend/platform/config";
import * as authredirect from "../../app/routes/authredirect";
import * as feishu from "../../app/routes/feishu";
import * as feishubind from "../../app/routes/feishubind";
import * as lock from "../../app/routes/lock";
import * as login from "../../app/routes/login";
import * as logout from "../../app/routes/logout";
import * as captcha from "../../app/routes/session.captcha";
import * as refresh from "../../app/routes/session.refresh";
import * as sms from "../../app/routes/session.sms";
import * as wxoauth from "../../app/routes/wxoauth";
import { readSession } from "../../app/session/session.server";
import { Browser, testConsole } from "../console";
import { testBackend } from "../harness";

const routes = {
  "/login": login,
  "/lock": lock,
  "/logout": logout,
  "/authredirect": authredirect,
  "/wxoauth": wxoauth,
  "/feishu": feishu,
  "/feishubind": feishubind,
  "/session/refresh": refresh,
  "/session/captcha": captcha,
  "/session/sms": sms,
};

/** The console's session on the real backend: only Remix and its pages are left out. */
export async function sessionWorld(overrides: Partial<BackendConfig> = {}) {
  const backend = await testBackend(overrides);
  const replica = () => testConsole(backend.url, routes, { captcha: backend.config.captcha === "on" });
  const app = await replica();
  return {
    backend,
    app,
    /** Another console process on the same backend. */
    replica,
    browser: () => new Browser(app.url),
    async signedIn(username = "admin"): Promise<Browser> {
      const browser = new Browser(app.url);
      const { status } = await browser.post("/login", { username, password: "123456" });
      if (status !== 303) throw new Error(`sign-in of ${username}: ${status}`);
      return browser;
    },
    /** Ends the browser's session at the backend, behind the console's back. */
    async revoke(browser: Browser) {
      const session = readSession(app.console.seals, browser.cookies.get("x-access-token"));
      const headers = { Authorization: `Bearer ${session?.accessToken}` };
      await fetch(`${backend.url}/auth/token/logout`, { method: "DELETE", headers });
    },
    async close() {
      await app.close();
      await backend.close();
    },
  };
}

export type SessionWorld = Awaited<ReturnType<typeof sessionWorld>>;
