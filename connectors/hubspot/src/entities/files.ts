import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { hubspot } from '../adapter.ts';

const File = z.object({
  id: z.string(),
  name: z.string().nullish(),
  path: z.string().nullish().describe('Folders and name of the file'),
  parentFolderId: z.string().nullish(),
  type: z.string().nullish().describe('Kind of file, such as IMG or DOCUMENT'),
  extension: z.string().nullish().describe('End of the name, such as pdf'),
  size: z.int().nullish().describe('Number of bytes'),
  access: z.string().nullish().describe('Who can open the URL, such as PRIVATE'),
  url: z.string().nullish(),
  createdAt: z.string().nullish(),
  updatedAt: z.string().nullish(),
  archived: z.boolean().nullish(),
});

/** https://developers.hubspot.com/docs/api-reference/files-files-v3/guide */
export const files = defineEntity({
  name: 'files',
  beyondContract: true,
  summary: 'Files of the file manager, to be attached to notes and emails',
  keywords: ['attach a document to a deal', 'upload a contract', 'add a PDF to a contact'],
  record: File,
  key: 'id',
  actions: {
    get: hubspot('GET /files/v3/files/{fileId}', {
      summary: 'Get the details of a file, without its bytes',
      params: z.object({ fileId: z.string().min(1).describe('ID of the file') }),
    }),
    upload: hubspot('POST /files/v3/files', {
      summary: 'Upload a file, private unless public access is chosen',
      effect: 'outward',
      file: { as: 'multipart', field: 'file', fills: { name: 'fileName' } },
      params: z.object({
        fileName: z.string().min(1).optional().describe('Name of the file; by default that it has'),
        folderId: z.string().optional().describe('ID of the folder for the file'),
        folderPath: z.string().optional().describe('Path of the folder for the file; by default the root'),
        access: z
          .enum(['PRIVATE', 'PUBLIC_INDEXABLE', 'PUBLIC_NOT_INDEXABLE'])
          .default('PRIVATE')
          .describe('Who can open the URL of the file, and whether search engines list it'),
        overwrite: z.boolean().optional().describe('Replace a file of that name in the folder'),
      }),
      wire: ({ access, overwrite, folderId, folderPath, ...rest }) => ({
        body: {
          ...rest,
          ...(folderId === undefined ? { folderPath: folderPath ?? '/' } : { folderId }),
          options: { access, overwrite },
        },
      }),
    }),
  },
});
