/** How often a random test runs: a few times with the others, as often as RUNS says by command. */
export const runs = (few: number): number => Number(process.env.RUNS || few);
