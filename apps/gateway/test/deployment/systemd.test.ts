import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { configurationVariables } from '../../src/start/configuration-variables.ts';
import { needing, readDeployment, runInDeployment, variablesIn } from './deployment-files.ts';

const unit = readDeployment('systemd/connectory.service');

it('the unit sets settings that there are, and waits for the gateway to end', () => {
  expect(configurationVariables.map(({ name }) => name)).toEqual(expect.arrayContaining([...variablesIn(unit)]));
  const [, seconds = '0'] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? [];
  expect(Number(seconds)).toBeGreaterThan(29);
});

const verified = needing('systemd finds nothing wrong in the unit, and little to harden', 'systemd-analyze');

it.skipIf(verified.missing)(verified.title, () => {
  const folder = mkdtempSync(join(tmpdir(), 'connectory-unit-'));
  try {
    // What it starts is not installed here.
    const path = join(folder, 'connectory.service');
    writeFileSync(path, unit.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`));
    expect(runInDeployment('systemd-analyze', ['verify', '--man=no', path])).toBe('');
    runInDeployment('systemd-analyze', ['security', '--offline=true', '--threshold=20', path]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
