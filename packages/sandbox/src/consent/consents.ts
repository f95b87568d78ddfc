import type { Connector } from '@connectory/connector-sdk';
import type { AuthorizationEndpoint } from '@connectory/connector-sdk/engine';
import { pathOfUrl, pathPattern } from '../base-paths.ts';
import { bearsToken, type OAuthClient } from '../credentials.ts';
import type { IncomingCall } from '../incoming-call.ts';
import { jsonReply, type Reply } from '../reply.ts';
import { RequestFault } from '../request-fault.ts';
import { shapeOf } from '../shape.ts';
import { consentAnswer } from './consent-answer.ts';
import { consentPage, unsafePage } from './consent-page.ts';
import { type ConsentRequest, type ReadRequest, readConsentRequest } from './consent-request.ts';
import { accountName, consentedAccounts } from './consented-accounts.ts';

/** What is to be done about a request that has to do with consent. */
export interface ConsentCall {
  answer(): Reply;
  /** The response as if the user had denied. */
  deny(): Reply;
}

interface Endpoint {
  readonly path: RegExp;
  readonly accountsPath: RegExp | undefined;
  readonly authorization: AuthorizationEndpoint;
  readonly client: OAuthClient;
}

/** The consent pages of one vendor, at the paths of their declared URLs, and the lists of what was consented to. */
export class Consents {
  readonly #connector: Connector;
  readonly #endpoints: readonly Endpoint[];

  constructor(connector: Connector, clients: readonly OAuthClient[]) {
    this.#connector = connector;
    this.#endpoints = clients.flatMap((client) => {
      const { authorization } = client.authentication;
      if (authorization === undefined) return [];
      const { accounts } = authorization;
      return [
        {
          path: whole(authorization.url),
          accountsPath: accounts === undefined ? undefined : whole(accounts.url),
          authorization,
          client,
        },
      ];
    });
  }

  /** The request for a consent page, or the decision on one. Undefined for other calls. */
  find(call: IncomingCall): ConsentCall | undefined {
    if (call.method !== 'GET' && call.method !== 'POST') return undefined;
    const endpoint = this.#endpoints.find(({ path }) => path.test(call.path));
    return endpoint === undefined ? undefined : this.#consent(call, endpoint);
  }

  /** The request for the accounts of a consent. Undefined for other calls. */
  findAccounts({ method, path, headers }: IncomingCall): ConsentCall | undefined {
    const endpoint = this.#endpoints.find(({ accountsPath }) => method === 'GET' && accountsPath?.test(path) === true);
    const accounts = endpoint?.authorization.accounts;
    if (endpoint === undefined || accounts === undefined) return undefined;
    const { vendor, upstream } = this.#connector;
    const answer = () => {
      if (!bearsToken(endpoint.client, accounts.headers ?? endpoint.client.authentication.headers, headers)) {
        throw new RequestFault(401, 'credential_rejected', 'The access token is missing, or not valid.');
      }
      return jsonReply(200, consentedAccounts(accounts, vendor, shapeOf(upstream.settings).fields));
    };
    return { answer, deny: answer };
  }

  #consent({ method, search, body }: IncomingCall, { authorization, client }: Endpoint): ConsentCall {
    const { vendor } = this.#connector;
    const { fields, codes } = client;
    const send = (redirectUri: string, values: Readonly<Record<string, string | undefined>>) =>
      consentAnswer(redirectUri, values, authorization, fields.client_secret ?? '');
    const deny = ({ redirectUri, state }: ConsentRequest) =>
      send(redirectUri, { error: 'access_denied', error_description: 'The person denied access.', state });
    const allow = ({ clientId, redirectUri, state, challenge }: ConsentRequest) =>
      send(redirectUri, { code: codes.give({ clientId, redirectUri, challenge }), state });
    const decided = (decide: (request: ConsentRequest) => Reply): Reply => {
      const read: ReadRequest = readConsentRequest(search, authorization, fields);
      if (read.kind === 'unsafe') return unsafePage(vendor, read.message);
      if (read.kind === 'good') return decide(read.request);
      const { redirectUri, state, error, description } = read;
      return send(redirectUri, { error, error_description: description, state });
    };
    const decision = body.kind === 'form' ? body.value.decision : undefined;
    const show = (request: ConsentRequest) => consentPage(vendor, accountName(vendor), request);
    const decide = decision === 'allow' ? allow : decision === 'deny' ? deny : show;
    return { answer: () => decided(method === 'POST' ? decide : show), deny: () => decided(deny) };
  }
}

const whole = (url: string) => new RegExp(`^${pathPattern(pathOfUrl(url))}$`);
