#!/usr/bin/env node
import { startDemoGateway } from './demo-gateway.ts';
import { languages } from './languages.ts';
import { missingPart, type Proof, proveLanguage } from './prove-language.ts';

const names = process.argv.slice(2);
const unknown = names.find((name) => !languages.some((language) => language.name === name));
if (unknown === undefined) {
  const chosen = languages.filter(({ name }) => names.length === 0 || names.includes(name));
  const gateway = await startDemoGateway();
  const proofs: Proof[] = [];
  try {
    for (const language of chosen) {
      const missing = await missingPart(language);
      if (missing === undefined) proofs.push(await proveLanguage(language, gateway.environment));
      else console.log(`${language.name}: not run, because ${missing}.`);
    }
  } finally {
    await gateway.stop();
  }
  console.table(Object.fromEntries(proofs.map(({ language, said: _said, ...figures }) => [language, figures])));
  for (const { language, said } of proofs) console.log(`${language}: ${said}`);
  if (proofs.some(({ scenario }) => !scenario)) process.exitCode = 1;
} else {
  console.error(`There is no language ${unknown}. Choose of ${languages.map(({ name }) => name).join(', ')}.`);
  process.exitCode = 2;
}
