import { expect, it } from 'vitest';
import { curlExample, typescriptExample } from './snippets.ts';
import { typescriptLiteral } from './typescript-literal.ts';

const call = {
  connector: 'ashby',
  entity: 'jobs',
  action: 'list',
  result: 'records',
  params: {},
  schema: {},
} as const;

it('writes a call as curl, with text that the shell leaves alone', () => {
  expect(curlExample({ ...call, params: { name: "O'Hara" } })).toContain(
    `-d '{"entity":"jobs","action":"list","params":{"name":"O'\\''Hara"}}'`,
  );
  expect(curlExample({ ...call, action: 'download', result: 'file' })).toMatch(/ -o file$/);
});

it('writes a call with the client', () => {
  expect(typescriptExample(call)).toBe(`const { data, meta } = await ashby.execute('jobs', 'list');`);
  expect(typescriptExample({ ...call, action: 'get', result: 'record', params: { id: '1' } })).toBe(
    `const { data } = await ashby.execute('jobs', 'get', { id: '1' });`,
  );
  expect(typescriptExample({ ...call, action: 'download', result: 'file', params: { id: '1' } })).toBe(
    `const file = await ashby.download('jobs', { id: '1' });`,
  );
});

it('writes values in the formatting of the repository', () => {
  const value = { 'a-b': [1, null, true], text: `it's "so" \\ and\nso`, none: {}, empty: [] };
  expect(typescriptLiteral(value)).toBe(
    `{ 'a-b': [1, null, true], text: 'it\\'s "so" \\\\ and\\nso', none: {}, empty: [] }`,
  );
  const long = typescriptLiteral({ first: 'x'.repeat(60), second: { third: 'y'.repeat(40) } });
  expect(long.split('\n')).toHaveLength(4);
  expect(long).toMatch(/^\{\n {2}first: 'x+',\n {2}second: \{ third: 'y+' \},\n\}$/);
});
