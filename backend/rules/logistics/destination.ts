/**
 * Country that a transfer `t` goes to, `w` its warehouse: an FBA warehouse lies in the country of its site,
 * whose code is the country's but for the United Kingdom.
 */
export const DESTINATION = "coalesce(w.country, case t.site when 'UK' then 'GB' else t.site end)";
