import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const present = fileURLToPath(new URL('../../../../spec/released', import.meta.url));

let folder: string;

// The connectors stay as they are; what was released is another thing, as if they had changed since.
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'versions-'));
  mkdirSync(join(folder, '.changeset'));
});

afterEach(() => rmSync(folder, { recursive: true }));

const released = (name: string) => join(folder, 'released', `${name}.json`);

function run(...options: string[]) {
  const place = ['--released', join(folder, 'released'), '--changesets', folder];
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...place, ...options], { encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

function edit(
  name: string,
  change: (content: { version: string; entities: Record<string, { actions: Record<string, unknown> }> }) => void,
) {
  const content = JSON.parse(readFileSync(released(name), 'utf8'));
  change(content);
  writeFileSync(released(name), JSON.stringify(content));
}

function announce(type: string) {
  const text = `---\n"@connectory/connector-payments": ${type}\n---\n\nA change.\n`;
  writeFileSync(join(folder, '.changeset', `${type}.md`), text);
}

// Each run starts a process that loads every connector.
describe('check-versions', { timeout: 120_000 }, () => {
  it('sees an action that is gone, and wants a major changeset for it', () => {
    expect(run('--write')).toMatchObject({ status: 0 });
    edit('payments', ({ entities }) => {
      const { customers } = entities;
      if (customers !== undefined) customers.actions.download = customers.actions.get;
    });
    const first = run();
    expect(first.status).toBe(1);
    expect(first.output).toContain('major  customers/download is gone');
    expect(first.output).toContain('.changeset/payments-major.md');
    announce('minor');
    const second = run();
    expect(second.status).toBe(1);
    expect(second.output).toContain('It needs a major changeset and has a minor one.');
    announce('major');
    expect(run()).toMatchObject({ status: 0 });
  });

  it('writes what was released only where the version rose', () => {
    cpSync(present, join(folder, 'released'), { recursive: true });
    edit('payments', ({ entities }) => {
      delete entities.customers;
    });
    expect(run('--write').output).toBe('No version has risen: spec/released stays.\n');
    edit('payments', (content) => {
      content.version = '0.0.9';
    });
    expect(run('--write').output).toBe('Written: payments.json\n');
    expect(JSON.parse(readFileSync(released('payments'), 'utf8')).entities).toHaveProperty('customers');
  });
});
