/**
 * Addresses of the specification that have no screen yet: [path, title]. The entry goes with the
 * declaration that claims its address.
 */
export const planned: [path: string, title: string][] = [
  // baseSetup
];
