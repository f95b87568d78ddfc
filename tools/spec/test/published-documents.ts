import { readdirSync, readFileSync } from 'node:fs';
import { specFolder } from '../documents.ts';

/** A document of `spec/`: its name there, and its text. */
export interface PublishedDocument {
  readonly name: string;
  readonly text: string;
}

/** Returns the published documents of all connectors; spec:check verifies that they match the connectors' declarations. */
export function connectorDocuments(): readonly PublishedDocument[] {
  return readdirSync(new URL('connectors/', specFolder)).map((file) => published(`connectors/${file}`));
}

/** Returns a document of `spec/` by its name. */
export function published(name: string): PublishedDocument {
  return { name, text: readFileSync(new URL(name, specFolder), 'utf8') };
}
