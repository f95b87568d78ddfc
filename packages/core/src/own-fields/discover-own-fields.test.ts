import { defineEntity, type OwnFields, type RawValue, restApi } from '@connectory/connector-sdk';
import type { PageRequest } from '@connectory/context-store';
import type { Connection } from '@connectory/control-plane';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { exampleConnector } from '../../test/example-connector.ts';
import { createRegistry } from '../registry.ts';
import { discoverOwnFields } from './discover-own-fields.ts';
import type { OwnContent } from './own-connector.ts';

const api = restApi({});

const listed = (name: string, ownFields?: OwnFields) =>
  defineEntity({
    name,
    summary: `The ${name}`,
    record: z.object({ id: z.string(), values: z.record(z.string(), z.unknown()).nullish() }),
    key: 'id',
    actions: {
      list: api('GET /records', {
        summary: `List ${name}`,
        params: z.object({ group: z.string().optional().describe('Group of the records') }),
        paging: null,
      }),
    },
    search: { fields: ['id', 'values'] },
    sync: { via: 'list' },
    ...(ownFields !== undefined && { ownFields }),
  });

/** Discovers the own fields of `people` and `firms` at a vendor with these records, by entity and group. */
async function discovered(ownFields: Omit<OwnFields, 'at'>, rows: Readonly<Record<string, readonly RawValue[]>>) {
  const own = { at: 'values', ...ownFields };
  const connector = exampleConnector('example', [
    listed('groups'),
    listed('definitions'),
    listed('options'),
    listed('people', own),
    listed('firms', own),
  ]);
  const reads: string[] = [];
  let stored = '';
  const parts = {
    registry: createRegistry([connector]),
    controlPlane: {
      connections: {
        ownFields: async () => null,
        storeOwnFields: async (_workspaceId: unknown, _id: string, content: string) => {
          stored = content;
          return 'revision';
        },
      },
    },
    source: {
      readPage: async ({ entity, params }: PageRequest) => {
        const name = [entity.name, ...Object.values(params)].join(' ');
        reads.push(name);
        return { records: rows[name] ?? [], nextParams: null };
      },
    },
  };
  const connection = { id: 'c', workspaceId: 'w', connector: 'example', sync: {} } as unknown as Connection;
  await discoverOwnFields(parts, connection, new AbortController().signal);
  return { reads, fields: (JSON.parse(stored) as OwnContent).fields };
}

const plain: OwnFields['fields'] = ({ name, type = 'string', options }) =>
  name === undefined ? [] : [{ name, label: name, type, ...(options && { options }) }];

const option = (value: string) => ({ value, label: value.toUpperCase() });

describe('discovery', () => {
  it('reads definitions once for each record of another entity, and once for all entities that have them', async () => {
    const groups = { entity: 'groups', bind: { group: 'id' } };
    const { reads, fields } = await discovered(
      { reads: [{ entity: 'definitions', each: groups }], fields: plain },
      { groups: [{ id: 'a' }, { id: 'b' }], 'definitions a': [{ name: 'risk' }], 'definitions b': [{ name: 'score' }] },
    );
    expect(reads).toEqual(['groups', 'definitions a', 'definitions b']);
    expect(fields.people?.map(({ name }) => name)).toEqual(['risk', 'score']);
    expect(fields.firms).toEqual(fields.people);
  });

  it('gives a field that several definitions declare all their options, and no type if the types differ', async () => {
    const { fields } = await discovered(
      { reads: [{ entity: 'definitions' }], fields: plain },
      {
        definitions: [
          { name: 'size', options: [option('s'), option('m')] },
          { name: 'size', options: [option('m'), option('l')] },
          { name: 'age', type: 'integer' },
          { name: 'age', type: 'string' },
        ],
      },
    );
    expect(fields.people).toEqual([
      { name: 'size', label: 'size', type: 'string', options: ['s', 'm', 'l'].map(option), goneAt: null },
      { name: 'age', label: 'age', type: 'any', goneAt: null },
    ]);
  });

  it('leaves out fields whose names cannot be paths', async () => {
    const names = ['', 'a..b', '__proto__.polluted', 'x'.repeat(201), 'risk'];
    const { fields } = await discovered(
      { reads: [{ entity: 'definitions' }], fields: plain },
      { definitions: names.map((name) => ({ name })) },
    );
    expect(fields.people?.map(({ name }) => name)).toEqual(['risk']);
  });

  it('finds options that the vendor lists apart from the fields', async () => {
    const { fields } = await discovered(
      {
        reads: [{ entity: 'definitions' }, { entity: 'options' }],
        fields: ({ name, value }, all) => {
          const options = all.filter((row) => row.of === name && row.value !== undefined);
          return value === undefined ? plain({ name, options: options.map((row) => option(row.value)) }, all) : [];
        },
      },
      {
        definitions: [{ name: 'size' }],
        options: [
          { of: 'size', value: 's' },
          { of: 'other', value: 'x' },
        ],
      },
    );
    expect(fields.people?.[0]).toMatchObject({ name: 'size', options: [option('s')] });
  });
});
