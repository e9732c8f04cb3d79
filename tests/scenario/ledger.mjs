// Compares what a scenario expects with what it found, and prints each line.

export function ledger(print = console.log) {
  let passed = 0;
  let failed = 0;
  return {
    step: (title) => print(`\n${title}`),
    /** @param expected,found values that print alike when they are alike */
    check(what, expected, found) {
      const good = String(expected) === String(found);
      good ? passed++ : failed++;
      print(`  ${good ? "✓" : "✗"} ${what}: ${good ? found : `应为 ${expected}，实为 ${found}`}`);
    },
    result: () => ({ passed, failed }),
  };
}
