import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Generator, generators } from './generators.ts';

describe('README.md', () => {
  it('shows the command lines that are run, and the names of all generators', () => {
    const text = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    const run = /```sh \(run by tools\/generated-clients\/src\/readme\.test\.ts\)\n(.*?)```/gs;
    const blocks = Array.from(text.matchAll(run), ([, lines = '']) => lines);
    const [, script] = /```sh \(not run: .*?\)\n(.*?)```/s.exec(text) ?? [];
    const all: readonly Generator[] = Object.values(generators);
    expect(blocks).toEqual(all.map(({ build, scenario = [] }) => `${[build, scenario].flat(2).join('\n')}\n`));
    expect(script).toContain(`: ${all.map(({ name }) => name).join(', ')}\n`);
  });
});
