/**
 * What the last change of the campaign `c` that went well made of its state or its budget. When it was answered decides: an
 * older one may be sent once more.
 */
const LAST = (kind: "state" | "budget") => `(
  select a.daypart_id, a.pacing_id, l.new_state, l.new_value, l.base_value, l.message
  from ad_change_line l join ad_change a on a.id = l.ad_change_id
  where l.campaign_id = c.campaign_id and l.answer_time is not null and l.keyword_id is null and l.term_id is null and l.del_flag = 0 and l.result = 'ok'
    and a.kind = '${kind}' and a.del_flag = 0 and a.tenant_id = c.tenant_id
  order by l.answer_time desc, l.id desc limit 1) last`;

/**
 * Is the campaign `c` paused by a daypart ($id of `ad_daypart`, or any), and nobody changed it since? The last change of its
 * state that went well says so. A line that went well with a word (`ON_ITS_OWN`) found it paused already: that was somebody
 * else, and stays.
 */
export const heldBy = (daypart = "last.daypart_id"): string => `(c.state = 'PAUSED' and exists (
  select 1 from ${LAST("state")}
  where last.daypart_id = ${daypart} and last.new_state = 'PAUSED' and last.message is null))`;

/**
 * The pacing that has lowered the budget of the campaign `c`, with what it was before (`base`); no row where nobody has, or
 * it was changed since. What a pacing sets remembers the base, so that no step is reckoned from another one.
 */
export const PACED = `lateral (
  select last.pacing_id, last.base_value as base from ${LAST("budget")}
  where last.pacing_id is not null and last.new_value = c.daily_budget and last.new_value < last.base_value
    and last.message is null)`;

/** What a line says that found its thing as it wanted it before anything was sent. */
export const ON_ITS_OWN = "平台上已经是这样";
