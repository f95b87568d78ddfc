import dns, { type LookupAddress } from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { GatewayError } from '@connectory/errors';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { gatewayErrorOf, testCall, testClient, testConnection } from '../test/test-connector.ts';
import { json, startTestUpstream } from '../test/test-upstream.ts';
import { createEgressGuard, type EgressGuard } from './egress-guard.ts';

const addressBook: Readonly<Record<string, readonly string[]>> = {
  'public.example': ['93.184.216.34'],
  'private.example': ['10.0.0.5'],
  'metadata.example': ['169.254.169.254'],
  'mapped.example': ['::ffff:192.168.1.1'],
  'unique-local.example': ['fd00:ec2::254'],
  'mixed.example': ['10.0.0.5', '93.184.216.34'],
  'loopback.example': ['127.0.0.1'],
};

// The names of the test resolve without a network; everything else is looked up as ever.
const lookUp = dns.lookup;
beforeAll(() => {
  vi.spyOn(dns, 'lookup').mockImplementation(((
    hostname: string,
    options: object,
    callback: (error: Error | null, found: LookupAddress[]) => void,
  ) => {
    const addresses = addressBook[hostname];
    if (addresses === undefined) return lookUp(hostname, options, callback as never);
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  }) as never);
  syncBuiltinESMExports();
});
afterAll(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

function refusal(guard: EgressGuard, url: string): string | undefined {
  try {
    guard.check(new URL(url));
    return undefined;
  } catch (error) {
    expect(GatewayError.is(error, 'address_not_allowed')).toBe(true);
    return (error as GatewayError).message;
  }
}

function lookup(
  guard: EgressGuard,
  url: string,
  options: { readonly all?: boolean } = { all: true },
): Promise<unknown> {
  const { hostname } = new URL(url);
  return new Promise((resolve, reject) => {
    guard.lookupFor(new URL(url))(hostname, options, (error, address, family) => {
      if (error) reject(error);
      else resolve(typeof address === 'string' ? { address, family } : address);
    });
  });
}

describe('check', () => {
  const guard = createEgressGuard();

  it.each([
    'https://api.stripe.com',
    'https://public.example:8443',
    'https://93.184.216.34',
    'https://[2606:4700::1111]',
  ])('lets %s through', (url) => {
    expect(refusal(guard, url)).toBeUndefined();
  });

  it.each([
    '10.1.2.3',
    '172.16.0.1',
    '192.168.0.1',
    '127.0.0.1',
    '127.1',
    '0x7f000001',
    '2130706433',
    '0.0.0.0',
    '100.64.0.1',
    '169.254.169.254',
    '192.0.0.8',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '[::]',
    '[::1]',
    '[fe80::1]',
    '[fec0::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[ff02::1]',
    '[::ffff:10.0.0.1]',
    '[::ffff:a00:1]',
    '[::10.0.0.1]',
    '[64:ff9b::10.0.0.1]',
    '[2002:a00:1::1]',
    '[2001:db8::1]',
  ])('refuses the address %s', (host) => {
    expect(refusal(guard, `https://${host}`)).toContain('is not a public address');
  });

  it.each(['https://localhost', 'https://LOCALHOST:8443', 'https://api.localhost'])('refuses %s', (url) => {
    expect(refusal(guard, url)).toContain('is this machine');
  });

  it('refuses plain http, and schemes that are neither, also for allowed hosts', () => {
    expect(refusal(guard, 'http://api.stripe.com')).toContain('without TLS');
    expect(refusal(guard, 'ftp://api.stripe.com')).toContain('neither https nor http');
    expect(refusal(createEgressGuard(['api.stripe.com']), 'file://api.stripe.com/x')).toContain(
      'neither https nor http',
    );
  });

  it('says what to do about a refusal', () => {
    expect(refusal(guard, 'https://10.0.0.1')).toContain('CONNECTORY_EGRESS_ALLOW');
  });
});

describe('the allow list', () => {
  it('opens a host on every port, with plain http as well', () => {
    const guard = createEgressGuard([' Vendor.internal ', '']);
    expect(refusal(guard, 'http://vendor.internal')).toBeUndefined();
    expect(refusal(guard, 'https://VENDOR.internal:9443')).toBeUndefined();
    expect(refusal(guard, 'http://other.vendor.internal')).toContain('without TLS');
  });

  it('opens one port of a host only', () => {
    const guard = createEgressGuard(['vendor.internal:8080', 'secure.internal:443', 'plain.internal:80']);
    expect(refusal(guard, 'http://vendor.internal:8080')).toBeUndefined();
    expect(refusal(guard, 'http://vendor.internal:8081')).toContain('without TLS');
    expect(refusal(guard, 'http://vendor.internal')).toContain('without TLS');
    expect(refusal(guard, 'http://plain.internal')).toBeUndefined();
    expect(refusal(guard, 'http://secure.internal')).toContain('without TLS');
  });

  it('opens an address on every port or on one, in each way of writing it', () => {
    const guard = createEgressGuard(['127.0.0.1', '10.0.0.1:8080', '0:0:0:0:0:0:0:1', '[fd00::1]:8080']);
    expect(refusal(guard, 'http://127.0.0.1:1234')).toBeUndefined();
    expect(refusal(guard, 'http://[::ffff:127.0.0.1]')).toBeUndefined();
    expect(refusal(guard, 'http://[::1]')).toBeUndefined();
    expect(refusal(guard, 'http://10.0.0.1:8080')).toBeUndefined();
    expect(refusal(guard, 'http://[fd00::1]:8080')).toBeUndefined();
    expect(refusal(guard, 'https://10.0.0.1:8081')).toContain('is not a public address');
    expect(refusal(guard, 'https://10.0.0.1')).toContain('is not a public address');
    expect(refusal(guard, 'https://[fd00::1]:8081')).toContain('is not a public address');
    expect(refusal(guard, 'https://127.0.0.2')).toContain('is not a public address');
  });

  it('opens a range', () => {
    const guard = createEgressGuard(['10.20.0.0/16', 'fd00::/8']);
    expect(refusal(guard, 'http://10.20.255.1')).toBeUndefined();
    expect(refusal(guard, 'http://[fd12::1]:80')).toBeUndefined();
    expect(refusal(guard, 'http://10.21.0.1')).toContain('is not a public address');
  });

  it.each(['http://vendor.internal', 'vendor.internal/path', 'a b', '10.0.0.0/99', '*', 'host:port', 'user@host'])(
    'does not take %j for an entry',
    (entry) => {
      expect(() => createEgressGuard([entry])).toThrow(/CONNECTORY_EGRESS_ALLOW: ".*" is neither/);
    },
  );
});

describe('lookup', () => {
  it.each(['private.example', 'metadata.example', 'mapped.example', 'unique-local.example', 'localhost'])(
    'refuses a name that resolves to a private address: %s',
    async (name) => {
      const error = await gatewayErrorOf(lookup(createEgressGuard(), `https://${name}`));
      expect(error.code).toBe('address_not_allowed');
      expect(error.message).toContain('resolves to no public address');
    },
  );

  it('keeps the public addresses of a name that has private ones too', async () => {
    const guard = createEgressGuard();
    expect(await lookup(guard, 'https://mixed.example')).toEqual([{ address: '93.184.216.34', family: 4 }]);
    expect(await lookup(guard, 'https://mixed.example', {})).toEqual({ address: '93.184.216.34', family: 4 });
  });

  it('passes failures of the resolver on', async () => {
    await expect(lookup(createEgressGuard(), 'https://nowhere.invalid')).rejects.toMatchObject({
      syscall: 'getaddrinfo',
    });
  });

  it('lets allowed names and names with allowed addresses through', async () => {
    const found = [{ address: '10.0.0.5', family: 4 }];
    expect(await lookup(createEgressGuard(['private.example']), 'https://private.example')).toEqual(found);
    expect(await lookup(createEgressGuard(['10.0.0.0/8']), 'https://private.example')).toEqual(found);
    expect(await lookup(createEgressGuard(['10.0.0.5']), 'https://private.example')).toEqual(found);
  });

  it('does not open other ports of a host that is allowed on one port', async () => {
    const guard = createEgressGuard(['private.example:8443']);
    expect(await lookup(guard, 'https://private.example:8443')).toHaveLength(1);
    expect(guard.check(new URL('https://private.example:9443'))).toBeUndefined();
    await expect(lookup(guard, 'https://private.example:9443')).rejects.toMatchObject({ code: 'address_not_allowed' });
    await expect(lookup(guard, 'https://private.example')).rejects.toMatchObject({ code: 'address_not_allowed' });
  });
});

describe('the client', () => {
  it('reaches the allowed port of a private host and no other one', async () => {
    const allowed = await startTestUpstream(json({ id: 'one' }));
    const other = await startTestUpstream(json({ id: 'two' }));
    const guard = createEgressGuard([`loopback.example:${allowed.port}`]);
    const client = testClient({ guard });
    const get = (origin: string) => client.record(testCall(testConnection(origin), 'things get', { id: 'a' }));

    expect((await get(`http://loopback.example:${allowed.port}`)).json.toString()).toBe('{"id":"one"}');
    const error = await gatewayErrorOf(get(`https://loopback.example:${other.port}`));
    expect(error.code).toBe('address_not_allowed');
    expect(error.message).toContain('resolves to no public address');
    expect(client.waits).toEqual([]);
    expect(other.received).toEqual([]);
  });
});
