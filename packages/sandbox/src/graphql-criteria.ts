import { resultKind } from '@connectory/connector-sdk/engine';
import type { Collection } from './collection.ts';
import { type Criterion, pathFor } from './criteria.ts';
import { pagingParams } from './cut-page.ts';
import type { GraphqlMatch, StepArgument } from './graphql-match.ts';
import type { Parents } from './graphql-parents.ts';
import type { JsonObject } from './json.ts';
import { belowCriteria } from './parentage.ts';
import { isIdentifiedBySaid, saidCriteria, saidParams, sinceCriteria } from './said-criteria.ts';

/** The conditions a query puts on the records of the action it means, from the arguments along its way. */
export function graphqlCriteria(match: GraphqlMatch, parents: Parents): Criterion[] {
  const { steps, name, action, entity } = match.skeleton;
  const isList = resultKind(name) === 'records';
  const said = saidParams(action);
  const paging = pagingParams(action);
  const isGuessed = ({ params }: StepArgument) => !params.some((param) => said.has(param) || paging.includes(param));
  const guessed = match.arguments.map((step) => step.filter(isGuessed));
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
      return isIdentifiedBySaid(entity, action) ? [] : step.flatMap((argument) => ownCriteria(argument, match.params));
    }
    return step
      .filter(({ params }) => !params.some((param) => cursors.has(param)))
      .map(({ name: argument, value, params }) => ({ role: 'filter', names: [argument, ...params], value }));
  });
  return [...criteria, ...since, ...saidCriteria(entity, name, action, match.params)];
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
  const said = saidParams(match.skeleton.action);
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
