import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StubGateway, startStubGateway } from './stub-gateway.ts';
import { runInTest, type Surroundings } from './test-terminal.ts';

let gateway: StubGateway;
let other: StubGateway;
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'connectory-login-'));
  const start = () =>
    startStubGateway(({ authorization }) =>
      authorization === 'Bearer cty_canary' || authorization === 'Bearer cty_second'
        ? { status: 200, body: { data: [{ name: 'acme' }], meta: { next_cursor: null } } }
        : { status: 401, body: { status: 401, code: 'unauthenticated', message: 'No such token.' } },
    );
  [gateway, other] = await Promise.all([start(), start()]);
});

afterEach(async () => {
  await gateway.close();
  await other.close();
  await rm(folder, { recursive: true });
});

const connectory = (words: readonly string[], { environment, ...surroundings }: Surroundings = {}) =>
  runInTest(words, { ...surroundings, environment: { XDG_CONFIG_HOME: folder, ...environment } });
const login = (...options: string[]) =>
  connectory(['login', '--url', gateway.url, ...options], { input: 'cty_canary\n' });
const file = () => join(folder, 'connectory', 'profiles.json');
const lastToken = ({ requests }: StubGateway) => requests.at(-1)?.authorization;

describe('login', () => {
  it('stores a token that the gateway accepts where only its owner can read it, and prints it nowhere', async () => {
    const { code, out, error } = await login();
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(JSON.parse(out)).toEqual({ profile: 'default', url: gateway.url, workspaces: ['acme'], file: file() });
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'connectory'))).mode & 0o777).toBe(0o700);
    expect(out).not.toContain('canary');
    expect((await connectory(['profiles'], { isInteractive: true })).out).toBe(
      `name     url\ndefault  ${gateway.url}\n`,
    );
    expect((await connectory(['workspaces', 'list'])).code).toBe(0);
    expect(lastToken(gateway)).toBe('Bearer cty_canary');
  });

  it('reads what a person types, and says where it went', async () => {
    const words = ['login', '--url', gateway.url];
    const { out } = await connectory(words, { isInteractive: true, hidden: ' cty_canary ' });
    expect(out).toBe(
      `Logged in to ${gateway.url}. Workspaces: acme.\nThe token is stored in the profile "default" in ${file()}.\n`,
    );
  });

  it.each([
    ['refused', 'cty_wrong', 2],
    ['empty', ' \n', 4],
    ['malformed', 'two words', 4],
  ])('stores nothing for a token that is %s', async (_what, input, wanted) => {
    const { code, error } = await connectory(['login', '--url', gateway.url], { input });
    expect(code).toBe(wanted);
    expect(error).not.toContain(input.trim() || 'undefined');
    await expect(readFile(file())).rejects.toThrow('ENOENT');
  });

  it('stores nothing where no gateway responds, and for a wrong name', async () => {
    await other.close();
    expect((await connectory(['login', '--url', other.url], { input: 'cty_canary' })).code).toBe(1);
    expect((await login('--profile', 'a/b')).code).toBe(4);
    await expect(readFile(file())).rejects.toThrow('ENOENT');
  });

  it('replaces the token of a profile, and keeps the URL', async () => {
    await login();
    expect((await connectory(['login'], { input: 'cty_second' })).code).toBe(0);
    await connectory(['workspaces', 'list']);
    expect(lastToken(gateway)).toBe('Bearer cty_second');
  });
});

describe('profiles', () => {
  beforeEach(async () => {
    await login();
    await connectory(['login', '--url', other.url, '--profile', 'work'], { input: 'cty_second' });
  });

  it.each<[string, string[], Record<string, string>]>([
    ['an option', ['--profile', 'work'], {}],
    ['the environment', [], { CONNECTORY_PROFILE: 'work' }],
    ['an option, before the environment', ['--profile', 'work'], { CONNECTORY_TOKEN: 'x', CONNECTORY_URL: 'http://y' }],
  ])('are chosen by %s', async (_what, options, environment) => {
    expect((await connectory(['workspaces', 'list', ...options], { environment })).code).toBe(0);
    expect(lastToken(other)).toBe('Bearer cty_second');
  });

  it('give way to the environment, and this to options', async () => {
    const environment = { CONNECTORY_URL: other.url, CONNECTORY_TOKEN: 'cty_canary' };
    await connectory(['workspaces', 'list'], { environment });
    expect(lastToken(other)).toBe('Bearer cty_canary');
    await connectory(['workspaces', 'list', '--token', 'cty_second', '--url', gateway.url], { environment });
    expect(lastToken(gateway)).toBe('Bearer cty_second');
  });

  it('never send their token to another URL', async () => {
    const before = other.requests.length;
    for (const [options, environment] of [
      [['--url', other.url], {}],
      [['--url', other.url, '--profile', 'default'], {}],
      [[], { CONNECTORY_URL: other.url }],
    ] as const) {
      const { code, error } = await connectory(['workspaces', 'list', ...options], { environment });
      expect(code).toBe(4);
      expect(error).toContain('is not sent to');
    }
    expect(other.requests).toHaveLength(before);
  });

  it('suggest names, and are deleted by logout', async () => {
    const { code, error } = await connectory(['workspaces', 'list', '--profile', 'wrk']);
    expect(code).toBe(3);
    expect(error).toContain('Did you mean \\"work\\"?');
    expect((await connectory(['logout', '--profile', 'work'])).code).toBe(0);
    expect(JSON.parse((await connectory(['profiles'])).out)).toEqual([{ name: 'default', url: gateway.url }]);
    expect(await readFile(file(), 'utf8')).not.toContain('cty_second');
    expect((await connectory(['logout', '--profile', 'work'])).code).toBe(3);
  });

  it('that cannot be read are named', async () => {
    await writeFile(file(), '{');
    const { code, error } = await connectory(['workspaces', 'list']);
    expect(code).toBe(1);
    expect(error).toContain(file());
  });
});

it('says how to log in where nobody has', async () => {
  const { code, error } = await connectory(['workspaces', 'list']);
  expect(code).toBe(2);
  expect(error).toContain('connectory login');
});
