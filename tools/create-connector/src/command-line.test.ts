import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runCommandLine } from './command-line.ts';

const description = fileURLToPath(new URL('../test/weather.openapi.yaml', import.meta.url));
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'create-connector-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

async function run(...args: string[]): Promise<{ code: number; out: string; error: string }> {
  const texts = { out: '', error: '' };
  const code = await runCommandLine(args, {
    out: (text) => {
      texts.out += text;
    },
    error: (text) => {
      texts.error += text;
    },
  });
  return { code, ...texts };
}

it('explains itself', async () => {
  const { code, out } = await run('--help');
  expect(code).toBe(0);
  expect(out).toContain('create-connector <directory>');
});

it('lists what can be taken from a description when nothing is named', async () => {
  const { code, out, error } = await run(join(folder, 'acme'), '--openapi', description);
  expect(code).toBe(1);
  expect(out).toBe('The description has:\n  readings  list\n  stations  list, create, get, update, delete\n');
  expect(error).toContain('--entity');
});

it.each<[string, readonly string[], RegExp]>([
  ['no directory', [], /Give one directory/],
  ['two directories', ['a', 'b'], /Give one directory/],
  ['a directory for a built-in connector', ['a', '--built-in', 'acme'], /Omit the others/],
  ['an unknown option', ['a', '--colour'], /--colour/],
  ['an id nobody can type', ['a', '--id', 'Acme Weather'], /"Acme Weather" is not valid: use lower-case words/],
  ['a package name npm refuses', ['a', '--package', 'Acme!'], /"Acme!" is not valid/],
  ['a vendor of two lines', ['a', '--vendor', 'Acme\nWeather'], /one line/],
  [
    'a folder in this repository',
    [fileURLToPath(new URL('../../../connectors/acme', import.meta.url))],
    /outside it, .* or add a built-in connector with --built-in/,
  ],
  [
    'an entity there is not',
    ['a', '--openapi', description, '--entity', 'clouds'],
    /no entity "clouds". Entities: readings, stations/,
  ],
  ['a missing description', ['a', '--openapi', '/nowhere/x.yaml'], /x\.yaml cannot be read/],
])('refuses %s, saying what to do', async (_about, args, message) => {
  const placed = args[0] === 'a' ? [join(folder, 'a'), ...args.slice(1)] : args;
  const { code, error } = await run(...placed);
  expect(code).toBe(1);
  expect(error).toMatch(message);
});

it.each([
  ['Swagger 2', '{"swagger":"2.0"}', /Swagger 2 document; convert it/],
  ['another version', 'openapi: 4.0.0', /is not an OpenAPI document/],
  ['no document', ': : :', /neither JSON nor YAML/],
])('refuses a description that is %s', async (_about, text, message) => {
  const file = join(folder, 'description');
  await writeFile(file, text);
  const { code, error } = await run(join(folder, 'acme'), '--openapi', file);
  expect(code).toBe(1);
  expect(error).toMatch(message);
});

it('leaves a folder alone that has something in it', async () => {
  await writeFile(join(folder, 'precious.txt'), 'x');
  const { code, error } = await run(folder, '--id', 'acme');
  expect(code).toBe(1);
  expect(error).toContain('is not empty');
});
