import { z } from "zod";
import { Fault, type Route, type Service } from "../http/words";
import type { World } from "../world/world";
import { publishedDays, type RatesOfDay } from "./published";

const currency = z.string().regex(/^[A-Z]{3}$/);
const order = z
  .object({
    down: z.boolean(),
    garbage: z.boolean(),
    /** Units per EUR of the newest day are so many times what they would be; {} ends it. */
    jump: z.record(currency, z.number().positive().max(1000)),
    /** What its clock says; null: that of this machine. */
    at: z.iso.datetime({ offset: true }).nullable(),
    /** Units per EUR of days, as they are to be. */
    said: z.record(z.iso.date(), z.record(currency, z.string().regex(/^\d{1,8}(\.\d{1,8})?$/))),
  })
  .partial()
  .strict();

/** Days that the longer file goes back. */
const LONG_DAYS = 90;

const cubeOf = ({ day, units }: RatesOfDay) =>
  [
    `\t\t<Cube time='${day}'>`,
    ...units.map(([name, rate]) => `\t\t\t<Cube currency='${name}' rate='${rate}'/>`),
    "\t\t</Cube>",
  ].join("\n");

/** The public form of the reference rates: units per EUR by day. */
const envelope = (days: readonly RatesOfDay[]) => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
\t<gesmes:subject>Reference rates</gesmes:subject>
\t<gesmes:Sender>
\t\t<gesmes:name>European Central Bank</gesmes:name>
\t</gesmes:Sender>
\t<Cube>
${days.map(cubeOf).join("\n")}
\t</Cube>
</gesmes:Envelope>
`;

/** Reference rates of every working day, as the European Central Bank publishes them; whoever asks is answered. */
export const rates = (world: World): Service => {
  const asked: Record<string, number> = { daily: 0, long: 0 };
  const file = (path: RegExp, name: string, days: (all: RatesOfDay[]) => RatesOfDay[]): Route => ({
    method: "GET",
    path,
    open: true,
    run() {
      asked[name] = (asked[name] ?? 0) + 1;
      if (world.rates.down) throw new Fault(503, "Service unavailable");
      const text = envelope(days(publishedDays(world.rates, LONG_DAYS)));
      return { bytes: world.rates.garbage ? text.replaceAll("Cube", "Tube") : text, type: "text/xml" };
    },
  });
  return {
    name: "rates",
    login: { path: "/token", account: "account", secret: "secret" },
    token: { header: "authorization", before: "Bearer " },
    fault: (_status, message) => ({ message }),
    routes: [
      file(/^\/stats\/eurofxref\/eurofxref-daily\.xml$/, "daily", (all) => all.slice(0, 1)),
      file(/^\/stats\/eurofxref\/eurofxref-hist-90d\.xml$/, "long", (all) => all),
    ],
    control(body) {
      Object.assign(world.rates, order.parse(body));
      return {};
    },
    heard: () => ({ ...world.rates, asked, newest: publishedDays(world.rates, LONG_DAYS)[0] }),
  };
};
