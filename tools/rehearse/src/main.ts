#!/usr/bin/env node
import { rehearseHostile } from './hostile/rehearse-hostile.ts';
import { renderVerdict, holds } from './verdict.ts';
const v = await rehearseHostile({requests: Number(process.argv[2]??2000), seed: 1}, (t)=>process.stderr.write(`\r\x1b[K${t}`));
console.log(renderVerdict(v)); process.exitCode = holds(v)?0:1;
