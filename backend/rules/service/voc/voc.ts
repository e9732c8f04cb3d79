import { voc } from "#documents/service/voc";
import { rules } from "../../../documents/written";

/** 客户之声 (market.md 3). */
export const vocRules = rules(voc, {
  expressions: {
    overdue: `t.status in ('pendingAssign', 'processing', 'pendingVerify')
      and t.due_date < (now() at time zone 'Asia/Shanghai')::date`,
  },
});
