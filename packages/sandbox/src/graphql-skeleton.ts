import type { Action, Entity } from '@connectory/connector-sdk';
import { type DirectActionName, resultKind } from '@connectory/connector-sdk/engine';
import {
  type DocumentNode,
  type FieldNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';

/** One field on the way from the root of a document to its records. */
export interface Step {
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
  readonly entity: Entity;
  readonly name: DirectActionName;
  readonly action: Action;
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
export function skeletonOf(entity: Entity, name: DirectActionName, action: Action, text: string): Skeleton {
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
