import type { RawValue } from '@connectory/connector-sdk';
import { simulate } from '@connectory/sandbox';
import { sitemaps } from '../src/entities/sitemaps.ts';
import { sites } from '../src/entities/sites.ts';
import { urlInspections } from '../src/entities/url-inspections.ts';

/** The properties of the simulated user, each with the address of its site. The first one has search analytics. */
export const sampleProperties = [
  {
    siteUrl: 'sc-domain:northtrail.example',
    permissionLevel: 'siteOwner',
    address: 'https://www.northtrail.example/',
  },
  {
    siteUrl: 'https://harborbooks.example/',
    permissionLevel: 'siteFullUser',
    address: 'https://harborbooks.example/',
  },
  {
    siteUrl: 'https://www.lindenbakery.example/',
    permissionLevel: 'siteOwner',
    address: 'https://www.lindenbakery.example/',
  },
  {
    siteUrl: 'sc-domain:casaverde.example',
    permissionLevel: 'siteFullUser',
    address: 'https://casaverde.example/',
  },
  {
    siteUrl: 'https://shop.brightlamp.example/',
    permissionLevel: 'siteRestrictedUser',
    address: 'https://shop.brightlamp.example/',
  },
  {
    siteUrl: 'http://old-museum.example/',
    permissionLevel: 'siteUnverifiedUser',
    address: 'http://old-museum.example/',
  },
] as const;

function knownProperty(siteUrl: string) {
  const known = sampleProperties.find((property) => property.siteUrl === siteUrl);
  return known && { permissionLevel: known.permissionLevel };
}

/** Where the site of a property is; one that was added is the address itself. */
const addressOf = (siteUrl: string) =>
  sampleProperties.find((known) => known.siteUrl === siteUrl)?.address ?? siteUrl.replace('sc-domain:', 'https://');

// A sitemap is on the site whose property it was submitted to.
const inProperty = {
  fields: { siteUrl: null },
  matches: ({ path }: RawValue, { siteUrl }: { readonly siteUrl: string }) => path.startsWith(addressOf(siteUrl)),
};

export const simulatedProperties = [
  simulate(sites, {
    sample: ({ index }) => {
      const { siteUrl, permissionLevel } = sampleProperties[index % sampleProperties.length] ?? {};
      return { siteUrl, permissionLevel };
    },
    actions: {
      create: {
        // A property that was there keeps its level.
        values: ({ siteUrl }) => ({ permissionLevel: 'siteUnverifiedUser', ...knownProperty(siteUrl), siteUrl }),
      },
    },
  }),
  simulate(urlInspections, {
    sample: (source) => ({
      inspectionResultLink: 'https://search.google.com/search-console/inspect',
      indexStatusResult: {
        verdict: 'PASS',
        coverageState: 'Submitted and indexed',
        robotsTxtState: 'ALLOWED',
        indexingState: 'INDEXING_ALLOWED',
        pageFetchState: 'SUCCESSFUL',
        lastCrawlTime: source.time(source.integer(0, 9)),
        crawledAs: 'MOBILE',
        googleCanonical: 'https://www.northtrail.example/',
        userCanonical: 'https://www.northtrail.example/',
        sitemap: ['https://www.northtrail.example/sitemap.xml'],
        referringUrls: [],
      },
      richResultsResult: undefined,
      mobileUsabilityResult: undefined,
    }),
    actions: {
      get: { matches: (_, { inspectionUrl }) => /^https?:/.test(inspectionUrl) },
    },
  }),
  simulate(sitemaps, {
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
    actions: {
      list: inProperty,
      get: { ...inProperty, fields: { siteUrl: null, feedpath: 'path' } },
      create: {
        fields: { siteUrl: null, feedpath: null },
        values: ({ feedpath }) => ({ path: feedpath, isPending: true, warnings: '0', errors: '0' }),
      },
      delete: { ...inProperty, fields: { siteUrl: null, feedpath: 'path' } },
    },
  }),
];
