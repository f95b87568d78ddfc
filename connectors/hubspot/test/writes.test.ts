import type { Action, RawValue } from '@connectory/connector-sdk';
import { startSandbox } from '@connectory/sandbox';
import { vendorCalls } from '@connectory/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { sandbox as simulation } from '../sandbox/index.ts';
import { associationTypes } from '../src/association-types.ts';
import { associations } from '../src/entities/associations.ts';
import { calls } from '../src/entities/calls.ts';
import { companies } from '../src/entities/companies.ts';
import { contacts } from '../src/entities/contacts.ts';
import { deals } from '../src/entities/deals.ts';
import { emails } from '../src/entities/emails.ts';
import { listMemberships } from '../src/entities/list-memberships.ts';
import { lists } from '../src/entities/lists.ts';
import { meetings } from '../src/entities/meetings.ts';
import { notes } from '../src/entities/notes.ts';
import { owners } from '../src/entities/owners.ts';
import { pipelines } from '../src/entities/pipelines.ts';
import { tasks } from '../src/entities/tasks.ts';
import { tickets } from '../src/entities/tickets.ts';
import { hubspot } from '../src/index.ts';

const { origin, sandbox, stop } = await startSandbox({ connectors: [hubspot], sandboxes: [simulation] });
afterAll(stop);

const { access_token: token = '' } = sandbox.credentials('hubspot');

// Sends what the action sends, and returns the body of the response.
async function run({ params, request }: Pick<Action, 'params' | 'request'>, given: object): Promise<RawValue> {
  const { method, path, query, body } = request(params.parse(given));
  const url = new URL(`${sandbox.baseUrl(origin, 'hubspot')}${path}`);
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, String(value));
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body.value) }),
  });
  return response.json();
}

const sent = ({ params, request }: Pick<Action, 'params' | 'request'>, given: object) => {
  const { method, path, query, body } = request(params.parse(given));
  return { request: `${method} ${path}`, query, body: body?.value };
};

describe('a request', () => {
  it('creates a record with properties as texts, and associations as HubSpot documents them', () => {
    const given = {
      properties: { dealname: 'Pilot', amount: 4200.5, own_property: true },
      associations: [{ to: { id: '7' }, types: [{ associationTypeId: 3 }] }],
    };
    expect(sent(deals.actions.create, given)).toEqual({
      request: 'POST /crm/v3/objects/deals',
      query: undefined,
      body: {
        properties: { dealname: 'Pilot', amount: '4200.5', own_property: 'true' },
        associations: [{ to: { id: '7' }, types: [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 3 }] }],
      },
    });
  });

  it('changes a record that a property identifies', () => {
    const given = { contactId: 'ada@example.com', idProperty: 'email', properties: { jobtitle: '' } };
    expect(sent(contacts.actions.update, given)).toEqual({
      request: 'PATCH /crm/v3/objects/contacts/ada%40example.com',
      query: { idProperty: 'email' },
      body: { properties: { jobtitle: '' } },
    });
  });

  it('moves a record to the recycling bin', () => {
    expect(sent(tickets.actions.delete, { ticketId: '7' }).request).toBe('DELETE /crm/v3/objects/tickets/7');
  });

  it('is refused without the properties that HubSpot requires', () => {
    const missing = (action: Pick<Action, 'params'>) =>
      action.params.safeParse({ properties: {} }).error?.issues.map(({ path }) => path.join('.'));
    expect(missing(deals.actions.create)).toEqual(['properties.dealname']);
    expect(missing(tickets.actions.create)).toEqual(['properties.subject', 'properties.hs_pipeline_stage']);
    expect(missing(companies.actions.create)).toBeUndefined();
  });
});

describe('a new record', () => {
  const contact = async () => {
    const { results } = await run(contacts.actions.list, { limit: 1 });
    return results[0].id as string;
  };

  it('is listed, found by a search, changed and removed', async () => {
    const properties = { email: 'ada@example.com', firstname: 'Ada' };
    const { id } = await run(contacts.actions.create, { properties });
    const search = {
      filterGroups: [{ filters: [{ propertyName: 'email', operator: 'EQ', value: 'ada@example.com' }] }],
    };
    const found = async () => (await run(contacts.actions.api_search, search)).results;
    expect(await found()).toMatchObject([{ id, properties: { ...properties, lastname: null, hs_object_id: id } }]);
    await run(contacts.actions.update, {
      contactId: 'ada@example.com',
      idProperty: 'email',
      properties: { lastname: 'Byron' },
    });
    expect(await run(contacts.actions.get, { contactId: id })).toMatchObject({
      properties: { ...properties, lastname: 'Byron' },
    });
    await run(contacts.actions.delete, { contactId: id });
    expect(await found()).toEqual([]);
  });

  it('is associated with the records of the request only', async () => {
    const contactId = await contact();
    const { id } = await run(deals.actions.create, {
      properties: { dealname: 'Pilot' },
      associations: [{ to: { id: contactId }, types: [{ associationTypeId: associationTypes.deals.contacts }] }],
    });
    const { associations } = await run(deals.actions.get, { dealId: id, associations: 'contacts,companies' });
    expect(associations.contacts.results).toEqual([{ id: contactId, type: 'deal_to_contact' }]);
    expect(associations.companies.results).toEqual([]);
  });

  it.each([notes, calls, emails, meetings, tasks])('of $name is logged on a contact', async (entity) => {
    const contactId = await contact();
    const { create, list, get } = entity.actions;
    const { examples = [] } = create.params.shape.properties.meta() ?? {};
    const [properties] = examples as readonly object[];
    const associationTypeId = associationTypes[entity.name as 'calls'].contacts;
    const { id } = await run(create, {
      properties,
      associations: [{ to: { id: contactId }, types: [{ associationTypeId }] }],
    });
    const { results } = await run(list, { associations: 'contacts' });
    expect(results.map((record: RawValue) => record.id)).toContain(id);
    const param = String(get.routes[0]?.placeholders[0]);
    const { associations } = await run(get, { [param]: id, associations: 'contacts' });
    expect(associations.contacts.results.map((one: RawValue) => one.id)).toEqual([contactId]);
  });
});

