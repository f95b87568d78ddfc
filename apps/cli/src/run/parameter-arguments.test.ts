import type { ConnectorEntity } from '@connectory/client';
import { expect, it } from 'vitest';
import type { Schema } from '../describe-connector.ts';
import type { Terminal } from '../terminal.ts';
import { typedRequest } from './action-command.ts';
import { parameterArguments } from './parameter-arguments.ts';

const terminal = {
  environment: {},
  options: {},
  colors: { out: false, error: false },
  usage: () => {},
} as unknown as Terminal;
const either: Schema = { anyOf: [{ type: 'string' }, { type: 'integer' }] };
const texts: Schema = { type: 'array', items: { type: 'string' } };

it.each<[Schema, unknown, readonly string[]]>([
  [{ type: 'integer' }, 7, ['--value', '7']],
  [{ type: 'integer' }, -7, ['--value', '-7']],
  [{ type: 'string' }, '7', ['--value', '7']],
  [{ type: 'string' }, '', ['--value', '']],
  [{ type: 'string' }, "it's -x", ['--value', "it's -x"]],
  [{ type: 'string' }, '--flag', ['--value', '--flag']],
  [{ type: 'string' }, '@file', ['--value', '@@file']],
  [{ type: 'string' }, '-', ['--params', '{"value":"-"}']],
  [{ type: 'boolean' }, true, ['--value']],
  [{ type: 'boolean' }, false, ['--value', 'false']],
  [{ type: ['boolean', 'null'] }, true, ['--value', 'true']],
  [{ type: ['integer', 'null'] }, null, ['--value', 'null']],
  [{ type: ['string', 'null'] }, null, ['--params', '{"value":null}']],
  [either, 7, ['--value', '7']],
  [either, '7', ['--params', '{"value":"7"}']],
  [{ type: 'object' }, { gte: 1 }, ['--value', '{"gte":1}']],
  [texts, ['a', 'b'], ['--value', 'a', '--value', 'b']],
  [texts, ['[a', 'b'], ['--value', '["[a","b"]']],
  [texts, ['a', '-'], ['--value', '["a","-"]']],
  [texts, [], ['--value', '[]']],
  [{}, { a: [1] }, ['--value', '{"a":[1]}']],
])('of %j with %j are %j, and the command reads them so', async (schema, value, wanted) => {
  const params = { properties: { value: schema } };
  const given = parameterArguments(params, { value }).flat();
  expect(given).toEqual(wanted);
  const action = { action: 'list', params } as unknown as ConnectorEntity['actions'][number];
  const { request } = await typedRequest(terminal, ['ledger', 'customers', 'list'], action, given, {});
  expect(JSON.stringify(request.params)).toBe(JSON.stringify({ value }));
});

it('are options as the help names them, in the order of the parameters', () => {
  const schema = { properties: { page_size: { type: 'integer' }, 'Day>': { type: 'string' } } };
  expect(parameterArguments(schema, { page_size: 2, 'Day>': '2026-01-01' })).toEqual([
    ['--page-size', '2'],
    ['--day-after', '2026-01-01'],
  ]);
  expect(parameterArguments(schema, { other: 1 })).toEqual([['--params', '{"other":1}']]);
});
