import type { RawValue } from '@connectory/connector-sdk';
import { z } from 'zod';
import { amazon, mediaType } from './adapter.ts';
import { commaSeparated } from './comma-separated.ts';

const vendorStates: Readonly<Record<string, string>> = { enabled: 'ENABLED', paused: 'PAUSED', archived: 'ARCHIVED' };

export const inVendorStates = (include: string) => include.split(',').map((state) => vendorStates[state] ?? state);

const states = commaSeparated(Object.keys(vendorStates))
  .describe('States, separated by commas: enabled, paused, archived')
  .meta({ examples: ['enabled,paused'] });

const listParams = (maxResults: number) =>
  z.object({
    stateFilter: z
      .strictObject({ include: states.optional() })
      .optional()
      .describe('Only records in these states; all by default'),
    maxResults: z.int().min(1).max(maxResults).default(100).describe('Number of records per page'),
    nextToken: z.string().optional().describe('The next_token of the previous response'),
  });

interface SponsoredList {
  readonly summary: string;
  /** Name of the vendor's media type, such as `spKeyword.v3`. */
  readonly media: string;
  readonly recordsAt: string;
  /** The vendor's largest page; 1,000 for Sponsored Products. */
  readonly maxResults?: number;
  readonly toRecord?: (row: RawValue) => RawValue;
}

/** Declares a list of Sponsored Products or Sponsored Brands: by state, in pages, with the history of each record. */
export const sponsoredList = (route: `POST /${string}/list`, { media, maxResults = 1000, ...rest }: SponsoredList) =>
  amazon(route, {
    ...rest,
    headers: mediaType(media),
    params: listParams(maxResults),
    wire: ({ stateFilter: { include } = {}, ...page }) => ({
      body: {
        ...page,
        includeExtendedDataFields: true,
        stateFilter: include === undefined ? undefined : { include: inVendorStates(include) },
      },
    }),
  });
