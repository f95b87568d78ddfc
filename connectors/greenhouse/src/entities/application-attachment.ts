import { defineEntity } from '@connectory/connector-sdk';
import { downloadOf, StoredAttachment } from '../records/attachment.ts';

/** https://harvestdocs.greenhouse.io/reference/get_v3-attachments */
export const applicationAttachment = defineEntity({
  name: 'application_attachment',
  summary: 'Files that came with an application, such as a resume',
  keywords: ['cv', 'cover letter', 'motivation letter', 'applicant', 'rejected applicants'],
  record: StoredAttachment,
  key: 'id',
  actions: { download: downloadOf('application_id', 'Download a file of an application') },
});
