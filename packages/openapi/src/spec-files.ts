import { readFileSync, writeFileSync } from 'node:fs';
import { errorsPage } from './errors-page.ts';
import { gatewayDocument } from './gateway-document.ts';

/** The folder of the repository that holds the published contract. */
export const specFolder = new URL('../../../spec/', import.meta.url);

/** The generated files of the published contract: text by name. */
export function specFiles(): Readonly<Record<string, string>> {
  return {
    'openapi.json': `${JSON.stringify(gatewayDocument(), null, 2)}\n`,
    'errors.md': errorsPage(),
  };
}

/** Writes the generated files into a folder that exists. */
export function writeSpecFiles(folder: URL): void {
  for (const [name, text] of Object.entries(specFiles())) writeFileSync(new URL(name, folder), text);
}

/** The names of generated files that are missing in a folder or differ from what the sources say. */
export function staleSpecFiles(folder: URL): readonly string[] {
  return Object.entries(specFiles())
    .filter(([name, text]) => readIfPresent(new URL(name, folder)) !== text)
    .map(([name]) => name);
}

function readIfPresent(file: URL): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
