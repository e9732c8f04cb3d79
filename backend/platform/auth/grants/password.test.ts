import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestBackend, testBackend } from "../../../../tests/harness";
import { encryptPassword } from "../../../../tests/harness-login";
import { call, PIG, passwordLogin, refused } from "../auth.testing";
import { LIMITS } from "../limits/throttle";
import { PASSWORD_COST, setPasswordCost } from "../password";

let backend: TestBackend;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(() => backend.db.query("delete from sys_rate_limit"));

const WRONG = refused(426, "用户名不存在或密码错误");
const PAUSED = refused(426, "密码连续错误次数过多，此账号在当前网络暂停登录，请30分钟后再试");

describe("password grant", () => {
  it("answers the token set without envelope", async () => {
    const { status, body } = await passwordLogin(backend, "admin");
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: "bearer",
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      expires_in: 43200,
      scope: "server",
      user_id: expect.stringMatching(/^\d+$/),
      username: "admin",
      dept_id: expect.stringMatching(/^\d+$/),
      tenant_id: "1",
      license: expect.any(String),
    });
    const user = await backend.db.one(
      "select last_login_time > now() - interval '1 minute' as now from sys_user where id = $1",
      [body.user_id],
    );
    expect(user).toEqual({ now: true });
  });

  it("is in the operation log with who and from where, without the password", async () => {
    await passwordLogin(backend, "exec");
    const logged = () =>
      backend.db.one<{ params: string }>(
        "select create_by, type, title, remote_addr, params from sys_log where create_by = 'exec'",
      );
    await expect.poll(logged).toMatchObject({ type: "0", title: "登录", remote_addr: "127.0.0.1" });
    expect((await logged())?.params).not.toContain(encryptPassword("123456"));
  });

  it("is kept by no cache", async () => {
    const query = `grant_type=password&username=exec&password=${encodeURIComponent(encryptPassword("123456"))}`;
    const answer = await fetch(`${backend.url}/auth/oauth/token?${query}`, {
      method: "POST",
      headers: { authorization: PIG },
    });
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  it("stores no token as it is", async () => {
    const { body } = await passwordLogin(backend, "admin");
    const dump = JSON.stringify(
      await backend.db.query("select t.*, f.* from sys_token t join sys_token_family f on true"),
    );
    expect(dump).not.toContain(body.access_token);
    expect(dump).not.toContain(body.refresh_token);
  });

  it("reads a form and a JSON body too", async () => {
    const params = { grant_type: "password", username: "Admin", password: encryptPassword("123456"), scope: "server" };
    const json = await call(backend, "POST", "/auth/oauth/token", { body: params, headers: { authorization: PIG } });
    expect(json.body.username).toBe("admin");
    const form = await fetch(`${backend.url}/auth/oauth/token`, {
      method: "POST",
      headers: { authorization: PIG },
      body: new URLSearchParams(params),
    });
    expect(form.status).toBe(200);
  });

  it("asks for the client's credentials first", async () => {
    for (const authorization of ["", `Basic ${Buffer.from("pig:wrong").toString("base64")}`]) {
      const answer = await call(backend, "POST", "/auth/oauth/token", {
        params: { grant_type: "password", username: "admin", password: encryptPassword("123456") },
        headers: { authorization },
      });
      expect(answer).toEqual(refused(401, "客户端认证失败"));
    }
  });

  it("refuses grants it does not know", async () => {
    const answer = await passwordLogin(backend, "admin", "123456", { grant_type: "implicit" });
    expect(answer).toEqual(refused(400, "不支持的授权类型"));
  });

  it.each([
    ["admin", "1234567"],
    ["nobody", "123456"],
    ["", ""],
    ["admin' or '1'='1", "x"],
  ])("refuses %j with %j", async (username, password) => {
    expect(await passwordLogin(backend, username, password)).toEqual(WRONG);
  });

  it("refuses a password that is not encrypted", async () => {
    expect(await passwordLogin(backend, "admin", "", { password: "123456" })).toEqual(WRONG);
  });

  it("refuses another tenant's user, a stopped and an expired tenant", async () => {
    const { db } = backend;
    const other = await call(backend, "POST", "/auth/oauth/token", {
      params: { grant_type: "password", username: "admin", password: encryptPassword("123456") },
      headers: { authorization: PIG, "TENANT-ID": "2" },
    });
    expect(other).toEqual(WRONG);
    const closed = refused(426, "租户已停用或已到期，请联系管理员");
    await db.query("update sys_tenant set state = '9' where id = 1");
    expect(await passwordLogin(backend, "admin")).toEqual(closed);
    await db.query("update sys_tenant set state = '0', expire_date = current_date - 1 where id = 1");
    expect(await passwordLogin(backend, "admin")).toEqual(closed);
    await db.query("update sys_tenant set expire_date = null where id = 1");
    expect((await passwordLogin(backend, "admin")).status).toBe(200);
  });

  it("reads the other two encodings when configured", async () => {
    for (const [passwordEncoding, password] of [
      ["aes-cfb", "JFat0Zdc"],
      ["base64", "MTIzNDU2"],
    ] as const) {
      backend.config.passwordEncoding = passwordEncoding;
      const answer = await passwordLogin(backend, "admin", "", { password });
      backend.config.passwordEncoding = "aes-cbc";
      expect(answer.body.username).toBe("admin");
    }
  });

  it("replaces a hash made with older parameters", async () => {
    const { db } = backend;
    const salt = Buffer.from("SodiumChloride").toString("base64url");
    const hash = Buffer.from(
      "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887",
      "hex",
    ).toString("base64url");
    await db.query("update sys_user set password = $1 where username = 'ads'", [`scrypt$16384$8$1$${salt}$${hash}`]);
    setPasswordCost(PASSWORD_COST);
    expect((await passwordLogin(backend, "ads", "pleaseletmein")).status).toBe(200);
    const row = await db.one<{ password: string }>("select password from sys_user where username = 'ads'");
    expect(row?.password).toMatch(/^scrypt\$16384\$8\$5\$/);
    expect((await passwordLogin(backend, "ads", "pleaseletmein")).status).toBe(200);
  });
});

