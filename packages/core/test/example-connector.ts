import { auth, type Connector, defineConnector, defineUpstream, type Entity } from '@connectory/connector-sdk';

const upstream = defineUpstream({
  baseUrl: 'https://api.example.com',
  documentation: 'https://example.com/docs',
  version: { pinned: '1', sunset: null },
  authentication: { token: auth.bearer('token', 'A token') },
  failure: { message: ['message'] },
});

/** A connector of an invented vendor that is never called; the first entity has a list without required parameters. */
export function exampleConnector(
  id: string,
  entities: readonly [Entity, ...Entity[]],
  options: Partial<Pick<Connector, 'personal'>> = {},
): Connector {
  const check = { entity: entities[0].name, action: 'list', params: {} } as const;
  return defineConnector({ id, kind: id, vendor: id, version: '1.0.0', upstream, entities, check, ...options });
}
