import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  auth,
  type Connector,
  defineConnector,
  defineEntity,
  defineUpstream,
  restApi,
} from '@connectory/connector-sdk';
import { z } from 'zod';

const calendarUpstream = defineUpstream({
  baseUrl: 'https://{region}.calendar.example.com/api',
  documentation: 'https://calendar.example.com/docs',
  version: { pinned: '1', sunset: null },
  authentication: {
    oauth2: auth.oauth2({
      description: 'Application of a calendar',
      authorizationUrl: 'https://calendar.example.com/oauth/authorize',
      tokenUrl: 'https://calendar.example.com/oauth/token',
      scopes: ['events.read', 'events.write'],
      params: { access_type: 'offline' },
      issuer: 'https://calendar.example.com',
    }),
    api_key: auth.bearer('api_key', 'Key from Settings, then API, of your calendar'),
  },
  settings: z.object({
    region: z.enum(['eu', 'us']).default('eu').describe('Where the calendar is kept'),
    calendar: z
      .string()
      .regex(/^[a-z]+$/)
      .optional()
      .describe('Name of one calendar'),
  }),
  failure: { message: ['error.message'] },
});

const api = restApi({ recordsAt: 'items' });
const events = defineEntity({
  name: 'events',
  summary: 'What happens when',
  record: z.object({ id: z.string() }),
  key: 'id',
  actions: { list: api('GET /events', { summary: 'List events', params: z.object({}) }) },
});

/** Authenticates by consent or with a key; optional settings. */
export const calendar: Connector = defineConnector({
  id: 'calendar',
  kind: 'calendar',
  vendor: 'Calendar & <Co>',
  version: '1.0.0',
  upstream: calendarUpstream,
  entities: [events],
  check: { entity: 'events', action: 'list', params: {} },
});

const boardsApi = restApi({ recordsAt: 'items' });

/**
 * Authenticates only by consent, for one of several accounts; a required setting, a field of the application, JSON, basic authentication,
 * no PKCE.
 */
export const boards: Connector = defineConnector({
  id: 'boards',
  kind: 'boards',
  vendor: 'Boards',
  version: '1.0.0',
  upstream: defineUpstream({
    baseUrl: 'https://{subdomain}.boards.example.com/api',
    documentation: 'https://boards.example.com/docs',
    version: { pinned: '1', sunset: null },
    authentication: {
      oauth2: auth.oauth2({
        description: 'Application of the boards',
        authorizationUrl: 'https://{subdomain}.boards.example.com/oauth/authorize',
        tokenUrl: 'https://{subdomain}.boards.example.com/oauth/token?v=2',
        scopes: ['read', 'write'],
        scopeSeparator: ',',
        pkce: false,
        client: 'basic',
        encoding: 'json',
        tokenAt: { access_token: 'user.token', expires_in: 'user.lifetime' },
        signature: { parameter: 'hmac' },
        accounts: {
          url: 'https://{subdomain}.boards.example.com/accounts?all=1',
          list: 'accounts',
          name: 'title',
          settings: { account_id: 'id' },
        },
        fields: { developer_token: { description: 'Developer token', secret: true, required: true } },
        headers: { 'developer-token': '{developer_token}' },
      }),
    },
    settings: z.object({
      subdomain: z
        .string()
        .regex(/^[a-z]+$/)
        .describe('Name of your boards'),
      account_id: z.string().optional().describe('Account'),
    }),
    headers: { 'board-account': '{account_id}' },
    failure: { message: ['error.message'] },
  }),
  entities: [
    defineEntity({
      name: 'cards',
      summary: 'Cards',
      record: z.object({ id: z.string() }),
      key: 'id',
      actions: { list: boardsApi('GET /cards', { summary: 'List cards', params: z.object({}) }) },
    }),
  ],
  check: { entity: 'cards', action: 'list', params: {} },
});