describe("lock and throttle", () => {
  const failures = async (username: string, times: number) => {
    const answers = [];
    for (let i = 0; i < times; i++) answers.push(await passwordLogin(backend, username, "wrong"));
    return answers;
  };
  const passwordFrom = (ip: string, username: string, password = "123456") =>
    call(backend, "POST", "/auth/oauth/token", {
      params: { username, password: encryptPassword(password), grant_type: "password" },
      headers: { authorization: PIG, "x-forwarded-for": ip },
    });
  const flag = async (username: string) =>
    (await backend.db.one<{ lock_flag: string }>("select lock_flag from sys_user where username = $1", [username]))
      ?.lock_flag;

  it("locks after 5 wrong passwords, though the 6th is right", async () => {
    expect(await failures("ops", 5)).toEqual(Array(5).fill(WRONG));
    expect(await passwordLogin(backend, "ops")).toEqual(PAUSED);
  });

  it("locks for that address alone: the owner signs in from his own", async () => {
    await failures("finance", 5);
    expect(await passwordLogin(backend, "finance")).toEqual(PAUSED);
    expect(await flag("finance")).toBe("0");
    const elsewhere = (times: number, ip: string, password?: string) =>
      Promise.all(Array.from({ length: times }, () => passwordFrom(ip, "finance", password)));
    expect((await elsewhere(1, "198.51.100.7"))[0]?.status).toBe(200);
    expect(await elsewhere(5, "198.51.100.8", "wrong")).toEqual(Array(5).fill(WRONG));
    expect(await elsewhere(1, "198.51.100.8")).toEqual([PAUSED]);
    expect((await elsewhere(1, "198.51.100.7"))[0]?.status).toBe(200);
  });

  it("forgets the wrong ones after a right one", async () => {
    await failures("exec", 4);
    expect((await passwordLogin(backend, "exec")).status).toBe(200);
    await failures("exec", 4);
    expect((await passwordLogin(backend, "exec")).status).toBe(200);
  });

  it("counts 15 minutes only", async () => {
    await failures("kol", 4);
    await backend.db.query("update sys_rate_limit set expire = 0 where key like 'wrongPassword%'");
    await failures("kol", 1);
    expect((await passwordLogin(backend, "kol")).status).toBe(200);
  });

  it("lets the locked user in again when the time is over", async () => {
    const { db } = backend;
    await failures("promo", 5);
    expect(await passwordLogin(backend, "promo")).toEqual(PAUSED);
    await db.query("update sys_rate_limit set expire = 0 where key like 'signInLock:%promo|%'");
    await failures("promo", 4);
    expect((await passwordLogin(backend, "promo")).status).toBe(200);
  });

  it("keeps a lock made by a person until a person lifts it", async () => {
    const { db } = backend;
    await db.query("update sys_user set lock_flag = '9' where username = 'cs_staff'");
    expect(await passwordLogin(backend, "cs_staff")).toEqual(refused(426, "账号已锁定，请联系管理员"));
  });

  it("answers unknown names like known ones, then throttles", async () => {
    const answers = await failures("ghost", LIMITS.loginAccount.points + 1);
    expect(answers.slice(0, 5)).toEqual(Array(5).fill(WRONG));
    expect(answers.slice(5, -1)).toEqual(Array(LIMITS.loginAccount.points - 5).fill(PAUSED));
    expect(answers.at(-1)).toEqual(refused(429, "请求过频繁"));
  });

  it("throttles an address by its failures alone", async () => {
    const { db } = backend;
    await passwordLogin(backend, "admin");
    const counted = () => db.one("select points from sys_rate_limit where key like 'loginAddress:%'");
    expect(await counted()).toEqual({ points: 0 });
    await failures("ghost2", 1);
    expect(await counted()).toEqual({ points: 1 });
    await db.query("update sys_rate_limit set points = $1 where key like 'loginAddress:%'", [
      LIMITS.loginAddress.points,
    ]);
    expect(await passwordLogin(backend, "admin")).toEqual(refused(429, "请求过频繁"));
  });
});
