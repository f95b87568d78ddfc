import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { runCommandLine } from '../../src/command-line.ts';

const folder = fileURLToPath(new URL('../../../../../shared/upstream', import.meta.url));

if (!existsSync(folder)) console.log("skipped: the vendors' descriptions are not in ../shared/upstream");

describe.skipIf(!existsSync(folder))('every installed connector', () => {
  it('sends, declares and simulates what its vendor describes', async () => {
    let printed = '';
    const print = (text: string) => {
      printed += text;
    };
    const code = await runCommandLine(['--all', '--descriptions', folder], { out: print, error: print });
    expect(code, printed.slice(0, 5000)).toBe(0);
  });
});
