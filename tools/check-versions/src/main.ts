#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readChangesets } from '@changesets/read';
import { describeConnector } from '@connectory/connector-sdk/engine';
import { builtInConnectors } from '@connectory/gateway/built-in-connectors';
import { checkVersions } from './check-versions.ts';
import { releasedConnectorOf } from './released-connector.ts';
import { readReleased, writeReleased } from './released-files.ts';
import { renderReport } from './report.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const { values } = parseArgs({
  options: {
    // What a release does after it has raised the versions.
    write: { type: 'boolean', default: false },
    released: { type: 'string', default: `${root}spec/released` },
    changesets: { type: 'string', default: root },
  },
});

try {
  await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const present = builtInConnectors.map((connector) => releasedConnectorOf(describeConnector(connector)));
  if (values.write) {
    const written = writeReleased(values.released, present);
    console.log(written.length === 0 ? 'No version has risen: spec/released stays.' : `Written: ${written.join(', ')}`);
    return;
  }
  const check = checkVersions({
    present,
    released: readReleased(values.released),
    changesets: await readChangesets(values.changesets),
    today: new Date().toISOString().slice(0, 10),
  });
  process.stdout.write(renderReport(check));
  process.exitCode = check.passed ? 0 : 1;
}
