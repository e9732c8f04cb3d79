import { platformPromotion } from "#documents/promotion/platform-promotion";
import { rules } from "../../../documents/written";

/** 平台推广 (market.md 1). */
export const promotionRules = rules(platformPromotion, {
  expressions: {
    siteClock: `(select to_char((t.start_time at time zone 'Asia/Shanghai') at time zone i.timezone
         at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') || ' 至 ' ||
       to_char((t.end_time at time zone 'Asia/Shanghai') at time zone i.timezone
         at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') from site i where i.id = t.site_id)`,
  },
});
