import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtInConnectors } from '@connectory/gateway/built-in-connectors';
import { describe, expect, it } from 'vitest';
import { runCommandLine } from '../../src/command-line.ts';

async function run(...args: string[]) {
  const printed = { out: '', error: '' };
  const code = await runCommandLine(args, {
    out: (text) => {
      printed.out += text;
    },
    error: (text) => {
      printed.error += text;
    },
  });
  return { code, ...printed };
}

const ids = builtInConnectors.map(({ id }) => id);
const [first = ''] = ids;

describe('the command', () => {
  it('prints its usage when asked', async () => {
    expect(await run('--help')).toEqual({ code: 0, out: expect.stringContaining('--descriptions <dir>'), error: '' });
  });

  it.each([
    ['nothing to check', [], 'give the ids of connectors, or --all'],
    ['both a connector and all', [first, '--all'], 'give the ids of connectors, or --all'],
    ['an unknown connector', ['mill'], `there is no connector "mill"; there are ${ids.join(', ')}`],
    ['an unknown option', ['--conector'], "Unknown option '--conector'"],
  ])('refuses %s', async (_, args, message) => {
    expect(await run(...args)).toEqual({ code: 1, out: '', error: expect.stringContaining(message) });
  });

  it('fails when a description is not in the folder', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'check-upstream-'));
    const { code, error } = await run('--all', '--descriptions', folder.path);
    expect(code).toBe(1);
    expect(error).toContain(folder.path);
  });
});
