import { builtInConnectors } from '@connectory/gateway';
import { expect, it } from 'vitest';
import { withConnectorsTable } from '../../src/connectors-table.ts';

const begin = '<!-- The table of connectors is written by "npm run spec:write". -->';
const end = '<!-- End of the table of connectors. -->';

it('has a row for each connector, and leaves the rest of the text alone', () => {
  const text = withConnectorsTable(`Before.\n${begin}\nold\n${end}\nAfter.\n`, builtInConnectors);
  expect(text.startsWith(`Before.\n${begin}\n\n| system`)).toBe(true);
  expect(text.endsWith(`|\n\n${end}\nAfter.\n`)).toBe(true);
  for (const { id } of builtInConnectors) expect(text.match(new RegExp(`^\\|.*\`${id}\`.*\\|$`, 'gm'))).toHaveLength(1);
  expect(withConnectorsTable(text, builtInConnectors)).toBe(text);
});

it('needs a place for the table', () => {
  expect(() => withConnectorsTable('No marks.', [])).toThrow('must have the lines');
});
