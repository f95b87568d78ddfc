import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { installCommand } from './installed-command.ts';
import { program } from './served-gateway.ts';
import { type StubGateway, startStubGateway } from './stub-gateway.ts';

let gateway: StubGateway;
let folder = '';
let searchPath = '';
const record = { id: 1, note: 'x'.repeat(2000) };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'connectory-process-'));
  searchPath = await installCommand(folder);
  gateway = await startStubGateway(({ body }) => {
    const { params = {} } = (body ?? {}) as { params?: { page?: number } };
    const page = params.page ?? 1;
    const data = Array.from({ length: 100 }, () => record);
    return { status: 200, body: { data, meta: { next_params: page < 20 ? { page: page + 1 } : null } } };
  });
});

afterAll(async () => {
  await gateway?.close();
  await rm(folder, { recursive: true, force: true });
});

const environment = () => ({
  PATH: searchPath,
  CONNECTORY_URL: gateway.url,
  CONNECTORY_TOKEN: 'cty_token',
});

async function run(commandArguments: readonly string[], input = '') {
  const child = spawn(process.execPath, [program, ...commandArguments], { env: environment() });
  child.stdin.end(input);
  const [out, error, [code]] = await Promise.all([buffer(child.stdout), buffer(child.stderr), once(child, 'close')]);
  return { code: code as number, out: out.toString(), error: error.toString() };
}

it('reads standard input, prints to a pipe and ends with the exit code', async () => {
  const request = '{"connector_id":"id","entity":"customers","action":"list","params":{"page":20}}';
  const { code, out, error } = await run(['execute', '-'], request);
  expect({ code, error }).toEqual({ code: 0, error: '' });
  expect(JSON.parse(out)).toMatchObject({ meta: { next_params: null } });
  expect(await run(['execute', '{"entity"'])).toMatchObject({ code: 4, out: '' });
});

it('writes more than a pipe holds, and no further than somebody reads', async () => {
  const request = '{"connector_id":"id","entity":"customers","action":"list"}';
  const { code, out } = await run(['execute', '--all', request]);
  expect(code).toBe(0);
  expect(out.trimEnd().split('\n')).toHaveLength(2000);
  const child = spawn(process.execPath, [program, 'execute', '--all', request], { env: environment() });
  const errors = buffer(child.stderr);
  await once(child.stdout, 'data');
  child.stdout.destroy();
  expect(await once(child, 'close')).toEqual([0, null]);
  expect((await errors).toString()).toBe('');
});

it('says its version, and why a gateway cannot be served', async () => {
  expect((await run(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  const child = spawn(process.execPath, [program, 'serve'], { env: { ...environment(), PORT: 'http' }, cwd: folder });
  const [error, [code]] = await Promise.all([buffer(child.stderr), once(child, 'close')]);
  expect(code).toBe(1);
  expect(JSON.parse(error.toString())).toMatchObject({
    code: 'gateway_not_started',
    message: expect.stringContaining('PORT'),
  });
});
