import { time } from '@connectory/connector-sdk';
import { z } from 'zod';

/** Parameters of every list. */
export const listParams = z.object({
  cursor: z.string().optional().describe('The cursor of the previous response; omitted for the first page'),
  limit: z.int().min(1).max(100).optional().describe('Number of records per page; 100 by default'),
});

/** A candidate and a tag, to put it on or to remove it. */
export const tagOfCandidate = z.object({
  candidateId: z.string().describe('Id of the candidate'),
  tagId: z.string().describe('Id of the tag'),
});

/** A part of a record whose members the contract leaves open. */
export const object = z.record(z.string(), z.unknown());

/** The value of a custom field on a record; its type follows the kind of the field. */
export const CustomFieldValue = z.object({
  id: z.string(),
  title: z.string().nullish(),
  isPrivate: z.boolean().nullish(),
  value: z.unknown().optional(),
  valueLabel: z.unknown().optional(),
});

/** A person who works with Ashby: the record of `users`, also embedded in others. */
export const User = z.object({
  id: z.string(),
  firstName: z.string().nullish(),
  lastName: z.string().nullish(),
  email: z.string().nullish(),
  globalRole: z.string().nullish(),
  isEnabled: z.boolean().nullish(),
  updatedAt: time().nullish(),
});
