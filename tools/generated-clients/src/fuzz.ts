#!/usr/bin/env node
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startScenarioDemo } from './demo-environment.ts';
import { runCommand } from './run-command.ts';

/**
 * Sends requests that schemathesis generates from the OpenAPI documents of a demo gateway, and checks each response against the document.
 * Argument: the number of examples per operation, 5 if omitted. Needs Python 3.10 or newer and PyPI. Exits with 1 if a check fails.
 */
const examples = Number(process.argv[2] ?? 5);
const folder = fileURLToPath(new URL('../../../node_modules/.cache/schemathesis/', import.meta.url));
const requirements = fileURLToPath(new URL('../schemathesis.txt', import.meta.url));

// Vendors reject generated ids. Which entities and actions there are, and that reads ignore some members of the envelope, the document of
// the gateway says in prose only.
const configuration = (path: Readonly<Record<string, string>>) => `continue-on-failure = true
warnings = false
[parameters]
${Object.entries(path)
  .map(([name, value]) => `"path.${name}" = "${value}"`)
  .join('\n')}
[checks.not_a_server_error]
expected-statuses = ["2xx", "3xx", "4xx", "502", "503", "504"]
[checks.positive_data_acceptance]
expected-statuses = ["2xx", "401", "403", "404", "409", "422", "424", "502", "503", "504"]
[checks.negative_data_rejection]
expected-statuses = ["400", "401", "403", "404", "405", "406", "409", "413", "415", "422", "424", "428", "429", "431"]
[[operations]]
include-path-regex = "/execute(/|$)|/syncs$|/entities/"
checks.positive_data_acceptance.enabled = false
checks.negative_data_rejection.enabled = false
`;

mkdirSync(folder, { recursive: true });
await runCommand(`python3 -m venv .venv && .venv/bin/pip install --quiet --no-deps -r ${requirements}`, folder);
const demo = await startScenarioDemo();
try {
  const [anyConnection = ''] = demo.connections.values();
  const documents: [path: string, connection: string, more: string][] = [
    // These would delete what other requests need.
    ['/openapi.json', anyConnection, '--exclude-operation-id deleteConnection --exclude-operation-id revokeToken'],
    ...Array.from(demo.connections, ([name, id]): [string, string, string] => [`/openapi/${name}.json`, id, '']),
  ];
  for (const [path, connection, more] of documents) {
    writeFileSync(`${folder}schemathesis.toml`, configuration({ workspace: 'demo', connector_id: connection }));
    const command = `.venv/bin/schemathesis run ${demo.url}${path} --url ${demo.url} --phases fuzzing --max-examples ${examples}`;
    const options = `--seed 1 --suppress-health-check all --no-color --header "Authorization: Bearer ${demo.token}" ${more}`;
    try {
      const output = await runCommand(`${command} ${options}`, folder, { PYTHONUTF8: '1' });
      console.log(`${path}: ${output.trim().split('\n').at(-1)}`);
    } catch (error) {
      console.log(`${path}: ${String(error)}`);
      process.exitCode = 1;
    }
  }
} finally {
  await demo.stop();
}