/** A request that reached the vendor. */
interface Arrival {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A vendor that simulates consent page, token endpoint, accounts and API of both connectors. */
export interface ConsentVendor {
  readonly origin: string;
  readonly arrivals: readonly Arrival[];
  /** Agrees on the consent page of a URL, and returns the query with which the browser is redirected back. */
  agree(url: string): URLSearchParams;
  /** Overrides the responses to the next token requests. */
  responseToken(reply: ((response: ServerResponse) => void) | undefined): void;
  /** Overrides the responses of the API from now on. */
  responseApi(reply: ((response: ServerResponse) => void) | undefined): void;
  accounts: unknown;
  /** The issued tokens. */
  readonly tokens: readonly string[];
  refreshTokens: boolean;
  stop(): Promise<void>;
}

/** The client registered with the vendor. */
export const vendorClient = { client_id: 'client-of-acme', client_secret: 'secret-canary-5fK2' } as const;

/** Starts the vendor on a free port of 127.0.0.1. */
export async function startConsentVendor(): Promise<ConsentVendor> {
  const arrivals: Arrival[] = [];
  const codes = new Map<string, URL>();
  const tokens: string[] = [];
  let tokenResponse: ((response: ServerResponse) => void) | undefined;
  let apiResponse: ((response: ServerResponse) => void) | undefined;
  const json = (response: ServerResponse, status: number, value: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

  const token = (arrival: Arrival, response: ServerResponse) => {
    if (tokenResponse !== undefined) return tokenResponse(response);
    const isJson = arrival.headers['content-type'] === 'application/json';
    const given = isJson ? new URLSearchParams(JSON.parse(arrival.body)) : new URLSearchParams(arrival.body);
    const [id, secret] = isJson
      ? Buffer.from((arrival.headers.authorization ?? '').slice(6), 'base64')
          .toString()
          .split(':')
      : [given.get('client_id'), given.get('client_secret')];
    if (id !== vendorClient.client_id || secret !== vendorClient.client_secret)
      return json(response, 401, { error: 'invalid_client', error_description: `The secret ${secret} is wrong` });
    const asked = codes.get(given.get('code') ?? '')?.searchParams;
    codes.delete(given.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(given.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight =
      asked !== undefined &&
      given.get('grant_type') === 'authorization_code' &&
      given.get('redirect_uri') === asked.get('redirect_uri') &&
      asked.get('client_id') === id &&
      (asked.get('code_challenge') ?? challenge) === challenge;
    // Some vendors respond like this.
    if (!isRight) return json(response, 200, { ok: false, error: 'invalid_grant' });
    const access = `access-${randomUUID()}`;
    tokens.push(access);
    const refresh = vendor.refreshTokens ? { refresh_token: `refresh-${randomUUID()}` } : {};
    if (isJson) return json(response, 200, { ok: true, user: { token: access, lifetime: '3600' }, ...refresh });
    return json(response, 200, { access_token: access, token_type: 'bearer', expires_in: 3_600, ...refresh });
  };

  const reply = (arrival: Arrival, response: ServerResponse) => {
    const { pathname } = new URL(arrival.path, 'http://vendor');
    if (pathname === '/oauth/token') return token(arrival, response);
    const bearer = (arrival.headers.authorization ?? '').replace('Bearer ', '');
    const isKnown = tokens.includes(bearer) || bearer === 'the-right-key';
    if (!isKnown) return json(response, 401, { error: { message: `No such key: ${bearer}` } });
    if (pathname === '/accounts') return json(response, 200, vendor.accounts);
    if (apiResponse !== undefined) return apiResponse(response);
    json(response, 200, { items: [] });
  };

  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const arrival = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
    arrivals.push(arrival);
    reply(arrival, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const vendor: ConsentVendor = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivals,
    agree(text) {
      const url = new URL(text);
      const code = `code-${randomUUID()}`;
      codes.set(code, url);
      return new URLSearchParams({ code, state: url.searchParams.get('state') ?? '' });
    },
    responseToken: (given) => {
      tokenResponse = given;
    },
    responseApi: (given) => {
      apiResponse = given;
    },
    accounts: { accounts: [{ id: 17, title: 'Sales' }] },
    tokens,
    refreshTokens: true,
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
  return vendor;
}
