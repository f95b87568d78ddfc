import { readdirSync, readFileSync } from 'node:fs';
import { specFolder } from '../src/spec-files.ts';

/** A document of `spec/`: its name there, and its text. */
export interface PublishedDocument {
  readonly name: string;
  readonly text: string;
}

/** The documents of all connectors as they are published: that they say what the connectors declare, spec:check holds. */
export function connectorDocuments(): readonly PublishedDocument[] {
  return readdirSync(new URL('connectors/', specFolder)).map((file) => published(`connectors/${file}`));
}

/** A document of `spec/` by its name. */
export function published(name: string): PublishedDocument {
  return { name, text: readFileSync(new URL(name, specFolder), 'utf8') };
}
