#!/usr/bin/env node
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type OpenApiDocument, openApi30 } from '@connectory/openapi';
import { type Reader, readers } from './readers.ts';
import { runCommand } from './run-command.ts';

/**
 * Runs every generator and validator of `readers.ts` on every published document, and prints a table. Arguments: the names of the readers,
 * all if omitted. Needs npm, and PyPI, Go and Java for theirs. Exits with 1 if a document fails.
 */
const folder = fileURLToPath(new URL('../../../node_modules/.cache/generated-clients/matrix/', import.meta.url));
const spec = fileURLToPath(new URL('../../../spec/', import.meta.url));
const compiler = fileURLToPath(new URL('../../../node_modules/typescript-7/bin/tsc', import.meta.url));
const TSC = `node ${compiler} --noEmit --strict --skipLibCheck --ignoreConfig --target esnext --module esnext --moduleResolution bundler`;

/** Writes the documents in both versions, and returns their names. */
function writeDocuments(): readonly string[] {
  const files = ['openapi.json', ...readdirSync(`${spec}connectors`).map((file) => `connectors/${file}`)];
  for (const version of ['3.0', '3.1']) mkdirSync(`${folder}${version}`, { recursive: true });
  return files.map((file) => {
    const text = readFileSync(spec + file, 'utf8');
    const name = file === 'openapi.json' ? 'gateway' : file.replace(/^connectors\/(.*)\.openapi\.json$/, '$1');
    writeFileSync(`${folder}3.1/${name}.json`, text);
    writeFileSync(`${folder}3.0/${name}.json`, JSON.stringify(openApi30(JSON.parse(text) as OpenApiDocument)));
    return name;
  });
}

/** Lets a reader read all documents; returns what it says of each that fails. */
async function failuresOf(reader: Reader, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const own = `${folder}${reader.name.replaceAll(/\W+/g, '-')}/`;
  mkdirSync(own, { recursive: true });
  await runCommand(reader.install, own);
  const failures = new Map<string, string>();
  const open = [...names];
  const lane = async () => {
    for (let name = open.shift(); name !== undefined; name = open.shift()) {
      const environment = { TSC, DOCUMENT: `${folder}${reader.openApi}/${name}.json`, NAME: name.replaceAll('-', '_') };
      const failed = await runCommand(reader.run, own, environment).then(
        () => undefined,
        (error: Error) => error.message,
      );
      if (failed !== undefined) failures.set(name, failed);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  return failures;
}

const names = writeDocuments();
const wanted = process.argv.slice(2);
const chosen = readers.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const rows: string[] = [];
for (const reader of chosen) {
  const isThere = await runCommand(`command -v ${reader.needs}`, folder).then(
    () => true,
    () => false,
  );
  const failures = isThere ? await failuresOf(reader, names) : undefined;
  for (const [name, message] of failures ?? []) console.error(`${reader.name}, ${name}: ${message}\n`);
  if (failures !== undefined && failures.size > 0) process.exitCode = 1;
  const passed =
    failures === undefined
      ? `not run: ${reader.needs} is missing`
      : `${names.length - failures.size} of ${names.length}`;
  rows.push(`| ${[reader.name, reader.version, reader.openApi, passed].join(' | ')} |`);
  console.error(rows.at(-1));
}
console.log(['| program | version | OpenAPI | documents |', '| --- | --- | --- | --- |', ...rows].join('\n'));
