import { type RawValue, selection } from '@connectory/connector-sdk';
import { z } from 'zod';
import { isoTime, Reference, References, text } from '../shared.ts';

const flag = z.boolean().nullish();

const Column = z.object({
  archived: flag,
  description: text,
  id: text,
  settings_str: text,
  title: text,
  type: text,
  width: z.int().nullish(),
});

/** A group of the items of a board. */
export const Group = z.object({ archived: flag, color: text, deleted: flag, id: text, position: text, title: text });

const View = z.object({ id: text, name: text, settings_str: text, type: text, view_specific_data_str: text });

/** A board. */
export const Board = z.object({
  id: text,
  name: text,
  board_kind: text,
  type: text,
  description: text,
  permissions: text,
  state: text,
  updated_at: isoTime,
  columns: z.array(Column.nullable()).nullish(),
  groups: z.array(Group.nullable()).nullish(),
  owners: References,
  creator: Reference.nullish(),
  subscribers: References,
  tags: References,
  top_group: Reference.nullish(),
  views: z.array(View.nullable()).nullish(),
  workspace: z.object({ id: text, name: text, kind: text, description: text }).nullish(),
});

/** The requested fields. Communication and updates are only search fields. */
export const boardFields = selection(`
  id name board_kind type description permissions state updated_at communication
  columns { archived description id settings_str: settings title type width }
  groups { archived color deleted id position title }
  owners { id } creator { id } subscribers { id } tags { id } top_group { id } updates { id }
  views { id name settings_str type view_specific_data_str }
  workspace { id name kind description }
`);

export const mapSettings = (row: RawValue, change: (settings: RawValue) => unknown): RawValue => {
  if (!Array.isArray(row.columns)) return row;
  const columns = row.columns.map(
    (column: RawValue) => column && { ...column, settings_str: column.settings_str && change(column.settings_str) },
  );
  return { ...row, columns };
};

export const asText = (settings: unknown) =>
  JSON.stringify(settings, (_, value) => (typeof value === 'bigint' ? String(value) : value));

/** Makes the text that monday.com deprecated in columns of the settings that replace it. */
export const withSettings = {
  toRecord: (row: RawValue) => mapSettings(row, asText),
};
