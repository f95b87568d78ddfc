import {
  auth,
  type Connector,
  defineConnector,
  defineEntity,
  defineUpstream,
  fromBody,
  page,
  type RawValue,
  restApi,
  type UpstreamDefinition,
} from '@connectory/connector-sdk';
import { type DirectActionName, Secret } from '@connectory/connector-sdk/engine';
import { GatewayError } from '@connectory/errors';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import {
  type ConnectionLimits,
  createEgressGuard,
  createUpstreamClient,
  type TokenStore,
  type UpstreamCall,
  type UpstreamClient,
  type UpstreamClientOptions,
  type UpstreamConnection,
} from '../src/index.ts';

const api = restApi({
  recordsAt: 'data',
  paging: page.lastId({ param: 'after', size: 'limit', more: 'has_more' }),
  meta: { has_more: fromBody('has_more', z.boolean()) },
});

const byId = z.object({ id: z.string().describe('Id of the thing') });
const record = z.looseObject({ id: z.string() });

const things = defineEntity({
  name: 'things',
  summary: 'Things of all kinds',
  record,
  key: 'id',
  actions: {
    list: api('GET /things', {
      summary: 'List things',
      params: z.object({
        after: z.string().optional().describe('Id of the last thing of the page before'),
        limit: z.int().optional().describe('Number of things per page'),
        colours: z.array(z.string()).optional().describe('Colours the things may have'),
      }),
    }),
    get: api('GET /things/{id}', { summary: 'Get a thing', params: byId }),
    create: api('POST /things', {
      summary: 'Create a thing',
      params: z.object({ name: z.string().describe('Name of the thing') }),
    }),
    update: api('PATCH /things/{id}', {
      summary: 'Change a thing',
      params: byId.extend({ name: z.string().describe('Name of the thing') }),
      encoding: 'form',
    }),
    delete: api('DELETE /things/{id}', { summary: 'Delete a thing', params: byId }),
    api_search: api('GET /things/search', {
      summary: 'Search things',
      params: z.object({ query: z.string().describe('Words to look for') }),
      paging: null,
    }),
    download: api('GET /things/{id}/content', { summary: 'Download the content of a thing', params: byId }),
  },
});

const attachments = defineEntity({
  name: 'attachments',
  summary: 'Files attached to things',
  record,
  key: 'id',
  actions: {
    create: api('POST /attachments', {
      summary: 'Attach a file',
      params: z.object({ name: z.string().describe('Name of the file') }),
      idempotencyHeader: 'x-attach-once',
    }),
    update: api('POST /attachments/{id}', {
      summary: 'Replace an attachment',
      params: byId,
      idHeader: 'X-Resource-Id',
      result: z.object({ id: z.int() }),
    }),
    download: api('GET /attachments/{id}', { summary: 'Download an attachment', params: byId, fileAt: 'file.url' }),
  },
});

const parcels = defineEntity({
  name: 'parcels',
  summary: 'Things on their way',
  record,
  key: 'id',
  actions: {
    create: api('POST /parcels', {
      summary: 'Send a parcel',
      params: z.object({ name: z.string().describe('What is in it') }),
      idempotencyField: 'once',
    }),
  },
});

const letters = defineEntity({
  name: 'letters',
  summary: 'Things that came with files',
  record,
  key: 'id',
  actions: {
    download: api('GET /letters/{id}', {
      summary: 'Download one of the files',
      params: byId.extend({
        index: z.union([z.int(), z.string()]).describe('Position of the file'),
      }),
      fileAt: 'files.{index}.url',
    }),
  },
});

/** The upstream of the test connector, with the given differences. */
export function testUpstreamDefinition(changes: Partial<UpstreamDefinition> = {}): UpstreamDefinition {
  return {
    baseUrl: 'https://api.things.example',
    documentation: 'https://things.example/docs',
    version: { pinned: '2026-01-01', sunset: null },
    authentication: {
      key: auth.bearer('api_key', 'API key of the account'),
      oauth: auth.oauth2({
        description: 'OAuth application',
        authorizationUrl: 'https://api.things.example/authorize',
        tokenUrl: 'https://api.things.example/token',
        refusals: ['bad_refresh_token'],
      }),
      machine: auth.clientCredentials({
        description: 'Machine account',
        tokenUrl: 'https://api.things.example/token',
        client: 'basic',
        scopes: ['read', 'write'],
      }),
    },
    headers: { 'things-version': '{api_version}' },
    failure: {
      message: ['error.message', 'message'],
      code: ['error.code'],
      codes: {
        gone_missing: 'record_not_found',
        too_many: 'upstream_rate_limited',
        down: 'upstream_unavailable',
        '*_forbidden': 'credential_rejected',
        token_is_old: 'token_expired',
      },
      when: { path: 'error', is: 'present' },
      requestId: 'x-request-id',
    },
    limits: { remaining: 'x-remaining', reset: { header: 'x-reset', unit: 'seconds-from-now' } },
    ...changes,
  };
}

