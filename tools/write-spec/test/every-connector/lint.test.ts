import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { builtInConnectors } from '@connectory/gateway';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { specFolder } from '../../src/spec-files.ts';

const require = createRequire(import.meta.url);
const redocly = join(dirname(require.resolve('@redocly/cli/package.json')), 'bin/cli.js');
const environment = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
const names = ['openapi.json', ...builtInConnectors.map(({ id }) => `connectors/${id}.openapi.json`)];

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lint-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** The rules of redocly's strictest ruleset that a document breaks: id, message and place. */
function brokenRules(document: object): Promise<readonly string[]> {
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
  const options = ['lint', 'openapi.json', '--extends', 'recommended-strict', '--format', 'json'];
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [redocly, ...options],
      { cwd: folder, env: environment, maxBuffer: 2 ** 26 },
      (_exit, stdout, stderr) => {
        try {
          const { problems } = JSON.parse(stdout) as { problems: Problem[] };
          resolve(
            problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`),
          );
        } catch (error) {
          reject(new Error(`redocly gave no report: ${stderr}`, { cause: error }));
        }
      },
    );
  });
}

interface Problem {
  readonly ruleId: string;
  readonly message: string;
  readonly location: readonly { readonly pointer?: string }[];
}

interface Document {
  readonly info: { license?: object };
}

const read = (name: string) => JSON.parse(readFileSync(new URL(name, specFolder), 'utf8')) as Document;

describe('the documents of spec/', { timeout: 120_000 }, () => {
  it.each(names)('%s breaks no rule of the linter', async (name) => {
    expect(await brokenRules(read(name))).toEqual([]);
  });

  it('would be caught breaking one', async () => {
    const document = read('openapi.json');
    delete document.info.license;
    expect(await brokenRules(document)).toEqual([expect.stringMatching(/^info-license: /)]);
  });
});
