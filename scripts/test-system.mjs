import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import path from "node:path";

/** The first of these programs that can be run: names are looked up in PATH. */
export function findProgram(candidates) {
  const dirs = (process.env.PATH ?? "").split(path.delimiter).concat("/usr/sbin");
  const places = candidates.flatMap((name) =>
    path.isAbsolute(name) ? [name] : dirs.map((dir) => path.join(dir, name)),
  );
  return places.find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

let listsAreFresh = false;

/** Installs Debian packages where that is possible (root, apt-get). True when it went well. */
export function aptInstall(...packages) {
  if (process.getuid?.() !== 0 || !findProgram(["apt-get"])) return false;
  const options = {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  };
  console.log(`apt-get install ${packages.join(" ")}`);
  if (!listsAreFresh) spawnSync("apt-get", ["update"], options);
  listsAreFresh = true;
  return spawnSync("apt-get", ["install", "-y", ...packages], options).status === 0;
}
