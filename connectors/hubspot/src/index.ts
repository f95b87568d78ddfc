import { type Connector, defineConnector } from '@connectory/connector-sdk';
import packageJson from '../package.json' with { type: 'json' };
import { upstream } from './adapter.ts';
import { associations } from './entities/associations.ts';
import { calls } from './entities/calls.ts';
import { companies } from './entities/companies.ts';
import { contacts } from './entities/contacts.ts';
import { deals } from './entities/deals.ts';
import { emails } from './entities/emails.ts';
import { files } from './entities/files.ts';
import { lineItems } from './entities/line-items.ts';
import { listMemberships } from './entities/list-memberships.ts';
import { lists } from './entities/lists.ts';
import { meetings } from './entities/meetings.ts';
import { notes } from './entities/notes.ts';
import { objects } from './entities/objects.ts';
import { owners } from './entities/owners.ts';
import { pipelines } from './entities/pipelines.ts';
import { products } from './entities/products.ts';
import { properties } from './entities/properties.ts';
import { schemas } from './entities/schemas.ts';
import { tasks } from './entities/tasks.ts';
import { tickets } from './entities/tickets.ts';
import { events } from './events.ts';
import { logo } from './logo.ts';
import { meanings } from './meanings.ts';
import { ownObjects } from './own-objects.ts';
import { personal } from './personal.ts';

/** CRM (HubSpot). */
export const hubspot: Connector = defineConnector({
  id: 'hubspot',
  kind: 'CRM',
  contractId: 'A2',
  vendor: 'HubSpot',
  logo,
  version: packageJson.version,
  upstream,
  entities: [
    contacts,
    companies,
    deals,
    tickets,
    notes,
    calls,
    emails,
    meetings,
    tasks,
    lineItems,
    products,
    associations,
    lists,
    listMemberships,
    owners,
    pipelines,
    properties,
    schemas,
    objects,
    files,
  ],
  meanings,
  personal,
  check: {
    entity: 'contacts',
    action: 'list',
    params: { limit: 1 },
    account: { at: 'portalId', from: 'GET https://api.hubapi.com/account-info/v3/details' },
  },
  events,
  ownEntities: ownObjects,
});
