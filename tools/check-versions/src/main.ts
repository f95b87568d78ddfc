#!/usr/bin/env node
import { describeConnector } from '@connectory/connector-sdk/engine';
import { builtInConnectors } from '@connectory/gateway/built-in-connectors';
import { runCommandLine } from './command-line.ts';
import { releasedConnectorOf } from './released-connector.ts';

const present = builtInConnectors.map((connector) => releasedConnectorOf(describeConnector(connector)));
process.exitCode = await runCommandLine(process.argv.slice(2), present, {
  out: (text) => process.stdout.write(text),
  error: (text) => process.stderr.write(text),
});
