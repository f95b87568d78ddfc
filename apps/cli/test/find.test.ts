import type { FoundRecords } from '@connectory/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { printedJson, type ServedDemo, startServedDemo } from './served-workspace.ts';

let demo: ServedDemo;
const name = 'Ada Quillfeather';

beforeAll(async () => {
  demo = await startServedDemo();
  expect((await demo.connectory(['sync', 'start', 'ledger'])).code).toBe(0);
  expect((await demo.connectory(['run', 'ledger', 'customers', 'create', '--name', name])).code).toBe(0);
});

afterAll(() => demo?.gateway.stop());

it('finds records by words with a typo, as JSON', async () => {
  const find = () =>
    printedJson<FoundRecords>(demo.connectory(['find', 'ada', 'quilfeather', '--connector', 'ledger']));
  await expect.poll(async () => (await find()).data[0]).toMatchObject({ title: name, entity: 'customers', score: 1 });
});

it('prints a table for people, with the command that returns the whole first record', async () => {
  const find = ['find', 'quillfeather', '--entity', 'customers', '--limit', '1'];
  const { out } = await demo.connectory(find, { isInteractive: true });
  expect(out).toMatch(/^title +connection +entity +url\nAda Quillfeather +ledger +customers/);
  const [, command = '', params = ''] = /: connectory (run .*) --params '(.*)'/.exec(out) ?? [];
  const { data } = await printedJson<{ data: object }>(demo.connectory([...command.split(' '), '--params', params]));
  expect(data).toMatchObject({ name });
});

it('says that nothing was found, and which copies were not searched', async () => {
  const { out } = await demo.connectory(['find', 'xyzzyx'], { isInteractive: true });
  expect(out).toMatch(/^Nothing found\./);
});
