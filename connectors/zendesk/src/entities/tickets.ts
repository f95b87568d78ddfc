import { defineEntity, from, type RawValue, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { zendesk } from '../adapter.ts';
import { ownTicketFields } from '../own-fields.ts';
import { exportOnly, listedOrExported, listOrExport } from '../paging.ts';
import { listParams, object, sortOrder, timestamps } from '../shared.ts';

/** A ticket: the record of `tickets`, also returned when a comment is added. */
export const Ticket = z.object({
  id: z.int(),
  url: z.string(),
  external_id: z.string().nullish(),
  type: z.string().nullish(),
  subject: z.string().nullish(),
  raw_subject: z.string().nullish(),
  description: z.string(),
  priority: z.string().nullish(),
  status: z.enum(['new', 'open', 'pending', 'hold', 'solved', 'closed']),
  recipient: z.string().nullish(),
  requester_id: z.int().nullish(),
  submitter_id: z.int().nullish(),
  assignee_id: z.int().nullish(),
  organization_id: z.int().nullish(),
  group_id: z.int().nullish(),
  collaborator_ids: z.array(z.int()),
  follower_ids: z.array(z.int()),
  email_cc_ids: z.array(z.int()),
  forum_topic_id: z.int().nullish(),
  problem_id: z.int().nullish(),
  has_incidents: z.boolean(),
  is_public: z.boolean(),
  due_at: time().nullish(),
  tags: z.array(z.string()),
  custom_fields: z.array(object),
  satisfaction_rating: object.nullish(),
  sharing_agreement_ids: z.array(z.int()),
  custom_status_id: z.int().nullish(),
  fields: z.array(object),
  followup_ids: z.array(z.int()),
  ticket_form_id: z.int().nullish(),
  brand_id: z.int().nullish(),
  allow_channelback: z.boolean(),
  allow_attachments: z.boolean(),
  from_messaging_channel: z.boolean(),
  generated_timestamp: time('unix-seconds', z.int()),
  result_type: z.string().nullish(),
  ...timestamps,
  via: object,
});

/** A ticket whose rating is an object: without a rating, Zendesk may return only "offered" or "unoffered". */
export function withRating(ticket: RawValue): RawValue {
  const { satisfaction_rating: score } = ticket;
  return typeof score === 'string' ? { ...ticket, satisfaction_rating: { score } } : ticket;
}

/** Ticket id as a parameter in the path. */
export const byTicket = z.object({ ticket_id: z.int().describe('Ticket id, as in the URL of the ticket') });

/** What can be set on a ticket, whether new or not. */
export const ticketInput = z.strictObject({
  type: z.enum(['problem', 'incident', 'question', 'task']).optional().describe('Kind of ticket'),
  priority: z.enum(['urgent', 'high', 'normal', 'low']).optional().describe('How urgent the ticket is'),
  status: z
    .enum(['new', 'open', 'pending', 'hold', 'solved'])
    .optional()
    .describe('Status of the work; closed is set only by Zendesk, because it is final'),
  assignee_id: z.int().optional().describe('User id of the agent who works on the ticket'),
  group_id: z.int().optional().describe('Group that works on the ticket'),
  tags: z.array(z.string()).optional().describe('All tags of the ticket; replaces existing tags'),
  external_id: z.string().optional().describe('Your own identifier for the ticket'),
  custom_fields: z
    .array(
      z.strictObject({
        id: z.int().describe('Id of the ticket field'),
        value: z
          .union([z.string(), z.number(), z.boolean(), z.array(z.string())])
          .nullish()
          .describe('New value: for a drop-down the tag of the option, or a list of tags; null empties the field'),
      }),
    )
    .optional()
    .describe('Values of custom ticket fields'),
  due_at: z.string().optional().describe('When a ticket of type task is due, as an ISO 8601 time'),
  collaborator_ids: z.array(z.int()).optional().describe('User ids of everyone in CC; replaces the CC list'),
});

/** A comment added to an existing ticket. */
export const commentInput = z.strictObject({
  body: z.string().optional().describe('The comment as plain text'),
  html_body: z.string().optional().describe('The comment as HTML; takes precedence over the plain text'),
  public: z.boolean().optional().describe('true: the requester sees it and is notified; false: internal note'),
  author_id: z.int().optional().describe('User id of the author; by default, the user of the credential'),
});

const newTicket = ticketInput.extend({
  subject: z.string().describe('Subject line; also the first comment if neither description nor comment has text'),
  description: z.string().optional().describe('Text of the first comment, if comment has none'),
  comment: z
    .strictObject({
      body: z.string().optional().describe('Text of the first comment'),
      html_body: z.string().optional().describe('The first comment as HTML; takes precedence over the plain text'),
      public: z.boolean().default(true).describe('Whether the requester sees the first comment'),
    })
    .optional()
    .describe('The first comment'),
  requester_id: z.int().optional().describe('User id of the person who needs help'),
  organization_id: z.int().optional().describe('Organization the ticket belongs to'),
});

// Zendesk takes no ticket without a first comment, and no description on the way in.
function withFirstComment({ description, comment, ...ticket }: z.output<typeof newTicket>) {
  const hasText = comment?.body !== undefined || comment?.html_body !== undefined;
  const body = hasText ? {} : { body: description ?? ticket.subject };
  return { ...ticket, comment: { public: true, ...comment, ...body } };
}

/** https://developer.zendesk.com/api-reference/ticketing/tickets/tickets/ */
export const tickets = defineEntity({
  name: 'tickets',
  summary: 'Requests for help and the work on them',
  keywords: ['case', 'customer issue', 'wrote to us'],
  record: Ticket,
  key: 'id',
  actions: {
    list: zendesk(['GET /incremental/tickets/{export}', 'GET /tickets'], {
      toRecord: withRating,
      summary: 'List the tickets that are not archived',
      recordsAt: 'tickets',
      wire: listedOrExported({ fields: ['id', 'status', 'updated_at'], usual: 'id' }),
      paging: listOrExport,
      syncOnly: exportOnly,
      params: listParams.extend({
        external_id: z.string().optional().describe('Only tickets with this external_id'),
        sort_by: z
          .enum([
            'assignee',
            'assignee.name',
            'created_at',
            'group',
            'id',
            'requester',
            'requester.name',
            'status',
            'subject',
            'updated_at',
          ])
          .optional()
          .describe('Field to sort by'),
        sort_order: sortOrder,
      }),
    }),
    create: zendesk('POST /tickets', {
      summary: 'Open a ticket; the requester is notified by email',
      effect: 'outward',
      recordAt: 'ticket',
      params: z.object({ ticket: newTicket.describe('The new ticket') }),
      wire: ({ ticket }) => ({ body: { ticket: withFirstComment(ticket) } }),
      idempotencyHeader: 'idempotency-key',
      toRecord: withRating,
    }),
    get: zendesk('GET /tickets/{ticket_id}', {
      summary: 'Get one ticket',
      recordAt: 'ticket',
      params: byTicket,
      toRecord: withRating,
    }),
    update: zendesk('PUT /tickets/{ticket_id}', {
      summary:
        'Change a ticket, such as its status, priority or assignee, and comment on it; public comments reach the requester',
      effect: 'outward',
      recordAt: 'ticket',
      params: byTicket.extend({
        ticket: ticketInput
          .extend({
            subject: z.string().optional().describe('Subject line'),
            comment: commentInput.optional().describe('Comment to add'),
          })
          .describe('What to change'),
      }),
      toRecord: withRating,
    }),
  },
  search: {
    title: 'subject',
    link: 'https://{setting:subdomain}.zendesk.com/agent/tickets/{id}',
    fields: [
      'allow_attachments',
      'allow_channelback',
      'assignee_id',
      'brand_id',
      'collaborator_ids',
      'created_at',
      'custom_fields',
      'custom_status_id',
      'description',
      'due_at',
      'email_cc_ids',
      'external_id',
      'fields',
      'follower_ids',
      'followup_ids',
      'forum_topic_id',
      'from_messaging_channel',
      'generated_timestamp',
      'group_id',
      'has_incidents',
      'id',
      'is_public',
      'organization_id',
      'priority',
      'problem_id',
      'raw_subject',
      'recipient',
      'requester_id',
      'sharing_agreement_ids',
      'status',
      'subject',
      'submitter_id',
      'tags',
      'ticket_form_id',
      'type',
      'updated_at',
      'url',
      'result_type',
      'via',
    ],
    derived: {
      deleted_ticket_form_id: from(z.int(), ({ deleted_ticket_form_id }) => deleted_ticket_form_id),
      satisfaction_rating: from(z.union([object, z.string()]), ({ satisfaction_rating }) => satisfaction_rating),
    },
  },
  // Lists omit archived tickets and those of AI agents. The export compares its time with generated_timestamp, not with updated_at.
  sync: {
    via: 'list',
    params: { export: 'cursor', start_time: 0 },
    cursor: { field: 'generated_timestamp', param: 'start_time', reads: 'unix-seconds' },
    gone: { eq: { status: 'deleted' } },
  },
  ownFields: ownTicketFields,
});
