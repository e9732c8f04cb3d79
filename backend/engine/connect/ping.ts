import { connector as connectorType } from "#documents/base/connector";
import { NOW, patch } from "../documents/by-id";
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
      const fault = error instanceof Later || error instanceof Refused ? error.message : "无法连接对方";
      await patch({ sql: db }, connectorType, connector.id, { lastCall: NOW, lastError: fault });
      throw new Refused(fault);
    }
    await patch({ sql: db }, connectorType, connector.id, { lastCall: NOW, lastError: null });
    return "登录成功";
  },
});
