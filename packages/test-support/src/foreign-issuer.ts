import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** An account of the issuer, with the claims that it states. */
export interface IssuerAccount {
  readonly subject: string;
  readonly email?: string;
  readonly isVerified?: boolean;
  readonly name?: string;
  readonly groups?: readonly string[];
}

/** An identity provider of somebody else, over HTTP on this machine. */
export interface ForeignIssuer {
  readonly url: string;
  /** What configures a gateway to sign people in here. */
  readonly environment: Readonly<Record<string, string>>;
  /** Who is signed in at the issuer from now on, without being asked. */
  account: IssuerAccount;
  stop(): Promise<void>;
}

const client = { id: 'connectory', secret: 'the-secret-of-the-gateway-at-the-issuer' };

/** Starts an issuer. With `claimsInToken: false` its ID tokens have only the subject, and the rest is in its userinfo. */
export async function startForeignIssuer({ claimsInToken = true } = {}): Promise<ForeignIssuer> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer = {
    url,
    environment: {
      CONNECTORY_OIDC_ISSUER: url,
      CONNECTORY_OIDC_CLIENT_ID: client.id,
      CONNECTORY_OIDC_CLIENT_SECRET: client.secret,
      CONNECTORY_OIDC_SCOPES: 'openid email profile groups',
      CONNECTORY_OIDC_ADMINS: 'root@example.com, group:gateway admins',
    },
    account: { subject: 'ada', email: 'ada@example.com', isVerified: true, name: 'Ada Lovelace' } as IssuerAccount,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const accounts = new Map<string, IssuerAccount>();
  const provider = new Provider(url, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        // The port of a gateway on this machine is free to choose.
        application_type: 'native',
        redirect_uris: ['http://127.0.0.1/auth/callback', 'http://localhost/auth/callback'],
        token_endpoint_auth_method: 'client_secret_basic',
      },
    ],
    findAccount: (_context, accountId) => {
      const account = accounts.get(accountId);
      return account && { accountId, claims: () => claimsOf(account) };
    },
    claims: { email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    scopes: ['openid', 'email', 'profile', 'groups'],
    conformIdTokenClaims: !claimsInToken,
    cookies: { keys: ['a key for the cookies of the issuer'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    loadExistingGrant: async (context) => {
      const { client: of, session } = context.oidc;
      const grant = new context.oidc.provider.Grant({
        clientId: of?.clientId ?? '',
        accountId: session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile groups');
      await grant.save();
      return grant;
    },
  });
  const handle = provider.callback();
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/') !== true) return void handle(request, response);
    accounts.set(issuer.account.subject, issuer.account);
    const login = { accountId: issuer.account.subject };
    void provider.interactionFinished(request, response, { login, consent: {} });
  });
  return issuer;
}

const claimsOf = ({ subject, email, isVerified, name, groups }: IssuerAccount) => ({
  sub: subject,
  email,
  email_verified: isVerified,
  name,
  groups: groups && [...groups],
});
