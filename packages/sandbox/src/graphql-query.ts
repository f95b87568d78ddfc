import { isDeepStrictEqual } from 'node:util';
import { type DirectActionName, resultKind, syncParams } from '@connectory/connector-sdk/engine';
import {
  type DocumentNode,
  type FieldNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import { isObject, type JsonObject } from './json.ts';
import type { SimulatedAction, SimulatedEntity } from './simulated-vendor.ts';
import { wireMapOf } from './wire-map.ts';

/** One field on the way from the root of a document to its records. */
interface Step {
  /** The vendor's name of the field. */
  readonly name: string;
  /** Its name in the response. */
  readonly key: string;
  /** The type of the inline fragment that contains it. */
  readonly on: string | undefined;
  readonly arguments: ReadonlyMap<string, ValueNode>;
  /** True when it is a list of which the way takes the first element. */
  readonly isFirst: boolean;
}

/** The path to the records in an action's document. It identifies a query, whatever fields the query selects. */
export interface Skeleton {
  readonly entity: SimulatedEntity;
  readonly name: DirectActionName;
  readonly action: SimulatedAction;
  readonly operation: OperationDefinitionNode['operation'];
  readonly steps: readonly Step[];
  /** Types of the inline fragments that contain the records' fields; empty if there are none. */
  readonly types: readonly string[];
  /** Variables that must be given. */
  readonly required: ReadonlySet<string>;
  /** True when the record is the first element of a list. */
  readonly isFirstOfList: boolean;
}

/** Takes the document of an action apart. Throws a `TypeError` when the document does not lead to where the action reads. */
export function skeletonOf(
  entity: SimulatedEntity,
  name: DirectActionName,
  action: SimulatedAction,
  text: string,
): Skeleton {
  const document = parse(text);
  const operation = operationOf(document, undefined);
  if (operation === undefined) throw new TypeError(`${entity.name} ${name}: the document has no operation`);
  const path = (resultKind(name) === 'records' ? action.recordsAt : action.recordAt).split('.').slice(1);
  const steps: Step[] = [];
  let selections = operation.selectionSet;
  for (const [position, key] of path.entries()) {
    if (isIndex(key)) continue;
    const found = fieldsOf(selections, document).find(({ field }) => keyOf(field) === key);
    if (found?.field.selectionSet === undefined) {
      throw new TypeError(
        `${entity.name} ${name}: the document has no ${key} with fields, where the action reads its records`,
      );
    }
    const values = (found.field.arguments ?? []).map((argument) => [argument.name.value, argument.value] as const);
    const isFirst = isIndex(path[position + 1] ?? '');
    steps.push({ name: found.field.name.value, key, on: found.on, arguments: new Map(values), isFirst });
    selections = found.field.selectionSet;
  }
  const required = (operation.variableDefinitions ?? []).filter(({ type }) => type.kind === Kind.NON_NULL_TYPE);
  return {
    entity,
    name,
    action,
    operation: operation.operation,
    steps,
    types: fragmentTypes(selections),
    required: new Set(required.map(({ variable }) => variable.name.value)),
    isFirstOfList: steps.at(-1)?.isFirst === true,
  };
}

const isIndex = (key: string) => /^\d+$/.test(key);

/** Names of the variables in an argument, those within lists and objects included. */
export function variablesIn(value: ValueNode): string[] {
  if (value.kind === Kind.VARIABLE) return [value.name.value];
  if (value.kind === Kind.LIST) return value.values.flatMap(variablesIn);
  return value.kind === Kind.OBJECT ? value.fields.flatMap((field) => variablesIn(field.value)) : [];
}

/** The operation of a document: the one so named, or the only one. */
export function operationOf(document: DocumentNode, name: string | undefined): OperationDefinitionNode | undefined {
  const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  if (name !== undefined) return operations.find((operation) => operation.name?.value === name);
  return operations.length === 1 ? operations[0] : undefined;
}

/** The name of a field in the response. */
export function keyOf(field: FieldNode): string {
  return field.alias?.value ?? field.name.value;
}

/** A selected field, and the type of the fragment it was found in. */
export interface SelectedField {
  readonly field: FieldNode;
  readonly on: string | undefined;
}

/** The fields of a selection, those of its fragments included. */
export function fieldsOf(
  selections: SelectionSetNode,
  document: DocumentNode,
  on?: string,
  depth = 0,
): SelectedField[] {
  if (depth > 10) return [];
  return selections.selections.flatMap((selection): SelectedField[] => {
    if (selection.kind === Kind.FIELD) return [{ field: selection, on }];
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      const type = selection.typeCondition?.name.value ?? on;
      return fieldsOf(selection.selectionSet, document, type, depth + 1);
    }
    for (const fragment of document.definitions) {
      if (fragment.kind === Kind.FRAGMENT_DEFINITION && fragment.name.value === selection.name.value) {
        return fieldsOf(fragment.selectionSet, document, fragment.typeCondition.name.value, depth + 1);
      }
    }
    return [];
  });
}

