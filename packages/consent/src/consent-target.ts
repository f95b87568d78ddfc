import type { Connector } from '@connectory/connector-sdk';
import type { Authentication, AuthorizationEndpoint, Secret, TokenEndpoint } from '@connectory/connector-sdk/engine';
import { type OriginParts, resolveUrl } from '@connectory/upstream';
import type { AuthorizationServer, Client } from 'oauth4webapi';

/** Target of a consent: a connector, its authentication, and the client that the workspace registered. */
export interface ConsentTarget {
  readonly connector: Connector;
  /** Name of an authentication method with a consent page. */
  readonly authentication: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** `client_id`, `client_secret`, and other fields known before the tokens. */
  readonly credentials: Readonly<Record<string, Secret>> & {
    readonly client_id: Secret;
    readonly client_secret: Secret;
  };
}

type ConsentAuthentication = Authentication & {
  readonly authorization: AuthorizationEndpoint;
  readonly token: TokenEndpoint;
};

/** Whether users authorize this authentication method on a consent page of the vendor. */
export function hasConsent(authentication: Authentication | undefined): authentication is ConsentAuthentication {
  return authentication?.authorization !== undefined && authentication.token !== undefined;
}

/** The declarations and URLs of a target. Throws `invalid_params` if the settings give no valid URL. */
export function endpointsOf(target: ConsentTarget): {
  readonly declared: ConsentAuthentication;
  readonly server: AuthorizationServer & { readonly token_endpoint: string };
  readonly client: Client;
  readonly consentPage: URL;
} {
  const { connector, authentication, credentials } = target;
  const declared = connector.upstream.authentication[authentication];
  if (!hasConsent(declared)) throw new TypeError(`connector ${connector.id}: ${authentication} has no consent page`);
  const consentPage = resolveUrl(target, declared.authorization.url);
  return {
    declared,
    consentPage,
    server: {
      issuer: declared.authorization.issuer ?? consentPage.origin,
      authorization_endpoint: consentPage.href,
      token_endpoint: resolveUrl(target, declared.token.url).href,
    },
    client: { client_id: credentials.client_id.reveal() },
  };
}

/** A target as a connection for which requests can be built. */
export const partsOf = ({ connector, authentication, settings, credentials }: ConsentTarget): OriginParts => ({
  connector,
  authentication,
  settings,
  credentials,
});
