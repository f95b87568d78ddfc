import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Schema } from '../describe-connector.ts';
import type { Terminal } from '../terminal.ts';
import { parameterFlags, placeholderOf, spelledFlags } from './parameter-flags.ts';
import { parameterValue } from './parameter-value.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'connectory-values-'));
  await writeFile(join(folder, 'note'), 'two\nlines\n');
});

afterAll(() => rm(folder, { recursive: true }));

const input = (async function* () {
  yield Buffer.from('typed');
})();
const terminal = { input } as unknown as Terminal;

const typed = async (schema: Schema, ...given: string[]) => {
  const flag = { name: 'value', flag: 'value', schema, isRequired: false };
  return JSON.stringify(await parameterValue(terminal, flag, given));
};

describe('a value', () => {
  it.each<[string, Schema, string[], string]>([
    ['an integer', { type: 'integer' }, ['-5'], '-5'],
    ['an integer beyond 2^53', { type: 'integer' }, ['12345678901234567890'], '12345678901234567890'],
    ['a number as it was written', { type: 'number' }, ['1.10'], '1.10'],
    ['true', { type: 'boolean' }, ['true'], 'true'],
    ['false', { type: 'boolean' }, ['false'], 'false'],
    ['a string that looks like a number', { type: 'string' }, ['01'], '"01"'],
    ['an empty string', { type: 'string' }, [''], '""'],
    ['a number where both are allowed', { anyOf: [{ type: 'string' }, { type: 'integer' }] }, ['7'], '7'],
    ['a string where both are allowed', { anyOf: [{ type: 'string' }, { type: 'integer' }] }, ['x7'], '"x7"'],
    ['null', { type: ['integer', 'null'] }, ['null'], 'null'],
    ['an object', { type: 'object' }, ['{"gte": 1.0}'], '{"gte":1.0}'],
    ['a list of strings', { type: 'array', items: { type: 'string' } }, ['a', 'b,c'], '["a","b,c"]'],
    ['a list of integers', { type: 'array', items: { type: 'integer' } }, ['1'], '[1]'],
    ['a list as JSON', { type: 'array', items: { type: 'integer' } }, ['[1, 2]'], '[1,2]'],
    ['a list of objects', { type: 'array', items: { type: 'object' } }, ['{"a":1}', '{"a":2}'], '[{"a":1},{"a":2}]'],
    ['one of two values', { enum: ['asc', 'desc'] }, ['asc'], '"asc"'],
    ['anything', {}, ['{"a":1}'], '{"a":1}'],
    ['any text', {}, ['text'], '"text"'],
    ['a string with an at sign', { type: 'string' }, ['@@here'], '"@here"'],
  ])('is %s', async (_what, schema, given, wanted) => {
    expect(await typed(schema, ...given)).toBe(wanted);
  });

  it('is in a file or on standard input', async () => {
    expect(await typed({ type: 'string' }, `@${join(folder, 'note')}`)).toBe('"two\\nlines\\n"');
    expect(await typed({ type: 'string' }, '-')).toBe('"typed"');
    await expect(typed({ type: 'string' }, '@/no/such/file')).rejects.toThrow('/no/such/file cannot be read');
  });

  it.each<[Schema, string[], string]>([
    [{ type: 'integer' }, ['two'], '--value must be a whole number.'],
    [{ type: 'integer' }, ['1.5'], '--value must be a whole number.'],
    [{ type: 'boolean' }, ['yes'], '--value must be true or false.'],
    [{ type: 'object' }, ['{"a"'], 'The value of --value is not JSON'],
    [{ type: 'object' }, ['a'], '--value must be a JSON object.'],
    [{ type: 'array', items: { type: 'integer' } }, ['1', 'b'], '--value must be a whole number.'],
    [{ type: 'string' }, ['a', 'b'], '--value can be given only once.'],
  ])('of %j is not %j', async (schema, given, message) => {
    await expect(typed(schema, ...given)).rejects.toThrow(message);
  });
});

describe('an option', () => {
  const flags = parameterFlags({
    properties: { page_size: {}, 'space-id': {}, pageToken: {}, MediaUrl: {}, 'Day>': {}, id: {} },
    required: ['id'],
  });

  it('is the name in kebab case; the required ones come first', () => {
    expect(flags.map(({ flag }) => flag)).toEqual([
      'id',
      'page-size',
      'space-id',
      'page-token',
      'media-url',
      'day-after',
    ]);
  });

  it('can be written as the parameter is named', () => {
    const typed = [
      '--page_size',
      '--page_size',
      '--pageToken=a_B',
      '--MediaUrl',
      '--media-url',
      '--Day>=1',
      '-x',
      '--unknown_one',
    ];
    expect(spelledFlags(typed, flags)).toEqual([
      '--page-size',
      '--page-size',
      '--page-token=a_B',
      '--media-url',
      '--media-url',
      '--day-after=1',
      '-x',
      '--unknown_one',
    ]);
  });

  it.each<[Schema, string]>([
    [{ type: 'integer' }, 'integer'],
    [{ type: 'object' }, 'json'],
    [{ type: 'array', items: { type: 'string' } }, 'string'],
    [{ enum: ['asc', 'desc'] }, 'asc|desc'],
    [{ enum: ['with space'] }, 'string'],
    [{ type: ['string', 'null'] }, 'string'],
    [{ anyOf: [{ type: 'string' }, { type: 'object' }] }, 'value'],
    [{}, 'value'],
  ])('for %j takes <%s>', (schema, wanted) => {
    expect(placeholderOf(schema)).toBe(wanted);
  });
});
