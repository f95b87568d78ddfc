import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands, examplesOf, shownConnector, shownConsentConnector, shownHeldWrite } from './help-text.ts';
import { installCommand } from './installed-command.ts';
import { adminToken, type ServedGateway, startServedGateway } from './served-gateway.ts';
import { runInTest } from './test-terminal.ts';

const bash = findBash();
if (bash === undefined) console.warn('The examples of --help are not run: there is no bash.');

describe.skipIf(bash === undefined)('the examples of --help', () => {
  let gateway: ServedGateway;
  let environment: Record<string, string>;

  beforeAll(async () => {
    gateway = await startServedGateway();
    environment = {
      ...gateway.installed,
      PATH: await installCommand(gateway.folder),
      HOME: gateway.folder,
      XDG_CONFIG_HOME: gateway.folder,
      CONNECTORY_URL: gateway.url,
      CONNECTORY_ADMIN_TOKEN: adminToken,
      CONNECTORY_TOKEN: adminToken,
      CONNECTORY_WORKSPACE: 'demo',
    };
    const { sandbox, origin } = gateway.upstreams;
    const settings = JSON.stringify({ base_url: sandbox.baseUrl(origin, 'ledger') });
    const credentials = JSON.stringify(sandbox.credentials('ledger'));
    await runInTest(['workspaces', 'create', 'demo'], { environment });
    const add = ['connections', 'add', 'ledger', '--settings', settings, '--credentials', '-'];
    expect((await runInTest(add, { environment, input: credentials })).error).toBe('');
    const { out } = await runInTest(['tokens', 'create', 'demo', '--manage', '--approve'], { environment });
    environment.CONNECTORY_TOKEN = (JSON.parse(out) as { token: string }).token;
  });

  /** The example with a write that waits for approval in place of the one that it shows. */
  async function withHeldWrite(example: string): Promise<string> {
    const admin = { ...environment, CONNECTORY_TOKEN: adminToken };
    const run = async (words: readonly string[], as: Record<string, string>) =>
      JSON.parse((await runInTest(words, { environment: as })).out);
    const { token } = await run(['tokens', 'create', 'asker', '--hold-effects', 'write', 'outward'], admin);
    const asker = { ...environment, CONNECTORY_TOKEN: token };
    const { data } = await run(['run', 'ledger', 'customers', 'create', '--name', 'Ada'], asker);
    const { id, preview_hash: hash } = await run(['held', 'get', data.held.id], admin);
    return example.replaceAll(shownHeldWrite.id, id).replaceAll(shownHeldWrite.previewHash, hash);
  }

  afterAll(() => gateway?.stop());

  it.each(commands.map((command) => [command.join(' '), command] as const))('of %s work', async (_name, command) => {
    const examples = await examplesOf(command);
    expect(examples).not.toEqual([]);
    for (const example of examples) {
      expect(example).toContain(`connectory ${command.join(' ')}`);
      // That the connector it shows takes such requests, `every-connector` holds.
      const generated = example.replaceAll(shownConnector, 'ledger').replaceAll(shownConsentConnector, 'help-centre');
      const script = `set -eo pipefail; ${example.includes(shownHeldWrite.id) ? await withHeldWrite(generated) : generated}`;
      const { stderr } = await promisify(execFile)(bash ?? '', ['-c', script], {
        env: environment,
        cwd: gateway.folder,
      });
      expect(stderr).toBe('');
    }
  });
});

it('are there for every command', async () => {
  const { out } = await runInTest(['--help']);
  const [, listed = ''] = /--help.*\n([\s\S]*?)^Environment:/m.exec(out) ?? [];
  const names = [...listed.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(15);
  const covered = new Set([
    ...commands.map(([name]) => name),
    'mcp',
    'serve',
    'demo',
    'backup',
    'completion',
    'new',
    'help',
  ]);
  expect(names.filter((name) => !covered.has(name ?? ''))).toEqual([]);
  for (const name of ['mcp', 'serve', 'demo', 'backup', 'completion bash'])
    expect(await examplesOf(name.split(' '))).not.toEqual([]);
});

function findBash(): string | undefined {
  try {
    return execFileSync('bash', ['-c', 'command -v bash'], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}
