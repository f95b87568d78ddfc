import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventRequest } from './event-request.ts';
import { ecdsaSignature, type HmacSignature, hmacSignature, secretUrl, standardWebhooks } from './event-signature.ts';
import { signEvent, verifyEvent } from './verify-event.ts';

const now = Date.UTC(2026, 10, 23);
const url = 'https://gateway.example.com/events/1/2?x=1';

const kinds: Readonly<Record<string, HmacSignature>> = {
  'the body alone': hmacSignature({ header: 'X-Signature', prefix: 'sha256=' }),
  'base64 of SHA-1': hmacSignature({ header: 'signature', algorithm: 'sha1', encoding: 'base64' }),
  'a time in its own header': hmacSignature({
    header: 'x-signature',
    prefix: 'v0=',
    content: 'v0:{timestamp}:{body}',
    timestamp: { header: 'x-time' },
  }),
  'a time in the same header': hmacSignature({
    header: 'x-signature',
    prefix: 'v1=',
    separator: ',',
    content: '{timestamp}.{body}',
    timestamp: { header: 'x-signature', prefix: 't=' },
  }),
  'method and URL': hmacSignature({
    header: 'x-signature',
    content: '{method}{url}{body}{timestamp}',
    timestamp: { header: 'x-time', unit: 'milliseconds' },
  }),
  'an ISO time': hmacSignature({
    header: 'x-signature',
    encoding: 'base64',
    content: '{timestamp}{body}',
    timestamp: { header: 'x-time', unit: 'iso-8601' },
  }),
  'Standard Webhooks': standardWebhooks(),
};

const bodies = fc.uint8Array({ maxLength: 300 });
const secrets = fc.base64String({ minLength: 8, maxLength: 64 });

const requestOf = (body: Uint8Array): EventRequest => ({
  method: 'POST',
  url,
  headers: { 'webhook-id': 'msg_1' },
  body,
});

function signed(signature: HmacSignature, body: Uint8Array, secret: string, at = now): EventRequest {
  const request = requestOf(body);
  return { ...request, headers: { ...request.headers, ...signEvent(signature, request, secret, at) } };
}

describe.each(Object.entries(kinds))('a signature over %s', (_name, signature) => {
  it('is accepted for what was signed', () => {
    fc.assert(
      fc.property(bodies, secrets, (body, secret) => {
        expect(verifyEvent(signature, signed(signature, body, secret), secret, now)).toBe(true);
      }),
    );
  });

  it('is refused when a byte of the body is another', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 300 }),
        secrets,
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (body, secret, at, by) => {
          const changed = Uint8Array.from(body);
          const position = at % changed.length;
          changed[position] = ((changed[position] ?? 0) + by) % 256;
          expect(verifyEvent(signature, { ...signed(signature, body, secret), body: changed }, secret, now)).toBe(
            false,
          );
        },
      ),
    );
  });

  it('is refused when a character of the signature is another, or it is missing', () => {
    const request = signed(signature, Buffer.from('{}'), 'c2VjcmV0IG9mIHRlc3Rz');
    const value = request.headers[signature.header] ?? '';
    const start = value.lastIndexOf(signature.prefix) + signature.prefix.length;
    for (let position = start; position < value.length; position++) {
      // The last character of base64 has bits that mean nothing, and is compared all the same.
      const other = value[position] === 'A' ? 'B' : 'A';
      const changed = value.slice(0, position) + other + value.slice(position + 1);
      const headers = { ...request.headers, [signature.header]: changed };
      expect(verifyEvent(signature, { ...request, headers }, 'c2VjcmV0IG9mIHRlc3Rz', now)).toBe(false);
    }
    const { [signature.header]: _signature, ...headers } = request.headers;
    expect(verifyEvent(signature, { ...request, headers }, 'c2VjcmV0IG9mIHRlc3Rz', now)).toBe(false);
  });

  it('is refused with another secret', () => {
    fc.assert(
      fc.property(bodies, fc.tuple(secrets, secrets), (body, [secret, other]) => {
        fc.pre(!Buffer.from(secret, 'base64').equals(Buffer.from(other, 'base64')));
        expect(verifyEvent(signature, signed(signature, body, secret), other, now)).toBe(false);
      }),
    );
  });

  it('is refused for a time that is too far away', () => {
    const { timestamp } = signature;
    if (timestamp === null) return;
    const request = signed(signature, Buffer.from('{}'), 'secret');
    const within = timestamp.toleranceSeconds * 1000;
    expect(verifyEvent(signature, request, 'secret', now + within)).toBe(true);
    expect(verifyEvent(signature, request, 'secret', now + within + 1001)).toBe(false);
    expect(verifyEvent(signature, request, 'secret', now - within - 1001)).toBe(false);
  });
});

