import type { JsonSchema } from '@connectory/connector-sdk/engine';
import type { Bump, Change } from './bump.ts';
import { type Effect, schemaChanges } from './schema-changes.ts';

/** Who writes the values of a schema: callers (`sent`: parameters, settings) or the gateway (`received`: records). */
export type Direction = 'sent' | 'received';

// What could be sent yesterday can be sent today; what is received today could be received yesterday, new members aside.
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

/** Compares what values a schema stands for with what it stood for before, and says how large a release each difference needs. */
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
