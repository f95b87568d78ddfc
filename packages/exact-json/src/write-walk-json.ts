import { readFileSync, writeFileSync } from 'node:fs';
import wabt from 'wabt';

const parts = ['walk-json.wat', 'check-json.wat'];

/** Compiles the `.wat` files into one module and returns it in base64. Run as a program, it writes `walk-json-module.ts`. */
export async function compileWalkJson(): Promise<string> {
  const tools = await wabt();
  const functions = parts.map((part) => readFileSync(new URL(part, import.meta.url), 'utf8'));
  const source = `(module (memory (export "memory") 2)\n${functions.join('\n')})`;
  const { buffer } = tools.parseWat(parts.join(), source, { simd: true }).toBinary({});
  return Buffer.from(buffer).toString('base64');
}

if (import.meta.main) {
  const text = `/** The compiled \`walk-json.wat\` and \`check-json.wat\`, in base64; written by \`write-walk-json.ts\`. */\nexport const walkJsonModule =\n  '${await compileWalkJson()}';\n`;
  writeFileSync(new URL('./walk-json-module.ts', import.meta.url), text);
}
