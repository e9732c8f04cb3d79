import { outbox } from "#documents/base/connect/outbox";
import { wakeSender } from "../../../connect/enqueue";
import { rules, transition } from "../../../documents/written";

export const outboxRules = rules(outbox, {
  transitions: [
    transition(outbox, "retry", {
      async effect({ sql }, { row }) {
        await sql.query(
          "update outbox set attempts = 0, next_run = now(), answer = null where id = $1",
          [row.id],
        );
        await wakeSender(sql);
      },
    }),
  ],
});
