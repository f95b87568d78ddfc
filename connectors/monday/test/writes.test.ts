import { simulatedCalls } from '@connectory/testkit';
import { describe, expect, it } from 'vitest';
import { sandbox } from '../sandbox/index.ts';
import { columnValues } from '../src/entities/column-values.ts';
import { items } from '../src/entities/items.ts';
import { monday } from '../src/index.ts';

const variablesOf = (body: unknown) => (body as { variables: object }).variables;

describe('requests', () => {
  it('column values are sent as JSON in a string', () => {
    const { create, update } = items.actions;
    const values = { status: { label: 'Done' }, date4: { date: '2026-11-05' } };
    const made = create.params.parse({ board_id: '7', item_name: 'Write the brief', column_values: values });
    expect(variablesOf(create.request(made).body?.value)).toEqual({
      board_id: '7',
      item_name: 'Write the brief',
      column_values: '{"status":{"label":"Done"},"date4":{"date":"2026-11-05"}}',
    });
    const changed = update.params.parse({ board_id: '7', item_id: '8', column_values: { name: 'Brief' } });
    expect(variablesOf(update.request(changed).body?.value)).toMatchObject({ column_values: '{"name":"Brief"}' });
  });

  it('an item without column values is created without them', () => {
    const { create } = items.actions;
    const made = create.params.parse({ board_id: '7', item_name: 'Write the brief' });
    expect(variablesOf(create.request(made).body?.value)).toEqual({ board_id: '7', item_name: 'Write the brief' });
  });

  it('null empties a column', () => {
    const { update } = columnValues.actions;
    const changed = update.params.parse({ board_id: '7', item_id: '8', column_id: 'date4', value: null });
    expect(variablesOf(update.request(changed).body?.value)).toMatchObject({ column_id: 'date4', value: null });
  });
});

describe('what was written can be read', () => {
  it('creates an item, changes it, moves and archives it', async () => {
    const call = await simulatedCalls(monday, { sandbox });
    const [{ id: board_id }] = await call('boards list');
    const column_values = { status: { label: 'Working on it' } };
    const { id } = await call('items create', { board_id, item_name: 'Book the venue', column_values });
    expect(await call('items list', { board_id })).toContainEqual(
      expect.objectContaining({ id, name: 'Book the venue' }),
    );
    await call('items update', { board_id, item_id: id, column_values: { status: { label: 'Done' }, name: 'Venue' } });
    await call('column_values update', { board_id, item_id: id, column_id: 'date4', value: '2026-12-01' });
    await call('item_moves create', { item_id: id, group_id: 'group_mkp4x2' });
    expect(await call('items get', { id })).toMatchObject({
      name: 'Venue',
      group: { id: 'group_mkp4x2' },
      column_values: [
        { id: 'status', text: 'Done' },
        { id: 'date4', text: '2026-12-01' },
      ],
    });
    await call('item_archives create', { item_id: id });
    expect(await call('items list', { board_id })).not.toContainEqual(expect.objectContaining({ id }));
    expect(await call('items get', { id })).toMatchObject({ state: 'archived' });
  });

  it('deletes an item', async () => {
    const call = await simulatedCalls(monday, { sandbox });
    const [{ id: board_id }] = await call('boards list');
    const [{ id }] = await call('items list', { board_id });
    expect(await call('items delete', { item_id: id })).toEqual({ id });
    expect(await call('items list', { board_id })).not.toContainEqual(expect.objectContaining({ id }));
  });

  it('creates a subitem', async () => {
    const call = await simulatedCalls(monday, { sandbox });
    const [{ id: board_id }] = await call('boards list');
    const [{ id: parent_item_id }] = await call('items list', { board_id });
    const { id } = await call('subitems create', { parent_item_id, item_name: 'Ask for a quote' });
    const listed = await call('subitems list', { parent_item_id });
    expect(listed).toContainEqual(expect.objectContaining({ id, name: 'Ask for a quote' }));
  });

  it('posts an update, corrects and deletes it', async () => {
    const call = await simulatedCalls(monday, { sandbox });
    const [{ id: board_id }] = await call('boards list');
    const [{ id: item_id }] = await call('items list', { board_id });
    const { id } = await call('updates create', { item_id, body: '<p>Venue is booked</p>' });
    expect(await call('updates get', { id })).toMatchObject({ item_id, text_body: 'Venue is booked' });
    await call('updates update', { id, body: '<p>Venue is paid</p>' });
    expect((await call('updates list'))[0]).toMatchObject({ id, text_body: 'Venue is paid' });
    await call('updates delete', { id });
    expect(await call('updates list')).not.toContainEqual(expect.objectContaining({ id }));
  });

  it('creates a board', async () => {
    const call = await simulatedCalls(monday, { sandbox });
    const { id } = await call('boards create', { board_name: 'Trade fair', board_kind: 'private' });
    const listed = await call('boards list');
    expect(listed).toContainEqual(expect.objectContaining({ id, name: 'Trade fair', board_kind: 'private' }));
  });
});
