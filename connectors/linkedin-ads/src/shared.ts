import { time } from '@connectory/connector-sdk';
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
export const RunSchedule = z.object({
  start: time('unix-milliseconds', z.int()).nullish(),
  end: time('unix-milliseconds', z.int()).nullish(),
});

/** The version of a record. */
export const Version = z.object({ versionTag: z.string().nullish() });
