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
