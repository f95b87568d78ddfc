import { keepCompiledCode, prepareProcess } from './start/process.ts';

/** Serves the demo until the process is stopped. Resolves once it listens. Throws an `Error` that says what to change. */
export async function serveDemo(given: Readonly<Record<string, string | undefined>>): Promise<void> {
  // A different directory from `npm run serve`, so that experiments leave real connections alone.
  const environment = { ...given, CONNECTORY_DATA_DIR: given.CONNECTORY_DATA_DIR || '.connectory-demo' };
  prepareProcess();
  keepCompiledCode(environment);
  // Imported here because the compile cache is enabled only now.
  const { runDemo } = await import('./start/run-demo.ts');
  await runDemo(environment);
}
