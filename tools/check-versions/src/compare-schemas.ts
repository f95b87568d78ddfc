import type { JsonSchema } from '@connectory/connector-sdk/engine';
import type { Bump, Change } from './bump.ts';
import { type Effect, schemaChanges } from './schema-changes.ts';

/** Who produces the values of a schema: callers (`sent`: parameters, settings) or the gateway (`received`: records). */
export type Direction = 'sent' | 'received';

// Everything that could be sent before can still be sent, and everything received could have been received before, except for new fields.
const bumpOf: Readonly<Record<Effect, Readonly<Record<Direction, Exclude<Bump, 'none'>>>>> = {
  wider: { sent: 'minor', received: 'major' },
  narrower: { sent: 'major', received: 'minor' },
  unclear: { sent: 'major', received: 'major' },
  'member added': { sent: 'minor', received: 'minor' },
  'required member added': { sent: 'major', received: 'minor' },
  'member gone': { sent: 'major', received: 'major' },
  required: { sent: 'major', received: 'minor' },
  'no longer required': { sent: 'minor', received: 'major' },
  marked: { sent: 'minor', received: 'minor' },
};

/** Compares the values a schema allows with those it allowed before, and returns the release size that each difference needs. */
export function compareSchemas(
  before: JsonSchema,
  after: JsonSchema,
  direction: Direction,
  where: string,
): readonly Change[] {
  return schemaChanges(before, after, where).map((change) => ({
    where: change.where,
    bump: bumpOf[change.effect][direction],
    what: change.what,
  }));
}
