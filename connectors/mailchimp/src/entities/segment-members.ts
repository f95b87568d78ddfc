import { allFields, defineEntity } from '@connectory/connector-sdk';
import { mailchimp } from '../adapter.ts';
import { Member } from '../records/member.ts';
import { segmentOf } from '../sample-account.ts';
import { subscribedAt } from '../sample-contacts.ts';
import { listParams } from '../shared.ts';
import { inSegment, segments } from './segments.ts';

/** https://mailchimp.com/developer/marketing/api/list-segment-members/ */
export const segmentMembers = defineEntity({
  name: 'segment_members',
  summary: 'Contacts in a segment or with a tag',
  record: Member,
  key: 'id',
  actions: {
    list: mailchimp('GET /lists/{list_id}/segments/{segment_id}/members', {
      summary: 'List the subscribed contacts in a segment',
      params: inSegment.extend(listParams.shape),
      recordsAt: 'members',
      simulate: {
        fields: { segment_id: null },
        matches: ({ list_id, id }, { segment_id }) => String(segmentOf(list_id, id)?.id) === segment_id,
      },
    }),
  },
  search: { fields: allFields(Member) },
  sync: { via: 'list', params: { count: 1000 }, each: segments, bind: { segment_id: '{id}' } },
  sample: ({ index }) => {
    const { stats, ...contact } = subscribedAt(index);
    const own = Object.entries(contact).filter(([name]) => Object.hasOwn(Member.shape, name));
    const { avg_open_rate, avg_click_rate } = stats;
    return { ...Object.fromEntries(own), stats: { avg_open_rate, avg_click_rate } };
  },
});
