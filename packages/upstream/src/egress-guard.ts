import { lookup as resolve } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { GatewayError } from '@connectory/errors';
import ipaddr from 'ipaddr.js';

/** What the caller of the guard wants to call, for its messages; an upstream by default. */
type CalledServer = 'upstream' | 'receiver';

/** Decides where requests may go. Everything that leaves the gateway passes `check`, and connections pass `lookup`. */
export interface EgressGuard {
  /** Throws `address_not_allowed` unless the URL may be called: public https, or allowed by configuration. */
  check(url: URL, called?: CalledServer): void;
  /** DNS lookup for sockets that connect to the URL's origin: rejects names that resolve to a non-public address. */
  lookupFor(url: URL): LookupFunction;
}

interface AllowedHosts {
  readonly hosts: ReadonlySet<string>;
  readonly ranges: readonly (readonly [ipaddr.IPv4 | ipaddr.IPv6, number])[];
}

/**
 * Creates a guard. `allow` lists exceptions (`CONNECTORY_EGRESS_ALLOW`): `host`, `host:port`, an address or a CIDR range; they may be
 * private and use plain http. Throws a `TypeError` for any other entry.
 */
export function createEgressGuard(allow: readonly string[] = []): EgressGuard {
  const allowed = parseAllowed(allow);
  const isAllowedAddress = (address: string) => {
    const parsed = ipaddr.process(address);
    return isPublic(parsed) || inRanges(allowed, parsed);
  };
  return {
    check(url, called = 'upstream') {
      const refused = (to: string, why: string) => notAllowed(called, to, why);
      const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
      if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refused(host, 'is neither https nor http');
      if (isAllowedHost(allowed, url)) return;
      if (ipaddr.isValid(host)) {
        if (inRanges(allowed, ipaddr.process(host))) return;
        if (!isAllowedAddress(host)) throw refused(host, 'is not a public address');
      }
      if (host === 'localhost' || host.endsWith('.localhost')) throw refused(host, 'is this machine');
      if (url.protocol !== 'https:') throw refused(host, 'would be called without TLS');
    },
    lookupFor(url) {
      const allowedName = isAllowedHost(allowed, url);
      return (hostname, options, callback) => {
        resolve(hostname, { ...options, all: true }, (error, addresses) => {
          if (error) return callback(error, []);
          const usable = allowedName ? addresses : addresses.filter(({ address }) => isAllowedAddress(address));
          const first = usable[0];
          if (first === undefined)
            return callback(notAllowed('upstream', hostname, 'resolves to no public address'), []);
          if (options.all) callback(null, usable);
          else callback(null, first.address, first.family);
        });
      };
    },
  };
}

// All global IPv6 addresses lie in one block; what else counts as unicast, such as ::10.0.0.1, leads to IPv4 addresses.
const globalIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');
const isPublic = (address: ipaddr.IPv4 | ipaddr.IPv6) =>
  address.range() === 'unicast' && (address instanceof ipaddr.IPv4 || address.match(globalIpv6));

function isAllowedHost({ hosts }: AllowedHosts, { hostname, port, protocol }: URL): boolean {
  const host = hostname.toLowerCase();
  const usedPort = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  return hosts.has(host) || hosts.has(`${host}:${usedPort}`);
}

function notAllowed(called: CalledServer, host: string, why: string): GatewayError {
  return new GatewayError(
    'address_not_allowed',
    `The ${called === 'receiver' ? "receiver's" : called} address ${host} ${why}. Allow it with CONNECTORY_EGRESS_ALLOW if this is intended.`,
  );
}

function parseAllowed(allow: readonly string[]): AllowedHosts {
  const hosts = new Set<string>();
  const ranges: (readonly [ipaddr.IPv4 | ipaddr.IPv6, number])[] = [];
  for (const entry of allow.map((text) => text.trim().toLowerCase()).filter((text) => text !== '')) {
    if (ipaddr.isValidCIDR(entry)) ranges.push(ipaddr.parseCIDR(entry));
    else if (ipaddr.isValid(entry)) ranges.push(exactly(ipaddr.process(entry)));
    else if (/^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/.test(entry)) hosts.add(entry);
    else throw new TypeError(`CONNECTORY_EGRESS_ALLOW: "${entry}" is neither host, host:port, address nor CIDR range`);
  }
  return { hosts, ranges };
}

const exactly = (address: ipaddr.IPv4 | ipaddr.IPv6) => [address, address.kind() === 'ipv4' ? 32 : 128] as const;

function inRanges({ ranges }: AllowedHosts, address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return ranges.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
}
