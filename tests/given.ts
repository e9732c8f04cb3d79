/** What a test takes for granted. @throws Error when it is not there */
export function given<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error("expected something to be there");
  return value;
}
