#!/usr/bin/env node
import { missingNode } from './node-version.ts';

// Everything else is imported after the check: an older Node.js cannot load it, and would print a stack instead of the reason.
const problem = missingNode(process.versions.node);
if (problem === undefined) await import('./command.ts');
else {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
