import { simulate } from '@connectory/sandbox';
import { messages } from '../src/entities/messages.ts';
import { errorCodeRow, messageLines, momentOf, sampleResource } from './practice.ts';

const unreachable = { status: 'undelivered', error_code: '30003', error_message: 'Unreachable destination handset' };

export const simulatedMessages = [
  simulate(messages, {
    sample: (source) => {
      const { index } = source;
      const account = String(source.of('incoming_phone_numbers', 'account_sid'));
      const own = source.of('incoming_phone_numbers', 'phone_number');
      const patient = source.customer().phone;
      const [isInbound, body] = messageLines[index % messageLines.length] as (typeof messageLines)[number];
      const segments = Math.ceil(body.length / 160);
      const isLost = index % 12 === 7;
      return {
        ...sampleResource('SM', 'Messages', account, { index, holds: ['Media'] }),
        api_version: '2010-04-01',
        body,
        date_sent: momentOf(index, 1),
        direction: isInbound ? 'inbound' : 'outbound-api',
        status: isInbound ? 'received' : 'delivered',
        error_code: null,
        error_message: null,
        ...(isLost && unreachable),
        from: isInbound ? patient : own,
        to: isInbound ? own : patient,
        messaging_service_sid: null,
        num_media: '0',
        num_segments: String(segments),
        price: (segments * -0.0083).toFixed(5),
        price_unit: 'USD',
      };
    },
    actions: {
      list: { toRow: errorCodeRow },
      get: { toRow: errorCodeRow },
      create: {
        values: ({ To, From = null, Body = '', MediaUrl = [], MessagingServiceSid = null }) => ({
          to: To,
          from: From,
          body: Body,
          messaging_service_sid: MessagingServiceSid,
          num_media: String(MediaUrl.length),
          num_segments: String(Math.max(1, Math.ceil(Body.length / 160))),
          direction: 'outbound-api',
          status: From === null ? 'accepted' : 'queued',
          error_code: null,
          error_message: null,
          date_sent: null,
          price: null,
        }),
        toRow: errorCodeRow,
      },
      update: {
        values: ({ Body, Status }) => ({ body: Body, status: Status }),
        toRow: errorCodeRow,
      },
      delete: { toRow: () => ({}) },
    },
  }),
];
