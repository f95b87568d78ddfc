import type { Configuration } from './start/configuration.ts';
import { keepCompiledCode, prepareProcess } from './start/process.ts';

/**
 * Serves until the process is stopped, configured only by the environment; the purpose `demo` is for simulated upstreams. Resolves when it
 * listens. Throws an `Error` that explains what to change.
 */
export async function serve(
  environment: Readonly<Record<string, string | undefined>>,
  purpose: Configuration['purpose'] = 'production',
): Promise<void> {
  prepareProcess();
  keepCompiledCode(environment);
  // Imported here because the compile cache is enabled only now.
  const { runGateway } = await import('./start/run-gateway.ts');
  await runGateway(environment, purpose);
}
