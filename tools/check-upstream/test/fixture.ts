import { readFileSync } from 'node:fs';
import type { ApiDescription } from '../src/description/api-description.ts';
import { type DescriptionSource, loadDescription } from '../src/description/load-description.ts';

/** Loads one of the handwritten descriptions next to this file. */
export function loadFixture(name: string, options: Omit<DescriptionSource, 'name' | 'text'> = {}): ApiDescription {
  const text = readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');
  return loadDescription({ name, text, ...options });
}
