import { copyFileSync, cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import type { Language } from './languages.ts';
import { runCommand } from './run-command.ts';

/** What a language showed: how far it came, in how many seconds, and why it went no further. */
export interface Proof {
  readonly language: Language['name'];
  readonly generated: boolean;
  readonly compiled: boolean;
  readonly scenario: boolean;
  readonly seconds: number;
  /** What the scenario printed, or what failed. */
  readonly said: string;
}

const here = new URL('../', import.meta.url);
const repository = new URL('../../', here);

/** What a language needs and this machine does not have: a command that fails, or a registry that cannot be reached; undefined when it has all. */
export async function missingPart({ needs, registry }: Language): Promise<string | undefined> {
  for (const need of needs) {
    try {
      await runCommand(need, { folder: fileURLToPath(here) });
    } catch {
      return `"${need}" does not succeed`;
    }
  }
  try {
    const { body } = await request(registry, { headersTimeout: 10_000 });
    await body.dump();
    return undefined;
  } catch {
    return `${registry} cannot be reached`;
  }
}

/** Generates the clients of a language in a cache folder, compiles them and runs the scenario. Failures are in the proof. */
export async function proveLanguage(
  language: Language,
  environment: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<Proof> {
  const started = performance.now();
  const reached = { generated: false, compiled: false, scenario: false };
  const end = (said: string): Proof => ({
    language: language.name,
    ...reached,
    seconds: Math.round((performance.now() - started) / 1000),
    said,
  });
  const folder = prepareFolder(language);
  const place = { folder, environment: { ...environment, ...language.environment }, ...(signal && { signal }) };
  try {
    for (const line of language.generate) await runCommand(line, place);
    reached.generated = true;
    for (const line of language.compile) await runCommand(line, place);
    reached.compiled = true;
    const said = (await runCommand(language.scenario, place)).trim();
    reached.scenario = said.includes('scenario passed');
    return end(said);
  } catch (error) {
    return end(error instanceof Error ? error.message : String(error));
  }
}

/** The cache folder of a language, with its files and the documents. What tools downloaded stays for the next run. */
export function prepareFolder({ name }: Language): string {
  const folder = fileURLToPath(new URL(`node_modules/.cache/generated-clients/${name}/`, repository));
  mkdirSync(folder, { recursive: true });
  cpSync(new URL(`${name}/`, here), folder, { recursive: true });
  for (const id of ['payments', 'code-hosting']) {
    const document = `${id}.openapi.json`;
    copyFileSync(new URL(`spec/connectors/${document}`, repository), join(folder, document));
  }
  if (name === 'go')
    for (const package_ of ['payments', 'codehosting']) mkdirSync(join(folder, package_), { recursive: true });
  return folder;
}
