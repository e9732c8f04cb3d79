import { BlockList, isIPv4, isIPv6 } from "node:net";

/** This machine, and addresses that no router of the internet passes on. */
const near = new BlockList();
for (const [net, bits] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["169.254.0.0", 16],
] as const)
  near.addSubnet(net, bits, "ipv4");
near.addAddress("::1", "ipv6");
near.addSubnet("fc00::", 7, "ipv6");
near.addSubnet("fe80::", 10, "ipv6");

const isNearAddress = (text: string): boolean => {
  const address = text.trim().replace(/^::ffff:(?=\d+\.)/i, "");
  if (isIPv4(address)) return near.check(address, "ipv4");
  return isIPv6(address) && near.check(address, "ipv6");
};

/** What tells where a request comes from. */
export interface Origin {
  headers: Record<string, string | string[] | undefined>;
  socket: { remoteAddress?: string | undefined };
}

/**
 * Whether a request comes from this machine or its private network. Every hop must: a proxy that
 * TRUST_PROXY does not name still tells of a caller from outside, and nobody can leave out the hop
 * that the first proxy wrote down.
 */
export function isNear({ headers, socket }: Origin): boolean {
  const told = String(headers["x-forwarded-for"] ?? "");
  const hops = [socket.remoteAddress ?? "", ...told.split(",").filter((hop) => hop.trim() !== "")];
  return hops.every(isNearAddress);
}
