import { allFields, decimal, defineEntity, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { google } from '../adapter.ts';
import { Done, inProperty } from '../shared.ts';
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

const bySitemap = inProperty.extend({
  feedpath: z
    .string()
    .min(1)
    .describe('URL of the sitemap, such as `https://www.example.com/sitemap.xml`')
    .meta({ examples: ['https://www.northtrail.example/sitemap-events.xml'] }),
});

/** https://developers.google.com/webmaster-tools/v1/sitemaps */
export const sitemaps = defineEntity({
  name: 'sitemaps',
  summary: 'Sitemaps submitted for a property, with what Google found in them',
  keywords: ['sitemap xml', 'sitemap errors', 'last read by google', 'read our pages', 'crawl', 'robots'],
  record: Sitemap,
  key: 'path',
  actions: {
    list: google('GET /webmasters/v3/sites/{siteUrl}/sitemaps', {
      summary: 'List the sitemaps of a property',
      recordsAt: 'sitemap',
      params: inProperty,
    }),
    get: google('GET /webmasters/v3/sites/{siteUrl}/sitemaps/{feedpath}', {
      summary: 'Get one sitemap',
      params: bySitemap,
    }),
    create: google('PUT /webmasters/v3/sites/{siteUrl}/sitemaps/{feedpath}', {
      summary: 'Submit a sitemap, or submit it again after a change',
      beyondContract: true,
      params: bySitemap,
      result: Done,
    }),
    delete: google('DELETE /webmasters/v3/sites/{siteUrl}/sitemaps/{feedpath}', {
      summary: 'Remove a sitemap from Search Console; Google still knows its pages',
      beyondContract: true,
      params: bySitemap,
      result: Done,
    }),
  },
  search: { title: 'path', link: '{path}', fields: allFields(Sitemap) },
  sync: { via: 'list', ...eachProperty },
});
