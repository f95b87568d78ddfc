import { afterAll, beforeAll, expect, it } from 'vitest';
import { printedJson, type ServedDemo, startServedDemo } from './served-workspace.ts';

interface Page {
  readonly data: readonly { readonly type: string; readonly entity: string; readonly key: readonly string[] }[];
  readonly meta: { readonly cursor: string };
}

let demo: ServedDemo;

beforeAll(async () => {
  demo = await startServedDemo();
  // A first pass that is still running would add changes of its own.
  expect((await demo.connectory(['sync', 'start', 'ledger'])).code).toBe(0);
});

afterAll(() => demo?.gateway.stop());

const page = (...options: string[]) => printedJson<Page>(demo.connectory(['changes', 'ledger', ...options]));

it('lists what a write has changed, as JSON and as a table', async () => {
  await expect.poll(async () => (await page('--entity', 'customers')).data.length).toBeGreaterThan(0);
  const { meta } = await page('--cursor', 'now');
  const create = ['run', 'ledger', 'customers', 'create', '--name', 'Ada'];
  const { data } = await printedJson<{ data: { id: string } }>(demo.connectory(create));
  const after = await page('--cursor', meta.cursor, '--entity', 'customers');
  expect(after.data).toMatchObject([{ type: 'added', entity: 'customers', key: [data.id] }]);
  const table = await demo.connectory(['changes', 'ledger', '--since', '1h', '--limit', '2'], { isInteractive: true });
  expect(table.out).toMatch(/^sequence +at +type +entity +key +changed fields +cause\n\d+ .* UTC +added/);
  expect(table.out).toContain('Continue with: --cursor ');
});

it('follows what happens until it is stopped, and says where to continue', async () => {
  const create = (name: string) =>
    printedJson<object>(demo.connectory(['run', 'ledger', 'customers', 'create', '--name', name]));
  const { meta } = await page('--cursor', 'now');
  await create('Ada');
  const stop = new AbortController();
  const follow = ['changes', 'ledger', '--follow', '--cursor', meta.cursor, '--entity', 'customers'];
  let seen = 0;
  const onBytes = async () => {
    seen += 1;
    if (seen === 1) await create('Grace');
    else stop.abort();
  };
  const { code, bytes, error } = await demo.connectory(follow, { interrupted: stop.signal, onBytes });
  expect(code).toBe(0);
  const lines = bytes.toString().trimEnd().split('\n');
  const followed = lines.map((line) => JSON.parse(line));
  expect(followed).toMatchObject([{ record: { name: 'Ada' } }, { record: { name: 'Grace' } }]);
  expect(error).toBe(`Continue with: --cursor ${followed[1].cursor}\n`);
  expect((await page('--cursor', followed[1].cursor)).data).toEqual([]);
});

it('that is stopped before anything happens continues from where it began', async () => {
  const { meta } = await page('--cursor', 'now');
  const options = { interrupted: AbortSignal.abort(), isInteractive: true };
  const { code, bytes, error } = await demo.connectory(['changes', 'ledger', '--follow'], options);
  expect({ code, text: bytes.toString() }).toEqual({ code: 0, text: '' });
  expect(error).toBe(`Continue with: --cursor ${meta.cursor}\n`);
});

it('refuses what the gateway refuses', async () => {
  expect((await demo.connectory(['changes', 'ledger', '--entity', 'nothing'])).code).toBe(4);
  expect((await demo.connectory(['changes', 'ledger', '--limit', 'x'])).code).toBe(4);
});
