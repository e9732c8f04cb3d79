import dns, { type LookupAddress } from "node:dns";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { BlockList, isIP, isIPv4, type LookupFunction } from "node:net";
import { Refused } from "./words";

/** Addresses that are no place of the internet: this machine, private, link-local, CGNAT, benchmark … */
const inside = new BlockList();
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  inside.addSubnet(net, bits, "ipv4");
// Of IPv6 the internet is 2000::/3, without what stands for an address of IPv4 or for an example.
inside.addSubnet("2001::", 23, "ipv6");
inside.addSubnet("2001:db8::", 32, "ipv6");
inside.addSubnet("2002::", 16, "ipv6");
const internet = new BlockList();
internet.addSubnet("2000::", 3, "ipv6");

/** Whether an IP address, or a name that says so of itself, lies in a network that is not the internet. */
export function isInside(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, "");
  if (isIPv4(address)) return inside.check(address, "ipv4");
  if (isIP(address)) return !internet.check(address, "ipv6") || inside.check(address, "ipv6");
  return /(^|\.)(localhost|local|internal)\.?$/i.test(address);
}

export const INSIDE = "不能连接内网地址，需要设置环境变量CONNECT_PRIVATE=on";

/** Names are looked up as ever; what they stand for is judged before anybody is spoken to. */
const judged: LookupFunction = (hostname, options, done) =>
  dns.lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[] = []) => {
    const fault = error ?? (found.some((f) => isInside(f.address)) ? new Refused(INSIDE) : null);
    const [first] = found;
    if (fault || !first) done(fault ?? new Error("no address"), "");
    else if (options.all) done(null, found);
    else done(null, first.address, first.family);
  });

const agentsOf = (keepAlive: boolean) => ({
  http: new http.Agent({ keepAlive, maxFreeSockets: 16 }),
  https: new https.Agent({ keepAlive, maxFreeSockets: 16 }),
});
/**
 * A way that was opened is used again by who only reads. Who may go anywhere has ways of his own: an
 * address that was not judged when it was dialled serves nobody else.
 */
const agents = { anywhere: agentsOf(true), judged: agentsOf(true), once: agentsOf(false) };

/** Interfaces want to know what calls them; Amazon's asks for it of every call. */
const AGENT = "CrossBorderERP/1.0 (Language=JavaScript)";

export interface DialSent {
  method?: string;
  headers?: Record<string, string>;
  body?: string | undefined;
  signal: AbortSignal;
  /** May lie anywhere: the stand-ins, or every connection with CONNECT_PRIVATE. */
  anywhere: boolean;
}

function bodyOf(message: IncomingMessage): ReadableStream<Uint8Array> {
  const parts: AsyncIterator<Uint8Array> = message[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(into) {
      const { done, value } = await parts.next();
      if (done) into.close();
      else into.enqueue(value);
    },
    cancel: () => void message.destroy(),
  });
}

/**
 * One request to a system outside, to an address that is judged as it is dialled. Where an answer leads
 * to another place it is a fault: that place was not allowed.
 * @throws Refused where it lies in a network of one's own
 */
export const dial = (url: URL, asked: DialSent): Promise<Response> =>
  dialled(url, asked, (asked.method ?? "GET") === "GET" && asked.body === undefined);

/** @param again over a way that is open already, if any; one that the other side has just closed is opened anew */
function dialled(url: URL, asked: DialSent, again: boolean): Promise<Response> {
  const { anywhere, body, signal, ...sent } = asked;
  if (!anywhere && isInside(url.hostname)) return Promise.reject(new Refused(INSIDE));
  const secure = url.protocol === "https:";
  const own = again ? agents[anywhere ? "anywhere" : "judged"] : agents.once;
  return new Promise((done, fail) => {
    let answered = false;
    const request = (secure ? https : http).request(url, {
      ...sent,
      headers: { "user-agent": AGENT, ...sent.headers },
      signal,
      agent: own[secure ? "https" : "http"],
      ...(!anywhere && { lookup: judged }),
    });
    request.on("error", (error) => {
      if (again && request.reusedSocket && !signal.aborted && !answered)
        return void dialled(url, asked, false).then(done, fail);
      fail(signal.aborted ? signal.reason : error);
    });
    request.on("response", (message) => {
      answered = true;
      const { statusCode: status = 502, headers } = message;
      if (status >= 300 && status < 400) {
        message.destroy();
        return fail(new Error("redirected"));
      }
      const told = new Headers();
      for (const [name, value] of Object.entries(headers)) told.append(name, String(value));
      const empty = status === 204 || status === 205;
      if (empty) message.resume();
      done(new Response(empty ? null : bodyOf(message), { status, headers: told }));
    });
    request.end(body);
  });
}
