/**
 * Is the campaign `c` paused by a daypart ($id of `ad_daypart`, or any), and nobody changed it since? The last change of its
 * state that went well says so. A line that went well with a word (`ON_ITS_OWN`) found it paused already: that was somebody
 * else, and stays.
 */
export const heldBy = (daypart = "last.daypart_id"): string => `(c.state = 'PAUSED' and exists (
  select 1 from (
    select a.daypart_id, l.new_state, l.message from ad_change_line l join ad_change a on a.id = l.ad_change_id
    where l.campaign_id = c.campaign_id and l.keyword_id is null and l.term_id is null and l.del_flag = 0 and l.result = 'ok'
      and a.kind = 'state' and a.del_flag = 0 and a.tenant_id = c.tenant_id
    order by a.sent_time desc nulls last, a.id desc limit 1) last
  where last.daypart_id = ${daypart} and last.new_state = 'PAUSED' and last.message is null))`;

/** What a line says that found its thing as it wanted it before anything was sent. */
export const ON_ITS_OWN = "平台上已经是这样";
