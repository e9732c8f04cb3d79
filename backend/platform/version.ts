// The version of the program: databases remember which one brought them their tables.
export { version } from "../../package.json";
