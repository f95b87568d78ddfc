import { resultKind } from '@connectory/connector-sdk/engine';
import type { Criterion } from './criteria.ts';
import type { GraphqlMatch, StepArgument } from './graphql-match.ts';
import type { Parents } from './graphql-parents.ts';
import type { JsonObject } from './json.ts';

/** The conditions a query puts on the records of the action it means, from the arguments along its way. */
export function graphqlCriteria(match: GraphqlMatch, parents: Parents): Criterion[] {
  const { steps, name, action } = match.skeleton;
  const last = match.arguments.findLastIndex((step) => step.length > 0);
  const isList = resultKind(name) === 'records';
  const isConnection = ['nodes', 'edges'].includes(steps.at(-1)?.name ?? '');
  const connection = isConnection ? steps.length - 2 : steps.length - 1;
  return match.arguments.flatMap((step, depth): Criterion[] => {
    const isTarget = isList ? depth === connection : depth === last;
    if (isTarget && name === 'create') return [];
    if (!isTarget)
      return step.flatMap((argument) => parentCriteria(argument, steps[depth]?.name ?? '', parents, depth));
    if (!isList) return step.flatMap((argument) => ownCriteria(argument, match.params));
    const paging = [action.paging?.param, action.paging?.size];
    const filters = step.filter(({ params }) => !params.some((param) => paging.includes(param)));
    return filters.map(({ name: argument, value, params }) => ({
      role: 'filter',
      names: [argument, ...params],
      value,
    }));
  });
}

/** What a mutation wants to set: everything its caller passed. */
export function graphqlValues({ params, arguments: steps }: GraphqlMatch): JsonObject {
  const given = steps.flat().map(({ name, value }) => [name, value] as const);
  return { ...Object.fromEntries(given), ...params };
}

/** The conditions that say which record a field with these arguments is. */
export function ownCriteria({ name, value, params }: StepArgument, all: JsonObject): Criterion[] {
  const [only] = params;
  // A text with several parameters in it says something by each of them; one with a single one means that one.
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
