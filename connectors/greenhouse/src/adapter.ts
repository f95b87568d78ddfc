import { auth, defineUpstream, fromLink, page, restApi } from '@connectory/connector-sdk';

const tokenUrl = 'https://auth.greenhouse.io/token';

/**
 * The Harvest API, version 3. Every read is a list, newest record first, and records refer to each other by id.
 * https://harvestdocs.greenhouse.io/docs/overview-and-philosophy, https://harvestdocs.greenhouse.io/docs/authentication
 */
export const upstream = defineUpstream({
  baseUrl: 'https://harvest.greenhouse.io/{api_version}',
  documentation: 'https://harvestdocs.greenhouse.io/reference',
  version: { pinned: 'v3', sunset: null },
  authentication: {
    client_credentials: auth.clientCredentials({
      description: 'Harvest V3 (OAuth) credential that a Greenhouse administrator created for this gateway',
      tokenUrl,
      client: 'basic',
    }),
    oauth2: auth.oauth2({
      description: 'OAuth application of a Greenhouse partner, authorized by a Site Admin',
      authorizationUrl: 'https://auth.greenhouse.io/authorize',
      pkce: false,
      tokenUrl,
      client: 'basic',
      scopes: [
        'harvest:candidates:list',
        'harvest:applications:list',
        'harvest:jobs:list',
        'harvest:offers:list',
        'harvest:users:list',
        'harvest:departments:list',
        'harvest:offices:list',
        'harvest:job_posts:list',
        'harvest:sources:list',
        'harvest:interviews:list',
        'harvest:attachments:list',
        'harvest:job_interview_stages:list',
        'harvest:rejection_reasons:list',
        'harvest:candidate_tags:list',
        'harvest:applied_candidate_tags:list',
        'harvest:custom_fields:list',
        'harvest:custom_field_options:list',
        'harvest:candidates:create',
        'harvest:candidates:update',
        'harvest:notes:create',
        'harvest:applied_candidate_tags:create',
        'harvest:applied_candidate_tags:destroy',
        'harvest:applications:move',
        'harvest:applications:reject',
        'harvest:applications:unreject',
      ],
    }),
  },
  failure: { message: ['errors.0', 'message'] },
  limits: {
    limit: 'x-ratelimit-limit',
    remaining: 'x-ratelimit-remaining',
    reset: { header: 'x-ratelimit-reset', unit: 'unix-seconds' },
    quotas: [{ requests: 50, seconds: 10 }],
  },
  fileHosts: ['*.s3.amazonaws.com', '*.s3.us-east-1.amazonaws.com', '*.greenhouse.io'],
});

/** Declares a Harvest action: lists page by a cursor in the `Link` header, which must be sent without other parameters. */
export const greenhouse = restApi({
  paging: page.linkHeader({ param: 'cursor', size: 'per_page', alone: true }),
  meta: { next: fromLink('next') },
});
