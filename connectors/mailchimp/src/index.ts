import { type Connector, defineConnector } from '@connectory/connector-sdk';
import packageJson from '../package.json' with { type: 'json' };
import { upstream } from './adapter.ts';
import { automations } from './entities/automations.ts';
import { campaignContents } from './entities/campaign-contents.ts';
import { campaignSchedules } from './entities/campaign-schedules.ts';
import { campaignSends } from './entities/campaign-sends.ts';
import { campaignTestEmails } from './entities/campaign-test-emails.ts';
import { campaigns } from './entities/campaigns.ts';
import { emailActivity } from './entities/email-activity.ts';
import { interestCategories } from './entities/interest-categories.ts';
import { interests } from './entities/interests.ts';
import { listMembers } from './entities/list-members.ts';
import { lists } from './entities/lists.ts';
import { memberNotes } from './entities/member-notes.ts';
import { memberTaggings } from './entities/member-taggings.ts';
import { mergeFields } from './entities/merge-fields.ts';
import { reports } from './entities/reports.ts';
import { segmentMembers } from './entities/segment-members.ts';
import { segments } from './entities/segments.ts';
import { tags } from './entities/tags.ts';
import { unsubscribes } from './entities/unsubscribes.ts';
import { events } from './events.ts';
import { logo } from './logo.ts';
import { meanings } from './meanings.ts';
import { personal } from './personal.ts';

/** Email marketing 2 (Mailchimp). */
export const mailchimp: Connector = defineConnector({
  id: 'mailchimp',
  kind: 'email marketing 2',
  contractId: 'A9',
  vendor: 'Mailchimp',
  logo,
  version: packageJson.version,
  upstream,
  entities: [
    campaigns,
    lists,
    listMembers,
    reports,
    emailActivity,
    automations,
    tags,
    interestCategories,
    interests,
    segments,
    segmentMembers,
    unsubscribes,
    memberTaggings,
    memberNotes,
    campaignContents,
    campaignSends,
    campaignSchedules,
    campaignTestEmails,
    mergeFields,
  ],
  meanings,
  personal,
  check: {
    entity: 'campaigns',
    action: 'list',
    params: { count: 1 },
    account: { at: 'account_name', from: 'GET https://{data_center}.api.mailchimp.com/{api_version}/' },
  },
  events,
});
