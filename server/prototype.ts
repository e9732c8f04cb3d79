/**
 * What every object is born with stays as it is: code that takes a name from outside for the name of a
 * property fails in that one call (TypeError) instead of changing every object of the process.
 */
export function closePrototype(): void {
  Object.preventExtensions(Object.prototype);
}
