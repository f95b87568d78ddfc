import { simulate } from '@connectory/sandbox';
import { calls } from '../src/entities/calls.ts';
import { conferences } from '../src/entities/conferences.ts';
import { queues } from '../src/entities/queues.ts';
import { recordings } from '../src/entities/recordings.ts';
import { transcriptions } from '../src/entities/transcriptions.ts';
import { sidOf } from '../src/sample-practice.ts';
import { errorCodeRow, formatted, momentOf, practiceAt, rfcTime, sampleResource, voicemails } from './practice.ts';

// Direction, status and seconds of calls in a row.
const outcomes = [
  ['inbound', 'completed', 96],
  ['outbound-api', 'completed', 47],
  ['inbound', 'completed', 92],
  ['outbound-api', 'no-answer', 0],
  ['inbound', 'completed', 371],
  ['outbound-api', 'completed', 62],
  ['inbound', 'completed', 38],
  ['inbound', 'completed', 109],
  ['outbound-api', 'busy', 0],
  ['inbound', 'completed', 54],
] as const;

const topics = [
  'Morning huddle',
  'Treatment planning',
  'Call with the insurance',
  'Handover to the lab',
  'Staff meeting',
  'On-call handover',
];

const queueNames = ['Front desk', 'Emergencies', 'Billing questions', 'Insurance', 'Spanish', 'Overflow', 'Orders'];

export const simulatedCalls = [
  simulate(calls, {
    sample: (source) => {
      const { index } = source;
      const account = String(source.of('incoming_phone_numbers', 'account_sid'));
      const own = String(source.of('incoming_phone_numbers', 'phone_number'));
      const other = source.customer().phone;
      const [direction, status, seconds] = outcomes[index % outcomes.length] as (typeof outcomes)[number];
      const isInbound = direction === 'inbound';
      const [from, to] = isInbound ? [other, own] : [own, other];
      const isPaid = status === 'completed';
      return {
        ...sampleResource('CA', 'Calls', account, { index, holds: ['Notifications', 'Recordings', 'Transcriptions'] }),
        parent_call_sid: null,
        to,
        to_formatted: formatted(to),
        from,
        from_formatted: formatted(from),
        phone_number_sid: source.of('incoming_phone_numbers'),
        status,
        start_time: momentOf(index),
        end_time: momentOf(index, seconds),
        date_created: momentOf(index, -1),
        date_updated: momentOf(index, seconds + 1),
        duration: String(seconds),
        price: isPaid ? (Math.ceil(seconds / 60) * (isInbound ? -0.0085 : -0.014)).toFixed(5) : null,
        price_unit: 'USD',
        direction,
        answered_by: isPaid && !isInbound ? 'human' : null,
        annotation: null,
        api_version: '2010-04-01',
        forwarded_from: null,
        group_sid: null,
        caller_name: null,
        queue_time: '0',
        trunk_sid: null,
      };
    },
    actions: {
      create: {
        values: ({ To, From }) => ({
          to: To,
          to_formatted: formatted(To),
          from: From,
          from_formatted: formatted(From),
          status: 'queued',
          direction: 'outbound-api',
          answered_by: null,
          start_time: null,
          end_time: null,
          duration: null,
          price: null,
        }),
      },
    },
  }),
  simulate(conferences, {
    sample: (source) => {
      const { index } = source;
      const account = String(source.of('calls', 'account_sid'));
      return {
        ...sampleResource('CF', 'Conferences', account, { index, holds: ['Participants', 'Recordings'] }),
        date_updated: momentOf(index, 960 + index * 61),
        api_version: '2010-04-01',
        friendly_name: topics[index % topics.length],
        region: 'us1',
        status: 'completed',
        reason_conference_ended: 'last-participant-left',
        call_sid_ending_conference: source.of('calls'),
      };
    },
  }),
  simulate(queues, {
    sample: ({ index }) => {
      const { sid: account, nth } = practiceAt(index);
      const waiting = index % 5;
      return {
        ...sampleResource('QU', 'Queues', account, { index, age: 350 + index * 13, holds: ['Members'] }),
        friendly_name: queueNames[nth % queueNames.length],
        current_size: waiting,
        max_size: 100,
        average_wait_time: waiting * 41,
      };
    },
  }),
  simulate(recordings, {
    sample: (source) => {
      const { index } = source;
      const account = String(source.of('calls', 'account_sid'));
      const begun = source.of('calls', 'start_time');
      const seconds = Number(source.of('calls', 'duration'));
      // Nobody answered, so there is no recording.
      const isAbsent = seconds === 0;
      return {
        ...sampleResource('RE', 'Recordings', account, { index, holds: ['AddOnResults', 'Transcriptions'] }),
        date_created: begun,
        date_updated: source.of('calls', 'end_time'),
        api_version: '2010-04-01',
        call_sid: source.of('calls'),
        conference_sid: null,
        start_time: begun,
        duration: source.of('calls', 'duration'),
        price: isAbsent ? null : (Math.ceil(seconds / 60) * -0.0025).toFixed(5),
        price_unit: 'USD',
        status: isAbsent ? 'absent' : 'completed',
        channels: 1,
        source: source.of('calls', 'direction') === 'inbound' ? 'RecordVerb' : 'OutboundAPI',
        error_code: null,
        media_url: `https://api.twilio.com/2010-04-01/Accounts/${account}/Recordings/${sidOf('RE', index)}`,
        encryption_details: null,
      };
    },
    actions: {
      list: { toRow: errorCodeRow },
      get: { toRow: errorCodeRow },
    },
  }),
  simulate(transcriptions, {
    sample: (source) => {
      const { index } = source;
      const seconds = Number(source.of('recordings', 'duration'));
      // Twilio transcribes two minutes at most.
      const isDone = seconds > 0 && seconds <= 120;
      const recorded = Date.parse(String(source.of('recordings', 'date_updated')));
      return {
        ...sampleResource('TR', 'Transcriptions', String(source.of('recordings', 'account_sid')), { index }),
        date_created: rfcTime(recorded + 1000),
        date_updated: rfcTime(recorded + 19_000),
        api_version: '2010-04-01',
        duration: source.of('recordings', 'duration'),
        price: isDone ? '-0.05000' : null,
        price_unit: 'USD',
        recording_sid: source.of('recordings'),
        status: isDone ? 'completed' : 'failed',
        transcription_text: isDone ? voicemails[index % voicemails.length] : null,
        type: 'fast',
      };
    },
  }),
];
