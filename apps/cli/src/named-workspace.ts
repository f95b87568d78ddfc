import type { Terminal } from './terminal.ts';

/** The workspace that an option names, or that of `CONNECTORY_WORKSPACE`; undefined without either. */
export function namedWorkspace({ environment }: Pick<Terminal, 'environment'>, named?: string): string | undefined {
  return named ?? (environment.CONNECTORY_WORKSPACE || undefined);
}
