import type { Action, RawValue } from '@connectory/connector-sdk';
import { startSandbox } from '@connectory/sandbox';
import { afterAll, describe, expect, it } from 'vitest';
import { sandbox as simulation } from '../sandbox/index.ts';
import { associationTypes } from '../src/association-types.ts';
import { calls } from '../src/entities/calls.ts';
import { companies } from '../src/entities/companies.ts';
import { contacts } from '../src/entities/contacts.ts';
import { deals } from '../src/entities/deals.ts';
import { emails } from '../src/entities/emails.ts';
import { meetings } from '../src/entities/meetings.ts';
import { notes } from '../src/entities/notes.ts';
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
