import { allFields, defineEntity } from '@connectory/connector-sdk';
import { mailchimp } from '../adapter.ts';
import { mergeFieldsOfContacts } from '../own-fields.ts';
import { Member } from '../records/member.ts';
import { listParams } from '../shared.ts';
import { inSegment, segments } from './segments.ts';

/** https://mailchimp.com/developer/marketing/api/list-segment-members/ */
export const segmentMembers = defineEntity({
  name: 'segment_members',
  summary: 'Contacts in a segment or with a tag',
  keywords: ['part of our audience', 'marked', 'people in the segment', 'who falls into'],
  record: Member,
  key: 'id',
  actions: {
    list: mailchimp('GET /lists/{list_id}/segments/{segment_id}/members', {
      summary: 'List the subscribed contacts in a segment',
      params: inSegment.extend(listParams.shape),
      recordsAt: 'members',
    }),
  },
  search: { title: 'email_address', fields: allFields(Member) },
  sync: { via: 'list', params: { count: 1000 }, each: segments, bind: { segment_id: '{id}' } },
  ownFields: mergeFieldsOfContacts,
});
