import type { ConnectorSandbox } from '@connectory/sandbox';
import { resolve } from 'import-meta-resolve';

const unresolved = new Set<unknown>(['ERR_MODULE_NOT_FOUND', 'ERR_PACKAGE_PATH_NOT_EXPORTED']);

/**
 * The simulated vendor that a connector package exports as `./sandbox`; undefined without one, and where the package `@connectory/sandbox`
 * is missing. `url` is that of a file in the package.
 */
export async function exportedSandbox(packageName: string, url: string): Promise<ConnectorSandbox | undefined> {
  try {
    const exported: Readonly<Record<string, unknown>> = await import(resolve(`${packageName}/sandbox`, url));
    return Object.values(exported).find(isSandbox);
  } catch (error) {
    if (error instanceof Error && 'code' in error && unresolved.has(error.code)) return undefined;
    throw error;
  }
}

const isSandbox = (value: unknown): value is ConnectorSandbox =>
  typeof value === 'object' && value !== null && 'simulations' in value && 'connector' in value;
