#!/usr/bin/env node
import { describeConnector } from '@connectory/connector-sdk/engine';
import { builtInConnectors } from '@connectory/gateway/built-in-connectors';
import { checkConnectors } from './check-connectors.ts';
import { catalogSkipped, readCatalog, readContract, readKnownDifferences } from './contract-files.ts';
import { renderReport } from './report.ts';

const check = checkConnectors(
  {
    contract: readContract(),
    known: readKnownDifferences(),
    ...(catalogSkipped === undefined && { readCatalog }),
  },
  builtInConnectors.map(describeConnector),
);
process.stdout.write(renderReport(check));
if (catalogSkipped !== undefined) console.log(catalogSkipped);
process.exitCode = check.passed ? 0 : 1;
