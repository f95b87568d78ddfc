import type { Collection } from './collection.ts';
import { applies, testOf } from './criteria.ts';
import { ownCriteria } from './graphql-criteria.ts';
import type { GraphqlMatch, StepArgument } from './graphql-match.ts';
import type { Skeleton } from './graphql-skeleton.ts';
import type { JsonObject } from './json.ts';
import { findRecord } from './operation.ts';
import type { RecordWorld } from './record-world.ts';
import { RequestFault } from './request-fault.ts';

/** The records above the ones a query wants, by depth, as far as the connector can fetch them; `missing` names the first that is not there. */
export interface Parents {
  readonly records: readonly (JsonObject | undefined)[];
  /** The parent of each. */
  readonly collections: readonly (Collection | undefined)[];
  readonly missing: { readonly depth: number; readonly message: string } | undefined;
}

/** Looks up the records above: those that another action of the connector fetches along the same way. */
export function findParents(match: GraphqlMatch, skeletons: readonly Skeleton[], world: RecordWorld): Parents {
  const records: (JsonObject | undefined)[] = [];
  const collections: (Collection | undefined)[] = [];
  for (let depth = 0; depth < match.fields.length - 1; depth++) {
    const above = parentSkeleton(match.skeleton, depth, skeletons);
    const given = match.arguments[depth] ?? [];
    collections.push(above && world.collectionOf(above.entity.name));
    if (above === undefined || given.length === 0) {
      records.push(undefined);
      continue;
    }
    try {
      const criteria = given.flatMap((argument) => ownCriteria(argument, match.params));
      records.push(findRecord(world.collectionOf(above.entity.name), criteria, above.entity));
    } catch (error) {
      if (!(error instanceof RequestFault)) throw error;
      if (!isNamedBelow(match, given, depth, world))
        return { records, collections, missing: { depth, message: error.message } };
      records.push(undefined);
    }
  }
  return { records, collections, missing: undefined };
}

/** The action that fetches the record at a depth of another action's way, when the connector has one. */
export function parentSkeleton(of: Skeleton, depth: number, skeletons: readonly Skeleton[]): Skeleton | undefined {
  return skeletons.find((skeleton) => leadsTo(skeleton, of, depth));
}

function leadsTo(above: Skeleton, { steps, name, entity }: Skeleton, depth: number): boolean {
  if (above.name !== 'get' || above.steps.length !== depth + 1) return false;
  if (above.entity === entity && name === 'get') return false;
  const below = steps[depth + 1]?.on;
  if (above.types.length > 0 && (below === undefined || !above.types.includes(below))) return false;
  return above.steps.every((step, index) => {
    const other = steps[index];
    const names = [...(other?.arguments.keys() ?? [])];
    return (
      step.name === other?.name &&
      step.on === other.on &&
      step.isFirst === other.isFirst &&
      names.join() === [...step.arguments.keys()].join()
    );
  });
}

// An owner that no action can fetch exists all the same when records carry its name.
function isNamedBelow(match: GraphqlMatch, given: readonly StepArgument[], depth: number, world: RecordWorld): boolean {
  const { entity, steps } = match.skeleton;
  const collection = world.collectionOf(entity.name);
  const criteria = given.map(({ name, value, params }) => ({
    role: 'parent' as const,
    names: [`${steps[depth]?.name}_${name}`, ...params],
    value,
  }));
  return applies(collection, criteria, 'parent') && collection.records().some(testOf(collection, criteria));
}