function fragmentTypes(selections: SelectionSetNode): string[] {
  const types = selections.selections.map((selection) =>
    selection.kind === Kind.INLINE_FRAGMENT ? selection.typeCondition?.name.value : undefined,
  );
  const named = types.filter((type) => type !== undefined);
  return selections.selections.some(
    (selection) => selection.kind === Kind.FIELD && selection.name.value !== '__typename',
  )
    ? []
    : named;
}

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
  const said = equal.map(({ skeleton, params }) => skeleton.action.simulate?.isMeant?.(params));
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

const connectionFields = new Set(['nodes', 'edges', 'pageInfo', 'totalCount']);

/** The selected fields of a value, under the requested names; null if the value lacks one. */
export function project(value: unknown, selections: SelectionSetNode | undefined, document: DocumentNode): unknown {
  if (selections === undefined || value === null || value === undefined) return value ?? null;
  if (Array.isArray(value) && isConnection(selections, document))
    return project({ nodes: value }, selections, document);
  if (Array.isArray(value)) return value.map((item) => project(item, selections, document));
  if (!isObject(value)) return null;
  const projected: JsonObject = {};
  for (const selected of fieldsOf(selections, document)) {
    if (isOfOtherType(value, selected)) continue;
    const key = keyOf(selected.field);
    const part = projectField(value, selected, document);
    const known = projected[key];
    projected[key] = isObject(known) && isObject(part) ? { ...known, ...part } : part;
  }
  return projected;
}

// A member of a union whose sample sets its type has only the fields of that type.
const isOfOtherType = ({ __typename: type }: JsonObject, { on }: SelectedField) =>
  typeof type === 'string' && on !== undefined && on !== type;

/** One field of a value. Connections the value does not have are empty ones. */
export function projectField(value: JsonObject, { field, on }: SelectedField, document: DocumentNode): unknown {
  const name = field.name.value;
  const own = value[keyOf(field)] ?? value[name];
  if (own !== undefined && own !== null) return project(limited(own, field), field.selectionSet, document);
  if (name === '__typename') return on ?? 'Node';
  const nodes = Array.isArray(value.nodes) ? value.nodes : undefined;
  if (nodes !== undefined && name === 'totalCount') return nodes.length;
  if (nodes !== undefined && name === 'edges')
    return project(
      nodes.map((node) => ({ node })),
      field.selectionSet,
      document,
    );
  if (nodes !== undefined && name === 'pageInfo') return project(lastPage, field.selectionSet, document);
  const { selectionSet } = field;
  if (own === undefined && selectionSet !== undefined && isConnection(selectionSet, document)) {
    return project({ nodes: [], totalCount: 0 }, selectionSet, document);
  }
  return null;
}

const lastPage = { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null };

const isConnection = (selections: SelectionSetNode, document: DocumentNode) =>
  fieldsOf(selections, document).every(({ field }) => connectionFields.has(field.name.value));

// first: 10 on a list within a record.
function limited(value: unknown, field: FieldNode): unknown {
  const first = field.arguments?.find(({ name }) => name.value === 'first')?.value;
  if (first?.kind !== Kind.INT || !isObject(value) || !Array.isArray(value.nodes)) return value;
  return { totalCount: value.nodes.length, ...value, nodes: value.nodes.slice(0, Number(first.value)) };
}