const between = (from: string, fromObjectId: string, to: string, toObjectId: string) => ({
  fromObjectType: from,
  fromObjectId,
  toObjectType: to,
  toObjectId,
});

describe('associations', () => {
  it('are created in a batch of one, by default with the unlabeled type', () => {
    expect(sent(associations.actions.create, between('calls', '7', 'deals', '9'))).toEqual({
      request: 'POST /crm/v4/associations/calls/deals/batch/create',
      query: undefined,
      body: {
        inputs: [
          {
            from: { id: '7' },
            to: { id: '9' },
            types: [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 206 }],
          },
        ],
      },
    });
  });

  it('of custom objects need a type', () => {
    const given = between('2-3465404', '7', 'deals', '9');
    expect(() => sent(associations.actions.create, given)).toThrow('is required unless both are standard objects');
    const label = { associationCategory: 'USER_DEFINED', associationTypeId: 12 };
    expect(sent(associations.actions.create, { ...given, ...label }).body).toMatchObject({
      inputs: [{ types: [label] }],
    });
  });

  it('are listed from both records until they are removed', async () => {
    const pair = between('deals', '71', 'tickets', '91');
    const listed = async (from: string, id: string, to: string) => {
      const { results } = await run(associations.actions.list, {
        fromObjectType: from,
        fromObjectId: id,
        toObjectType: to,
      });
      return results.map(({ toObjectId, associationTypes: [type] }: RawValue) => [toObjectId, type.typeId]);
    };
    await run(associations.actions.create, pair);
    expect(await listed('deals', '71', 'tickets')).toEqual([['91', 27]]);
    expect(await listed('tickets', '91', 'deals')).toEqual([['71', 28]]);
    await run(associations.actions.delete, pair);
    expect(await listed('deals', '71', 'tickets')).toEqual([]);
  });
});

it('a contact is added to the list that a search finds, and removed again', async () => {
  const { create, list, delete: remove } = listMemberships.actions;
  const { lists: found } = await run(lists.actions.api_search, { query: 'spring' });
  const [{ listId }] = found;
  const members = async () => (await run(list, { listId })).results.map(({ recordId }: RawValue) => recordId);
  expect(sent(create, { listId, recordIdsToAdd: ['77'] })).toMatchObject({
    request: `PUT /crm/v3/lists/${listId}/memberships/add-and-remove`,
    body: { recordIdsToAdd: ['77'], recordIdsToRemove: [] },
  });
  await run(create, { listId, recordIdsToAdd: ['77'] });
  expect(await members()).toContain('77');
  await run(remove, { listId, recordIdsToRemove: ['77'] });
  expect(await members()).not.toContain('77');
});

it('fails when HubSpot could not write one of the records of a batch', async () => {
  const { call } = await vendorCalls(hubspot, () => ({
    status: 207,
    body: { status: 'COMPLETE', results: [], numErrors: 1, errors: [{ status: 'error', message: 'No such deal' }] },
  }));
  expect(await call('associations create', between('contacts', '7', 'deals', '9'))).toMatchObject({
    message: expect.stringContaining('No such deal'),
  });
});

it('a call is logged on a contact, and the deal of the contact moves to the next stage', async () => {
  const { results: people } = await run(contacts.actions.list, { limit: 2 });
  const contactId: string = people[1].id;
  const ofContact = { fromObjectType: 'contacts', fromObjectId: contactId, toObjectType: 'deals' };
  const { results: linked } = await run(associations.actions.list, ofContact);
  const dealId: string = linked[0].toObjectId;
  const deal = async () => (await run(deals.actions.get, { dealId })).properties;
  const { pipeline, dealstage } = await deal();
  const { results } = await run(pipelines.actions.list, { objectType: 'deals' });
  const { stages } = results.find(({ id }: RawValue) => id === pipeline);
  const next = stages[stages.findIndex(({ id }: RawValue) => id === dealstage) + 1];
  const { results: team } = await run(owners.actions.list, {});

  const properties = {
    hs_timestamp: '2026-11-01T09:30:00Z',
    hs_call_title: 'Contract',
    hs_call_duration: 420_000,
    hubspot_owner_id: team[0].id,
  };
  const { contacts: toContact, deals: toDeal } = associationTypes.calls;
  const call = await run(calls.actions.create, {
    properties,
    associations: [
      { to: { id: contactId }, types: [{ associationTypeId: toContact }] },
      { to: { id: dealId }, types: [{ associationTypeId: toDeal }] },
    ],
  });
  await run(deals.actions.update, { dealId, properties: { dealstage: next.id } });

  expect(await deal()).toMatchObject({ dealstage: next.id, pipeline });
  const { results: logged } = await run(calls.actions.list, { limit: 100, associations: 'contacts,deals' });
  expect(logged.find(({ id }: RawValue) => id === call.id)).toMatchObject({
    properties: { hs_call_title: 'Contract', hs_call_duration: '420000', hubspot_owner_id: team[0].id },
    associations: { contacts: { results: [{ id: contactId }] }, deals: { results: [{ id: dealId }] } },
  });
});
