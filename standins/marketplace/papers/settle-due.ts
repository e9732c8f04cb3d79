import { digitsOf, type World } from "../../world/world";
import { settle } from "./settle";

const DAY = 86_400_000;
/** How long a period of an account is, as at the marketplace. */
const PERIOD_DAYS = 14;
/** A period is reckoned a day after it has ended. */
const LATE_DAYS = 1;

/** Of how many accounts one is charged for something that nobody has seen before. */
const STRANGE = 5;

/** What an account pays besides its orders: storage, advertising, and now and then something new. */
function besides(account: string, end: number) {
  const posted = new Date(end - 2 * DAY).toISOString();
  const strange = Number(digitsOf(`${account} ${end}`, 4)) % STRANGE === 0;
  const line = (amountDescription: string, amount: string, amountType = "other-transaction") => ({
    amountType,
    amountDescription,
    amount,
    posted,
  });
  return [
    line("Storage Fee", `-${12 + (Number(digitsOf(account, 2)) % 20)}`),
    line("TransactionTotalAmount", `-${40 + (Number(digitsOf(`${account} ads`, 2)) % 50)}`, "Cost of Advertising"),
    ...(strange ? [line("FBA Grade and Resell Charge", "-3")] : []),
  ];
}

/** Settles what is due of an account: its last two periods where there was none before, else every one since. */
export function settleDue(world: World, account: string, now = Date.now()): void {
  const offset = (Number(digitsOf(account, 3)) % PERIOD_DAYS) * DAY;
  const period = PERIOD_DAYS * DAY;
  const newest = Math.floor((now - LATE_DAYS * DAY - offset) / period) * period + offset;
  const ends = world.settlements.filter((s) => s.account === account).map((s) => Date.parse(s.end));
  const since = ends.length ? Math.max(...ends) : newest - 2 * period;
  for (let end = newest - Math.floor((newest - since - 1) / period) * period; end <= newest; end += period)
    if (end > since)
      settle(world, { account, until: new Date(end).toISOString(), reserve: "20", lines: besides(account, end) });
}
