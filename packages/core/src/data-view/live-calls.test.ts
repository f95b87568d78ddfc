import { defineEntity, restApi } from '@connectory/connector-sdk';
import type { Connection, Policy } from '@connectory/control-plane';
import { GatewayError } from '@connectory/errors';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { exampleConnector } from '../../test/example-connector.ts';
import { createRegistry } from '../registry.ts';
import { viewOf } from './data-views.ts';
import { requireShownParams, withoutRemoteText } from './live-calls.ts';

const api = restApi({});
const orders = defineEntity({
  name: 'orders',
  summary: 'Orders',
  record: z.object({ id: z.string(), total: z.number(), note: z.string(), state: z.enum(['open', 'closed']) }),
  key: 'id',
  actions: {
    list: api('GET /orders', {
      summary: 'List orders',
      paging: null,
      params: z.object({
        q: z.string().optional().describe('Words'),
        state: z.enum(['open', 'closed']).optional().describe('State'),
        min_total: z.number().optional().describe('Least total'),
        archived: z.boolean().optional().describe('Whether archived ones are listed'),
        order_by: z.enum(['total', 'note', 'state']).optional().describe('Order'),
        direction: z.enum(['asc', 'desc']).optional().describe('Direction'),
      }),
    }),
  },
  search: { fields: ['id', 'total', 'note', 'state'] },
  sync: { via: 'list' },
});
const shop = exampleConnector('shop', [orders]);
const registry = createRegistry([shop]);
const controlPlane = { workspaces: { hashKey: async () => Buffer.alloc(32, 7) } };

async function isAllowed(policy: Policy, params: object): Promise<boolean> {
  const connection = { workspaceId: 'w', connector: 'shop', name: 'Berlin', id: 'c' } as unknown as Connection;
  const entity = registry.get('shop')?.entities.get('orders');
  const view = entity && (await viewOf({ registry, controlPlane }, policy, connection, entity));
  const action = entity?.actions.get('list');
  if (entity === undefined || view === undefined || action === undefined) throw new Error('nothing is hidden');
  try {
    requireShownParams(view, { kind: 'direct', entity, ...action }, { ...params });
    return true;
  } catch (error) {
    if (GatewayError.is(error, 'forbidden')) return false;
    throw error;
  }
}

describe('a parameter', () => {
  it.each([{ min_total: 5 }, { order_by: 'total' }, { archived: true }, { q: 'ada' }])(
    'that could find out a hidden number is refused: %j',
    async (params) => {
      expect(await isAllowed({ fields: [{ drop: ['total'] }] }, params)).toBe(false);
    },
  );

  it.each([{ state: 'open' }, { order_by: 'state' }, { direction: 'desc' }])(
    'that is about a field that is shown is allowed: %j',
    async (params) => {
      expect(await isAllowed({ fields: [{ drop: ['total'] }] }, params)).toBe(true);
    },
  );

  it('that tests or orders by no text is allowed where only texts are hidden', async () => {
    const policy: Policy = { fields: [{ mask: ['note'] }] };
    expect(await isAllowed(policy, { min_total: 5, archived: true, order_by: 'total' })).toBe(true);
    expect(await isAllowed(policy, { order_by: 'note' })).toBe(false);
  });
});

describe('an error under a policy that hides data', () => {
  it('is the same for a record that is missing and for one that is hidden', () => {
    const missing = new GatewayError('record_not_found', 'Shop: no order o1', { upstream: { status: 404 } });
    const hidden = new GatewayError('record_not_found', 'hidden');
    const seen = [missing, hidden].map(withoutRemoteText).map(({ message, upstream }) => [message, upstream]);
    expect(seen[0]).toEqual(seen[1]);
    expect(seen[0]?.[0]).not.toContain('o1');
  });

  it('has nothing that a connector says of a response', () => {
    const error = new GatewayError('upstream_unavailable', 'There is no page after ada@example.com.');
    expect(withoutRemoteText(error).message).not.toContain('ada');
    const own = new GatewayError('invalid_params', 'limit must be a number.');
    expect(withoutRemoteText(own)).toBe(own);
  });
});
