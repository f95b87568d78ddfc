import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Generator, generators } from './generators.ts';

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
const text = read('README.md');

/** The blocks of a text with these languages that name this test. */
const blocksIn = (part: string, languages: string) => {
  const block = new RegExp(
    `\`\`\`(?:${languages}) \\(run by tools/generated-clients/src/readme.test.ts\\)\\n(.*?)\`\`\``,
    'gs',
  );
  return Array.from(part.matchAll(block), ([, lines = '']) => lines);
};

const withoutIndent = (code: string) => code.replaceAll(/^[ \t]+/gm, '');

describe('README.md', () => {
  it('shows the command lines that are run, and the names of all generators', () => {
    const [, script] = /```sh \(not run: .*?\)\n(.*?)```/s.exec(text) ?? [];
    const all: readonly Generator[] = Object.values(generators);
    expect(blocksIn(text, 'sh')).toEqual(
      all.map(({ build, scenario = [] }) => `${[build, scenario].flat(2).join('\n')}\n`),
    );
    expect(script).toContain(`: ${all.map(({ name }) => name).join(', ')}\n`);
  });

  it('shows parts of the programs that are run', () => {
    const sections = text.split(/^##/m).flatMap((section) => {
      const [, file] = /\]\(([^)]+\/(?:scenario|main)\.[a-z]+)\)/i.exec(section) ?? [];
      return file === undefined ? [] : [{ file, blocks: blocksIn(section, 'python|go|java|rust|ts') }];
    });
    expect(sections).toHaveLength(
      Object.values<Generator>(generators).filter(({ scenario }) => scenario !== undefined).length,
    );
    for (const { file, blocks } of sections) {
      expect(blocks, file).not.toEqual([]);
      for (const block of blocks) expect(withoutIndent(read(file))).toContain(withoutIndent(block));
    }
  });
});
