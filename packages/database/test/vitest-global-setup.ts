import type { TestProject } from 'vitest/node';
import { startServerKeeper } from './server-keeper.ts';

/** Vitest global setup: one PostgreSQL server for the whole run, started when the first test file asks for it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const keeper = await startServerKeeper();
  project.provide('postgresServerKeeper', keeper.path);
  return keeper.stop;
}
