import { isDeepStrictEqual } from 'node:util';
import { syncParams } from '@connectory/connector-sdk/engine';
import {
  type DocumentNode,
  type FieldNode,
  Kind,
  type OperationDefinitionNode,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import { fieldsOf, type Skeleton, type Step, variablesIn } from './graphql-skeleton.ts';
import { isObject, type JsonObject } from './json.ts';
import { wireMapOf } from './wire-maps.ts';

/** A query as it arrived: parsed, with the values of its variables. */
export interface GraphqlQuery {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: JsonObject;
}

/** An argument of a field, with the parameters it carries. */
export interface StepArgument {
  readonly name: string;
  readonly value: unknown;
  readonly params: readonly string[];
}

/** A query recognized as an action. */
export interface GraphqlMatch {
  readonly skeleton: Skeleton;
  /** The query's own fields along the steps. */
  readonly fields: readonly FieldNode[];
  readonly params: JsonObject;
  /** The order that the query requests, as parameters of a list. */
  readonly order: JsonObject;
  /** For each step, the arguments whose value a caller chooses. */
  readonly arguments: readonly (readonly StepArgument[])[];
}

/** The actions a query may mean, the best first: those whose way to the records it goes, with the same fixed arguments. */
export function matchQuery(query: GraphqlQuery, skeletons: readonly Skeleton[]): GraphqlMatch[] {
  const scored = skeletons.flatMap((skeleton) => {
    const found = walk(query, skeleton);
    return found === undefined ? [] : [{ score: found.score, match: matchOf(query, skeleton, found.fields) }];
  });
  const best = Math.max(...scored.map(({ score }) => score));
  const equal = scored.filter(({ score }) => score === best).map(({ match }) => match);
  const said = equal.map(({ skeleton, params }) => skeleton.action.simulate?.answers?.(params));
  const isMeant = said.includes(true) ? true : undefined;
  return equal.length > 1 ? equal.filter((_, index) => said[index] === isMeant) : equal;
}

function walk(query: GraphqlQuery, skeleton: Skeleton): { fields: FieldNode[]; score: number } | undefined {
  if (skeleton.operation !== query.operation.operation) return undefined;
  const fields: FieldNode[] = [];
  let selections = query.operation.selectionSet;
  let score = 0;
  for (const [index, step] of skeleton.steps.entries()) {
    const candidates = fieldsOf(selections, query.document).filter(
      ({ field, on }) => isStep(field, step, index, skeleton) && on === step.on,
    );
    const scores = candidates.map(({ field }) => argumentScore(query, field, step, skeleton));
    const best = Math.max(...scores.filter((one) => one !== undefined));
    const chosen = candidates[scores.indexOf(best)]?.field;
    if (chosen?.selectionSet === undefined) return undefined;
    fields.push(chosen);
    selections = chosen.selectionSet;
    score += 100 + best;
  }
  const types = fieldsOf(selections, query.document).map(({ on }) => on);
  return skeleton.types.every((type) => types.includes(type)) ? { fields, score } : undefined;
}

// A connection may be read by its edges where the connector reads its nodes.
function isStep(field: FieldNode, step: Step, index: number, skeleton: Skeleton): boolean {
  if (field.name.value === step.name) return true;
  return index === skeleton.steps.length - 1 && step.name === 'nodes' && field.name.value === 'edges';
}

function argumentScore(query: GraphqlQuery, field: FieldNode, step: Step, { required }: Skeleton): number | undefined {
  let score = field.name.value === step.name ? 1 : 0;
  for (const [name, expected] of step.arguments) {
    const given = argumentValue(query, field, name);
    const variables = variablesIn(expected);
    if (variables.some((variable) => required.has(variable)) && given === undefined) return undefined;
    if (variables.length === 0 && given !== undefined) {
      if (!isDeepStrictEqual(given, untyped(expected, {}))) return undefined;
      score++;
    } else if (given !== undefined) score++;
  }
  return score;
}

function argumentValue(query: GraphqlQuery, field: FieldNode, name: string): unknown {
  const argument = field.arguments?.find((one) => one.name.value === name);
  return argument === undefined ? undefined : untyped(argument.value, query.variables);
}

// Plain objects, because graphql-js makes those without a prototype, which compare as unequal.
const untyped = (value: ValueNode, variables: JsonObject): unknown => {
  const result = valueFromASTUntyped(value, variables);
  return result === undefined ? undefined : JSON.parse(JSON.stringify(result));
};

function matchOf(query: GraphqlQuery, skeleton: Skeleton, fields: readonly FieldNode[]): GraphqlMatch {
  const variables: JsonObject = {};
  const carried = skeleton.steps.map((step, index) => {
    const field = fields[index];
    return [...step.arguments].flatMap(([name, expected]) => {
      const given = field === undefined ? undefined : argumentValue(query, field, name);
      return given === undefined ? [] : takeVariables(expected, given, name, variables);
    });
  });
  const wire = wireMapOf(skeleton.action);
  const params = wire.read({ query: {}, body: { variables } });
  const parsed = syncParams(skeleton.action).safeParse(params);
  return {
    skeleton,
    fields,
    params: parsed.success ? parsed.data : params,
    order: orderOf(query, fields),
    arguments: carried.map((step) =>
      step.map(({ name, value, variable }) => ({
        name,
        value,
        params: wire.paramsAt(['body', 'variables', variable]),
      })),
    ),
  };
}

// orderBy: { field: CREATED_AT, direction: DESC }, under any name.
function orderOf(query: GraphqlQuery, fields: readonly FieldNode[]): JsonObject {
  const values = fields.flatMap((field) => (field.arguments ?? []).map(({ value }) => untyped(value, query.variables)));
  const order = values.find((value) => isObject(value) && typeof value.field === 'string');
  return isObject(order) ? { sort_by: order.field, sort_order: order.direction } : {};
}

interface Carried {
  readonly name: string;
  readonly value: unknown;
  readonly variable: string;
}

// Finds the query's values for the variables of the connector's document, however the query wrote them.
function takeVariables(expected: ValueNode, given: unknown, name: string, variables: JsonObject): Carried[] {
  if (expected.kind === Kind.VARIABLE) {
    variables[expected.name.value] = given;
    return [{ name, value: given, variable: expected.name.value }];
  }
  if (expected.kind === Kind.OBJECT && isObject(given)) {
    return expected.fields.flatMap(({ name: member, value }) =>
      given[member.value] === undefined ? [] : takeVariables(value, given[member.value], member.value, variables),
    );
  }
  if (expected.kind === Kind.LIST && Array.isArray(given)) {
    return expected.values.flatMap((item, index) =>
      given[index] === undefined ? [] : takeVariables(item, given[index], name, variables),
    );
  }
  return [];
}
