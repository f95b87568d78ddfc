import { type JsonSchema, publishedRecord } from '@connectory/connector-sdk/engine';
import type { Change } from './bump.ts';
import { compareSchemas } from './compare-schemas.ts';
import { compareByName, compareValues } from './compare-values.ts';
import type { ReleasedAction, ReleasedEntity } from './released-connector.ts';
import { type SchemaFacts, schemaFacts, schemaOf } from './schema-facts.ts';

/** Returns all differences between an entity and its last release. */
export function compareEntities(before: ReleasedEntity, after: ReleasedEntity, where: string): readonly Change[] {
  const compareResults = (was: ReleasedAction, is: ReleasedAction, place: string) =>
    was.answers === undefined && is.answers === undefined
      ? []
      : compareSchemas(
          was.answers === undefined ? recordOf(before) : answerOf(was.answers),
          is.answers === undefined ? recordOf(after) : answerOf(is.answers),
          'received',
          `${place}/result`,
        );
  return [
    ...compareValues(`${where}/key`, 'major', before.key, after.key),
    ...compareSchemas(recordOf(before), recordOf(after), 'received', `${where}/record`),
    ...compareByName(before.actions, after.actions, `${where}/`, (was, is, place) => [
      ...compareActions(was, is, place),
      ...compareResults(was, is, place),
    ]),
    ...compareSearch(before, after, `${where}/context_store_search`),
  ];
}

const recordOf = ({ record, key }: ReleasedEntity) => answerOf(record, [key ?? []].flat());

// Releases from before record fields became nullable promise more than a caller may rely on.
function answerOf(facts: SchemaFacts, key: readonly string[] = []): JsonSchema {
  return schemaOf(schemaFacts(publishedRecord(schemaOf(facts), key)));
}

function compareActions(before: ReleasedAction, after: ReleasedAction, where: string): readonly Change[] {
  const [was, is] = [namesIn(before.meta), namesIn(after.meta)];
  return [
    ...compareValues(`${where}/result`, 'major', before.result, after.result),
    ...compareSchemas(schemaOf(before.params), schemaOf(after.params), 'sent', `${where}/params`),
    ...compareByName(was, is, `${where}/meta/`, () => []),
    ...compareDeprecation(before, after, where),
  ];
}

function compareDeprecation(before: ReleasedAction, after: ReleasedAction, where: string): readonly Change[] {
  const [was, is] = [before.deprecated, after.deprecated];
  if (was === undefined && is !== undefined) return [{ where, bump: 'minor', what: `is deprecated until ${is.until}` }];
  if (was !== undefined && is === undefined) return [{ where, bump: 'minor', what: 'is no longer deprecated' }];
  if (was === undefined || is === undefined || was.until === is.until) return [];
  // Callers who planned for the original date have less time than promised.
  const bump = is.until < was.until ? 'major' : 'minor';
  return [{ where, bump, what: `was deprecated until ${was.until}, now until ${is.until}` }];
}

function compareSearch(before: ReleasedEntity, after: ReleasedEntity, where: string): readonly Change[] {
  if (before.search === null) return after.search === null ? [] : [{ where, bump: 'minor', what: 'is new' }];
  if (after.search === null) return [{ where, bump: 'major', what: 'is gone' }];
  const [absentBefore, absent] = [namesIn(before.absent), namesIn(after.absent)];
  return compareByName(before.search, after.search, `${where}/`, (was, is, place) => {
    const name = place.slice(where.length + 1);
    const changes = compareValues(place, 'major', was, is);
    if (Object.hasOwn(absentBefore, name) === Object.hasOwn(absent, name)) return changes;
    return Object.hasOwn(absent, name)
      ? [...changes, { where: place, bump: 'major', what: 'is always null now' }]
      : [...changes, { where: place, bump: 'minor', what: 'is no longer always null' }];
  });
}

const namesIn = (names: readonly string[] = []): Readonly<Record<string, true>> =>
  Object.fromEntries(names.map((name) => [name, true]));
