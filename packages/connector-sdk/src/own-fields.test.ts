import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { auth } from './authentication.ts';
import { defineConnector } from './connector.ts';
import { defineEntity } from './entity.ts';
import { describeConnector } from './manifest.ts';
import { type FoundField, type OwnFields, withOwnFields } from './own-fields.ts';
import { restApi } from './rest-api.ts';
import { time } from './time.ts';
import { defineUpstream } from './upstream.ts';

const api = restApi({ recordsAt: 'results' });

const upstream = defineUpstream({
  baseUrl: 'https://api.example.com',
  documentation: 'https://example.com/docs',
  version: { pinned: '1', sunset: null },
  authentication: { token: auth.bearer('token', 'A token') },
  failure: { message: ['message'] },
});

const definitions = defineEntity({
  name: 'definitions',
  summary: 'Definitions of fields',
  record: z.object({ name: z.string() }),
  key: 'name',
  actions: { list: api('GET /definitions', { summary: 'List definitions', params: z.object({}), paging: null }) },
});

const people = (ownFields: OwnFields) =>
  defineEntity({
    name: 'people',
    summary: 'People',
    record: z.object({
      id: z.string(),
      updated: time(),
      properties: z.object({ email: z.string().nullish() }),
      values: z.array(z.unknown()),
    }),
    key: 'id',
    actions: {
      list: api('GET /people', {
        summary: 'List people',
        params: z.object({ properties: z.string().optional().describe('Names of properties') }),
        paging: null,
      }),
    },
    search: { fields: ['id', 'updated', 'properties', 'properties.email'] },
    sync: { via: 'list', params: { properties: 'email' } },
    ownFields,
  });

const connector = (ownFields: OwnFields) =>
  defineConnector({
    id: 'example',
    kind: 'example',
    vendor: 'Example',
    version: '1.0.0',
    upstream,
    entities: [definitions, people(ownFields)],
    check: { entity: 'definitions', action: 'list', params: {} },
  });

const inProperties: OwnFields = {
  at: 'properties',
  reads: [{ entity: 'definitions' }],
  fields: ({ name }) => [{ name, label: name, type: 'string' }],
  request: { param: 'properties', maxLength: 'email%2Ca%2Cb'.length },
};

const field = (name: string, more: Partial<FoundField> = {}): FoundField => ({
  name,
  label: name.toUpperCase(),
  type: 'string',
  goneAt: null,
  ...more,
});

const entityOf = (...given: Parameters<typeof withOwnFields>) => {
  const own = withOwnFields(...given);
  const entity = own.entities.find(({ name }) => name === 'people');
  const manifest = describeConnector(own).entities.find(({ name }) => name === 'people');
  if (entity === undefined || manifest === undefined) throw new Error('There are people.');
  return { entity, manifest };
};

const found = (...fields: readonly FoundField[]) => ({ entities: [], fields: { people: fields } });

describe('a connector with the own fields of an account', () => {
  it('declares them with label, type, format and options in the record', () => {
    const { manifest } = entityOf(
      connector(inProperties),
      found(
        field('risk', { options: [{ value: 'a', label: 'A' }], description: 'How likely' }),
        field('score', { type: 'decimal' }),
        field('born', { format: 'date' }),
        field('gone', { goneAt: '2026-01-01T00:00:00.000Z' }),
      ),
    );
    expect(manifest.record).toMatchObject({
      properties: {
        properties: {
          properties: {
            email: { type: ['string', 'null'] },
            risk: { type: ['string', 'null'], description: 'RISK: How likely', 'x-extensible-enum': ['a'] },
            score: { format: 'decimal' },
            born: { format: 'date' },
            gone: { description: 'GONE (no longer at the vendor since 2026-01-01T00:00:00.000Z)' },
          },
        },
      },
    });
  });

  it('requests those the vendor still has, in as many requests as they need', () => {
    const { entity } = entityOf(
      connector(inProperties),
      found(...['a', 'b', 'c', 'd', 'email'].map((name) => field(name)), field('e', { goneAt: 'then' })),
    );
    expect(entity.sync?.params).toEqual({ properties: 'email,a,b' });
    expect(entity.sync?.further).toEqual({ param: 'properties', values: ['c,d'], at: 'properties' });
  });

  it('copies a field by choice only if it is chosen', () => {
    const definitions = found(field('a'), field('b', { byChoice: true }));
    expect(entityOf(connector(inProperties), definitions).entity.sync?.params).toEqual({ properties: 'email,a' });
    const chosen = entityOf(connector(inProperties), definitions, { people: ['properties.b'] });
    expect(chosen.entity.sync?.params).toEqual({ properties: 'email,b' });
  });

  it('has a search field for values that the record keeps elsewhere, before anything is discovered', () => {
    const values: OwnFields = { ...inProperties, at: 'own_fields', values: () => ({ risk: 'a' }) };
    const { request: _none, ...plain } = values;
    const { entity, manifest } = entityOf(connector(plain), found());
    expect(manifest.search?.fields.at(-1)).toMatchObject({ name: 'own_fields', type: 'object', beyond_contract: true });
    expect(entity.search?.derived.own_fields?.from?.({})).toEqual({ risk: 'a' });
  });

  it('copies only chosen fields, and what identifies a record', () => {
    const { entity } = entityOf(connector(inProperties), found(field('a'), field('b')), { people: ['properties.a'] });
    expect(entity.search?.fields).toEqual(['id']);
    expect(Object.keys(entity.search?.derived ?? {})).toEqual(['properties']);
    expect(entity.search?.derived.properties?.from?.({ properties: { email: 'x', a: 1, b: 2 } })).toEqual({ a: 1 });
    expect(entity.sync?.params).toEqual({ properties: 'email,a' });
  });

  it('has the own entities of the account, without those whose names are taken', () => {
    const base = connector(inProperties);
    const own = {
      ...base,
      ownEntities: {
        reads: [],
        keep: () => null,
        entity: ({ name }: { name: string }) => ({ ...definitions, name }),
      },
    };
    const { entities } = withOwnFields(own, {
      entities: [{ name: 'cars' }, { name: 'people' }, { name: 'Not a name' }],
      fields: {},
    });
    expect(entities.map(({ name }) => name)).toEqual(['definitions', 'people', 'cars']);
  });
});

it('rejects a declaration that reads definitions which cannot be listed', () => {
  expect(() => connector({ ...inProperties, reads: [{ entity: 'missing' }] })).toThrow(
    'connector example, people ownFields: missing has no list of definitions',
  );
  expect(() => connector({ ...inProperties, at: 'missing' })).toThrow('the record has no missing');
  expect(() => connector({ ...inProperties, request: { param: 'missing', maxLength: 100 } })).toThrow(
    'list has no parameter missing',
  );
});
