/**
 * Generates a connector from a description, in a temporary folder, and runs its type check and its conformance suite as they are:
 *
 *   node tools/create-connector/test/try-description.ts <openapi file> [--entity <name>]… [--keep]
 *
 * Without --entity, it takes every entity of the description that can be listed.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { CreateConnectorError } from '../src/create-connector-error.ts';
import { connectorFiles } from '../src/files/connector-files.ts';
import { writeFiles } from '../src/files/write-files.ts';
import { connectorNames } from '../src/names.ts';
import { entityChoices } from '../src/openapi/entity-choices.ts';
import { openApiDraft } from '../src/openapi/open-api-draft.ts';
import { readOpenApi } from '../src/openapi/open-api-source.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { entity: { type: 'string', multiple: true }, keep: { type: 'boolean' } },
});
const [file] = positionals;
if (file === undefined) throw new TypeError('Give the file of a description.');

// Of some entities, no action can be declared; asked for by name, such an entity is an error.
function isDeclarable(entity: string): boolean {
  try {
    openApiDraft(names, source, [entity]);
    return true;
  } catch (error) {
    if (!(error instanceof CreateConnectorError)) throw error;
    console.log(error.message);
    return false;
  }
}

const started = performance.now();
const source = await readOpenApi(file);
const choices = entityChoices(source);
const listed = choices.filter(({ actions }) => actions.some(({ action }) => action === 'list'));
const names = connectorNames(basename(file).replace(/\..*$/, '').toLowerCase(), undefined, '@tried/connector');
const draft = openApiDraft(names, source, values.entity ?? listed.map(({ name }) => name).filter(isDeclarable));
const written = performance.now();
const actions = draft.entities.flatMap((entity) => entity.source.match(/^ {4}\w+: api\(/gm) ?? []);
const { toCheck, leftOut } = draft.notes;
const seconds = (from: number) => `${((performance.now() - from) / 1000).toFixed(1)} s`;

const here = fileURLToPath(new URL('..', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'try-description-'));
await writeFiles(folder, connectorFiles(names, draft, { connectory: {}, tools: {}, isPublished: false }));
await symlink(join(here, 'node_modules'), join(folder, 'node_modules'), 'junction');
for (const note of toCheck) console.log(note);
for (const note of leftOut) console.log(`Left out: ${note}`);
console.log(
  `${draft.entities.length} of ${choices.length} entities, ${actions.length} actions, ${leftOut.length} left out, ${toCheck.length} to check, ${Math.round(written - started)} ms`,
);
const run = (...parts: readonly string[]) =>
  new Promise<boolean>((resolve) => {
    const child = spawn(process.execPath, parts, { cwd: folder, stdio: 'inherit' });
    child.on('close', (code) => resolve(code === 0));
  });
const typed = performance.now();
const compiles = await run(join(here, 'node_modules/typescript/bin/tsc'));
console.log(`types: ${compiles ? 'ok' : 'FAILED'}, ${seconds(typed)}`);
const tested = performance.now();
const passes = await run(
  join(here, 'node_modules/vitest/vitest.mjs'),
  'run',
  '--reporter=dot',
  '--testTimeout=120000',
  '--hookTimeout=120000',
);
console.log(`suite: ${passes ? 'ok' : 'FAILED'}, ${seconds(tested)}`);
if (values.keep === true) console.log(folder);
else await rm(folder, { recursive: true, force: true });
process.exitCode = compiles && passes ? 0 : 1;
