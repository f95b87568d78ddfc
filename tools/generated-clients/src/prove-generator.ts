import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openApi30 } from '@connectory/openapi';
import { request } from 'undici';
import type { Generator } from './generators.ts';
import { runCommand } from './run-command.ts';

/**
 * The result of a generator: whether its clients were generated, compile and pass the scenario if there is one, and in how many seconds.
 */
export interface Proof {
  readonly generator: Generator['name'];
  readonly passed: boolean;
  readonly seconds: number;
  /** The output of the scenario, or the failed command with its output. */
  readonly said: string;
}

const here = new URL('../', import.meta.url);
const repository = new URL('../../', here);

/**
 * Returns what a generator needs and this machine does not have: a command that fails, or a registry that cannot be reached; undefined if
 * nothing is missing.
 */
export async function missingPart({ needs, registry }: Generator): Promise<string | undefined> {
  for (const need of needs) {
    try {
      await runCommand(need, { folder: fileURLToPath(here) });
    } catch {
      return `"${need}" does not succeed`;
    }
  }
  if (registry === undefined) return undefined;
  try {
    const { body } = await request(registry, { headersTimeout: 10_000 });
    await body.dump();
    return undefined;
  } catch {
    return `${registry} cannot be reached`;
  }
}

/** Generates the clients in a cache folder, compiles them and runs the scenario. Failures are part of the result. */
export async function proveGenerator(
  generator: Generator,
  environment: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<Proof> {
  const started = performance.now();
  const end = (passed: boolean, said: string): Proof => ({
    generator: generator.name,
    passed,
    seconds: Math.round((performance.now() - started) / 1000),
    said,
  });
  const folder = prepareFolder(generator);
  const place = { folder, environment: { ...environment, ...generator.environment }, ...(signal && { signal }) };
  try {
    for (const line of generator.build) await runCommand(line, place);
    if (generator.scenario === undefined) return end(true, 'compiled, and has no scenario');
    const said = (await runCommand(generator.scenario, place)).trim();
    return end(said.includes('scenario passed'), said);
  } catch (error) {
    return end(false, error instanceof Error ? error.message : String(error));
  }
}

/** Prepares the cache folder of a generator, with its files and the documents. Downloads of tools are kept for the next run. */
export function prepareFolder({ name, connectors, openApi }: Generator): string {
  const folder = fileURLToPath(new URL(`node_modules/.cache/generated-clients/${name}/`, repository));
  mkdirSync(folder, { recursive: true });
  cpSync(new URL(`${name}/`, here), folder, { recursive: true });
  for (const connector of connectors) {
    const text = readFileSync(new URL(`spec/connectors/${connector}.openapi.json`, repository), 'utf8');
    if (openApi === undefined) writeFileSync(join(folder, `${connector}.openapi.json`), text);
    else
      writeFileSync(join(folder, `${connector}.openapi-${openApi}.json`), JSON.stringify(openApi30(JSON.parse(text))));
  }
  return folder;
}
