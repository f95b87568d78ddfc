import { simulate, stories } from '@connectory/sandbox';
import { deletedTickets } from '../src/entities/deleted-tickets.ts';
import { satisfactionRatings } from '../src/entities/satisfaction-ratings.ts';
import { tags } from '../src/entities/tags.ts';
import { ticketAudits } from '../src/entities/ticket-audits.ts';
import { ticketBulkUpdates } from '../src/entities/ticket-bulk-updates.ts';
import { ticketComments } from '../src/entities/ticket-comments.ts';
import { ticketFields } from '../src/entities/ticket-fields.ts';
import { ticketForms } from '../src/entities/ticket-forms.ts';
import { ticketMetrics } from '../src/entities/ticket-metrics.ts';
import { tickets } from '../src/entities/tickets.ts';
import { agentOf, agents, firstTicket, organizationOf, sampleIdentity, userOf } from './identities.ts';
import { sampleTicketField, sampleTicketValues } from './own-fields.ts';

const firstComment = 24_500_000_001;

/** The story that the sample comment at a position tells: two each, first what the customer wrote, then the reply. */
const storyOf = (comment: number) => stories[Math.floor(comment / 2)];

export const simulatedTickets = [
  simulate(tickets, {
    sample: (source) => {
      const story = stories[source.index];
      const identity = {
        ...sampleIdentity(source, 'tickets', firstTicket),
        ...(story && { created_at: source.time(1), updated_at: source.time(0) }),
      };
      const topic =
        story?.subject ?? source.pick(['How do I add a colleague?', 'Export as a spreadsheet', 'Return of an order']);
      const status = story ? 'open' : source.pick(['new', 'open', 'open', 'pending', 'hold', 'solved', 'closed']);
      const customer = story?.customer ?? Math.max(0, source.index - agents.length);
      const requester = userOf(customer);
      const ownValues = sampleTicketValues(source);
      return {
        ...identity,
        external_id: story ? null : `order-${4000 + source.index}`,
        type: source.pick(['problem', 'incident', 'question', 'task', null]),
        subject: topic,
        raw_subject: topic,
        description: story?.complaint ?? `${topic}. ${source.words(12)}`,
        priority: source.pick(['urgent', 'high', 'normal', 'low', null]),
        status,
        recipient: 'support@example.zendesk.com',
        requester_id: requester,
        submitter_id: requester,
        assignee_id: status === 'new' ? null : agentOf(source.index),
        organization_id: organizationOf(customer),
        group_id: source.of('groups'),
        collaborator_ids: [],
        follower_ids: [],
        email_cc_ids: [],
        has_incidents: false,
        is_public: true,
        due_at: null,
        tags: story ? ['demo'] : [source.pick(['billing', 'login', 'shipping']), 'demo'],
        custom_fields: ownValues,
        satisfaction_rating: { score: 'unoffered' },
        sharing_agreement_ids: [],
        fields: ownValues,
        followup_ids: [],
        ticket_form_id: source.of('ticket_forms'),
        brand_id: source.of('brands'),
        allow_channelback: false,
        allow_attachments: true,
        from_messaging_channel: false,
        generated_timestamp: Math.floor(Date.parse(identity.updated_at) / 1000),
        via: { channel: source.pick(['web', 'email', 'api']), source: { from: {}, to: {}, rel: null } },
      };
    },
  }),
  simulate(deletedTickets, {
    sample: (source) => {
      const { first, last } = source.person();
      return {
        id: 501 + source.index,
        subject: source.pick(['Newsletter', 'Out of office', 'Test ticket']),
        description: source.words(8),
        deleted_at: source.time(source.integer(0, 29)),
        previous_state: source.pick(['new', 'open', 'solved']),
        actor: { id: source.of('users'), name: `${first} ${last}` },
      };
    },
  }),
  simulate(ticketAudits, {
    sample: (source) => ({
      id: 24_400_000_001 + source.index,
      ticket_id: source.of('tickets'),
      author_id: source.of('users'),
      metadata: { system: {}, custom: {} },
      via: { channel: source.pick(['web', 'email', 'api']), source: { from: {}, to: {}, rel: null } },
      events: [
        {
          id: 24_450_000_001 + source.index,
          type: 'Change',
          field_name: 'status',
          previous_value: 'new',
          value: 'open',
        },
      ],
      created_at: source.time(source.integer(0, 400)),
    }),
  }),
  simulate(ticketBulkUpdates, {
    sample: (source) => {
      const id = source.id('V3-', 32);
      return {
        id,
        url: `https://example.zendesk.com/api/v2/job_statuses/${id}`,
        total: 2,
        progress: null,
        status: 'queued',
        message: null,
      };
    },
  }),
  simulate(ticketComments, {
    sample: (source) => {
      const { index } = source;
      const story = storyOf(index);
      const isReply = index % 2 === 1;
      const text = story ? (isReply ? story.reply : story.complaint) : source.words(14);
      return {
        id: firstComment + index,
        type: 'Comment',
        body: text,
        html_body: `<div class="zd-comment"><p>${text}</p></div>`,
        plain_body: text,
        public: story !== undefined || index % 3 !== 2,
        author_id: story && !isReply ? userOf(story.customer) : agentOf(index),
        attachments: [],
        audit_id: source.of('ticket_audits'),
        via: { channel: source.pick(['web', 'email', 'api']), source: { from: {}, to: {}, rel: null } },
        metadata: { system: {}, custom: {} },
        created_at: source.time(story ? Number(!isReply) : source.integer(0, 400)),
      };
    },
    parent: ({ id }) => {
      const index = id - firstComment;
      return storyOf(index) && firstTicket + Math.floor(index / 2);
    },
  }),
  simulate(ticketFields, { sample: sampleTicketField }),
  simulate(ticketForms, {
    sample: (source) => {
      const name = `${source.pick(['Question', 'Return', 'Complaint'])} ${source.index + 1}`;
      return {
        ...sampleIdentity(source, 'ticket_forms', 17_463_842_000_001),
        name,
        display_name: name,
        raw_name: name,
        raw_display_name: name,
        position: source.index + 1,
        active: source.index % 5 !== 4,
        end_user_visible: true,
        default: source.index === 0,
        in_all_brands: true,
        restricted_brand_ids: [],
        ticket_field_ids: [source.of('ticket_fields')],
        agent_conditions: [],
        end_user_conditions: [],
      };
    },
  }),
  simulate(ticketMetrics, {
    sample: (source) => {
      const duration = () => {
        const business = source.integer(5, 900);
        return { calendar: business * 3, business };
      };
      return {
        ...sampleIdentity(source, 'ticket_metrics', 17_463_840_000_001),
        ticket_id: source.of('tickets'),
        group_stations: source.integer(1, 3),
        assignee_stations: source.integer(1, 3),
        reopens: source.pick([0, 0, 0, 1]),
        replies: source.integer(0, 9),
        reply_time_in_minutes: duration(),
        first_resolution_time_in_minutes: duration(),
        full_resolution_time_in_minutes: duration(),
        agent_wait_time_in_minutes: duration(),
        requester_wait_time_in_minutes: duration(),
        on_hold_time_in_minutes: { calendar: 0, business: 0 },
      };
    },
  }),
  simulate(satisfactionRatings, {
    sample: (source) => {
      const score = source.pick(['good', 'good', 'bad', 'offered']);
      return {
        ...sampleIdentity(source, 'satisfaction_ratings', 17_463_848_000_001),
        assignee_id: source.of('users'),
        group_id: source.of('groups'),
        requester_id: source.of('users'),
        ticket_id: source.of('tickets'),
        score,
        ...(score !== 'offered' && { comment: source.words(5) }),
        ...(score === 'bad' && { reason: 'The issue took too long to resolve', reason_code: 5 }),
      };
    },
  }),
  simulate(tags, {
    sample: (source) => ({
      name: `${source.pick(['billing', 'login', 'shipping', 'refund'])}_${source.index + 1}`,
      count: 1000 - source.index * 7,
    }),
  }),
];
