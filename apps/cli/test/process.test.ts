import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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
  gateway = await startStubGateway(({ body, path }) => {
    if (path.startsWith('/api/v1/workspaces'))
      return { status: 200, body: { data: [{ name: 'acme' }], meta: { next_cursor: null } } };
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

async function run(commandArguments: readonly string[], input = '', more: Record<string, string> = {}) {
  const child = spawn(process.execPath, [program, ...commandArguments], { env: { ...environment(), ...more } });
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

it('colors what it prints as the environment says', async () => {
  const more = { XDG_CONFIG_HOME: folder };
  const profiles = { profiles: { default: { url: gateway.url, token: 'cty_canary' } } };
  await mkdir(join(folder, 'connectory'));
  await writeFile(join(folder, 'connectory', 'profiles.json'), JSON.stringify(profiles));
  const plain = (await run(['profiles'], '', more)).out;
  expect(JSON.parse(plain)).toEqual([{ name: 'default', url: gateway.url }]);
  const forced = { ...more, FORCE_COLOR: '1' };
  expect((await run(['profiles'], '', forced)).out).toContain('\u001B[');
  expect((await run(['profiles', '--no-color'], '', forced)).out).toBe(plain);
  expect((await run(['profiles'], '', { ...more, NO_COLOR: '1' })).out).toBe(plain);
});

const hasPseudoTerminal = spawnSync('script', ['--version']).status === 0;
if (!hasPseudoTerminal && process.env.CI) throw new Error('There is no command "script", which makes a terminal.');
if (!hasPseudoTerminal) console.warn('Nothing is typed into a terminal: there is no command "script".');

async function typed(response: string) {
  const child = spawn(
    'script',
    ['--quiet', '--return', '--command', `connectory login --url ${gateway.url}`, '/dev/null'],
    {
      env: { ...environment(), XDG_CONFIG_HOME: join(folder, 'typed'), NO_COLOR: '1', TERM: 'xterm' },
    },
  );
  let shown = '';
  child.stdout.on('data', (chunk: Buffer) => {
    if (!shown.includes('not shown') && chunk.includes('not shown')) child.stdin.write(response);
    shown += chunk.toString();
  });
  const [code] = await once(child, 'close');
  return { code: code as number, shown };
}

it.skipIf(!hasPseudoTerminal)('does not show a token that is typed in', async () => {
  const { code, shown } = await typed('cty_canary\r');
  expect({ code, shown }).toMatchObject({ code: 0, shown: expect.stringContaining('Logged in to') });
  expect(shown).not.toContain('canary');
  expect(await readFile(join(folder, 'typed', 'connectory', 'profiles.json'), 'utf8')).toContain('cty_canary');
});

it.skipIf(!hasPseudoTerminal)('stores nothing when the question for a token is canceled', async () => {
  for (const key of ['\u0003', '\u0004']) {
    await rm(join(folder, 'typed'), { recursive: true, force: true });
    expect((await typed(key)).code).toBe(4);
    expect(existsSync(join(folder, 'typed'))).toBe(false);
  }
});
