import { readFileSync, writeFileSync } from 'node:fs';
import wabt from 'wabt';

/** Compiles `walk-json.wat` and writes it as base64 text into `walk-json-module.ts`, which needs no file at run time. */
export async function compileWalkJson(): Promise<string> {
  const tools = await wabt();
  const source = readFileSync(new URL('./walk-json.wat', import.meta.url), 'utf8');
  const { buffer } = tools.parseWat('walk-json.wat', source, { simd: true }).toBinary({});
  return Buffer.from(buffer).toString('base64');
}

if (import.meta.main) {
  const text = `/** The compiled \`walk-json.wat\`, base64; written by \`write-walk-json.ts\`. */\nexport const walkJsonModule =\n  '${await compileWalkJson()}';\n`;
  writeFileSync(new URL('./walk-json-module.ts', import.meta.url), text);
}
