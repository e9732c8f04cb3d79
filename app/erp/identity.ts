const numbers = new WeakMap<object, number>();
let last = 0;

/** A number that names this very object as long as the process runs. */
export function identityOf(object: object): number {
  let number = numbers.get(object);
  if (number === undefined) {
    number = ++last;
    numbers.set(object, number);
  }
  return number;
}

const constants = new WeakSet<object>();

/** Freezes plain data with everything in it: whoever holds it again holds the same content. */
export function constant<T>(value: T): T {
  if (typeof value !== "object" || value === null || constants.has(value)) return value;
  for (const part of Object.values(value)) constant(part);
  constants.add(Object.freeze(value));
  return value;
}

/** Whether an object can never change: its identity then stands for its content. */
export const isConstant = (object: object): boolean => constants.has(object);
