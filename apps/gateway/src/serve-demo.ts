import { keepCompiledCode } from './keep-compiled-code.ts';
import { prepareProcess } from './prepare-process.ts';

/** Serves the demo until the process is stopped. Resolves once it listens. Throws an `Error` that says what to change. */
export async function serveDemo(given: Readonly<Record<string, string | undefined>>): Promise<void> {
  // Not that of `npm run serve`: what is tried here leaves real connections alone.
  const environment = { ...given, CONNECTORY_DATA_DIR: given.CONNECTORY_DATA_DIR || '.connectory-demo' };
  prepareProcess();
  keepCompiledCode(environment);
  // Loaded here and not with the module, where compiled code is not kept yet.
  const { runDemo } = await import('./run-demo.ts');
  await runDemo(environment);
}
