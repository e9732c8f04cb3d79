/**
 * Start and end of a promotion are read on the clock of its site: what was typed, in any zone, is that
 * wall clock. SQL over a promotion and its site.
 */
export const instant = (time: string, site = "i"): string =>
  `((${time} at time zone 'Asia/Shanghai') at time zone ${site}.timezone)`;
