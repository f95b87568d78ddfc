#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { renderReport } from './report.ts';
import { runFuzz } from './run-fuzz.ts';
import { findSchemathesis } from './schemathesis.ts';

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '5000' }, seed: { type: 'string', default: '1' } },
});
const [requests, seed] = [Number(values.requests), Number(values.seed)];
const found = findSchemathesis();
if (!Number.isInteger(requests) || requests < 1 || !Number.isInteger(seed) || seed < 0) {
  console.error('--requests and --seed are whole numbers, such as --requests 5000 --seed 1.');
  process.exitCode = 1;
} else if ('missing' in found) {
  console.error(`Nothing was sent: ${found.missing}. Install Python 3.10 or newer with pip, and let it reach PyPI.`);
  process.exitCode = 1;
} else {
  const result = await runFuzz({ program: found.program, requests, seed, onPass: (line) => console.error(line) });
  process.stdout.write(renderReport(result));
  process.exitCode = result.faults.length === 0 ? 0 : 1;
}
