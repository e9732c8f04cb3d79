import { aptInstall, findProgram } from "./test-system.mjs";

/**
 * Path of an nginx for the test of deploy/nginx.conf, "" when there is none. It is installed only on
 * a machine of continuous integration: elsewhere the package would start a web server on port 80.
 */
export function prepareNginx() {
  const found = findProgram(["nginx"]);
  if (found || process.env.CI !== "true") return found ?? "";
  aptInstall("nginx-light");
  return findProgram(["nginx"]) ?? "";
}
