import { type StandInOptions, type StandIns, startStandIns } from ".";

/** Where they are, unless somebody else is there already. */
const PORT = 4100;

/** What the product tells the process, and what it hears: an address, or why there is none. */
export type Order = StandInOptions;
export type Told = { url: string } | { fault: string };

const isTaken = (error: unknown) => error instanceof Error && "code" in error && error.code === "EADDRINUSE";

/** At the wanted port, or at any free one. */
async function started({ port = PORT, ...rest }: StandInOptions): Promise<StandIns> {
  try {
    return await startStandIns({ ...rest, port });
  } catch (error) {
    if (!isTaken(error)) throw error;
    return startStandIns({ ...rest, port: 0 });
  }
}

/** As a process of the product: it hears what there is to know and ends with the product, however that ends. */
function serveParent(tell: (told: Told) => void): void {
  let there: StandIns | undefined;
  process.once("message", (order: Order) => {
    started(order).then(
      (begun) => {
        there = begun;
        tell({ url: begun.url });
      },
      (error: Error) => tell({ fault: error.message }),
    );
  });
  const end = () => (there?.stop() ?? Promise.resolve()).finally(() => process.exit());
  process.on("disconnect", end).on("SIGTERM", end);
  // Ctrl-C reaches every process of a terminal; this one goes after the product.
  for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => {});
}

/** `npm run stand-ins`: until they are ended. */
async function serveAlone({ PORT: port, HOST: host }: NodeJS.ProcessEnv): Promise<void> {
  const there = await startStandIns({
    port: port ? Number(port) : PORT,
    host: host || undefined,
    seed: new Date().toISOString(),
  });
  console.log(`模拟外部系统已就绪：${there.url}`);
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => there.stop().then(() => process.exit(0)));
}

const { send } = process;
// By command it is alone, even where whoever gave the command listens to the process, as the scenarios do.
const byCommand = process.argv.includes("stand-ins");
if (send && !byCommand) serveParent((told) => send.call(process, told));
else
  serveAlone(process.env).catch((error: Error) => {
    console.error(error.message);
    process.exit(1);
  });
