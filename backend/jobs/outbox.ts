import { ping } from "../connect/ping";
import type { OutboxHandler } from "../connect/words";
import { engine } from "../rules";
import { pullMapping } from "../rules/base/mapping/pull";
import { pushMapping } from "../rules/base/mapping/push";
import { confirm } from "../rules/order/feed/confirm";
import { packageHandlers } from "../rules/order/package/outside/handlers";
import { sendMessage } from "../rules/service/message/send";
import { refundHandler } from "../rules/service/refund/send";

/** How each kind of message is sent. */
export const outboxHandlers: readonly OutboxHandler[] = [
  ping,
  pushMapping,
  pullMapping,
  confirm,
  sendMessage,
  ...packageHandlers(engine),
  refundHandler(engine),
];
