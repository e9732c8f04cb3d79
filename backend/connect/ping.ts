import { signIn } from "./auth";
import { connectorOf } from "./connector";
import { Later, onOutbox, Refused } from "./words";

/** 测试 of a connection: signs in anew, and says so at the connection. */
export const ping = onOutbox("connector.test", {
  async send(db, { connectorId }) {
    const connector = await connectorOf(db, connectorId);
    try {
      await signIn(db, connector);
    } catch (error) {
      const fault =
        error instanceof Later || error instanceof Refused ? error.message : "无法连接对方";
      await db.query("update connector set last_call = now(), last_error = $2 where id = $1", [
        ...[connector.id, fault],
      ]);
      throw new Refused(fault);
    }
    await db.query("update connector set last_call = now(), last_error = null where id = $1", [
      connector.id,
    ]);
    return "登录成功";
  },
});
