import { auth, defineConnector, defineEntity, defineUpstream, restApi } from '@connectory/connector-sdk';
import { Secret } from '@connectory/connector-sdk/engine';
import { z } from 'zod';
import type { UpstreamClient } from '../src/client.ts';
import type { ExchangeResponse } from '../src/exchange.ts';
import type { ConsentTarget } from '../src/oauth/consent.ts';

type Options = Parameters<typeof auth.oauth2>[0];

/** A target of a made-up connector with a modified consent. */
export function fixtureTarget(options: Partial<Options> = {}, settings: object = { shop: 'acme' }): ConsentTarget {
  const api = restApi({ recordsAt: 'items' });
  const connector = defineConnector({
    id: 'market',
    kind: 'market',
    vendor: 'Market',
    version: '1.0.0',
    upstream: defineUpstream({
      baseUrl: 'https://{shop}.market.example/api',
      documentation: 'https://market.example/docs',
      version: { pinned: '1', sunset: null },
      authentication: {
        oauth2: auth.oauth2({
          description: 'Application',
          authorizationUrl: 'https://{shop}.market.example/authorize?kind=code',
          tokenUrl: 'https://{shop}.market.example/token',
          scopes: ['read', 'write'],
          ...options,
        }),
      },
      settings: z.object({ shop: z.string(), account: z.string().optional() }),
      failure: { message: ['message'] },
    }),
    entities: [
      defineEntity({
        name: 'items',
        summary: 'Items',
        record: z.object({ id: z.string() }),
        key: 'id',
        actions: { list: api('GET /items', { summary: 'List items', params: z.object({}) }) },
      }),
    ],
    check: { entity: 'items', action: 'list', params: {} },
  });
  const credentials = { client_id: new Secret('the-client'), client_secret: new Secret('the-secret') };
  return { connector, authentication: 'oauth2', settings: { ...settings }, credentials };
}

type Sent = Parameters<UpstreamClient['send']>[0];

/** An upstream with given responses, and the requests it received. */
export function responding(
  status: number,
  body: unknown,
): { readonly send: UpstreamClient['send']; readonly sent: readonly Sent[] } {
  const sent: Sent[] = [];
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response: ExchangeResponse = { status, headers: {}, body: Buffer.from(text) };
  const send = async (request: Sent) => {
    sent.push(request);
    return response;
  };
  return { send, sent };
}
