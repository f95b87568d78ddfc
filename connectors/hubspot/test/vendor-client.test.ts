import { startSandbox } from '@connectory/sandbox';
import { AssociationTypes, Client } from '@hubspot/api-client';
import { afterAll, describe, expect, it } from 'vitest';
import { sandbox as simulation } from '../sandbox/index.ts';
import { associationTypes } from '../src/association-types.ts';
import { hubspot as connector } from '../src/index.ts';

const { origin, sandbox, stop } = await startSandbox({ connectors: [connector], sandboxes: [simulation] });
afterAll(stop);

const { access_token: accessToken = '' } = sandbox.credentials('hubspot');
const { crm: hubspot } = new Client({
  accessToken,
  basePath: sandbox.baseUrl(origin, 'hubspot'),
  limiterOptions: { minTime: 0 },
});

type Listed = Promise<readonly { readonly id: string }[]>;
type Read = (id: string) => Promise<object>;

// Ten records a page, so that the client has to follow the cursor.
const standard: readonly [name: string, list: () => Listed, get: Read][] = [
  ['contacts', () => hubspot.contacts.getAll(10), (id) => hubspot.contacts.basicApi.getById(id)],
  ['companies', () => hubspot.companies.getAll(10), (id) => hubspot.companies.basicApi.getById(id)],
  ['deals', () => hubspot.deals.getAll(10), (id) => hubspot.deals.basicApi.getById(id)],
  ['tickets', () => hubspot.tickets.getAll(10), (id) => hubspot.tickets.basicApi.getById(id)],
];

const idsOf = (entity: string) => sandbox.records('hubspot', entity).map(({ id }) => id);

describe("HubSpot's own client", () => {
  it.each(standard)('lists and gets %s', async (name, list, get) => {
    const listed = await list();
    expect(listed.map(({ id }) => id)).toEqual(idsOf(name));
    expect(await get(listed[7]?.id ?? '')).toEqual(listed[7]);
  });

  it('lists and gets schemas, and the records of a custom object', async () => {
    const { results: schemas } = await hubspot.schemas.coreApi.getAll();
    expect(schemas.map(({ id }) => id)).toEqual(idsOf('schemas'));
    const { fullyQualifiedName = '', objectTypeId = '' } = schemas[1] ?? {};
    expect(await hubspot.schemas.coreApi.getById(fullyQualifiedName)).toEqual(schemas[1]);
    const { results: records } = await hubspot.objects.basicApi.getPage(objectTypeId);
    expect(records.length).toBeGreaterThan(0);
    expect(await hubspot.objects.basicApi.getById(objectTypeId, records[0]?.id ?? '')).toEqual(records[0]);
  });
});

describe('association types', () => {
  const one = (object: string) => (object === 'companies' ? 'company' : object.replace(/_i/, 'I').replace(/s$/, ''));
  const pairs = Object.entries(associationTypes).flatMap(([from, types]) =>
    Object.entries(types).map(([to, id]) => [
      `${one(from)}To${one(to).replace(/^./, (letter) => letter.toUpperCase())}`,
      id,
    ]),
  );

  it.each(pairs)("%s has the id of HubSpot's own client", (name, id) => {
    expect(AssociationTypes[name as keyof typeof AssociationTypes]).toBe(id);
  });
});
