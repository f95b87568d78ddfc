import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProseCheck } from './check-prose.ts';

const read = [
  '*.md',
  'spec/*.md',
  'apps/docs/{guide,recipes}/*.md',
  '{apps,connectors,packages,tools}/*/README.md',
  '{connectors,packages}/*/src/**/*.ts',
  'apps/{cli,gateway}/src/**/*.ts',
];
const skipped = ['**/node_modules/**', '**/*.{test,test-d,generated}.ts', '**/testing/**'];

const root = process.argv[2] ?? process.cwd();
const check = createProseCheck(readFileSync(join(root, 'spec/glossary.md'), 'utf8'));
const paths = globSync(read, { cwd: root, exclude: skipped }).sort();
const findings: string[] = [];
for (const path of paths) findings.push(...(await check(path, readFileSync(join(root, path), 'utf8'))));

for (const finding of findings) console.error(finding);
if (findings.length === 0) console.log(`No phrase to avoid in ${paths.length} files.`);
else console.error(`Findings: ${findings.length}. spec/glossary.md has the words to use.`);
process.exitCode = findings.length === 0 ? 0 : 1;
