import { type RawValue, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { phoneNumberOf, sidOf } from './sample-practice.ts';

const pageSize = z.int().min(1).max(1000).default(50).describe('Number of records per page');

/** Parameters of the list of accounts. */
export const pageParams = z.object({ PageSize: pageSize });

/** The account of a call. */
export const inAccount = z.object({
  AccountSid: z
    .string()
    .describe('SID of the account or subaccount')
    .meta({ examples: [sidOf('AC', 0)] }),
});

/** Parameters of every other list. */
export const listParams = inAccount.extend({ PageSize: pageSize });

/** Parameters of a get, for a record whose SID begins with a prefix. */
export const oneOf = (prefix: string, what: string) =>
  inAccount.extend({
    sid: z
      .string()
      .describe(`SID of the ${what}`)
      .meta({ examples: [sidOf(prefix, 0)] }),
  });

/** A phone number, with an example for the documentation. */
export const phoneNumber = z.string().meta({ examples: [phoneNumberOf(0)] });

/** The method of a webhook. */
export const method = z.enum(['GET', 'POST']);

/** A time of a record, such as `Fri, 30 Oct 2026 22:00:00 +0000`. */
export const vendorTime = time('rfc-2822').nullish();

/** The common fields of most records. */
export const resource = {
  sid: z.string().nullish(),
  account_sid: z.string().nullish(),
  date_created: vendorTime,
  date_updated: vendorTime,
  uri: z.string().nullish(),
};

/** Paths of a record's subresources, by name. */
export const SubresourceUris = z.record(z.string(), z.string()).nullish();

/** The first day of a list. The name of the filter ends with `>`: in `StartTime>=2026-10-01`, the `=` separates name and value. */
export const firstDay = z.iso.date().optional();

export const withErrorCode = (convert: (code: unknown) => unknown) => (row: RawValue) => ({
  ...row,
  error_code: row.error_code === null || row.error_code === undefined ? row.error_code : convert(row.error_code),
});

/** The contract has error codes as strings, Twilio as numbers. */
export const errorCodeAsText = { toRecord: withErrorCode(String) };
