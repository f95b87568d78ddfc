import { expect, it } from 'vitest';
import { type ShownConnector, withConnectorsTable } from '../connectors-table.ts';

const begin = '<!-- The table of connectors is written by "npm run spec:write". -->';
const end = '<!-- End of the table of connectors. -->';

const field = (name: string) => ({ name, description: name, secret: true, required: true });
const bakery: ShownConnector = {
  id: 'bakery',
  kind: 'bakeries 2',
  contract_id: 'C2',
  vendor: 'Bakery',
  events: 'registered',
  entities: [
    {
      actions: [
        { action: 'list', effect: 'read' },
        { action: 'create', effect: 'outward' },
        { action: 'update', effect: 'write' },
        { action: 'upload', effect: 'write' },
        { action: 'context_store_search', effect: 'read' },
      ],
    },
  ],
  auth: [
    { name: 'oauth2', scheme: 'oauth2', description: 'An app', fields: [field('client_id')] },
    { name: 'client_credentials', scheme: 'oauth2', description: 'Another app', fields: [field('client_id')] },
    { name: 'api_key', scheme: 'basic', description: 'Keys', fields: [field('api_key'), field('account_sid')] },
  ],
};
const { contract_id: _, ...plain } = bakery;
const library: ShownConnector = {
  ...plain,
  id: 'library',
  kind: 'libraries',
  vendor: 'A library',
  events: null,
  entities: [{ actions: [{ action: 'get', effect: 'read' }] }],
};

it('has a row for each connector by vendor, and leaves the rest of the text alone', () => {
  const text = withConnectorsTable(`Before.\n${begin}\nold\n${end}\nAfter.\n`, [bakery, library]);
  const rows = text.split('\n').filter((line) => line.startsWith('|'));
  expect(rows.map((row) => row.split('|').map((cell) => cell.trim())).slice(2)).toEqual([
    [
      '',
      '[A library](connectors/library/README.md)',
      '`library`',
      'libraries',
      '1',
      '0',
      '0',
      'none',
      '',
      'OAuth 2.0 or API key and account SID',
      '',
    ],
    [
      '',
      '[Bakery](connectors/bakery/README.md)',
      '`bakery`',
      'bakeries',
      '1',
      '3',
      '1',
      'registered',
      'C2',
      'OAuth 2.0 or API key and account SID',
      '',
    ],
  ]);
  expect(text.startsWith(`Before.\n${begin}\n\n|`)).toBe(true);
  expect(text.endsWith(`|\n\n${end}\nAfter.\n`)).toBe(true);
  expect(withConnectorsTable(text, [bakery, library])).toBe(text);
});

it('refuses a README without the marks of the table', () => {
  expect(() => withConnectorsTable('No marks.', [])).toThrow('must have the lines');
});
