import { allFields, decimal, defineEntity, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { google } from '../adapter.ts';
import { inProperty } from '../shared.ts';
import { eachProperty } from './sites.ts';

const Sitemap = z.object({
  path: z.string().nullish(),
  lastSubmitted: time().nullish(),
  isPending: z.boolean().nullish(),
  isSitemapsIndex: z.boolean().nullish(),
  type: z.string().nullish(),
  lastDownloaded: time().nullish(),
  warnings: decimal().nullish(),
  errors: decimal().nullish(),
  contents: z
    .array(
      z.object({
        type: z.string().nullish(),
        submitted: z.string().nullish(),
        indexed: z.string().nullish(),
      }),
    )
    .nullish(),
});

/** https://developers.google.com/webmaster-tools/v1/sitemaps */
export const sitemaps = defineEntity({
  name: 'sitemaps',
  summary: 'Sitemaps submitted for a property, with what Google found in them',
  keywords: ['sitemap xml', 'sitemap errors', 'last read by google', 'read our pages', 'crawl', 'robots'],
  record: Sitemap,
  key: 'path',
  actions: {
    list: google('GET /sites/{siteUrl}/sitemaps', {
      summary: 'List the sitemaps of a property',
      recordsAt: 'sitemap',
      params: inProperty,
    }),
    get: google('GET /sites/{siteUrl}/sitemaps/{feedpath}', {
      summary: 'Get one sitemap',
      params: inProperty.extend({
        feedpath: z.string().min(1).describe('URL of the sitemap, such as `https://www.example.com/sitemap.xml`'),
      }),
    }),
  },
  search: { fields: allFields(Sitemap) },
  sync: { via: 'list', ...eachProperty },
});
