import { afterAll, beforeAll, expect, it } from 'vitest';
import { printedJson, type ServedDemo, startServedDemo } from './served-workspace.ts';

interface Page {
  readonly data: readonly { readonly type: string; readonly entity: string; readonly key: readonly string[] }[];
  readonly meta: { readonly cursor: string };
}

let demo: ServedDemo;

beforeAll(async () => {
  demo = await startServedDemo();
});

afterAll(() => demo?.gateway.stop());

const page = (...options: string[]) => printedJson<Page>(demo.connectory(['changes', 'ledger', ...options]));

it('lists what a write has changed, as JSON and as a table', async () => {
  await expect
    .poll(async () => (await page('--entity', 'customers')).data.length, { timeout: 30_000 })
    .toBeGreaterThan(0);
  const { meta } = await page('--cursor', 'now');
  const create = ['run', 'ledger', 'customers', 'create', '--name', 'Ada'];
  const { data } = await printedJson<{ data: { id: string } }>(demo.connectory(create));
  const after = await page('--cursor', meta.cursor, '--entity', 'customers');
  expect(after.data).toMatchObject([{ type: 'added', entity: 'customers', key: [data.id] }]);
  const table = await demo.connectory(['changes', 'ledger', '--since', '1h', '--limit', '2'], { isInteractive: true });
  expect(table.out).toMatch(/^at +type +entity +key +changed fields +cause\n.* UTC +added/);
  expect(table.out).toContain('Continue with: --cursor ');
});

it('refuses what the gateway refuses', async () => {
  expect((await demo.connectory(['changes', 'ledger', '--entity', 'nothing'])).code).toBe(4);
  expect((await demo.connectory(['changes', 'ledger', '--limit', 'x'])).code).toBe(4);
});
