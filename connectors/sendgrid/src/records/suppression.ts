import { type RawValue, time } from '@connectory/connector-sdk';
import { z } from 'zod';

/** An address SendGrid no longer writes to, and since when as Unix time in seconds. */
export const Suppression = z.object({ created: time('unix-seconds', z.int()).nullish(), email: z.string() });

/** A suppressed address with the response of the receiving server. */
export const Refusal = Suppression.extend({ reason: z.string().nullish(), status: z.string().nullish() });

/** Parameters of every list of suppressed addresses. */
export const skippingParams = z.object({
  limit: z.int().min(1).max(500).default(500).describe('Number of records per page'),
  offset: z.int().min(0).default(0).describe('Number of records to skip'),
});

/** The same with the time from which later passes of a copy read. */
export const suppressionParams = skippingParams.extend({
  start_time: z.int().optional().describe('Only addresses suppressed at or after this Unix time in seconds'),
});

/** How lists of suppressed addresses are copied: all at first, then those that came since. */
export const suppressionSync = {
  via: 'list',
  params: { limit: 500 },
  cursor: { field: 'created', param: 'start_time' },
} as const;

const thatAddress = z.object({ email: z.string().describe('The email address') });

/** The result of what takes an address off a list: SendGrid returns nothing. */
export const takenOff = {
  beyondContract: true,
  params: thatAddress,
  result: z.object({ email: z.string() }),
  toRecord: (_response: RawValue, { email }: { readonly email: string }) => ({ email }),
} as const;
