import { auth, defineUpstream, restApi, setting } from '@connectory/connector-sdk';
import { z } from 'zod';

/** The Amplitude APIs that read definitions and totals. https://amplitude.com/docs/apis/authentication */
export const upstream = defineUpstream({
  baseUrl: 'https://{host}/api',
  documentation: 'https://amplitude.com/docs/apis',
  version: { pinned: '3', sunset: null },
  authentication: {
    api_key: auth.basic({
      description: 'API key and secret key of the Amplitude project',
      username: '{api_key}',
      password: '{secret_key}',
      fields: {
        api_key: { description: 'API key of the project', secret: true, required: true },
        secret_key: { description: 'Secret key of the project', secret: true, required: true },
      },
    }),
  },
  settings: z.object({
    data_center: z.enum(['us', 'eu']).default('us').describe('Data center that holds the project'),
  }),
  places: {
    host: setting('data_center', { map: { us: 'amplitude.com', eu: 'analytics.eu.amplitude.com' } }),
  },
  failure: { message: ['error.message', 'error', 'message'], code: ['error.metadata.details', 'error.type'] },
});

/** Declares an Amplitude action. Lists are complete: Amplitude does not page them. */
export const amplitude = restApi({ recordsAt: 'data', recordAt: 'data' });
