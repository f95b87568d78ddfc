import { defineEntity, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { google } from '../adapter.ts';
import { inProperty } from '../shared.ts';

const text = z.string().nullish();
const issues = z.array(z.object({ issueType: text, severity: text, message: text })).nullish();

const Inspection = z.object({
  inspectionResultLink: text.describe('URL of the inspection in Search Console'),
  indexStatusResult: z
    .object({
      verdict: text.describe('`PASS` if the page is in the index, `FAIL` or `NEUTRAL` if not'),
      coverageState: text.describe('Why the page is in the index or not, in words'),
      robotsTxtState: text.describe('Whether robots.txt allows to read the page'),
      indexingState: text.describe('Whether the page itself allows to be in the index'),
      pageFetchState: text.describe('Whether Google could read the page, or why not'),
      lastCrawlTime: time().nullish().describe('When Google last read the page; null if never'),
      crawledAs: text.describe('As which device Google read the page: `DESKTOP` or `MOBILE`'),
      googleCanonical: text.describe('URL that Google takes for the original of the page'),
      userCanonical: text.describe('URL that the page names as its original'),
      sitemap: z.array(z.string()).nullish().describe('Sitemaps that contain the page'),
      referringUrls: z.array(z.string()).nullish().describe('Pages that link to the page'),
    })
    .nullish()
    .describe('Whether the page is in the index of Google'),
  richResultsResult: z
    .object({
      verdict: text,
      detectedItems: z
        .array(
          z.object({
            richResultType: text,
            items: z
              .array(
                z.object({ name: text, issues: z.array(z.object({ issueMessage: text, severity: text })).nullish() }),
              )
              .nullish(),
          }),
        )
        .nullish(),
    })
    .nullish()
    .describe('Structured data of the page'),
  mobileUsabilityResult: z.object({ verdict: text, issues }).nullish().describe('Whether the page suits phones'),
});

/** https://developers.google.com/webmaster-tools/v1/urlInspection.index/inspect */
export const urlInspections = defineEntity({
  name: 'url_inspections',
  summary: 'Whether Google has a page in its index, when it read the page, and what is wrong with it',
  keywords: ['indexed', 'is my page on google', 'not indexed', 'crawl status', 'canonical', 'inspect url'],
  beyondContract: true,
  record: Inspection,
  key: null,
  actions: {
    get: google('POST /v1/urlInspection/index:inspect', {
      summary: 'Inspect a page of a property, as Google last saw it',
      recordAt: 'inspectionResult',
      params: inProperty.extend({
        inspectionUrl: z
          .string()
          .min(1)
          .describe('URL of the page, which must be in the property')
          .meta({ examples: ['https://www.northtrail.example/'] }),
        languageCode: z.string().optional().describe('Language of messages, such as `de-CH`; English by default'),
      }),
    }),
  },
});
