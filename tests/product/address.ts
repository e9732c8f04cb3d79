/** Address of the product that this run started. */
export const origin = process.env.PRODUCT ?? "";
/** The password of everybody in the demonstration. */
export const PASSWORD = "123456";

/** Something of this run only, so that tests meet no other test's data. */
export const unique = (prefix: string) =>
  `${prefix}${Date.now().toString(36)}${Math.floor(Math.random() * 46_656).toString(36)}`;
