/** Keys of tests: known to everybody, so for nothing else. */
export const TEST_KEYS = `test:${Buffer.alloc(32, 7).toString("base64")}`;
