/** Names of an object whose type says them all. */
export const keysOf = <T extends object>(of: T) => Object.keys(of) as (keyof T & string)[];
