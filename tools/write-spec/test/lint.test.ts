import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { connectorDocuments, published } from './published-documents.ts';

const require = createRequire(import.meta.url);
const redocly = join(dirname(require.resolve('@redocly/cli/package.json')), 'bin/cli.js');
const environment = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
const documents = [published('openapi.json'), ...connectorDocuments()];

let problems: readonly Problem[] = [];

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lint-'));
  for (const { name, text } of [...documents, { name: 'broken.json', text: unlicensed() }])
    writeFileSync(join(folder, basename(name)), text);
  problems = await lint(folder);
  rmSync(folder, { recursive: true });
});

/** What the strictest ruleset of redocly finds in the documents of a folder. */
function lint(folder: string): Promise<readonly Problem[]> {
  const options = ['lint', ...readdirSync(folder), '--extends', 'recommended-strict', '--format', 'json'];
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
const brokenRules = (file: string): readonly string[] =>
  problems
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

describe('the documents of spec/', () => {
  it.each(documents)('$name breaks no rule of the linter', ({ name }) => {
    expect(brokenRules(basename(name))).toEqual([]);
  });

  it('would be caught breaking one', () => {
    expect(brokenRules('broken.json')).toEqual([expect.stringMatching(/^info-license: /)]);
    expect(problems).toHaveLength(1);
  });
});
