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
  // Every flag is decided, so that the compiler has nothing to advise. Routing runs on the server
  // alone: the two `false` ones would only add endpoints for a client router that is not loaded.
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_lazyRouteDiscovery: false,
    v3_singleFetch: false,
  },
};
