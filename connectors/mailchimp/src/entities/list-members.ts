import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { mailchimp } from '../adapter.ts';
import { mergeFieldsOfContacts } from '../own-fields.ts';
import { Member } from '../records/member.ts';
import { inAudience, listParams, sort_dir, timeParam } from '../shared.ts';
import { lists } from './lists.ts';

/** A contact of an audience: the record of `list_members`, also that of what tags one. */
export const ListMember = Member.extend({
  contact_id: z.string().nullish(),
  full_name: z.string().nullish(),
  web_id: z.int().nullish(),
  unsubscribe_reason: z.string().nullish(),
  consents_to_one_to_one_messaging: z.boolean().nullish(),
  stats: z
    .object({
      avg_open_rate: z.number().nullish(),
      avg_click_rate: z.number().nullish(),
      ecommerce_data: z
        .object({
          total_revenue: z.number().nullish(),
          number_of_orders: z.number().nullish(),
          currency_code: z.string().nullish(),
        })
        .nullish(),
    })
    .nullish(),
  source: z.string().nullish(),
  tags_count: z.int().nullish(),
  tags: z.array(z.object({ id: z.int().nullish(), name: z.string().nullish() })).nullish(),
});

const editable = z.object({
  merge_fields: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Values of merge fields by tag, such as FNAME and LNAME'),
  interests: z.record(z.string(), z.boolean()).optional().describe('Interests by id: true adds one, false removes it'),
  language: z.string().optional().describe('Language of the contact, such as en'),
  vip: z.boolean().optional().describe('Whether the contact is a VIP'),
  email_type: z.enum(['html', 'text']).optional().describe('Type of email the contact gets'),
});

const statuses = z.enum(['subscribed', 'unsubscribed', 'cleaned', 'pending', 'transactional']);

const Archived = z.object({ subscriber_hash: z.string() });

const thatMember = inAudience.extend({
  subscriber_hash: z
    .string()
    .describe('MD5 hash of the lower-case email address, the email address itself, or the contact_id'),
});

/** https://mailchimp.com/developer/marketing/api/list-members/ */
export const listMembers = defineEntity({
  name: 'list_members',
  summary: 'Contacts of an audience, with their status and profile',
  keywords: ['subscribed', 'non subscribed', 'cleaned', 'subscriber', 'gets our newsletter', 'opt in', 'readers'],
  record: ListMember,
  key: 'id',
  actions: {
    list: mailchimp('GET /lists/{list_id}/members', {
      summary: 'List the contacts of an audience',
      params: inAudience.extend(listParams.shape).extend({
        email_type: z.string().optional().describe('Only contacts that receive this type of email, `html` or `text`'),
        status: Member.shape.status.unwrap().unwrap().optional().describe('Only contacts of this status'),
        since_timestamp_opt: timeParam('contacts that opted in after'),
        before_timestamp_opt: timeParam('contacts that opted in before'),
        since_last_changed: timeParam('contacts changed after'),
        before_last_changed: timeParam('contacts changed before'),
        unique_email_id: z.string().optional().describe('Only the contact with this id across all audiences'),
        vip_only: z.boolean().optional().describe('Whether only VIP contacts are listed'),
        interest_category_id: z
          .string()
          .optional()
          .describe('Category of `interest_ids`; Mailchimp accepts it only together with `interest_match`'),
        interest_ids: z.string().optional().describe('Interest ids, separated by commas'),
        interest_match: z
          .enum(['any', 'all', 'none'])
          .optional()
          .describe('Whether contacts have any, all or none of the interests'),
        sort_field: z
          .enum(['timestamp_opt', 'timestamp_signup', 'last_changed'])
          .optional()
          .describe('Time to sort by'),
        sort_dir,
      }),
      recordsAt: 'members',
    }),
    get: mailchimp('GET /lists/{list_id}/members/{subscriber_hash}', {
      summary: 'Get one contact of an audience',
      params: thatMember,
    }),
    create: mailchimp('POST /lists/{list_id}/members', {
      beyondContract: true,
      summary: 'Add a contact to an audience; with the status pending, Mailchimp asks for confirmation by email',
      effect: 'outward',
      params: inAudience.extend(editable.shape).extend({
        email_address: z.string().describe('Email address'),
        status: statuses.describe('Status; subscribed only with the consent of the person'),
        tags: z.array(z.string()).optional().describe('Names of tags to put on the contact'),
      }),
    }),
    update: mailchimp('PATCH /lists/{list_id}/members/{subscriber_hash}', {
      beyondContract: true,
      summary: 'Change a contact of an audience, also its status; omitted fields stay unchanged',
      params: thatMember.extend(editable.shape).extend({
        email_address: z.string().optional().describe('New email address'),
        status: statuses.optional().describe('New status; unsubscribed ends the emails'),
      }),
    }),
    delete: mailchimp('DELETE /lists/{list_id}/members/{subscriber_hash}', {
      beyondContract: true,
      summary: 'Archive a contact of an audience, which can be added again later',
      params: thatMember,
      result: Archived,
      toRecord: (_response, { subscriber_hash }) => ({ subscriber_hash }),
    }),
  },
  search: { title: ['full_name', 'email_address'], fields: allFields(ListMember) },
  sync: {
    via: 'list',
    // Contacts that opt in while the pages are read come last, so that none of them shifts.
    params: { count: 1000, sort_field: 'timestamp_opt', sort_dir: 'ASC' },
    each: lists,
    bind: { list_id: 'id' },
    cursor: { field: 'last_changed', param: 'since_last_changed' },
  },
  ownFields: mergeFieldsOfContacts,
});
