import { allFields, decimal, defineEntity, type RawValue } from '@connectory/connector-sdk';
import { z } from 'zod';
import { google } from '../adapter.ts';
import { addressOf, sampleProperties } from '../sample-properties.ts';
import { inProperty } from '../shared.ts';
import { eachProperty } from './sites.ts';

const Sitemap = z.object({
  path: z.string().nullish(),
  lastSubmitted: z.string().nullish(),
  isPending: z.boolean().nullish(),
  isSitemapsIndex: z.boolean().nullish(),
  type: z.string().nullish(),
  lastDownloaded: z.string().nullish(),
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

// A sitemap is on the site whose property it was submitted to.
const simulate = {
  fields: { siteUrl: null },
  matches: ({ path }: RawValue, { siteUrl }: { readonly siteUrl: string }) => path.startsWith(addressOf(siteUrl)),
};

/** https://developers.google.com/webmaster-tools/v1/sitemaps */
export const sitemaps = defineEntity({
  name: 'sitemaps',
  summary: 'Sitemaps submitted for a property, with what Google found in them',
  record: Sitemap,
  key: 'path',
  actions: {
    list: google('GET /sites/{siteUrl}/sitemaps', {
      summary: 'List the sitemaps of a property',
      recordsAt: 'sitemap',
      params: inProperty,
      simulate,
    }),
    get: google('GET /sites/{siteUrl}/sitemaps/{feedpath}', {
      summary: 'Get one sitemap',
      params: inProperty.extend({
        feedpath: z.string().min(1).describe('URL of the sitemap, such as `https://www.example.com/sitemap.xml`'),
      }),
      simulate: { ...simulate, fields: { siteUrl: null, feedpath: 'path' } },
    }),
  },
  search: { fields: allFields(Sitemap) },
  sync: { via: 'list', ...eachProperty },
  sample: (source) => {
    const verified = sampleProperties.filter(({ permissionLevel }) => permissionLevel !== 'siteUnverifiedUser');
    const address = verified[source.index % verified.length]?.address;
    const files = ['sitemap.xml', 'sitemap-products.xml', 'sitemap-blog.xml', 'feed.xml', 'sitemap-archive.xml'];
    const file = files[Math.floor(source.index / verified.length) % files.length];
    const known = { path: `${address}${file}`, isSitemapsIndex: file === 'sitemap.xml' };
    if (file === 'sitemap-archive.xml') {
      const unread = { type: undefined, lastDownloaded: undefined, contents: undefined };
      return { ...known, ...unread, lastSubmitted: source.time(0), isPending: true, warnings: '0', errors: '0' };
    }
    const submitted = file === 'feed.xml' ? source.integer(10, 40) : source.integer(80, 2400);
    const images = { type: 'image', submitted: String(submitted * 3), indexed: '0' };
    return {
      ...known,
      lastSubmitted: source.time(source.integer(30, 400)),
      isPending: false,
      type: file === 'feed.xml' ? 'rssFeed' : 'sitemap',
      lastDownloaded: source.time(source.integer(0, 6)),
      warnings: source.pick(['0', '0', '2', '14']),
      errors: source.pick(['0', '0', '0', '1']),
      contents: [
        { type: 'web', submitted: String(submitted), indexed: '0' },
        ...(file === 'sitemap-products.xml' ? [images] : []),
      ],
    };
  },
});
