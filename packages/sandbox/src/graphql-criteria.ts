import { resultKind } from '@connectory/connector-sdk/engine';
import type { Collection } from './collection.ts';
import {
  applies,
  type Criterion,
  isIdentifiedBySimulation,
  pathFor,
  simulatedCriteria,
  simulatedParams,
  sinceCriteria,
  testOf,
} from './criteria.ts';
import type { GraphqlMatch, Skeleton, StepArgument } from './graphql-query.ts';
import type { JsonObject } from './json.ts';
import { findRecord } from './operation.ts';
import { pagingParams } from './pages.ts';
import { belowCriteria } from './parentage.ts';
import type { RecordWorld } from './record-world.ts';
import { RequestError } from './replies.ts';

/** The conditions a query puts on the records of the action it means, from the arguments along its way. */
export function graphqlCriteria(match: GraphqlMatch, parents: Parents): Criterion[] {
  const { steps, name, action, entity } = match.skeleton;
  const isList = resultKind(name) === 'records';
  const said = simulatedParams(action);
  const paging = pagingParams(action);
  const isInferred = ({ params }: StepArgument) => !params.some((param) => said.has(param) || paging.includes(param));
  const guessed = match.arguments.map((step) => step.filter(isInferred));
  const target = isList ? listDepth(match, paging) : match.arguments.findLastIndex((step) => step.length > 0);
  const since = isList ? sinceCriteria(entity, name, action, match.params) : [];
  const cursors = new Set(since.flatMap(({ names }) => names));
  const criteria = guessed.flatMap((step, depth): Criterion[] => {
    const isTarget = depth === target;
    if (isTarget && name === 'create') return [];
    if (!isTarget)
      return step.flatMap((argument) => parentCriteria(argument, steps[depth]?.name ?? '', parents, depth));
    if (action.simulate?.matches !== undefined) return [];
    if (!isList) {
      return isIdentifiedBySimulation(entity, action)
        ? []
        : step.flatMap((argument) => ownCriteria(argument, match.params));
    }
    return step
      .filter(({ params }) => !params.some((param) => cursors.has(param)))
      .map(({ name: argument, value, params }) => ({ role: 'filter', names: [argument, ...params], value }));
  });
  return [...criteria, ...since, ...simulatedCriteria(entity, name, action, match.params)];
}

// The listing field: the one with the paging arguments, otherwise the connection, otherwise the records.
function listDepth({ skeleton: { steps }, arguments: given }: GraphqlMatch, paging: readonly string[]): number {
  const isConnection = ['nodes', 'edges'].includes(steps.at(-1)?.name ?? '');
  const paged = given.findLastIndex((step) =>
    step.some(({ params }) => params.some((param) => paging.includes(param))),
  );
  if (isConnection) return steps.length - 2;
  return paged < 0 ? steps.length - 1 : paged;
}

/** The condition that the records belong to the last known parent, if none of the arguments expresses it. */
export function graphqlBelow(match: GraphqlMatch, parents: Parents, collection: Collection): readonly Criterion[] {
  const depth = parents.records.findLastIndex((record) => record !== undefined);
  const [record, above] = [parents.records[depth], parents.collections[depth]];
  if (record === undefined || above === undefined || above === collection) return [];
  const said = simulatedParams(match.skeleton.action);
  const step = match.arguments[depth] ?? [];
  const name = match.skeleton.steps[depth]?.name ?? '';
  const isNamed = step.some((argument) =>
    parentCriteria(argument, name, parents, depth).some((criterion) => pathFor(collection, criterion) !== undefined),
  );
  return isNamed || step.some(({ params }) => params.some((param) => said.has(param)))
    ? []
    : belowCriteria(above, record);
}

/** What a mutation wants to set: everything its caller passed. */
export function graphqlValues({ params, arguments: steps }: GraphqlMatch): JsonObject {
  const given = steps.flat().map(({ name, value }) => [name, value] as const);
  return { ...Object.fromEntries(given), ...params };
}

/** The conditions that identify the record of a field with these arguments. */
export function ownCriteria({ name, value, params }: StepArgument, all: JsonObject): Criterion[] {
  const [only] = params;
  // Text that contains several parameters is a condition for each of them; text with one parameter is a condition for that one.
  if (params.length > 1) return params.map((param) => ({ role: 'own', names: [param], value: all[param] }));
  return [{ role: 'own', names: [name, ...params], value: only === undefined ? value : (all[only] ?? value) }];
}

function parentCriteria(
  { name, value, params }: StepArgument,
  step: string,
  parents: Parents,
  depth: number,
): Criterion[] {
  const isUnverified = parents.records[depth] === undefined;
  return [{ role: 'parent', names: [`${step}_${name}`, ...params], value, isUnverified }];
}

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
      if (!(error instanceof RequestError)) throw error;
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
