import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { changed, released, shopManifest } from '../test/shop.ts';
import { runCommandLine } from './command-line.ts';
import type { ReleasedConnector } from './released-connector.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'versions-'));
  mkdirSync(join(folder, '.changeset'));
  writeFileSync(join(folder, 'package.json'), '{"name": "versions", "private": true}');
});

afterEach(() => rmSync(folder, { recursive: true }));

const withoutDelete = changed(shopManifest, 'entities.0.actions.1', undefined);

async function run(present: ReleasedConnector, ...options: string[]) {
  let output = '';
  const print = (text: string) => {
    output += text;
  };
  const place = ['--released', join(folder, 'released'), '--changesets', folder];
  const status = await runCommandLine([...place, ...options], [present], { out: print, error: print });
  return { status, output };
}

function announce(type: string) {
  const text = `---\n"@connectory/connector-shop": ${type}\n---\n\nA change.\n`;
  writeFileSync(join(folder, '.changeset', `${type}.md`), text);
}

it('sees an action that is gone, and wants a major changeset for it', async () => {
  const before = released(shopManifest, '0.1.0');
  expect(await run(before, '--write')).toEqual({ status: 0, output: 'Written: shop.json\n' });
  const present = released(withoutDelete, '0.1.0');
  const first = await run(present);
  expect(first.status).toBe(1);
  expect(first.output).toContain('major  orders/delete is gone');
  expect(first.output).toContain('.changeset/shop-major.md');
  announce('minor');
  const second = await run(present);
  expect(second.status).toBe(1);
  expect(second.output).toContain('It needs a major changeset and has a minor one.');
  announce('major');
  const third = await run(present);
  expect(third.status, third.output).toBe(0);
});

it('writes what was released only where the version rose', async () => {
  await run(released(shopManifest), '--write');
  const unchanged = 'No version has risen: spec/released stays.\n';
  expect(await run(released(withoutDelete), '--write')).toEqual({ status: 0, output: unchanged });
  expect(await run(released(withoutDelete, '2.0.0'), '--write')).toMatchObject({ output: 'Written: shop.json\n' });
  expect(await run(released(withoutDelete, '2.0.0'))).toMatchObject({ status: 0 });
});

it('says what it cannot read', async () => {
  mkdirSync(join(folder, 'released'));
  writeFileSync(join(folder, 'released', 'shop.json'), '{');
  const { status, output } = await run(released(shopManifest));
  expect(status).toBe(1);
  expect(output).toContain('spec/released/shop.json cannot be read.');
});
