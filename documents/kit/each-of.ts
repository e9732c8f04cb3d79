/** An object with the same names, each value made of the one that stood there. */
export const eachOf = <const T extends object, V>(
  from: T,
  make: (value: T[keyof T], name: keyof T & string) => V,
): { [N in keyof T]: V } =>
  Object.fromEntries(
    Object.entries(from).map(([name, value]) => [name, make(value, name as keyof T & string)]),
  ) as { [N in keyof T]: V };
