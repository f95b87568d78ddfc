import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminToken, type ServedGateway } from './served-gateway.ts';
import { printedJson, type ServedDemo, startServedDemo } from './served-workspace.ts';

let demo: ServedDemo;
let gateway: ServedGateway;

beforeAll(async () => {
  demo = await startServedDemo();
  ({ gateway } = demo);
});

afterAll(() => gateway?.stop());

const connectory: ServedDemo['connectory'] = (words, surroundings) => demo.connectory(words, surroundings);
const asAdmin = { environment: { CONNECTORY_TOKEN: adminToken } };
const forPeople = { isInteractive: true };

type Entries = readonly { readonly id: string; readonly action: string; readonly entity: string }[];

describe('audit', () => {
  const listEntities = ['run', 'ledger', 'customers', 'list', '--limit', '1', '--intent', 'audited'];

  it('lists the newest entries first, as filtered', async () => {
    expect((await connectory(listEntities)).code).toBe(0);
    expect((await connectory(['run', 'ledger', 'customers', 'get', '--id', 'none'])).code).toBe(3);
    const calls = ['audit', '--kind', 'execute', '--connection', 'ledger', '--from', '1h'];
    // Entries of reads are stored in batches.
    await expect
      .poll(async () => (await printedJson<Entries>(connectory(calls))).map(({ action }) => action))
      .toEqual(['get', 'list']);
    expect(await printedJson(connectory([...calls, '--outcome', '404']))).toMatchObject([
      { action: 'get', outcome: 404 },
    ]);
    expect(await printedJson(connectory([...calls, '--action', 'list']))).toMatchObject([
      { intent: 'audited', via: 'cli' },
    ]);
    expect(await printedJson(connectory([...calls, '--record', 'none']))).toMatchObject([
      { record: { entity: 'customers', key: { id: 'none' } } },
    ]);
    expect(await printedJson(connectory([...calls, '--to', '1h']))).toEqual([]);
    expect((await connectory(calls, forPeople)).out).toMatch(
      /^at +state +connector.*\n.* finished +ledger +customers +get/,
    );
  });

  it('follows pages as far as it is told', async () => {
    for (let count = 0; count < 3; count += 1) await connectory(['tokens', 'create', `t${count}`]);
    expect(await printedJson<Entries>(connectory(['audit', '--limit', '2']))).toHaveLength(2);
    const { bytes } = await connectory(['audit', '--all', '--entity', 'tokens']);
    const lines = bytes.toString().trimEnd().split('\n');
    expect(new Set(lines.map((line) => (JSON.parse(line) as { id: string }).id)).size).toBe(lines.length);
    expect(lines.length).toBeGreaterThanOrEqual(3);
  });

  it('lists what belongs to no workspace, for the admin', async () => {
    const entries = await printedJson<Entries>(connectory(['audit', '--gateway'], asAdmin));
    expect(entries).toMatchObject([{ entity: 'workspaces', action: 'create' }]);
    expect((await connectory(['audit', '--gateway'])).code).toBe(2);
    expect((await connectory(['audit', '--gateway', '--connection', 'ledger'], asAdmin)).code).toBe(4);
  });

  it('refuses what is not a time, a number or a connection', async () => {
    expect((await connectory(['audit', '--from', 'yesterday'])).code).toBe(4);
    expect((await connectory(['audit', '--limit', 'many'])).code).toBe(4);
    expect((await connectory(['audit', '--kind', 'other'])).code).toBe(4);
    expect((await connectory(['audit', '--connection', 'legder'])).error).toContain('Did you mean');
  });
});

describe('connections', () => {
  it('are shown, and changed in part', async () => {
    const before = await printedJson<{ settings: object }>(connectory(['connections', 'show', 'ledger']));
    const update = ['connections', 'update', 'ledger', '--deadline-seconds', '30', '--response-bytes', '2097152'];
    expect(await printedJson(connectory(update))).toMatchObject({
      settings: before.settings,
      limits: { deadline_seconds: 30, response_bytes: 2_097_152 },
    });
    expect((await connectory(['connections', 'show', 'ledger'], forPeople)).out).toMatch(
      /^name +ledger\n.*\nconnector +ledger\n[\s\S]*"deadline_seconds":30/,
    );
  });

  it('take new credentials from standard input, verified unless told not to', async () => {
    const update = ['connections', 'update', 'ledger', '--credentials', '-'];
    const wrong = { input: '{"api_key":"sk_canary"}' };
    const refused = await connectory(update, wrong);
    expect(refused.code).toBe(1);
    expect(refused.error).not.toContain('canary');
    expect((await connectory([...update, '--no-check'], wrong)).code).toBe(0);
    expect((await connectory(['connections', 'check', 'ledger'])).code).toBe(1);
    const right = { input: JSON.stringify(gateway.upstreams.sandbox.credentials('ledger')) };
    expect((await connectory(update, { ...forPeople, ...right })).out).toMatch(/is updated\.\n$/);
    expect((await connectory(['connections', 'check', 'ledger'])).code).toBe(0);
  });

  it('are not changed by nothing, or by credentials on the command line', async () => {
    expect((await connectory(['connections', 'update', 'ledger'])).code).toBe(4);
    const typed = await connectory(['connections', 'update', 'ledger', '--credentials', '{"api_key":"canary"}']);
    expect(typed.code).toBe(4);
    expect(typed.error).not.toContain('canary');
    expect((await connectory(['connections', 'update', 'ledger', '-c', '-', '-s', '-'])).code).toBe(4);
  });
});

it('tokens are previewed without creating them', async () => {
  const { out } = await connectory(['tokens', 'preview', '--read-only', '--entities', 'customers'], forPeople);
  expect(out).toMatch(/^ledger +ledger +customers +list get api_search context_store_search +create update delete$/m);
  expect(out).toMatch(/^ledger +ledger +prices +create$/m);
  const denied = await connectory(['tokens', 'preview', '--connectors', 'other'], forPeople);
  expect(denied.out).toMatch(/\nNo access: ledger\n$/);
  expect((await connectory(['tokens', 'list'])).out).not.toContain('preview');
});

it('workspaces are limited by the admin', async () => {
  const update = ['workspaces', 'update', 'demo', '--calls-per-day', '100000'];
  expect(await printedJson(connectory(update, asAdmin))).toMatchObject({ limits: { calls_per_day: 100_000 } });
  const { out } = await connectory(['workspaces', 'update', 'demo'], { ...asAdmin, ...forPeople });
  expect(out).toBe('Limits of "demo": the defaults.\n');
  expect((await connectory(update)).code).toBe(2);
});

it('OAuth applications are listed by connector', async () => {
  const { out } = await connectory(['oauth-apps', 'list'], forPeople);
  expect(out).toMatch(/^connector +vendor +client ID +redirect URL\n[\s\S]*^help-centre +Help Centre +http/m);
});