describe('the forms vendors document', () => {
  it('signs as the Standard Webhooks specification has it', () => {
    const body = '{"test": 2432232314}';
    const headers = {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    };
    const request = { method: 'POST', url, headers, body: Buffer.from(body) };
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    expect(verifyEvent(standardWebhooks(), request, secret, 1_614_265_330_000)).toBe(true);
    const rotated = { ...headers, 'webhook-signature': `v1,${'A'.repeat(43)}= ${headers['webhook-signature']}` };
    expect(verifyEvent(standardWebhooks(), { ...request, headers: rotated }, secret, 1_614_265_330_000)).toBe(true);
  });

  it('takes any of several signatures in a list, and no scheme but the declared one', () => {
    const signature = kinds['a time in the same header'] as HmacSignature;
    const body = Buffer.from('{"id":"evt_1"}');
    const time = String(now / 1000);
    const right = createHmac('sha256', 'whsec_1').update(`${time}.${body}`).digest('hex');
    const accepts = (header: string) =>
      verifyEvent(signature, { method: 'POST', url, headers: { 'x-signature': header }, body }, 'whsec_1', now);
    expect(accepts(`t=${time},v1=${'0'.repeat(64)},v1=${right},v0=x`)).toBe(true);
    expect(accepts(`t=${time},v0=${right}`)).toBe(false);
    expect(accepts(`v1=${right}`)).toBe(false);
    expect(accepts(`t=soon,v1=${right}`)).toBe(false);
    expect(accepts(`t=${time},${'v1=0,'.repeat(100)}v1=${right}`)).toBe(false);
  });

  it('signs the URL and a sorted form as Twilio documents it', () => {
    const form = 'Digits=1234&To=%2B18005551212&From=%2B14158675309&Caller=%2B14158675309&CallSid=CA1234567890ABCDE';
    const signature = hmacSignature({
      header: 'x-twilio-signature',
      algorithm: 'sha1',
      encoding: 'base64',
      content: '{url}{form}',
    });
    const headers = { 'x-twilio-signature': 'RSOYDt4T1cUTdK1PDd93/VVr8B8=' };
    const given = {
      method: 'POST',
      url: 'https://mycompany.com/myapp.php?foo=1&bar=2',
      headers,
      body: Buffer.from(form),
    };
    expect(verifyEvent(signature, given, '12345', now)).toBe(true);
    expect(verifyEvent(signature, { ...given, body: Buffer.from(`${form}&x=1`) }, '12345', now)).toBe(false);
  });

  it('verifies ECDSA with the public key of the vendor', () => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const text = (key: KeyObject, type: 'spki' | 'pkcs8') =>
      key.export({ format: 'der', type } as never).toString('base64');
    const signature = ecdsaSignature({
      header: 'x-signature',
      content: '{timestamp}{body}',
      timestamp: { header: 'x-time' },
    });
    const request = requestOf(Buffer.from('[{"event":"bounce"}]'));
    const headers = signEvent(signature, request, text(privateKey, 'pkcs8'), now);
    const accepts = (changed: Partial<EventRequest>, at = now) =>
      verifyEvent(signature, { ...request, headers, ...changed }, text(publicKey, 'spki'), at);
    expect(accepts({})).toBe(true);
    expect(accepts({ body: Buffer.from('[{"event":"bounces"}]') })).toBe(false);
    expect(accepts({ headers: { ...headers, 'x-time': String(now / 1000 + 1) } })).toBe(false);
    expect(accepts({ headers: { 'x-time': headers['x-time'] ?? '' } })).toBe(false);
    expect(accepts({}, now + 301_000)).toBe(false);
  });

  it('has nothing to verify where the URL is the secret', () => {
    const request = requestOf(Buffer.from(''));
    expect([verifyEvent(secretUrl, request, '', now), signEvent(secretUrl, request, '', now)]).toEqual([true, {}]);
  });
});

it('refuses a template that nothing fills', () => {
  expect(() => hmacSignature({ header: 'x', content: '{bodies}' })).toThrow(/\{bodies\}/);
  expect(() => hmacSignature({ header: 'x', content: '{timestamp}{body}' })).toThrow(/timestamp/);
  expect(() => hmacSignature({ header: 'x', timestamp: { header: 'y' } })).toThrow(/timestamp/);
});
