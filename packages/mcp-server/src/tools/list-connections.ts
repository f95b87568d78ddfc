import { z } from 'zod';
import { rowsOutput, rowsSchema } from '../results/rows-output.ts';
import { always, defineTool } from '../tool.ts';
import { maxCharacters, name } from './arguments.ts';

/** Lists the accounts there are. */
export const listConnections = defineTool({
  name: 'list_connections',
  description: 'The connected accounts. Other tools take their names.',
  input: z.strictObject({ connector: name.optional(), max_characters: maxCharacters }),
  output: rowsSchema,
  annotations: { readOnlyHint: true, openWorldHint: false },
  isOffered: always,
  run: async ({ connector, max_characters: max }, { calls }) => {
    const all = await calls.connections();
    const wanted = connector === undefined ? all : all.filter((one) => one.connector === connector);
    const rows = wanted.map(({ name: own, connector: of, vendor, state }) => ({
      name: own,
      connector: of,
      vendor,
      state,
    }));
    return rowsOutput(rows, undefined, { max, howToGoOn: 'Narrow with "connector", or raise "max_characters".' });
  },
});
