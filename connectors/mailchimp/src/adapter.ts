import { auth, credential, defineUpstream, fromBody, page, restApi, setting } from '@connectory/connector-sdk';
import { z } from 'zod';
import { object } from './shared.ts';

/**
 * The Mailchimp Marketing API. Each account belongs to a data center, which is part of the host and the suffix of every API key.
 * https://mailchimp.com/developer/marketing/docs/fundamentals/
 */
export const upstream = defineUpstream({
  baseUrl: 'https://{data_center}.api.mailchimp.com/{api_version}',
  documentation: 'https://mailchimp.com/developer/marketing/api/',
  version: { pinned: '3.0', sunset: null },
  places: {
    data_center: setting('data_center', { otherwise: credential('api_key', { match: /-(\w+)$/ }) }),
  },
  authentication: {
    api_key: auth.basic({
      description: 'API key of a Mailchimp account',
      username: 'anystring',
      password: '{api_key}',
      fields: {
        api_key: {
          description: 'API key with the data center at its end, such as 0123456789abcdef-us21',
          secret: true,
          required: true,
        },
      },
    }),
    // Mailchimp has no scopes, and its access tokens do not expire, so there are no refresh tokens.
    oauth2: auth.oauth2({
      description: 'App registered with Mailchimp, authorized by a user of the account',
      authorizationUrl: 'https://login.mailchimp.com/oauth2/authorize',
      tokenUrl: 'https://login.mailchimp.com/oauth2/token',
      accounts: {
        url: 'https://login.mailchimp.com/oauth2/metadata',
        headers: { authorization: 'OAuth {access_token}' },
        list: '',
        name: 'accountname',
        settings: { data_center: 'dc' },
      },
    }),
  },
  settings: z.object({
    data_center: z
      .string()
      .regex(/^\w+$/, 'must be letters and digits, such as us21')
      .optional()
      .describe(
        'Data center of the account, such as us21; required with OAuth, where a connect link sets it; an API key already contains it',
      ),
    activity_since: z.iso
      .date()
      .optional()
      .describe('Only email activity on or after this day (YYYY-MM-DD) is synchronized; all activity by default'),
  }),
  failure: {
    message: ['errors.0.message', 'detail', 'title'],
    code: ['title'],
    requestIdAt: 'instance',
  },
});

/** Declares a Mailchimp action; lists page by offset and return a total. */
export const mailchimp = restApi({
  paging: page.offset({ param: 'offset', size: 'count', total: 'total_items' }),
  meta: { links: fromBody('_links', z.array(object).default([])) },
});
