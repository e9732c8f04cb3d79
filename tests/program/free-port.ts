import { type AddressInfo, createServer } from "node:net";

/** A port that nobody listens on at the moment. */
export const freePort = () =>
  new Promise<number>((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => done(port));
    });
  });
