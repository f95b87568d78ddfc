import { allFields, decimal, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { twilio } from '../adapter.ts';
import { ofEachAccount } from '../of-each-account.ts';
import { rfcTime, sampleResource, voicemails } from '../sample-practice.ts';
import { isoTimes, listParams, oneOf, resource } from '../shared.ts';

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
    fields: allFields(Transcription, {
      except: ['api_version', 'transcription_text', 'type', 'date_created', 'date_updated', 'uri'],
    }),
    derived: isoTimes('date_created', 'date_updated'),
  },
  sync: ofEachAccount,
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
});
