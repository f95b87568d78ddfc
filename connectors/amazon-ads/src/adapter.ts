import { auth, defineUpstream, fromBody, page, restApi, setting } from '@connectory/connector-sdk';
import { z } from 'zod';

const writtenLists = [
  'campaigns',
  'adGroups',
  'keywords',
  'negativeKeywords',
  'targetingClauses',
  'productAds',
] as const;

/** A list of the vendor whose records can be written. */
export type WrittenList = (typeof writtenLists)[number];

// What is wrong with a record, by which Amazon names the member that has the message.
const recordErrors = [
  'otherError',
  'entityNotFoundError',
  'entityStateError',
  'parentEntityError',
  'entityQuotaError',
  'missingValueError',
  'malformedValueError',
  'invalidArgumentError',
  'duplicateValueError',
  'rangeError',
  'dateError',
  'budgetError',
  'biddingError',
  'currencyError',
  'localeError',
  'targetingClauseSetupError',
  'expressionTypeError',
  'adEligibilityError',
  'billingError',
  'throttledError',
  'internalServerError',
];

const messagesOfRecords = writtenLists.flatMap((list) =>
  recordErrors.map((kind) => `${list}.error.0.errors.0.errorValue.${kind}.message`),
);

/**
 * The Amazon Ads API: Sponsored Products and portfolios in version 3, Sponsored Brands in version 4, profiles in version 2. The
 * version is part of each path or media type. https://advertising.amazon.com/API/docs/en-us/reference/api-overview
 */
export const upstream = defineUpstream({
  baseUrl: 'https://{host}',
  documentation: 'https://advertising.amazon.com/API/docs/en-us',
  version: { pinned: 'sp-v3', sunset: null },
  authentication: {
    oauth2: auth.oauth2({
      description: 'Login with Amazon application with access to the Amazon Ads API, authorized by a user',
      authorizationUrl: 'https://{consent_host}/ap/oa',
      tokenUrl: 'https://{login_host}/auth/o2/token',
      scopes: ['advertising::campaign_management'],
      accounts: {
        url: 'https://{host}/v2/profiles',
        list: '',
        name: 'accountInfo.name',
        settings: { profile_id: 'profileId' },
      },
      fields: {
        client_id: { description: 'Client id of the Login with Amazon application', secret: false, required: true },
      },
      headers: { 'amazon-advertising-api-clientid': '{client_id}' },
    }),
  },
  settings: z.object({
    region: z
      .enum(['na', 'eu', 'fe'])
      .default('na')
      .describe('Region of the ad account: North America (na), Europe (eu) or Far East (fe)'),
    profile_id: z
      .string()
      .regex(/^[0-9]+$/, 'must be the digits of a profileId, which profiles lists')
      .optional()
      .describe('Profile whose portfolios and campaigns are read; required for everything except profiles'),
  }),
  places: {
    host: setting('region', {
      map: {
        na: 'advertising-api.amazon.com',
        eu: 'advertising-api-eu.amazon.com',
        fe: 'advertising-api-fe.amazon.com',
      },
    }),
    consent_host: setting('region', {
      map: { na: 'www.amazon.com', eu: 'eu.account.amazon.com', fe: 'apac.account.amazon.com' },
    }),
    login_host: setting('region', { map: { na: 'api.amazon.com', eu: 'api.amazon.co.uk', fe: 'api.amazon.co.jp' } }),
  },
  headers: { 'amazon-advertising-api-scope': '{profile_id}' },
  failure: {
    // A write returns 207 with the error of each record, also if that is the only one.
    when: writtenLists.map((list) => ({ path: `${list}.error`, is: 'present' as const })),
    message: ['message', 'details', 'error_description', ...messagesOfRecords],
    code: ['code', 'error', ...writtenLists.map((list) => `${list}.error.0.errors.0.errorType`)],
    codes: {
      THROTTLED: 'upstream_rate_limited',
      throttledError: 'upstream_rate_limited',
      entityNotFoundError: 'record_not_found',
      internalServerError: 'upstream_unavailable',
    },
    requestId: 'x-amzn-requestid',
    requestIdAt: 'requestId',
  },
  // Amazon throttles each operation by its own load.
  limits: { bucket: 'route' },
});

/** Declares an action on the records of the connection's profile. Lists page by a token. */
export const amazon = restApi({
  paging: page.cursor({ param: 'nextToken', next: 'nextToken', size: 'maxResults' }),
  meta: { next_token: fromBody('nextToken', z.string().nullable()) },
});

/** The headers of a resource that requires its own media type, for request and response. */
export const mediaType = (resource: string) => {
  const type = `application/vnd.${resource}+json`;
  return { accept: type, 'content-type': type };
};
