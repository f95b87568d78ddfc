import { readFileSync, writeFileSync } from 'node:fs';
import wabt from 'wabt';

/** Compiles `skip-nested.wat` and writes it as base64 text into `skip-nested-module.ts`, which needs no file at run time. */
export async function compileSkipNested(): Promise<string> {
  const tools = await wabt();
  const source = readFileSync(new URL('./skip-nested.wat', import.meta.url), 'utf8');
  const { buffer } = tools.parseWat('skip-nested.wat', source, { simd: true }).toBinary({});
  return Buffer.from(buffer).toString('base64');
}

if (import.meta.main) {
  const text = `/** The compiled \`skip-nested.wat\`, base64; written by \`write-skip-nested.ts\`. */\nexport const skipNestedModule =\n  '${await compileSkipNested()}';\n`;
  writeFileSync(new URL('./skip-nested-module.ts', import.meta.url), text);
}
