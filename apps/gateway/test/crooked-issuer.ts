import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the issuer says instead of the truth. */
export interface Lies {
  /** Claims of the ID token; undefined ones are left out. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** How the ID token is signed; by default with the key that is published. */
  readonly signature?: 'none' | 'another key' | 'the public key as a secret';
  readonly userinfo?: Readonly<Record<string, unknown>>;
  /** Members of the discovery document. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** An identity provider under the control of an attacker, or broken. */
export interface CrookedIssuer {
  readonly url: string;
  lies: Lies;
  /** The nonce of the sign-in whose code is exchanged next. */
  nonce: string;
  stop(): Promise<void>;
}

/** Starts an issuer that says of everybody to be Ada, an admin, unless it lies. */
export async function startCrookedIssuer(): Promise<CrookedIssuer> {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const others = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '', issuer.url).pathname;
    const send = (body: object) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    if (path === '/.well-known/openid-configuration') return send(metadata());
    if (path === '/jwks')
      return send({ keys: [{ ...keys.publicKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] });
    if (path === '/userinfo') return send({ sub: 'ada', ...issuer.lies.userinfo });
    if (path === '/token') return send({ access_token: 'access', token_type: 'Bearer', id_token: idToken() });
    return response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer: CrookedIssuer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lies: {},
    nonce: '',
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const metadata = () => ({
    issuer: issuer.url,
    authorization_endpoint: `${issuer.url}/authorize`,
    token_endpoint: `${issuer.url}/token`,
    jwks_uri: `${issuer.url}/jwks`,
    userinfo_endpoint: `${issuer.url}/userinfo`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    authorization_response_iss_parameter_supported: true,
    ...issuer.lies.metadata,
  });
  const idToken = () => {
    const { claims = {}, signature } = issuer.lies;
    const now = Math.floor(Date.now() / 1_000);
    const truth = {
      iss: issuer.url,
      aud: 'connectory',
      sub: 'ada',
      iat: now,
      exp: now + 300,
      nonce: issuer.nonce,
      email: 'root@example.com',
      email_verified: true,
      groups: [],
    };
    return signed({ ...truth, ...claims }, signature, { ours: keys, theirs: others });
  };
  return issuer;
}

type Keys = Readonly<Record<'publicKey' | 'privateKey', KeyObject>>;

function signed(
  claims: object,
  signature: Lies['signature'],
  { ours, theirs }: { readonly ours: Keys; readonly theirs: Keys },
): string {
  const alg = signature === 'none' ? 'none' : signature === 'the public key as a secret' ? 'HS256' : 'RS256';
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg, typ: 'JWT' })}.${part(claims)}`;
  if (alg === 'none') return `${text}.`;
  if (alg === 'HS256') {
    const secret = ours.publicKey.export({ format: 'pem', type: 'spki' });
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  }
  const key = signature === 'another key' ? theirs.privateKey : ours.privateKey;
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}
