export { BrowserContext, type State, type Witness } from "./context";
export { Locator } from "./locator";
export type { Text } from "./locators";
export { Page } from "./page";
