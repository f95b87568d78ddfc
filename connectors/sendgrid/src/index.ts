import { type Connector, defineConnector } from '@connectory/connector-sdk';
import packageJson from '../package.json' with { type: 'json' };
import { upstream } from './adapter.ts';
import { blocks } from './entities/blocks.ts';
import { bounces } from './entities/bounces.ts';
import { campaigns } from './entities/campaigns.ts';
import { contacts } from './entities/contacts.ts';
import { fieldDefinitions } from './entities/field-definitions.ts';
import { globalSuppressions } from './entities/global-suppressions.ts';
import { invalidEmails } from './entities/invalid-emails.ts';
import { lists } from './entities/lists.ts';
import { messages } from './entities/messages.ts';
import { segments } from './entities/segments.ts';
import { singlesendSchedules } from './entities/singlesend-schedules.ts';
import { singlesendStats } from './entities/singlesend-stats.ts';
import { singlesends } from './entities/singlesends.ts';
import { spamReports } from './entities/spam-reports.ts';
import { suppressionGroupMembers } from './entities/suppression-group-members.ts';
import { suppressionGroups } from './entities/suppression-groups.ts';
import { templateVersions } from './entities/template-versions.ts';
import { templates } from './entities/templates.ts';
import { events } from './events.ts';
import { meanings } from './meanings.ts';
import { personal } from './personal.ts';

/** Email marketing 1 (Twilio SendGrid). */
export const sendgrid: Connector = defineConnector({
  id: 'sendgrid',
  kind: 'email marketing 1',
  contractId: 'A6',
  vendor: 'SendGrid',
  version: packageJson.version,
  upstream,
  entities: [
    contacts,
    lists,
    segments,
    campaigns,
    singlesends,
    templates,
    singlesendStats,
    bounces,
    blocks,
    spamReports,
    invalidEmails,
    globalSuppressions,
    suppressionGroups,
    suppressionGroupMembers,
    messages,
    singlesendSchedules,
    templateVersions,
    fieldDefinitions,
  ],
  meanings,
  personal,
  check: { entity: 'templates', action: 'list', params: { page_size: 1 } },
  events,
});
