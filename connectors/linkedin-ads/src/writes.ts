import { z } from 'zod';
import { restLi2 } from './adapter.ts';
import { accountUrn } from './shared.ts';

const WithoutBody = z.object({});

const method = (name: string) => ({ headers: { ...restLi2.headers, 'x-restli-method': name } });

/** What a creation declares whose record has a number as its id; LinkedIn returns it only in a header. */
export const createsNumber = createsRecord(z.int());

/** What a creation declares whose record has a URN as its id. */
export const createsUrn = createsRecord(z.string());

function createsRecord(id: z.ZodType) {
  const result = z.object({ id: id.describe('ID of the new record') });
  return { beyondContract: true, idHeader: 'x-restli-id', result, ...restLi2 } as const;
}

/** A new record below an ad account, which LinkedIn wants to read in the body as well. */
export const belowAccount = (
  record: Readonly<Record<string, unknown>>,
  { account_id }: { readonly account_id: number },
) => ({ body: { account: `urn:li:sponsoredAccount:${account_id}`, ...record } });

/** What a creation declares whose caller chooses the key of the record. */
export const createsWithKey = { beyondContract: true, result: WithoutBody, ...restLi2 } as const;

/** A change of some fields in Rest.li syntax. */
export const patchOf = (fields: Readonly<Record<string, unknown>>) => ({ patch: { $set: fields } });

/** What a change declares: LinkedIn patches the given fields, and returns no body. */
export const changes = {
  beyondContract: true,
  result: WithoutBody,
  wire: (fields: Readonly<Record<string, unknown>>) => ({ body: patchOf(fields) }),
  ...method('PARTIAL_UPDATE'),
} as const;

/** What a deletion declares: LinkedIn returns no body. */
export const deletes = { beyondContract: true, result: WithoutBody, ...method('DELETE') } as const;

/** An amount of money as a parameter. */
export const moneyParam = z.strictObject({
  amount: z
    .string()
    .regex(/^\d+(\.\d+)?$/, 'must be a decimal such as 25.00')
    .describe('Amount as a decimal string, such as `25.00`')
    .meta({ examples: ['25.00'] }),
  currencyCode: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code such as USD')
    .describe('Currency of the ad account, such as USD')
    .meta({ examples: ['USD'] }),
});

/** When a new or changed record runs, in Unix milliseconds. */
export const runScheduleParam = z.strictObject({
  start: z.int().describe('First moment, in Unix milliseconds'),
  end: z.int().optional().describe('Last moment, in Unix milliseconds; without it, there is no end'),
});

/** A member's role in an ad account, addressed by its key. */
export const memberOfAccount = z.object({
  account: accountUrn.describe('URN of the ad account'),
  user: z
    .string()
    .describe('URN of the member')
    .meta({ examples: ['urn:li:person:q8vGx2mTzR'] }),
});
