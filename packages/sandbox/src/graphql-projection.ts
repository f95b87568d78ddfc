import { type DocumentNode, type FieldNode, Kind, type SelectionSetNode } from 'graphql';
import { fieldsOf, keyOf, type SelectedField } from './graphql-skeleton.ts';
import { isObject, type JsonObject } from './json.ts';

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
  return { ...value, nodes: value.nodes.slice(0, Number(first.value)) };
}
