import { describe, expect, it } from 'vitest';
import { organizations } from '../src/entities/organizations.ts';
import { tickets } from '../src/entities/tickets.ts';
import { users } from '../src/entities/users.ts';

describe('custom fields', () => {
  const ofTickets = (definition: object) =>
    tickets.ownFields?.fields({ id: 27_642, title: 'Größe', active: true, removable: true, ...definition }, []);

  it('of tickets have the id as their name, and the options of a drop-down', () => {
    const options = [{ id: 1, name: 'Large', value: 'size_large' }];
    expect(ofTickets({ type: 'tagger', description: 'Of the parcel', custom_field_options: options })).toEqual([
      {
        name: '27642',
        label: 'Größe',
        type: 'string',
        description: 'Of the parcel',
        options: [{ value: 'size_large', label: 'Large' }],
      },
    ]);
  });

  it.each([
    ['decimal', { type: 'decimal' }],
    ['integer', { type: 'decimal' }],
    ['checkbox', { type: 'boolean' }],
    ['multiselect', { type: 'array' }],
    ['date', { type: 'string', format: 'date' }],
    ['lookup', { type: 'any' }],
  ])('of the type %s are %j in tickets', (type, expected) => {
    expect(ofTickets({ type })).toEqual([{ name: '27642', label: 'Größe', ...expected }]);
  });

  it('of tickets are neither fields of the system nor those that are not in use', () => {
    expect(ofTickets({ type: 'subject', removable: false })).toEqual([]);
    expect(ofTickets({ type: 'text', active: false })).toEqual([]);
  });

  it.each([users, organizations])(
    'of $name have their key as their name, and dates with a time, and real numbers',
    ({ ownFields }) => {
      const definition = { id: 7, key: 'renews_on', title: 'Renews on', type: 'date', active: true, system: false };
      expect(ownFields?.fields(definition, [])).toEqual([
        { name: 'renews_on', label: 'Renews on', type: 'string', format: 'iso-8601' },
      ]);
      expect(ownFields?.fields({ ...definition, type: 'decimal' }, [])).toMatchObject([{ type: 'number' }]);
      expect(ownFields?.fields({ ...definition, system: true }, [])).toEqual([]);
    },
  );

  it('of a ticket have their values by id', () => {
    const values = tickets.ownFields?.values;
    const list = [
      { id: 27_642, value: '745' },
      { id: 9_007_199_254_740_993n, value: null },
    ];
    expect(values?.({ custom_fields: list })).toEqual({ 27642: '745', '9007199254740993': null });
    expect(values?.({})).toEqual({});
  });
});
