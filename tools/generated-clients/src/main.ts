#!/usr/bin/env node
import { startDemoGateway } from './demo-gateway.ts';
import { type Generator, generators } from './generators.ts';
import { missingPart, type Proof, proveGenerator } from './prove-generator.ts';

const all: readonly Generator[] = Object.values(generators);
const names = process.argv.slice(2);
const unknown = names.find((name) => !all.some((generator) => generator.name === name));
if (unknown === undefined) {
  const chosen = all.filter(({ name, slow }) => (names.length === 0 ? slow !== true : names.includes(name)));
  const gateway = await startDemoGateway();
  const proofs: Proof[] = [];
  try {
    for (const generator of chosen) {
      const missing = await missingPart(generator);
      if (missing === undefined) proofs.push(await proveGenerator(generator, gateway.environment));
      else {
        console.log(`${generator.name}: not run, because ${missing}.`);
        // If generators are named, a missing toolchain is a failure.
        if (names.length > 0) process.exitCode = 1;
      }
    }
  } finally {
    await gateway.stop();
  }
  console.table(Object.fromEntries(proofs.map(({ generator, said: _said, ...figures }) => [generator, figures])));
  for (const { generator, said } of proofs) console.log(`${generator}: ${said}`);
  if (proofs.some(({ passed }) => !passed)) process.exitCode = 1;
} else {
  console.error(`There is no generator ${unknown}. Choose of ${all.map(({ name }) => name).join(', ')}.`);
  process.exitCode = 2;
}
