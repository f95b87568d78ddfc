import type { SampleSource } from '@connectory/connector-sdk';
import { z } from 'zod';

/** A part of a record whose fields LinkedIn does not specify. */
export const object = z.record(z.string(), z.unknown());

/** A string that the contract requires although it usually has a single value; the schema declares that value as its default. */
export const usually = (value: string, example = value) => z.string().meta({ default: value, examples: [example] });

/** The finder of a resource, which LinkedIn requires by name. */
export const finder = (name: string) => usually(name).describe(`Finder of the resource: \`${name}\``);

/** Parameters of lists paged by a token. */
export const tokenPaging = {
  pageSize: z.int().min(1).max(500).default(100).describe('Number of records per page'),
  pageToken: z.string().optional().describe('The nextPageToken of the previous response'),
};

/** Parameters of lists paged by offset. */
export const offsetPaging = {
  count: z.int().min(1).max(500).default(100).describe('Number of records per page'),
  start: z.int().min(0).default(0).describe('Number of records to skip'),
};

/** The ad account of a call. */
export const inAccount = z.object({ account_id: z.int().describe('Ad account ID') });

/** One record of an ad account. */
export const byId = inAccount.extend({ id: z.int().describe('ID of the record') });

/** An ad account as a URN. */
export const accountUrn = z.string().meta({ examples: ['urn:li:sponsoredAccount:507404993'] });

const Stamp = z.object({ actor: z.string().nullish(), time: z.int().nullish() });

/** Who created and last changed a record, and when (Unix milliseconds). */
export const ChangeAuditStamps = z.object({ created: Stamp.nullish(), lastModified: Stamp.nullish() });

/** An amount of money; the amount is a decimal string. */
export const Money = z.object({ amount: z.string().nullish(), currencyCode: z.string().nullish() });

/** When something runs, in Unix milliseconds. */
export const RunSchedule = z.object({ start: z.int().nullish(), end: z.int().nullish() });

/** The version of a record. */
export const Version = z.object({ versionTag: z.string().nullish() });

const accountUrnOf = (id: number) => `urn:li:sponsoredAccount:${id}`;

/** Tells the simulated vendor that a finder selects no records. */
export const byFinder = { fields: { q: null } } as const;

interface OwnedRecord {
  readonly account?: string;
}

const isInAccount = ({ account }: OwnedRecord, { account_id }: { readonly account_id: number }) =>
  account === accountUrnOf(account_id);

/** The simulated records of an account, and one of them. */
export const listedInAccount = { fields: { account_id: null, q: null }, matches: isInAccount } as const;
export const foundInAccount = { fields: { account_id: null, id: 'id' }, matches: isInAccount } as const;

/** Ids of sample records by position, such that related records belong to the same account. */
export const sampleIds = {
  account: (index: number) => 507_404_993 + index,
  campaignGroup: (index: number) => 615_492_066 + index,
  campaign: (index: number) => 168_037_013 + index,
  creative: (index: number) => `urn:li:sponsoredCreative:${119_962_155 + index}`,
} as const;

/** URN of the account of the sample record at a position: one of four. */
export const sampleAccount = ({ index }: SampleSource) => accountUrnOf(sampleIds.account(index % 4));

/** Sample stamps of a record that was created and changed some days ago. */
export function sampleStamps(source: SampleSource) {
  const age = source.integer(60, 500);
  const stamp = (days: number) => ({ actor: 'urn:li:person:q8vGx2mTzR', time: source.epoch(days) * 1000 });
  return { created: stamp(age), lastModified: stamp(source.integer(0, age)) };
}

/** A sample amount of US dollars. */
export const sampleMoney = (source: SampleSource, least: number, most: number) => ({
  amount: `${source.integer(least, most)}.00`,
  currencyCode: 'USD',
});
