import { type Connector, defineConnector, setting } from '@connectory/connector-sdk';
import packageJson from '../package.json' with { type: 'json' };
import { upstream } from './adapter.ts';
import { articleAttachments } from './entities/article-attachments.ts';
import { articles } from './entities/articles.ts';
import { attachments } from './entities/attachments.ts';
import { automations } from './entities/automations.ts';
import { brands } from './entities/brands.ts';
import { deletedTickets } from './entities/deleted-tickets.ts';
import { groupMemberships } from './entities/group-memberships.ts';
import { groups } from './entities/groups.ts';
import { macros } from './entities/macros.ts';
import { organizationFields } from './entities/organization-fields.ts';
import { organizationMemberships } from './entities/organization-memberships.ts';
import { organizations } from './entities/organizations.ts';
import { satisfactionRatings } from './entities/satisfaction-ratings.ts';
import { slaPolicies } from './entities/sla-policies.ts';
import { tags } from './entities/tags.ts';
import { ticketAttachments } from './entities/ticket-attachments.ts';
import { ticketAudits } from './entities/ticket-audits.ts';
import { ticketBulkUpdates } from './entities/ticket-bulk-updates.ts';
import { ticketComments } from './entities/ticket-comments.ts';
import { ticketFields } from './entities/ticket-fields.ts';
import { ticketForms } from './entities/ticket-forms.ts';
import { ticketMetrics } from './entities/ticket-metrics.ts';
import { tickets } from './entities/tickets.ts';
import { triggers } from './entities/triggers.ts';
import { uploads } from './entities/uploads.ts';
import { userFields } from './entities/user-fields.ts';
import { users } from './entities/users.ts';
import { views } from './entities/views.ts';
import { events } from './events.ts';
import { logo } from './logo.ts';
import { meanings } from './meanings.ts';
import { personal } from './personal.ts';

/** Helpdesk (Zendesk Support). */
export const zendesk: Connector = defineConnector({
  id: 'zendesk',
  kind: 'helpdesk',
  contractId: 'B3',
  vendor: 'Zendesk Support',
  logo,
  version: packageJson.version,
  upstream,
  entities: [
    tickets,
    ticketComments,
    ticketBulkUpdates,
    deletedTickets,
    users,
    organizations,
    groups,
    attachments,
    uploads,
    ticketAttachments,
    ticketAudits,
    ticketMetrics,
    ticketFields,
    brands,
    views,
    macros,
    triggers,
    automations,
    tags,
    satisfactionRatings,
    groupMemberships,
    organizationMemberships,
    slaPolicies,
    ticketForms,
    articles,
    articleAttachments,
    userFields,
    organizationFields,
  ],
  meanings,
  personal,
  check: { entity: 'tickets', action: 'list', params: { per_page: 1 }, account: setting('subdomain') },
  events,
});
