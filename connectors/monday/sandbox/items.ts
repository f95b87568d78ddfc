import type { RawValue } from '@connectory/connector-sdk';
import { type SampleSource, simulate } from '@connectory/sandbox';
import type { z } from 'zod';
import { columnValues } from '../src/entities/column-values.ts';
import { groups as groupEntity } from '../src/entities/groups.ts';
import { itemArchives } from '../src/entities/item-archives.ts';
import { itemMoves } from '../src/entities/item-moves.ts';
import { items } from '../src/entities/items.ts';
import { subitems } from '../src/entities/subitems.ts';
import type { newItem } from '../src/records/item.ts';
import {
  boardAt,
  boardsWithItems,
  channels,
  columnsOn,
  columnType,
  groups,
  itemAt,
  statusLabels,
  updateIdOf,
} from './account.ts';
import { sampleAsset } from './boards.ts';

/** Values of an item in the columns that its board has besides owner, status and day. */
function ownValuesAt(index: number) {
  const first = index % channels.length;
  const chosen = index % 4 === 3 ? [first, (first + 1) % channels.length] : [first];
  const from = `2026-1${index % 2}-${11 + (index % 17)}`;
  const to = '2026-12-20';
  const cells: Readonly<Record<string, readonly [text: string, value: unknown]>> = {
    numbers_mkq1: [String(index * 1.5 + 2), String(index * 1.5 + 2)],
    dropdown_mkq2: [chosen.map((label) => channels[label]).join(', '), { ids: chosen.map((label) => label + 1) }],
    boolean_mkq3: index % 3 === 0 ? ['v', { checked: true }] : ['', null],
    timeline_mkq4: [`${from} - ${to}`, { from, to }],
    text_mkr5: [`Sponsor ${index}`, `Sponsor ${index}`],
  };
  return columnsOn(index % boardsWithItems).flatMap(({ id, type }) => {
    const [text, value] = cells[id] ?? [];
    return text === undefined ? [] : [{ id, text, type, value: value === null ? null : JSON.stringify(value) }];
  });
}

/** A made-up item. */
function sampleItem(source: SampleSource) {
  const { id, name, group, board, label: index, created } = itemAt(source.index);
  const person = source.of('users');
  const date = source.time(source.integer(-30, 4)).slice(0, 10);
  return {
    id,
    name,
    created_at: `${new Date(created * 1000).toISOString().slice(0, 19)}Z`,
    creator_id: String(person),
    state: 'active',
    updated_at: source.time(source.integer(0, 4)),
    board: { id: board.id, name: board.name },
    group: { id: group.id },
    parent_item: null,
    column_values: [
      {
        id: 'person',
        text: source.of('users', 'name'),
        type: 'people',
        value: `{"personsAndTeams":[{"id":${person},"kind":"person"}]}`,
      },
      { id: 'status', text: statusLabels[index], type: 'status', value: JSON.stringify({ index }) },
      { id: 'date4', text: date, type: 'date', value: JSON.stringify({ date }) },
      ...ownValuesAt(source.index),
    ],
    subscribers: [{ id: person }],
    assets: source.index % 4 === 0 ? [sampleAsset(source, 4)] : [],
    updates: [{ id: updateIdOf(source.index) }],
  };
}

const textOf = (value: RawValue): unknown =>
  value === null || typeof value !== 'object' ? value : (value.label ?? value.date ?? value.text ?? null);

/** The values of columns after a write; `name` is a column only when it is written. */
function withValues(known: readonly RawValue[], written: Readonly<Record<string, RawValue>>) {
  const { name, ...values } = written;
  const changed = Object.entries(values).map(([id, value]) => ({
    id,
    text: textOf(value),
    type: columnType(id),
    value: value === null ? null : JSON.stringify(value),
  }));
  const others = known.filter(({ id }) => !Object.hasOwn(values, id));
  return { ...(typeof name === 'string' && { name }), column_values: [...others, ...changed] };
}

const created = ({ item_name: name, column_values: values = {} }: z.output<typeof newItem>) => ({
  name,
  state: 'active',
  assets: [],
  updates: [],
  ...withValues([], values),
});

const onItem = { item_id: 'id' } as const;
const ofColumns = { ...onItem, board_id: null, create_labels_if_missing: null } as const;

export const simulatedItems = [
  simulate(items, {
    sample: sampleItem,
    actions: {
      list: {
        fields: { board_id: null },
        matches: ({ board, state }, { board_id }) => board?.id === String(board_id) && state === 'active',
      },
      create: {
        values: ({ board_id: id, group_id = 'topics', ...item }) => ({
          ...created(item),
          board: { id },
          group: { id: group_id },
          parent_item: null,
        }),
      },
      update: {
        fields: { ...ofColumns, column_values: null },
        values: ({ column_values: values }, record) => withValues(record.column_values, values),
      },
      delete: { fields: onItem },
    },
  }),
  simulate(columnValues, {
    sample: sampleItem,
    actions: {
      update: {
        fields: { ...ofColumns, column_id: null, value: null },
        values: ({ column_id: id, value }, record) => withValues(record.column_values, { [id]: value }),
      },
    },
  }),
  simulate(groupEntity, {
    sample: ({ index }) => ({
      ...groups[0],
      id: `group_mkr${index}`,
      position: String(196_608 + index),
      archived: false,
      deleted: false,
    }),
    actions: { create: { values: ({ group_name: title, group_color: color }) => ({ title, color }) } },
  }),
  simulate(itemMoves, {
    sample: sampleItem,
    actions: {
      create: { fields: { ...onItem, group_id: null }, values: ({ group_id: id }) => ({ group: { id } }) },
    },
  }),
  simulate(itemArchives, {
    sample: sampleItem,
    actions: { create: { fields: onItem, values: () => ({ state: 'archived' }) } },
  }),
  simulate(subitems, {
    sample: (source) => ({
      ...sampleItem(source),
      id: String(6_091_388_402 + source.index * 53),
      name: source.pick(['Ask the supplier', 'Write a draft', 'Have it reviewed']),
      board: { id: '5091299999', name: `Subitems of ${boardAt(0).name}` },
      group: { id: 'subitems_of_topics' },
      parent_item: { id: itemAt(source.index % 5).id },
    }),
    actions: {
      list: { fields: { parent_item_id: 'parent_item.id' } },
      create: {
        values: ({ parent_item_id: id, ...item }) => ({ ...created(item), parent_item: { id } }),
      },
    },
  }),
];
