import { defineEntity, type RawValue } from '@connectory/connector-sdk';
import { z } from 'zod';
import { greenhouse } from '../adapter.ts';
import { listParams } from '../lists.ts';
import { listOf } from '../reads.ts';
import { StoredAttachment } from '../records/attachment.ts';

const types = [
  'resume',
  'cover_letter',
  'take_home_test',
  'offer_packet',
  'offer_letter',
  'signed_offer_letter',
  'other',
  'form_attachment',
  'midfunnel_agreement',
  'automated_agreement',
] as const;

/** https://harvestdocs.greenhouse.io/reference/get_v3-attachments */
export const attachments = defineEntity({
  beyondContract: true,
  name: 'attachments',
  summary: 'Files of applications and candidates, such as resumes and offer letters',
  keywords: ['resume', 'cv', 'cover letter', 'offer letter', 'documents of the candidate'],
  record: StoredAttachment,
  key: 'id',
  actions: {
    list: listOf('attachments', 'List files, newest first', {
      params: listParams.extend({
        application_id: z.int().optional().describe('Only files of this application'),
        candidate_id: z.int().optional().describe('Only files of this candidate'),
        type: z.enum(types).optional().describe('Only files of this type'),
      }),
      named: ({ application_id, candidate_id, ...rest }) => ({
        ...rest,
        application_ids: application_id,
        candidate_ids: candidate_id,
      }),
    }),
    download: greenhouse('GET /attachments', {
      summary: 'Download a file by its id',
      params: z.object({ id: z.int().describe('Id of the file') }),
      wire: ({ id }) => ({ query: { ids: id } }),
      paging: null,
      fileAt: '0.url',
      toRecord: ([attachment]: RawValue) => attachment,
    }),
  },
});
