import { readdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createClient } from '@hey-api/openapi-ts';
import { expect, it } from 'vitest';
import { runCommand } from '../src/run-command.ts';

const spec = fileURLToPath(new URL('../../../spec/', import.meta.url));
const folder = fileURLToPath(new URL('../../../node_modules/.cache/generated-clients/every/', import.meta.url));
const compiler = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript-7/package.json')));

it('the document of the gateway and of every connector becomes a TypeScript client that compiles', async () => {
  const connectors = readdirSync(`${spec}connectors`).map((file) => file.replace('.openapi.json', ''));
  expect(connectors.length).toBeGreaterThan(0);
  const inputs: readonly (readonly [name: string, file: string])[] = [
    ['gateway', 'openapi.json'],
    ...connectors.map((name) => [name, `connectors/${name}.openapi.json`] as const),
  ];
  rmSync(folder, { recursive: true, force: true });
  await createClient(
    inputs.map(([name, file]) => ({ input: spec + file, output: folder + name, logs: { level: 'silent' } })),
  );
  const options = '--noEmit --strict --skipLibCheck --ignoreConfig --target esnext --module esnext';
  expect(await runCommand(`node ${compiler} ${options} --moduleResolution bundler */index.ts`, folder)).toBe('');
});
