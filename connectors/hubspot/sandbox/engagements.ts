import { type SampleSource, simulate } from '@connectory/sandbox';
import type { Associable } from '../src/association-types.ts';
import { calls } from '../src/entities/calls.ts';
import { emails } from '../src/entities/emails.ts';
import { meetings } from '../src/entities/meetings.ts';
import { notes } from '../src/entities/notes.ts';
import { tasks } from '../src/entities/tasks.ts';
import type { CrmObject } from '../src/records/crm-object.ts';
import { callId, companyId, contactId, dealId, emailId, meetingId, noteId, taskId } from '../src/sample-account.ts';
import { associationsOf, foundBy, owner, sampleObject, simulatedList } from './account.ts';
import { ownProperties } from './own-properties.ts';
import { simulatedSearch } from './search.ts';
import { simulatedWrites, singular } from './writes.ts';

const topics = [
  ['Prices', 'Asked what 40 seats cost by the year, and whether the price holds until January.'],
  ['Introduction', 'Runs purchasing alone. Decides together with the head of operations.'],
  ['Delivery', 'Needs the first delivery before the season starts in March.'],
  ['Contract', 'Legal has two questions about the notice period.'],
  ['References', 'Wants to talk to a customer of the same size.'],
] as const;

interface Engagement<Param extends string> {
  readonly entity: { readonly name: string; readonly record: CrmObject };
  readonly param: Param;
  readonly typeId: string;
  readonly idAt: (index: number) => string;
  /** Days before the date of the sandbox at which it took place; negative for one to come. */
  readonly daysAgo?: readonly [first: number, last: number];
  readonly properties: (
    source: SampleSource,
    topic: (typeof topics)[number],
    time: string,
  ) => Readonly<Record<string, string>>;
}

// An engagement is about the contact, the company and the deal at its own position.
const simulated = <const Param extends string>({ entity, param, typeId, idAt, ...own }: Engagement<Param>) => ({
  sample: (source: SampleSource) => {
    const { index } = source;
    const id = idAt(index);
    const created = source.time(source.integer(20, 59));
    const changed = source.time(source.integer(0, 2));
    const time = source.time(source.integer(...(own.daysAgo ?? [3, 19])));
    const one = singular(entity.name);
    return {
      ...sampleObject(typeId, id, created, changed),
      properties: {
        ...own.properties(source, source.pick(topics), time),
        hs_createdate: created,
        hs_lastmodifieddate: changed,
        hs_object_id: id,
        hs_timestamp: time,
        hubspot_owner_id: owner(source),
        ...ownProperties(source),
      },
      associations: associationsOf({
        companies: [[companyId(index)], `${one}_to_company`],
        contacts: [[contactId(index)], `${one}_to_contact`],
        deals: [[dealId(index)], `${one}_to_deal`],
      }),
    };
  },
  actions: {
    list: simulatedList,
    get: foundBy(param),
    ...simulatedWrites(entity.name as Associable, entity.record, param),
    api_search: simulatedSearch,
  },
});

const hourAfter = (time: string) => new Date(Date.parse(time) + 3_600_000).toISOString().replace('.000', '');

export const simulatedEngagements = [
  simulate(
    notes,
    simulated({
      entity: notes,
      param: 'noteId',
      typeId: '0-46',
      idAt: noteId,
      properties: (_source, [, text]) => ({ hs_note_body: text }),
    }),
  ),
  simulate(
    calls,
    simulated({
      entity: calls,
      param: 'callId',
      typeId: '0-48',
      idAt: callId,
      properties: (source, [title, text]) => {
        const status = source.pick(['COMPLETED', 'COMPLETED', 'COMPLETED', 'NO_ANSWER']);
        return {
          hs_call_title: title,
          hs_call_direction: source.pick(['OUTBOUND', 'OUTBOUND', 'INBOUND']),
          hs_call_status: status,
          hs_call_from_number: '+15550142200',
          hs_call_to_number: source.customer().phone,
          hs_call_duration: status === 'COMPLETED' ? String(source.integer(60, 1800) * 1000) : '0',
          hs_call_body: status === 'COMPLETED' ? text : 'Left a message.',
          // HubSpot's own outcomes: connected, left voicemail.
          hs_call_disposition:
            status === 'COMPLETED' ? 'f240bbac-87c9-4f6e-bf70-924b57d47db7' : 'b2cf5968-551e-4856-9783-52b3da59a7d0',
        };
      },
    }),
  ),
  simulate(
    emails,
    simulated({
      entity: emails,
      param: 'emailId',
      typeId: '0-49',
      idAt: emailId,
      properties: (source, [subject, text]) => {
        const isIncoming = source.index % 2 === 0;
        const [customer, seller] = [source.customer().email, 'sales@example.com'];
        return {
          hs_email_subject: subject,
          hs_email_text: text,
          hs_email_html: `<p>${text}</p>`,
          hs_email_direction: isIncoming ? 'INCOMING_EMAIL' : 'EMAIL',
          hs_email_status: 'SENT',
          hs_email_sender_email: isIncoming ? customer : seller,
          hs_email_to_email: isIncoming ? seller : customer,
        };
      },
    }),
  ),
  simulate(
    meetings,
    simulated({
      entity: meetings,
      param: 'meetingId',
      typeId: '0-47',
      idAt: meetingId,
      daysAgo: [-10, 10],
      properties: (source, [title, text], time) => ({
        hs_meeting_title: title,
        hs_meeting_body: `Meeting with ${source.customer().company}`,
        hs_internal_meeting_notes: text,
        hs_meeting_start_time: time,
        hs_meeting_end_time: hourAfter(time),
        hs_meeting_location: source.pick(['Video call', 'Their office', 'Our office']),
        hs_meeting_outcome: time < '2026-11-01' ? source.pick(['COMPLETED', 'COMPLETED', 'NO_SHOW']) : 'SCHEDULED',
      }),
    }),
  ),
  simulate(
    tasks,
    simulated({
      entity: tasks,
      param: 'taskId',
      typeId: '0-27',
      idAt: taskId,
      daysAgo: [-14, 5],
      properties: (source, [title, text], time) => ({
        hs_task_subject: `${source.pick(['Call', 'Write to'])} ${source.customer().name}: ${title}`,
        hs_task_body: text,
        hs_task_status: time < '2026-11-01' ? source.pick(['COMPLETED', 'NOT_STARTED']) : 'NOT_STARTED',
        hs_task_priority: source.pick(['LOW', 'MEDIUM', 'HIGH']),
        hs_task_type: source.pick(['TODO', 'CALL', 'EMAIL']),
        hs_task_reminders: String(Date.parse(time) - 3_600_000),
      }),
    }),
  ),
];
