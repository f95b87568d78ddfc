import { selectionOf } from '@connectory/connector-sdk';
import { z } from 'zod';
import { createLabels, isoTime, Reference, References, text } from '../shared.ts';
import { Assets } from './asset.ts';

/** An item or a subitem. */
export const Item = z.object({
  id: text,
  name: text,
  created_at: isoTime,
  creator_id: text,
  state: text,
  updated_at: isoTime,
  board: z.object({ id: text, name: text }).nullish(),
  group: Reference.nullish(),
  parent_item: Reference.nullish(),
  column_values: z.array(z.object({ id: text, text, type: text, value: text })).nullish(),
  subscribers: References,
});

/** The requested fields. Files and updates are search fields only. */
export const itemFields = selectionOf(Item.extend({ assets: Assets, updates: References }));

const values = z.record(z.string(), z.unknown());
const described = {
  description: 'Values by column id, such as `{"status": {"label": "Done"}, "date4": {"date": "2026-11-05"}}`',
  examples: [{ status: { label: 'Done' } }],
};

/** Values of columns to write, by the id of the column. */
export const columnValues = values.meta(described);

/** Parameters of a new item or subitem. */
export const newItem = z.object({
  item_name: z.string().min(1).describe('Name of the item'),
  column_values: values.optional().meta(described),
  create_labels_if_missing: createLabels,
});
