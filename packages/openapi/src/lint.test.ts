import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gatewayDocument, type OpenApiDocument } from './gateway-document.ts';

const require = createRequire(import.meta.url);
const redocly = join(dirname(require.resolve('@redocly/cli/package.json')), 'bin/cli.js');
const environment = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lint-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** The ids of the rules of redocly's strictest ruleset that a document breaks. */
function brokenRules(document: OpenApiDocument): Promise<readonly string[]> {
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
  const options = ['lint', 'openapi.json', '--extends', 'recommended-strict', '--format', 'json'];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [redocly, ...options], { cwd: folder, env: environment }, (_exit, stdout, stderr) => {
      try {
        const { problems } = JSON.parse(stdout) as { problems: { ruleId: string }[] };
        resolve(problems.map(({ ruleId }) => ruleId));
      } catch (error) {
        reject(new Error(`redocly gave no report: ${stderr}`, { cause: error }));
      }
    });
  });
}

describe('the document of the gateway', { timeout: 60_000 }, () => {
  it('breaks no rule of the linter', async () => {
    expect(await brokenRules(gatewayDocument())).toEqual([]);
  });

  it('would be caught breaking one', async () => {
    const document = gatewayDocument();
    delete document.info.license;
    expect(await brokenRules(document)).toEqual(['info-license']);
  });
});
