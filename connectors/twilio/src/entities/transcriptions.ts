import { allFields, decimal, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { twilio } from '../adapter.ts';
import { ofEachAccount } from '../of-each-account.ts';
import { listParams, oneOf, resource } from '../shared.ts';

const Transcription = z.object({
  ...resource,
  api_version: z.string().nullish(),
  duration: decimal().nullish(),
  price: decimal().nullish(),
  price_unit: z.string().nullish(),
  recording_sid: z.string().nullish(),
  status: z.string().nullish(),
  transcription_text: z.string().nullish(),
  type: z.string().nullish(),
});

/** https://www.twilio.com/docs/voice/api/recording-transcription */
export const transcriptions = defineEntity({
  name: 'transcriptions',
  summary: 'What was said in recordings, as text',
  keywords: ['voicemail', 'transcript', 'written version', 'written version of the call', 'speech to text'],
  record: Transcription,
  key: 'sid',
  actions: {
    list: twilio('GET /Accounts/{AccountSid}/Transcriptions.json', {
      summary: 'List transcriptions, newest first',
      params: listParams,
      recordsAt: 'transcriptions',
    }),
    get: twilio('GET /Accounts/{AccountSid}/Transcriptions/{sid}.json', {
      summary: 'Get one transcription',
      params: oneOf('TR', 'transcription'),
    }),
  },
  search: {
    fields: [
      ...allFields(Transcription, {
        except: ['api_version', 'transcription_text', 'type', 'date_created', 'date_updated', 'uri'],
      }),
      'date_created',
      'date_updated',
    ],
  },
  sync: ofEachAccount,
});
