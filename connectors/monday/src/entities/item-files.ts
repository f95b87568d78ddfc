import { defineEntity, restApi } from '@connectory/connector-sdk';
import { z } from 'zod';

const ItemFile = z.object({
  id: z.string(),
  name: z.string().nullish(),
  url: z.string().nullish(),
  file_extension: z.string().nullish().describe('End of the name, such as .pdf'),
  file_size: z.int().nullish().describe('Number of bytes'),
  created_at: z.string().nullish(),
});

const query =
  'mutation ($item_id: ID!, $column_id: String!, $file: File!) { add_file_to_column(item_id: $item_id, column_id: $column_id, file: $file) { id name url file_extension file_size created_at } }';

// Files have an address of their own, which takes a form.
const mondayFiles = restApi();

/** https://developer.monday.com/api-reference/reference/assets-1 */
export const itemFiles = defineEntity({
  name: 'item_files',
  beyondContract: true,
  summary: 'Files in the file columns of items',
  keywords: ['attach a file to an item', 'add a document to a task', 'upload an image to a board'],
  record: ItemFile,
  key: 'id',
  actions: {
    upload: mondayFiles('POST /v2/file', {
      summary: 'Add a file to a file column of an item',
      recordAt: 'data.add_file_to_column',
      file: { as: 'multipart', field: 'file' },
      params: z.object({
        item_id: z.string().min(1).describe('ID of the item'),
        column_id: z.string().min(1).describe('ID of the file column'),
      }),
      wire: (variables) => ({ body: { query, variables, map: { file: 'variables.file' } } }),
    }),
  },
});
