import type { JsonObject } from '@connectory/testkit/schema-values';
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getOperationAST,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { unselected } from './schema-node.ts';
import type { VendorSchema } from './vendor-schema.ts';

/** Returns the JSON Schema of the response to an operation of a document; undefined if there is no such operation. */
export type GraphqlAnswerSchema = (document: DocumentNode, operationName: unknown) => VendorSchema | undefined;

type Sets = readonly SelectionSetNode[];
type Collect = (type: GraphQLObjectType, sets: Sets) => Map<string, FieldNode[]>;

const builtInScalars: Readonly<Record<string, JsonObject>> = {
  Int: { type: 'integer' },
  Float: { type: 'number' },
  String: { type: 'string' },
  ID: { type: 'string' },
  Boolean: { type: 'boolean' },
};
// By custom, scalars of these names are written as text (https://the-guild.dev/graphql/scalars); others may be anything.
const customaryScalars: Readonly<Record<string, JsonObject>> = {
  DateTime: { type: 'string', format: 'date-time' },
  Date: { type: 'string', format: 'date' },
  URI: { type: 'string' },
  URL: { type: 'string' },
};

/**
 * Responses as JSON Schema: selected fields are required and named as in the response; the other fields of each type are described as well,
 * because an action may select them on demand.
 */
export function graphqlAnswers(schema: GraphQLSchema): GraphqlAnswerSchema {
  const prefix = '#/types/';
  const types = new Map<string, JsonObject>();
  const resolve = (reference: string): unknown => {
    const name = reference.startsWith(prefix) ? reference.slice(prefix.length) : '';
    const type = schema.getType(name);
    if (type === undefined) return undefined;
    const known = types.get(name) ?? describeType(type);
    types.set(name, known);
    return known;
  };

  function describeType(type: GraphQLNamedType): JsonObject {
    if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) };
    if (isUnionType(type)) return { anyOf: type.getTypes().map(({ name }) => ({ $ref: prefix + name })) };
    if (!('getFields' in type)) return builtInScalars[type.name] ?? customaryScalars[type.name] ?? {};
    return { type: 'object', properties: fieldsOf(type) };
  }

  function fieldsOf(type: GraphQLNamedType): Record<string, unknown> {
    if (!isCompositeType(type) || isUnionType(type)) return {};
    const named = ({ name }: GraphQLNamedType) => ({ $ref: prefix + name });
    const fields = Object.values(type.getFields());
    return Object.fromEntries(
      fields.map((field) => [field.name, { allOf: [wrapped(field.type, named)], [unselected]: true }]),
    );
  }

  function wrapped(type: GraphQLOutputType, named: (type: GraphQLNamedType) => JsonObject): JsonObject {
    if (isNonNullType(type)) return inner(type.ofType, named);
    return { anyOf: [inner(type, named), { type: 'null' }] };
  }

  const inner = (type: GraphQLOutputType, named: (type: GraphQLNamedType) => JsonObject): JsonObject =>
    isListType(type) ? { type: 'array', items: wrapped(type.ofType, named) } : named(getNamedType(type));

  function selected(type: GraphQLNamedType, sets: Sets, collect: Collect): JsonObject {
    if (!isAbstractType(type))
      return isObjectType(type) ? selectedOf(type, sets, collect) : { $ref: prefix + type.name };
    // Types with the same selection are one variant; types without a selection become an empty object.
    const variants = new Map<string, JsonObject>();
    for (const possible of schema.getPossibleTypes(type)) {
      const nodes = [...collect(possible, sets).values()].flat();
      const key = nodes.map((node) => `${node.loc?.start}`).join();
      if (variants.has(key)) continue;
      const nothing = { type: 'object', additionalProperties: false };
      variants.set(key, nodes.length === 0 ? nothing : selectedOf(possible, sets, collect));
    }
    return { anyOf: [...variants.values()] };
  }

  function selectedOf(type: GraphQLObjectType, sets: Sets, collect: Collect): JsonObject {
    const properties = fieldsOf(type);
    const names: string[] = [];
    for (const [name, nodes] of collect(type, sets)) {
      const source = nodes[0]?.name.value ?? name;
      const field = type.getFields()[source];
      if (source !== '__typename' && field === undefined) continue;
      const below = nodes.flatMap(({ selectionSet }) => (selectionSet === undefined ? [] : [selectionSet]));
      names.push(name);
      properties[name] =
        field === undefined ? { type: 'string' } : wrapped(field.type, (named) => selected(named, below, collect));
    }
    return { type: 'object', properties, required: names };
  }

  const collectWith =
    (document: DocumentNode): Collect =>
    (type, sets) => {
      const found = new Map<string, FieldNode[]>();
      const visit = (set: SelectionSetNode): void => {
        for (const node of set.selections) {
          if (node.kind === Kind.FIELD) {
            const name = node.alias?.value ?? node.name.value;
            found.set(name, [...(found.get(name) ?? []), node]);
            continue;
          }
          const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : fragmentOf(document, node.name.value);
          if (fragment !== undefined && applies(fragment.typeCondition?.name.value, type)) visit(fragment.selectionSet);
        }
      };
      sets.forEach(visit);
      return found;
    };

  function applies(condition: string | undefined, type: GraphQLObjectType): boolean {
    if (condition === undefined || condition === type.name) return true;
    const named = schema.getType(condition);
    return isAbstractType(named) && schema.isSubType(named, type);
  }

  return (document, operationName) => {
    const operation = getOperationAST(document, typeof operationName === 'string' ? operationName : undefined);
    const root = operation ? schema.getRootType(operation.operation) : undefined;
    if (!operation || !root) return undefined;
    const properties = {
      data: selectedOf(root, [operation.selectionSet], collectWith(document)),
      errors: { type: 'array' },
      extensions: { type: 'object' },
    };
    return { schema: { type: 'object', properties, required: ['data'] }, resolve };
  };
}

function fragmentOf({ definitions }: DocumentNode, name: string) {
  return definitions.find((each) => each.kind === Kind.FRAGMENT_DEFINITION && each.name.value === name) as
    | FragmentDefinitionNode
    | undefined;
}
