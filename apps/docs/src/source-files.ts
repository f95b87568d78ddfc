import { globSync } from 'node:fs';
import { repository } from './repository.ts';

/** Returns the files of the repository that match patterns, without tests. */
export const sourceFiles = (patterns: readonly string[]): readonly string[] =>
  globSync([...patterns], { cwd: repository }).filter((file) => !/\.test(?:-d)?\.ts$/.test(file));
