import { defineConnector, defineEntity, restApi } from '@connectory/connector-sdk';
import type { ContextStore, StoredValue } from '@connectory/context-store';
import { GatewayError } from '@connectory/errors';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { openGateway } from '../../test/test-gateway.ts';
import { notebook } from '../../test/test-vendor.ts';
import { createRegistry } from '../registry.ts';
import { ContextCopy } from './context-copy.ts';

/** Copies over a store of which only what a test gives is there. */
async function openCopy(store: Partial<ContextStore>, connector = notebook) {
  const gateway = await openGateway();
  const { controlPlane, upstream, connection } = gateway;
  const onError = vi.fn();
  const registry = createRegistry([connector]);
  const copy = new ContextCopy({
    store: { searchTurns: 4, ...store } as ContextStore,
    registry,
    controlPlane,
    upstream,
    onError,
  });
  const json = Buffer.from('{"id":"a"}');
  const write = { connection, connector: notebook, entity: 'notes', action: 'create', params: {}, json } as const;
  return { ...gateway, copy, onError, write };
}

const fails = () => Promise.reject(new Error('disk full'));
const hangs = () => new Promise<never>(() => undefined);

describe('a write', () => {
  it('is answered also when the store fails, and the log is told', async () => {
    const { copy, onError, write, connection } = await openCopy({ readCheckpoint: fails });
    await copy.wrote(write);
    expect(onError).toHaveBeenCalledExactlyOnceWith(new Error('disk full'), connection.id, 'notes');
  });

  it('is answered also when its record cannot be read', async () => {
    const { copy, onError, write } = await openCopy({ readCheckpoint: async () => null });
    await copy.wrote({ ...write, json: Buffer.from('{"id":oops}') });
    expect(onError).not.toHaveBeenCalled();
  });

  it('does not wait for ever for a store that hangs', async () => {
    const { copy, write } = await openCopy({ readCheckpoint: hangs });
    expect(await copy.wrote(write)).toBeUndefined();
  });
});

describe('a ping', () => {
  it('fails when the store does', async () => {
    const { copy } = await openCopy({ readCheckpoint: fails });
    await expect(copy.ping()).rejects.toThrow('disk full');
  });

  it('does not fail when the store is only busy', async () => {
    const busy = () => Promise.reject(new GatewayError('store_busy', 'Too many searches.'));
    for (const readCheckpoint of [hangs, busy, async () => null])
      await (await openCopy({ readCheckpoint })).copy.ping();
  });
});

describe('a synchronization', () => {
  it('is not begun for a connector that is not installed', async () => {
    const { copy, addConnection } = await openCopy({});
    const strange = await addConnection({ name: 'strange', connector: 'elsewhere' });
    await expect(copy.request(strange)).rejects.toMatchObject({ code: 'connector_not_found' });
    await expect(copy.states(strange)).rejects.toMatchObject({ code: 'connector_not_found' });
  });

  it('waits while a live call of the connection runs', async () => {
    let checkpoint: StoredValue | null = null;
    const { copy, connection, vendor } = await openCopy({
      prepare: async () => {},
      readCheckpoint: async () => checkpoint,
      readCheckpoints: async (_connectionId, layouts) => layouts.map(() => checkpoint),
      writeCheckpoint: async (_scope, next) => {
        checkpoint = next;
      },
      writePage: async (_scope, page) => {
        checkpoint = page.checkpoint;
        return { added: 0, changed: 0, unchanged: 0, removed: 0 };
      },
      endPass: async (_scope, { checkpoint: next }) => {
        checkpoint = next;
      },
    });
    const responded = Promise.withResolvers<void>();
    const live = copy.live(connection.id, () => responded.promise);
    await copy.request(connection);
    await vi.waitFor(() => expect(checkpoint).not.toBeNull());
    expect(vendor.received).toEqual([]);
    expect(copy.bounds.map(({ name, limit, inUse }) => [name, limit, inUse()])).toEqual([
      ['searches', 4, 0],
      ['search_queue', 200, 0],
      ['sync_slots', 8, expect.any(Number)],
      ['sync_runs', 64, 1],
      ['event_queue', 50_000, 0],
    ]);
    responded.resolve();
    await live;
    await vi.waitFor(() => expect(vendor.received).toHaveLength(1));
    await copy.stop(new AbortController().signal);
  });
});

describe('a copy to export', () => {
  it('has the fields that the account of the connection has added', async () => {
    const api = restApi({});
    const cards = defineEntity({
      name: 'cards',
      summary: 'Cards',
      record: z.object({ id: z.string(), extra: z.looseObject({}) }),
      key: 'id',
      actions: { list: api('GET /cards', { summary: 'List cards', paging: null }) },
      search: { fields: ['id'] },
      sync: { via: 'list' },
      ownFields: {
        at: 'own_fields',
        reads: [{ entity: 'cards' }],
        fields: () => [],
        values: (record) => record.extra,
      },
    });
    const connector = defineConnector({ ...notebook, entities: [...notebook.entities, cards] });
    const { copy, controlPlane, connection } = await openCopy({}, connector);
    const { workspaceId, id } = connection;
    const risk = { name: 'risk', label: 'Risk', type: 'integer', goneAt: null };
    const content = { entities: [], failed: [], fields: { cards: [risk] } };
    await controlPlane.connections.storeOwnFields(workspaceId, id, JSON.stringify(content));
    const extended = await controlPlane.connections.get(workspaceId, id, { fresh: true });
    const { layout } = await copy.searched(extended ?? connection, {}, 'cards');
    expect(layout.fields.find(({ name }) => name === 'own_fields')?.members).toEqual({ risk: 'integer' });
  });
});
