import { csThread } from "#documents/service/thread";
import { rules } from "../../../documents/written";
import { slaOf } from "./figures";
import { talkOf } from "./talk";
import { templatesFor } from "./templates";
import { threadTransitions } from "./transitions";

/** 站内信 (market.md 3). */
export const threadRules = rules(csThread, {
  expressions: {
    slaState: slaOf("t"),
    remainHours: `case when t.status in ('open', 'pending')
      then round((extract(epoch from t.due_time - now()) / 3600)::numeric, 1) end`,
    firstMinutes: `(select (extract(epoch from min(o.message_time) - f.at) / 60)::int
      from (select min(message_time) as at from cs_message
          where cs_thread_id = t.id and direction = 'in' and del_flag = 0) f
        join cs_message o on o.cs_thread_id = t.id and o.direction = 'out' and o.del_flag = 0
          and o.message_time >= f.at group by f.at)`,
  },
  async enrichOne(c, row) {
    Object.assign(row, { talk: await talkOf(c, row), templates: await templatesFor(c, row) });
  },
  transitions: threadTransitions,
});
