import { isIP } from "node:net";

export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));

/** What a demonstration leaves open to the network, and how to close it. Empty when nothing is. */
export function demoWarning(options: { demo: boolean; host: string; ownAdmin: boolean }): string[] {
  const { demo, host, ownAdmin } = options;
  if (!demo || isLoopback(host)) return [];
  return [
    "!".repeat(60),
    `注意：演示模式（DEMO=on）正在监听网络地址（HOST=${host}），能访问这个端口的人都可以：`,
    `  · 用公开的密码 123456 登录演示账号${ownAdmin ? "（admin 除外）" : "，包括管理员 admin"}`,
    "  · 在本机和内网：看到演示账号清单、使用演示第三方登录、看到短信验证码，并查看接口说明",
    "如何关闭：",
    "  · 只给本机使用：HOST=127.0.0.1",
    ...(ownAdmin ? [] : ["  · 给管理员换密码：ADMIN_PASSWORD=至少8位"]),
    "  · 正式使用：DEMO=off，并使用新的 DATA_DIR（或新的数据库）",
    "!".repeat(60),
  ];
}
