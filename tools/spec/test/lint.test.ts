import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { type OpenApiDocument, openApi30 } from '@connectory/openapi';
import { beforeAll, describe, expect, it } from 'vitest';
import { connectorDocuments, type PublishedDocument, published } from './published-documents.ts';

const require = createRequire(import.meta.url);
const redocly = join(dirname(require.resolve('@redocly/cli/package.json')), 'bin/cli.js');
const environment = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
const documents = [published('openapi.json'), ...connectorDocuments()];

let problems: readonly Problem[] = [];
let problemsOf30: readonly Problem[] = [];

beforeAll(async () => {
  problems = await lint([...documents, { name: 'broken.json', text: unlicensed() }], 'recommended-strict');
  problemsOf30 = await lint(
    [...documents.map(in30), { name: 'broken.json', text: in30Unconverted() }],
    'recommended-strict',
  );
});

/** What a ruleset of redocly finds in documents. */
async function lint(all: readonly PublishedDocument[], ruleset: string): Promise<readonly Problem[]> {
  const folder = mkdtempSync(join(tmpdir(), 'lint-'));
  for (const { name, text } of all) writeFileSync(join(folder, basename(name)), text);
  try {
    return await lintFolder(folder, ruleset);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function lintFolder(folder: string, ruleset: string): Promise<readonly Problem[]> {
  const options = ['lint', ...readdirSync(folder), '--extends', ruleset, '--format', 'json'];
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [redocly, ...options],
      { cwd: folder, env: environment, maxBuffer: 2 ** 26 },
      (_exit, stdout, stderr) => {
        try {
          // A report for each document, one behind the other.
          const reports = stdout.split(/(?<=^\})\s*(?=\{)/m).map((text) => JSON.parse(text) as { problems: Problem[] });
          resolve(reports.flatMap((report) => report.problems));
        } catch (error) {
          reject(new Error(`redocly gave no report: ${stderr}`, { cause: error }));
        }
      },
    );
  });
}

/** The rules that a document breaks: id, message and place. */
const brokenRules = (file: string, found = problems): readonly string[] =>
  found
    .filter(({ location }) => basename(location[0]?.source.ref ?? '') === file)
    .map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`);

interface Problem {
  readonly ruleId: string;
  readonly message: string;
  readonly location: readonly { readonly pointer?: string; readonly source: { readonly ref: string } }[];
}

function unlicensed(): string {
  const document = JSON.parse(published('openapi.json').text) as { info: { license?: object } };
  delete document.info.license;
  return JSON.stringify(document);
}

function in30({ name, text }: PublishedDocument): PublishedDocument {
  return { name, text: JSON.stringify(openApi30(JSON.parse(text) as OpenApiDocument)) };
}

function in30Unconverted(): string {
  return JSON.stringify({ ...JSON.parse(published('openapi.json').text), openapi: '3.0.3' });
}

/** Schemas whose members lead back to them, without a list or a map in between: some generators cannot lay out such a type. */
function endlessSchemas({ text }: PublishedDocument): readonly string[] {
  const { schemas } = JSON.parse(text).components as { readonly schemas: Readonly<Record<string, Part>> };
  const below = (part: Part): readonly string[] => [
    ...(part.$ref === undefined ? [] : [part.$ref.slice('#/components/schemas/'.length)]),
    ...[...(part.allOf ?? []), ...(part.anyOf ?? []), ...Object.values(part.properties ?? {})].flatMap(below),
  ];
  const leadsBack = (name: string) => {
    const seen = new Set<string>();
    const open = [...below(schemas[name] ?? {})];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (next === name) return true;
      if (!seen.has(next)) open.push(...below(schemas[next] ?? {}));
      seen.add(next);
    }
    return false;
  };
  return Object.keys(schemas).filter(leadsBack);
}

/** Schemas of several types, or of null alone, which are no alternative of another one: not all generators have a type for them. */
function schemasWithoutOneType(part: unknown, path = ''): readonly string[] {
  if (typeof part !== 'object' || part === null) return [];
  const { type } = part as { readonly type?: unknown };
  const types = [type].flat().filter((one) => one !== 'null');
  const isAlternative = /\/(anyOf|oneOf)\/\d+$/.test(path);
  const isStrange = types.length > 1 || (type === 'null' && !isAlternative);
  const below = Object.entries(part).flatMap(([name, value]) =>
    name === 'example' || name === 'examples' ? [] : schemasWithoutOneType(value, `${path}/${name}`),
  );
  return isStrange ? [path, ...below] : below;
}

interface Part {
  readonly $ref?: string;
  readonly allOf?: readonly Part[];
  readonly anyOf?: readonly Part[];
  readonly properties?: Readonly<Record<string, Part>>;
}

describe('the documents in OpenAPI 3.0', () => {
  it.each(documents)('$name breaks no rule of the specification', ({ name }) => {
    expect(brokenRules(basename(name), problemsOf30)).toEqual([]);
  });

  it.each(connectorDocuments())('$name has no type that holds itself', (document) => {
    expect(endlessSchemas(in30(document))).toEqual([]);
  });

  it('would be caught breaking a rule, and having such a type', () => {
    expect(brokenRules('broken.json', problemsOf30).length).toBeGreaterThan(0);
    expect(connectorDocuments().flatMap(endlessSchemas)).not.toEqual([]);
  });
});

describe('the documents of spec/', () => {
  it.each(documents)('$name has one type besides null for every schema', ({ text }) => {
    const { paths, components } = JSON.parse(text);
    expect(schemasWithoutOneType({ paths, schemas: components.schemas })).toEqual([]);
    expect(schemasWithoutOneType({ items: { type: ['string', 'integer'] }, not: { type: 'null' } })).toHaveLength(2);
  });

  it.each(documents)('$name breaks no rule of the linter', ({ name }) => {
    expect(brokenRules(basename(name))).toEqual([]);
  });

  it('would be caught breaking one', () => {
    expect(brokenRules('broken.json')).toEqual([expect.stringMatching(/^info-license: /)]);
    expect(problems).toHaveLength(1);
  });
});
