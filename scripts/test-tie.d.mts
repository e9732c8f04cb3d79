/** Node's words that tie a program to the one above it. */
export const TIED: string[];
/** Settings with which all Node programs below end with this one, also when it is killed. */
export function tied(env?: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
