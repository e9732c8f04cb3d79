/** SQL of the hours until a row `t` must have been sent, below 0 when it is late; null unless `open`. */
export const hoursLeft = (open: string): string =>
  `case when ${open}
    then round((extract(epoch from t.latest_ship_time - now()) / 3600)::numeric, 1) end`;