/** A connector of an invented vendor with REST actions of every kind. */
export function testConnector(changes: Partial<UpstreamDefinition> = {}): Connector {
  return defineConnector({
    id: 'things',
    kind: 'things',
    vendor: 'Thingsmith',
    version: '1.0.0',
    upstream: defineUpstream(testUpstreamDefinition(changes)),
    entities: [things, attachments, parcels, letters],
    check: { entity: 'things', action: 'list', params: {} },
  });
}

const noTokens: TokenStore = {
  exclusively: (work) => work(),
  read: () => Promise.reject(new Error('this test renews no token')),
  renewalBegins: () => Promise.reject(new Error('this test renews no token')),
  renewalUnsent: () => Promise.reject(new Error('this test renews no token')),
  save: () => Promise.reject(new Error('this test renews no token')),
  reauthorizationRequired: () => Promise.reject(new Error('this test renews no token')),
};

/** The parts of a connection that a test sets. */
export interface TestConnectionOptions {
  readonly connector?: Connector;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly authentication?: string;
  readonly credentials?: Readonly<Record<string, string>>;
  readonly tokens?: TokenStore;
  readonly workspaceId?: string;
  readonly limits?: Partial<ConnectionLimits>;
}

let connections = 0;

/** A connection to the test connector at `origin`, by default authenticated with an API key. */
export function testConnection(origin: string, options: TestConnectionOptions = {}): UpstreamConnection {
  const { credentials = { api_key: 'key-of-the-account' } } = options;
  return {
    id: `connection-${++connections}`,
    workspaceId: options.workspaceId ?? 'workspace',
    connector: options.connector ?? testConnector(),
    settings: { base_url: origin, ...options.settings },
    authentication: options.authentication ?? 'key',
    credentials: secrets(credentials),
    limits: { deadlineSeconds: 60, responseBytes: 1024 * 1024, ...options.limits },
    tokens: options.tokens ?? noTokens,
  };
}

/** Credential values as the engine holds them. */
export function secrets(values: Readonly<Record<string, string>>): Readonly<Record<string, Secret>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, new Secret(value)]));
}

/** A call of an action of the test connector: `things get`. */
export function testCall(
  connection: UpstreamConnection,
  what: `${string} ${DirectActionName}`,
  params: Readonly<Record<string, RawValue>> = {},
  more: Pick<UpstreamCall, 'idempotencyKey' | 'range' | 'signal' | 'held' | 'deadlineSeconds' | 'purpose'> = {},
): UpstreamCall {
  const [entity, name] = what.split(' ') as [string, DirectActionName];
  const action = connection.connector.entities.find((candidate) => candidate.name === entity)?.actions[name];
  if (action === undefined) throw new Error(`the test connector has no ${what}`);
  return { connection, name, action, params: action.params.parse(params), ...more };
}

/** A client that may call 127.0.0.1, waits for nothing and ends with its test; `waits` has the milliseconds it would have slept. */
export function testClient(
  options: Partial<UpstreamClientOptions> = {},
): UpstreamClient & { readonly waits: number[] } {
  const waits: number[] = [];
  const client = createUpstreamClient({
    guard: createEgressGuard(['127.0.0.1']),
    ...options,
    retry: {
      sleep: async (milliseconds) => {
        waits.push(milliseconds);
      },
      ...options.retry,
    },
  });
  onTestFinished(() => client.close());
  return { ...client, waits };
}

/** The `GatewayError` that work ends with; fails when it ends otherwise. */
export async function gatewayErrorOf(work: Promise<unknown>): Promise<GatewayError> {
  const outcome: unknown = await work.then(
    () => new Error('expected a failure'),
    (error: unknown) => error,
  );
  if (GatewayError.is(outcome)) return outcome;
  throw outcome;
}
