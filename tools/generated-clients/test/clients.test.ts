import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ScenarioDemo, startScenarioDemo } from '../src/demo-environment.ts';
import { runCommand } from '../src/run-command.ts';

// The first run on a machine downloads the generator in Python.
const timeout = 600_000;
const here = new URL('../', import.meta.url);
const repository = new URL('../../', here);
const sections = readFileSync(new URL('README.md', here), 'utf8').split(/^## /m);

/** The blocks of the README's section of a language. */
function blocksOf(language: string, format: string): readonly string[] {
  const section = sections.find((text) => text.toLowerCase().startsWith(language)) ?? '';
  const block = new RegExp(
    `\`\`\`${format} \\(run by tools/generated-clients/test/clients.test.ts\\)\\n(.*?)\`\`\``,
    'gs',
  );
  return Array.from(section.matchAll(block), ([, text = '']) => text);
}

/** Why Python cannot generate a client here; undefined if it can. */
async function missingPython(): Promise<string | undefined> {
  const folder = fileURLToPath(here);
  const check = 'python3 -c "import sys, venv, ensurepip; assert sys.version_info >= (3, 11)"';
  if (!(await runCommand(check, folder).then(...succeeds))) return 'Python 3.11 with the module venv';
  const reached = await fetch('https://pypi.org/simple/openapi-python-client/').then(...succeeds);
  return reached ? undefined : 'PyPI';
}

const succeeds = [() => true, () => false] as const;
const missing = await missingPython();
const withoutIndent = (code: string) => code.replaceAll(/^[ \t]+/gm, '');

let demo: ScenarioDemo;
beforeAll(async () => {
  demo = await startScenarioDemo();
}, timeout);
afterAll(() => demo.stop());

describe.each([
  { language: 'typescript', program: 'scenario.ts', format: 'ts', needs: undefined },
  { language: 'python', program: 'scenario.py', format: 'python', needs: missing },
])('a generated client in $language', ({ language, program, format, needs }) => {
  const title = 'the commands of the README generate and compile it, and its scenario passes';
  it.skipIf(needs !== undefined)(needs === undefined ? title : `${title} (needs ${needs})`, { timeout }, async () => {
    const folder = fileURLToPath(new URL(`node_modules/.cache/generated-clients/${language}/`, repository));
    mkdirSync(folder, { recursive: true });
    cpSync(new URL(`${language}/`, here), folder, { recursive: true });
    for (const connector of ['stripe', 'github']) {
      const name = `${connector}.openapi.json`;
      cpSync(new URL(`spec/connectors/${name}`, repository), `${folder}${name}`);
    }
    const [commands = ''] = blocksOf(language, 'sh');
    expect(await runCommand(`set -e\n${commands}`, folder, demo.environment)).toContain('scenario passed');
  });

  it('the README shows parts of the scenario', () => {
    const code = withoutIndent(readFileSync(new URL(`${language}/${program}`, here), 'utf8'));
    const blocks = blocksOf(language, format);
    expect(blocks).not.toEqual([]);
    for (const block of blocks) expect(code).toContain(withoutIndent(block));
  });
});
