import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PersonErased, PersonFound } from '@connectory/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { printedJson, type ServedDemo, startServedDemo } from './served-workspace.ts';

const address = 'ada.quillfeather@loom.example';
let demo: ServedDemo;
let folder: string;
let customer = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'person-'));
  demo = await startServedDemo();
  expect((await demo.connectory(['sync', 'start', 'ledger'])).code).toBe(0);
  const create = ['run', 'ledger', 'customers', 'create', '--name', 'Ada Quillfeather', '--email', address];
  ({
    data: { id: customer },
  } = await printedJson<{ data: { id: string } }>(demo.connectory(create)));
});

afterAll(async () => {
  await demo?.gateway.stop();
  rmSync(folder, { recursive: true });
});

describe('connectory person', () => {
  const find = (...words: string[]) => printedJson<PersonFound>(demo.connectory(['person', 'find', ...words]));

  it('finds by address and by ID', async () => {
    expect((await find('--email', address)).data).toMatchObject([{ entity: 'customers', key: [customer] }]);
    for (const id of [`ledger/customers/${customer}`, `ledger/${customer}`])
      expect((await find('--id', id)).data).toMatchObject([{ reasons: [{ reason: 'is', at: 'key' }] }]);
  });

  it('shows people its progress, and a table', async () => {
    const { out, shown } = await demo.connectory(['person', 'find', '--email', address], { isInteractive: true });
    expect(out).toMatch(
      /^connection +entity +records\nledger +customers +1\n\nrecord +entity .*\nAda Quillfeather .* is \(email\)/,
    );
    expect(out).toMatch(/Not searched: .*ledger balance \(no_copy\)/);
    expect(shown.at(-1)).toMatch(/^Round [12] of 2: (\d+) of \1 copies, \d+ records looked at, 1 found$/);
  });

  it('exports lines that end with a summary, and replaces a file only with --force', async () => {
    const output = join(folder, 'ada.ndjson');
    const command = ['person', 'export', '--email', address, '--output', output];
    expect(await printedJson(demo.connectory(command))).toMatchObject({ file: output, type: 'summary', records: 1 });
    const lines = readFileSync(output, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(lines[0]).toMatchObject({ type: 'record', record: { email: address } });
    expect(lines.at(-1)).toMatchObject({ type: 'summary' });
    expect((await demo.connectory(command)).code).toBe(4);
    expect((await demo.connectory([...command, '--force'], { isInteractive: true })).out).toMatch(
      /^\d records and traces are in/,
    );
  });

  it('refuses what names nobody', async () => {
    for (const words of [[], ['--id', 'ledger'], ['--email', 'nobody']])
      expect((await demo.connectory(['person', 'find', ...words])).code).toBe(4);
  });

  it('removes only after a confirmation', async () => {
    const remove = ['person', 'remove', '--email', address];
    expect((await demo.connectory(remove)).code).toBe(4);
    expect((await demo.connectory(remove, { isInteractive: true, typed: 'y' })).code).toBe(1);
    expect((await find('--email', address)).meta.records).toBe(1);
    const { code, out } = await demo.connectory(remove, { isInteractive: true, typed: address });
    expect(code).toBe(0);
    expect(out).toMatch(/^erased *\nrecords +1\n[\s\S]*next pass copies again/);
    expect((await find('--email', address)).meta).toMatchObject({ records: 0, changes: 0 });
    const again = await printedJson<PersonErased>(demo.connectory([...remove, '--yes']));
    expect(again.erased).toMatchObject({ records: 0 });
  });
});
