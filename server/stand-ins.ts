import path from "node:path";
import type { Express } from "express";
import { type StandInOptions, type StandIns, startStandIns } from "../standins";

/** Where people find the page of the stand-ins. */
export const STAND_INS_PATH = "/stand-ins";
const PORT = 4100;

type World = Pick<StandInOptions, "sellers" | "products" | "orders">;

/** The demonstration's systems outside, on a port that only this machine reaches; their page is shown here. */
export async function serveStandIns(app: Express, dataDir: string, world: World) {
  const there: StandIns = await startStandIns({
    ...world,
    seed: new Date().toISOString(),
    file: path.join(dataDir, "stand-ins.json"),
  });
  app.use(STAND_INS_PATH, (req, res, next) => {
    there.page(req, res, STAND_INS_PATH).then((shown) => shown || next(), next);
  });
  return there;
}

/** `npm run stand-ins`: the same on a port of their own, until they are ended. */
export async function standInsCommand(
  env: Record<string, string | undefined>,
  say: (line: string) => void,
): Promise<void> {
  const port = env.PORT ? Number(env.PORT) : PORT;
  const there = await startStandIns({
    port,
    seed: new Date().toISOString(),
    host: env.HOST || undefined,
  });
  say(`模拟外部系统已就绪：${there.url}`);
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => there.stop().then(() => process.exit(0)));
}
