import type { RawValue } from '@connectory/connector-sdk';
import { time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { greenhouse } from '../adapter.ts';

/** A file within another record, as the contract has it. */
export const Attachment = z.object({
  filename: z.string().nullish(),
  url: z.string().nullish(),
  type: z
    .enum([
      'resume',
      'cover_letter',
      'admin_only',
      'take_home_test',
      'offer_packet',
      'offer_letter',
      'signed_offer_letter',
      'other',
    ])
    .nullish(),
  created_at: time().nullish(),
});

/** A file of an application, and so of its candidate, as Harvest lists it; it knows more types. */
export const StoredAttachment = z.object({
  id: z.int(),
  application_id: z.int().nullish(),
  candidate_id: z.int().nullish(),
  type: z.string().nullish(),
  filename: z.string().nullish(),
  url: z.string().nullish(),
  created_at: time().nullish(),
  updated_at: time().nullish(),
});

/** Downloads one of the files whose `owner` has the id: the response lists them, newest first, with links that are valid for seven days. */
export const downloadOf = (owner: 'application_id' | 'candidate_id', summary: string) =>
  greenhouse('GET /attachments', {
    summary,
    params: z.object({
      id: z.int().describe('Id of the record that has the file'),
      attachment_index: z.int().min(0).default(0).describe('Position of the file, counted from 0, the newest first'),
    }),
    wire: ({ id }) => ({ query: { [`${owner}s`]: id, per_page: 500 } }),
    paging: null,
    fileAt: '{attachment_index}.url',
    toRecord: ([attachment]: RawValue) => attachment,
  });
