/** Works something out once per declaration: declarations do not change while the program runs. */
export function once<D extends object, T>(make: (document: D) => T): (document: D) => T {
  const known = new WeakMap<D, { value: T }>();
  return (document) => {
    let found = known.get(document);
    if (!found) {
      found = { value: make(document) };
      known.set(document, found);
    }
    return found.value;
  };
}
