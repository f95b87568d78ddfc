import type { Entity, RawValue } from '@connectory/connector-sdk';
import { withOwnFields } from '@connectory/connector-sdk/engine';
import { describe, expect, it } from 'vitest';
import { contacts } from '../src/entities/contacts.ts';
import { hubspot } from '../src/index.ts';
import { ownObjects } from '../src/own-objects.ts';

const definition = (name: string, own: object): RawValue => ({
  name,
  label: name.toUpperCase(),
  type: 'string',
  fieldType: 'text',
  description: '',
  options: [],
  hubspotDefined: false,
  ...own,
});

const fieldsOf = (name: string, own: object) => contacts.ownFields?.fields(definition(name, own), []);

const options = [
  { label: 'Red', value: 'red', hidden: false, displayOrder: 0 },
  { label: 'Blue', value: 'blue', hidden: false, displayOrder: 1 },
];

describe('a property of the account', () => {
  it.each([
    [{ type: 'number', fieldType: 'number' }, { type: 'decimal' }],
    [
      { type: 'date', fieldType: 'date' },
      { type: 'string', format: 'date' },
    ],
    [
      { type: 'datetime', fieldType: 'date' },
      { type: 'string', format: 'iso-8601' },
    ],
    [{ type: 'phone_number', fieldType: 'phonenumber' }, { type: 'string' }],
  ])('of %j is %j', (own, expected) => {
    expect(fieldsOf('size', own)).toMatchObject([{ name: 'size', label: 'SIZE', ...expected }]);
  });

  it('has the options of a choice', () => {
    const [field] = fieldsOf('color', { type: 'enumeration', fieldType: 'select', options }) ?? [];
    expect(field).toMatchObject({
      type: 'string',
      options: [
        { value: 'red', label: 'Red' },
        { value: 'blue', label: 'Blue' },
      ],
    });
  });

  it('with several checkboxes is a text that its description explains', () => {
    const own = { type: 'enumeration', fieldType: 'checkbox', options, description: 'Colors they like' };
    const [field] = fieldsOf('colors', own) ?? [];
    expect(field?.description).toBe('Colors they like. Values, separated by semicolons: red; blue');
    expect(field?.options).toBeUndefined();
  });

  it('is copied by choice only if HubSpot defines it, and never declared twice', () => {
    expect(fieldsOf('hs_analytics_source', { hubspotDefined: true })).toMatchObject([{ byChoice: true }]);
    expect(fieldsOf('own_size', {})?.[0]?.byChoice).toBeUndefined();
    expect(fieldsOf('email', { hubspotDefined: true })).toEqual([]);
  });
});

it('600 properties with long names fit into URLs that HubSpot takes, each requested once', () => {
  const names = Array.from({ length: 600 }, (_, index) => `${'long_property_name_'.repeat(5)}${index}`.slice(-100));
  const fields = names.map((name) => ({ name, label: name, type: 'string' as const, goneAt: null }));
  const own = withOwnFields(hubspot, { entities: [], fields: { contacts: fields } });
  const { sync, actions } = own.entities.find(({ name }) => name === 'contacts') as Entity;
  const values = [String(sync?.params?.properties), ...(sync?.further?.values ?? [])];
  const urls = values.map((properties) => {
    const given = { ...sync?.params, properties, after: '9'.repeat(20) };
    const { path = '', query = {} } = actions.list?.request(actions.list.params.parse(given)) ?? {};
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    return `https://api.hubapi.com${path}?${search}`;
  });
  expect(Math.max(...urls.map(({ length }) => length))).toBeLessThan(8_000);
  expect(values.flatMap((value) => value.split(',')).filter((name) => names.includes(name))).toEqual(names);
});

describe('a custom object', () => {
  const schema = (own: object = {}): RawValue => ({
    name: 'SiteVisit',
    objectTypeId: '2-3465404',
    labels: { singular: 'Site visit', plural: 'Site visits' },
    description: 'Visits of technicians',
    associations: [
      { fromObjectTypeId: '2-3465404', toObjectTypeId: '0-2' },
      { fromObjectTypeId: '0-1', toObjectTypeId: '2-3465404' },
      { fromObjectTypeId: '2-3465404', toObjectTypeId: '0-46' },
    ],
    ...own,
  });

  it('is an entity named after it, with the companies that it is associated with', () => {
    const kept = ownObjects.keep(schema());
    const entity = ownObjects.entity(kept);
    expect(entity).toMatchObject({ name: 'site_visit', summary: 'Site visits: Visits of technicians', key: 'id' });
    expect(entity.sync?.params?.associations).toBe('companies');
    expect(
      entity.search?.derived.companies?.from?.({ associations: { companies: { results: [{ id: '7' }] } } }),
    ).toEqual(['7']);
    const { get, list } = entity.actions;
    expect(list?.request(list.params.parse({ properties: 'reference' }))).toMatchObject({
      path: '/crm/v3/objects/2-3465404',
      query: { properties: 'reference' },
    });
    expect(get?.request(get.params.parse({ objectId: '7' })).path).toBe('/crm/v3/objects/2-3465404/7');
    expect(entity.ownFields?.reads).toEqual([{ entity: 'properties', params: { objectType: '2-3465404' } }]);
  });

  it.each(['0-1', '2-1/../contacts', 'contacts', undefined])(
    'with the object type id %s is left out',
    (objectTypeId) => {
      expect(ownObjects.keep(schema({ objectTypeId }))).toBeNull();
    },
  );

  it('with the name of a standard object does not replace it', () => {
    const kept = [schema({ name: 'Contacts' }), schema()].map(ownObjects.keep).filter((one) => one !== null);
    const own = withOwnFields(hubspot, { entities: kept, fields: {} });
    expect(own.entities.filter(({ name }) => name === 'contacts')).toHaveLength(1);
    expect(own.entities.find(({ name }) => name === 'contacts')?.actions).toBe(contacts.actions);
    expect(own.entities.at(-1)?.name).toBe('site_visit');
  });
});
