import { z } from 'zod';
import { mediaType } from './adapter.ts';
import { commaSeparated } from './comma-separated.ts';

const vendorStates: Readonly<Record<string, string>> = { enabled: 'ENABLED', paused: 'PAUSED', archived: 'ARCHIVED' };

const inVendorStates = (include: string) => include.split(',').map((state) => vendorStates[state] ?? state);

const states = commaSeparated(Object.keys(vendorStates))
  .describe('States, separated by commas: enabled, paused, archived')
  .meta({ examples: ['enabled,paused'] });

const listParams = (mostResults: number) =>
  z.object({
    stateFilter: z
      .strictObject({ include: states.optional() })
      .optional()
      .describe('Only records in these states; all of them unless set'),
    maxResults: z.int().min(1).max(mostResults).default(100).describe('Number of records per page'),
    nextToken: z.string().optional().describe('The next_token of the previous response'),
  });

interface SponsoredList {
  readonly summary: string;
  /** Name of the vendor's media type, such as `spKeyword.v3`. */
  readonly media: string;
  readonly recordsAt: string;
  /** The largest page the vendor gives; 1,000 for Sponsored Products. */
  readonly mostResults?: number;
}

/** What the lists of Sponsored Products and Sponsored Brands share: parameters, media type, and how they are sent. */
export const sponsoredList = ({ summary, media, recordsAt, mostResults = 1000 }: SponsoredList) => ({
  summary,
  recordsAt,
  headers: mediaType(media),
  params: listParams(mostResults),
  wire: ({ stateFilter, ...page }: z.output<ReturnType<typeof listParams>>) => ({
    body: {
      ...page,
      includeExtendedDataFields: true,
      stateFilter: stateFilter?.include === undefined ? undefined : { include: inVendorStates(stateFilter.include) },
    },
  }),
  simulate: {
    matches: ({ state }: { readonly state: string }, params: z.output<ReturnType<typeof listParams>>) => {
      const include = params.stateFilter?.include;
      return include === undefined || inVendorStates(include).includes(state);
    },
  },
});
