import { allFields, defineEntity, eachOfSetting } from '@connectory/connector-sdk';
import { z } from 'zod';
import { google } from '../adapter.ts';
import { Done, inProperty } from '../shared.ts';

const Site = z.object({ siteUrl: z.string().nullish(), permissionLevel: z.string().nullish() });

/** https://developers.google.com/webmaster-tools/v1/sites */
export const sites = defineEntity({
  name: 'sites',
  summary: 'Properties (websites) of the user, with the level of access to each',
  keywords: ['verified domains', 'am i owner', 'what rights', 'full user', 'permission level'],
  record: Site,
  key: 'siteUrl',
  actions: {
    list: google('GET /webmasters/v3/sites', { summary: 'List the properties of the user', recordsAt: 'siteEntry' }),
    get: google('GET /webmasters/v3/sites/{siteUrl}', { summary: 'Get one property', params: inProperty }),
    create: google('PUT /webmasters/v3/sites/{siteUrl}', {
      summary: 'Add a property to those of the user, who then has to verify it',
      beyondContract: true,
      params: inProperty,
      result: Done,
    }),
    delete: google('DELETE /webmasters/v3/sites/{siteUrl}', {
      summary: 'Remove a property from those of the user; other users keep it',
      beyondContract: true,
      params: inProperty,
      result: Done,
    }),
  },
  search: {
    title: 'siteUrl',
    link: 'https://search.google.com/search-console?resource_id={siteUrl}',
    fields: allFields(Site),
  },
  sync: { via: 'list' },
});

/** Properties that are synchronized, for sync plans. Google rejects those the user has not verified. */
export const eachProperty = {
  each: eachOfSetting('site_urls', ['siteUrl'], { otherwise: sites }),
  where: { neq: { permissionLevel: 'siteUnverifiedUser' } },
  bind: { siteUrl: 'siteUrl' },
} as const;
