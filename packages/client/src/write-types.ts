import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { OpenApiDocument } from './trim-document.ts';

const specFolder = new URL('../../../spec/', import.meta.url);
const folder = new URL('generated/', import.meta.url);
const marker = new URL('made-from', folder);

const connectorFolder = new URL('connectors/', specFolder);
const names = existsSync(connectorFolder)
  ? readdirSync(connectorFolder)
      .filter((file) => file.endsWith('.openapi.json'))
      .sort()
  : [];
const documents = names.map((file) => [file.replace('.openapi.json', ''), new URL(file, connectorFolder)] as const);

/** Writes the types of `spec/` into the git-ignored folder `src/generated`, unless they are there and up to date. */
const sources = [
  new URL('openapi.json', specFolder),
  ...documents.map(([, file]) => file),
  new URL(import.meta.url),
  new URL('trim-document.ts', import.meta.url),
  new URL('operation-requests.ts', import.meta.url),
  new URL('../package.json', import.meta.url),
];
const fingerprint = createHash('sha256');
for (const file of sources) fingerprint.update(file.pathname).update('\0').update(readFileSync(file)).update('\0');
const wanted = fingerprint.digest('hex');
if (!existsSync(marker) || readFileSync(marker, 'utf8') !== wanted) await writeTypes();

async function writeTypes(): Promise<void> {
  // Loading the generator takes longer than finding out that there is nothing to do.
  const { default: generate, astToString } = await import('openapi-typescript');
  const { trimDocument } = await import('./trim-document.ts');
  const { operationRequests } = await import('./operation-requests.ts');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const write = (name: string, text: string) => writeFileSync(new URL(`${name}.generated.ts`, folder), text);
  const typesOf = async (document: OpenApiDocument) =>
    // The generator takes the document as an object it may change.
    astToString(
      await generate(JSON.stringify(document), {
        alphabetize: true,
        defaultNonNullable: false,
        emptyObjectsUnknown: true,
      }),
    );
  const read = (file: URL) => JSON.parse(readFileSync(file, 'utf8')) as OpenApiDocument;
  const gateway = read(new URL('openapi.json', specFolder));
  write('gateway', await typesOf(gateway));
  write(
    'operations',
    `import type { OperationRequest } from '../operation-requests.ts';
import type { operations } from './gateway.generated.ts';

/** The operations of the gateway by ID. */
export const operationsById: Readonly<Record<keyof operations, OperationRequest>> = ${JSON.stringify(operationRequests(gateway))};
`,
  );
  for (const [connector, file] of documents) write(connector, await typesOf(trimDocument(read(file))));
  const members = documents.map(([connector]) => `  '${connector}': import('./${connector}.generated.ts').paths;\n`);
  write(
    'connectors',
    `/** The built-in connectors by id, as their documents describe them. */\nexport interface BuiltInConnectors {\n${members.join('')}}\n`,
  );
  writeFileSync(marker, wanted);
  process.stdout.write(`types of the client: ${documents.length} connectors\n`);
}
