import type { ConnectorManifest } from '@connectory/connector-sdk/engine';
import { type ReleasedConnector, releasedConnectorOf } from '../src/released-connector.ts';

const text = { type: 'string' };

/** A manifest with one of everything that can change. */
export const shopManifest = {
  id: 'shop',
  kind: 'shop',
  version: '1.2.3',
  contract: 1,
  vendor: 'Shop',
  documentation: 'https://shop.example.com/docs',
  upstream: { version: '2026-01', sunset: null },
  auth: [
    {
      name: 'api_key',
      scheme: 'bearer',
      description: 'Key of the shop',
      fields: [
        { name: 'api_key', description: 'Key', secret: true, required: true },
        { name: 'account', description: 'Account', secret: false, required: false },
      ],
    },
    { name: 'basic', scheme: 'basic', description: 'User and password', fields: [] },
  ],
  settings: { type: 'object', properties: { region: text }, additionalProperties: false },
  entities: [
    {
      name: 'orders',
      summary: 'What customers ordered',
      key: 'id',
      record: {
        type: 'object',
        properties: { id: text, total: { type: 'number' }, note: { anyOf: [text, { type: 'null' }] } },
        required: ['id', 'total'],
      },
      actions: [
        {
          action: 'list',
          summary: 'List orders',
          effect: 'read',
          result: 'records',
          meta: ['has_more', 'cursor'],
          params: {
            type: 'object',
            properties: {
              limit: { type: 'integer', minimum: 1, maximum: 100, description: 'Page size' },
              state: { type: 'string', enum: ['open', 'closed'] },
            },
            additionalProperties: false,
          },
        },
        {
          action: 'delete',
          summary: 'Delete an order',
          effect: 'delete',
          result: 'record',
          meta: [],
          params: { type: 'object', properties: { id: text }, required: ['id'], additionalProperties: false },
          result_schema: { type: 'object', properties: { deleted: { type: 'boolean' } }, required: ['deleted'] },
        },
        { action: 'context_store_search', summary: 'Search', effect: 'read', result: 'records', meta: [], params: {} },
      ],
      search: {
        fields: [
          { name: 'id', type: 'string', nullable: true },
          { name: 'total', type: 'number', nullable: true },
        ],
      },
    },
  ],
} as const satisfies ConnectorManifest;

/** Copies a manifest with another value at a dotted path; undefined removes the value. */
export function changed(manifest: ConnectorManifest, path: string, value: unknown): ConnectorManifest {
  const copy = structuredClone(manifest);
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  let parent = copy as unknown as Record<string, unknown>;
  for (const step of steps) {
    const child = parent[step];
    if (typeof child !== 'object' || child === null) throw new Error(`The manifest has no ${path}`);
    parent = child as Record<string, unknown>;
  }
  if (Array.isArray(parent) && value === undefined) parent.splice(Number(last), 1);
  else if (value === undefined) delete parent[last];
  else parent[last] = value;
  return copy;
}

/** Returns what a release of a manifest promises, with another version if given. */
export function released(manifest: ConnectorManifest, version: string = manifest.version): ReleasedConnector {
  return releasedConnectorOf({ ...manifest, version });
}
