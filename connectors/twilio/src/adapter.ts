import { auth, defineUpstream, fromBody, page, restApi } from '@connectory/connector-sdk';
import { z } from 'zod';

/** The Twilio REST API. Its version is part of every path, and Twilio has announced no end of it. https://www.twilio.com/docs/usage/api */
export const upstream = defineUpstream({
  baseUrl: 'https://api.twilio.com/{api_version}',
  documentation: 'https://www.twilio.com/docs/usage/api',
  version: { pinned: '2010-04-01', sunset: null },
  authentication: {
    auth_token: auth.basic({
      description: 'SID and auth token of the Twilio account',
      username: '{account_sid}',
      password: '{auth_token}',
      fields: {
        account_sid: {
          description: 'Account SID (AC…) from the start page of the console',
          secret: false,
          required: true,
        },
        auth_token: { description: 'Auth token that belongs to the account SID', secret: true, required: true },
      },
    }),
  },
  settings: z.object({
    history_since: z.iso
      .date()
      .optional()
      .describe(
        'Only calls, messages, recordings and conferences from this day (YYYY-MM-DD) on are synchronized; all by default',
      ),
  }),
  // Codes such as 21211 only refine the status.
  failure: { message: ['message'], code: ['code'], requestId: 'twilio-request-id' },
});

const uri = z.string().nullable();
const number = z.int().nullable();

/** Declares a Twilio action: form-encoded bodies, lists paged by the URL of the next page, both of whose parameters are sent back. */
export const twilio = restApi({
  encoding: 'form',
  paging: page.nextUrl({ param: 'PageToken', next: 'next_page_uri', size: 'PageSize', also: { Page: 'Page' } }),
  meta: {
    next_page_uri: fromBody('next_page_uri', uri),
    first_page_uri: fromBody('first_page_uri', uri),
    page: fromBody('page', number),
    page_size: fromBody('page_size', number),
  },
});
