import { z } from 'zod';

/** A text or number that the vendor may omit. */
export const text = z.string().nullish();
export const number = z.number().nullish();

/** An identifier. Amazon sends digits as text; the contract admits integers too. */
export const Id = z.union([z.string(), z.int()]);

/** A state. Amazon writes it in capitals; the contract lists both spellings. */
export const State = z.enum(['enabled', 'paused', 'archived', 'ENABLED', 'PAUSED', 'ARCHIVED']).nullish();

/** A part of a record whose members are left open. */
export const open = z.record(z.string(), z.unknown()).nullish();

/** What every record below an ad group has: its owners, its state and its history. Drafts have further states. */
export const InAdGroup = z.object({ campaignId: Id, adGroupId: Id, state: text, extendedData: open });

/** A word or phrase people search by. */
export const Keyword = InAdGroup.extend({ keywordId: Id, keywordText: text, matchType: text });

const Expression = z.array(z.object({ type: text, value: text })).nullish();

/** A choice of products or shoppers, as it was given and as Amazon resolved it. */
export const Target = InAdGroup.extend({
  targetId: Id,
  expression: Expression,
  resolvedExpression: Expression,
  expressionType: text,
});
