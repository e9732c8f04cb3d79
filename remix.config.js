/** @type {import('@remix-run/dev').AppConfig} */
export default {
  server: "./server.ts",
  serverBuildPath: "build/index.js",
  serverModuleFormat: "esm",
  serverPlatform: "node",
  serverMinify: false,
  serverDependenciesToBundle: [],
  ignoredRouteFiles: ["**/.*", "**/*.css", "**/*.test.{ts,tsx}", "**/README.md"],
  tailwind: true,
  postcss: true,
  browserNodeBuiltinsPolyfill: { modules: {} },
};
