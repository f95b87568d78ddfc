import {
  auth,
  type Connector,
  type ConsentOptions,
  defineConnector,
  defineEntity,
  defineUpstream,
  restApi,
} from '@connectory/connector-sdk';
import { z } from 'zod';

const things = defineEntity({
  name: 'things',
  summary: 'Things',
  record: z.object({ id: z.string() }),
  key: 'id',
  actions: { list: restApi()('GET /things', { summary: 'List things', params: z.object({}) }) },
});

type OAuthOptions = Partial<Parameters<typeof auth.oauth2>[0]> & Partial<ConsentOptions>;

/** A vendor whose consent follows the RFCs by default. */
export function consenting(id: string, options: OAuthOptions, withinOk = false): Connector {
  const oauth2 = auth.oauth2({
    description: 'Application',
    authorizationUrl: 'https://login.example.com/{team}/authorize',
    tokenUrl: 'https://login.example.com/{team}/token',
    scopes: ['read', 'write'],
    ...options,
  });
  return defineConnector({
    id,
    kind: 'toy',
    vendor: 'Toy <Vendor>',
    version: '1.0.0',
    upstream: defineUpstream({
      baseUrl: 'https://api.example.com',
      documentation: 'https://example.com',
      version: { pinned: '1', sunset: null },
      authentication: { oauth2 },
      settings: z.object({
        team: z.string().default('home').describe('Team'),
        site: z
          .string()
          .regex(/^[0-9]{8}$/)
          .optional()
          .describe('Site'),
      }),
      failure: withinOk ? { when: { path: 'ok', is: false }, message: ['error'] } : { message: ['message'] },
    }),
    entities: [things],
    check: { entity: 'things', action: 'list', params: {} },
  });
}
