import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type GatewayProcess, startGatewayProcess } from '@connectory/test-support/gateway-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommandLine } from '../src/command-line.ts';
import { runNpm, whyNoRegistry } from './run-npm.ts';

const reason = await whyNoRegistry();
if (reason !== undefined)
  console.warn(`skipped: no npm registry can be reached, so nothing can be installed (${reason})`);

const description = fileURLToPath(new URL('weather.openapi.yaml', import.meta.url));
const packageName = '@acme/connector-weather';

const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');

let folder = '';
const said: string[] = [];
const say = { out: (text: string) => said.push(text), error: (text: string) => said.push(text) };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'connectory-outside-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function npm(cwd: string, ...parts: string[]): Promise<string> {
  const { code, output } = await runNpm(cwd, ...parts);
  expect(code, `npm ${parts.join(' ')}: ${output.slice(-4000)}`).toBe(0);
  return output;
}

// The steps build on each other, as they do for the person who follows the README.
describe.skipIf(reason !== undefined)('a connector outside of the repository', () => {
  const connector = () => join(folder, 'acme-weather');
  const data = () => join(folder, 'data');
  const environment = () => ({ CONNECTORY_DATA_DIR: data() });
  let gateway: GatewayProcess | undefined;

  afterAll(() => gateway?.stop());

  it('is made by one command', async () => {
    const names = ['--id', 'acme-weather', '--vendor', 'Acme Weather', '--package', packageName];
    expect(await runCommandLine([connector(), ...names], say), said.join('')).toBe(0);
    expect(existsSync(join(connector(), 'src/entities/items.ts'))).toBe(true);
  });

  it('is installed with npm', () => npm(connector(), 'install', '--no-audit', '--no-fund'));

  it('passes its type check and the conformance suite', async () => {
    const [passed] = /[1-9]\d+ passed/.exec(await npm(connector(), 'test')) ?? [];
    expect(readme).toContain(`Tests  ${passed}`);
  });

  it('made from a description passes as well', async () => {
    const other = join(folder, 'other-weather');
    const picked = ['--openapi', description, '--entity', 'stations', '--entity', 'readings'];
    expect(await runCommandLine([other, ...picked], say), said.join('')).toBe(0);
    await symlink(join(connector(), 'node_modules'), join(other, 'node_modules'), 'junction');
    expect(await npm(other, 'test')).toMatch(/Tests .*[1-9]\d+ passed/);
  });

  it('is packed, and installed from its tarball into the plugin folder', async () => {
    await npm(connector(), 'pack');
    const tarball = join(connector(), 'acme-connector-weather-0.1.0.tgz');
    await npm(folder, 'install', '--no-audit', '--no-fund', '--prefix', join(data(), 'connectors'), tarball);
    const installed = join(data(), 'connectors/node_modules', packageName);
    expect(JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')).name).toBe(packageName);
    expect(existsSync(join(data(), 'connectors/node_modules/@connectory'))).toBe(false);
  });

  it('runs in the demo: list, get, create and search', async () => {
    gateway = await startGatewayProcess('demo', { ...environment(), CONNECTORY_TRUSTED_CONNECTORS: packageName });
    const { url, output } = gateway;
    const token = /Demo token: (\S+)/.exec(output())?.[1] ?? '';
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const ask = async (path: string, body?: object) => {
      const response = await fetch(url + path, {
        headers,
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      });
      return { status: response.status, json: (await response.json()) as Record<string, never> & { data: never } };
    };
    expect((await ask('/readyz')).json).toMatchObject({ status: 'ready' });
    const { data: connectors } = (await ask('/api/v1/connectors')).json;
    expect(readme).toContain(/Connectory serves \d+ connectors/.exec(output())?.[0]);
    expect((await stat(data())).mode & 0o777).toBe(0o700);
    expect(output()).not.toContain('other users can read');
    expect(connectors).toContainEqual(
      expect.objectContaining({ id: 'acme-weather', vendor: 'Acme Weather', version: '0.1.0' }),
    );
    const id = /^ {2}acme-weather +([0-9a-f-]{36})$/m.exec(output())?.[1];
    const execute = (action: string, params: object) =>
      ask(`/api/v1/integrations/connectors/${id}/execute`, { entity: 'items', action, params });
    const { json: list } = await execute('list', { limit: 2 });
    expect(list).toMatchObject({
      data: [{ id: expect.any(String) }, {}],
      meta: { next_params: { cursor: expect.any(String) } },
    });
    const [first] = list.data as { id: string }[];
    expect((await execute('get', { id: first?.id })).json.data).toEqual(first);
    const { json: created } = await execute('create', { name: 'Umbrella stand' });
    expect(created.data).toMatchObject({ name: 'Umbrella stand' });
    const search = () => execute('context_store_search', { query: { filter: { keyword: { name: 'umbrella' } } } });
    let found = await search();
    while (found.status === 409) {
      await pause(200);
      found = await search();
    }
    expect(found.json.data).toEqual([expect.objectContaining({ name: 'Umbrella stand' })]);
    const { json: refused } = await execute('get', { id: 'nothing-is-called-so' });
    expect(refused).toMatchObject({ code: 'record_not_found', origin: 'caller' });
    expect(await gateway.stop()).toBe(0);
    gateway = undefined;
  });

  it('is served in production by the same name', async () => {
    const admin = 'admin-token-of-this-test';
    // The data of the demo stay its own.
    const production = join(folder, 'production');
    await cp(join(data(), 'connectors'), join(production, 'connectors'), { recursive: true, verbatimSymlinks: true });
    const contained = { CONNECTORY_CONNECTORS: packageName };
    const surroundings = { ...contained, CONNECTORY_DATA_DIR: production, CONNECTORY_ADMIN_TOKEN: admin };
    gateway = await startGatewayProcess('main', surroundings);
    expect((await fetch(`${gateway.url}/readyz`)).status).toBe(200);
    const response = await fetch(`${gateway.url}/api/v1/connectors/acme-weather`, {
      headers: { authorization: `Bearer ${admin}` },
    });
    expect(await response.json()).toMatchObject({ id: 'acme-weather', entities: [{ name: 'items' }] });
  });
});
