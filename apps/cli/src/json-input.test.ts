import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readJsonObject } from './json-input.ts';
import { ProblemError } from './problem-error.ts';
import type { Terminal } from './terminal.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'connectory-json-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const read = (argument: string, ...input: Uint8Array[]) => {
  const terminal: Terminal = {
    environment: {},
    options: {},
    isInteractive: false,
    isErrorInteractive: false,
    colors: { out: false, error: false },
    readHidden: undefined,
    readLine: undefined,
    openBrowser: () => {},
    input: (async function* () {
      yield* input;
    })(),
    out: () => {},
    error: () => {},
    usage: () => {},
    outBytes: async () => {},
    show: () => {},
    interrupted: () => new AbortController().signal,
    sleep: async () => {},
  };
  return readJsonObject(terminal, argument);
};

it('reads an object from the argument, a file, or standard input in any pieces', async () => {
  const path = join(folder, 'request.json');
  await writeFile(path, '\uFEFF{"name":"Zoë"}');
  expect(await read('{"name":"Zoë"}')).toEqual({ name: 'Zoë' });
  expect(await read(`@${path}`)).toEqual({ name: 'Zoë' });
  expect(await read('-', ...[...Buffer.from('{"name":"Zoë"}')].map((byte) => Uint8Array.of(byte)))).toEqual({
    name: 'Zoë',
  });
});

it.each([
  ['no JSON', '{"name"', []],
  ['no object', '[1]', []],
  ['null', 'null', []],
  ['a file that is not there', '@/no/such/file', []],
  ['a folder', '@/', []],
  ['no UTF-8', '-', [Uint8Array.of(0xff)]],
  ['nothing on standard input', '-', []],
  ['too much', '-', [new Uint8Array(1024 * 1024), Uint8Array.of(0)]],
])('refuses %s and says what to do', async (_case, argument, input) => {
  const failure = await read(argument, ...input).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ProblemError);
  expect(failure).toMatchObject({ problem: { status: 400, code: 'malformed_request' } });
});

it('does not repeat what it could not read', async () => {
  await expect(read('{"api_key":"canary"')).rejects.toThrow(/^(?!.*canary)/);
});
