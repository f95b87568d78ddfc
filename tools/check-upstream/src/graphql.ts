import { isJsonObject, type JsonObject, objectOrEmpty, pointerTo } from '@connectory/testkit/schema-values';
import {
  type ASTNode,
  BREAK,
  type DocumentNode,
  type FieldNode,
  type GraphQLError,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  getOperationAST,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  Kind,
  NoDeprecatedCustomRule,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
  specifiedRules,
  typeFromAST,
  validate,
  validateInputValue,
  visit,
} from 'graphql';
import {
  type ApiDescription,
  type Deviation,
  isMasked,
  nearestProperty,
  type ObservedRequest,
  type VendorSchema,
} from './description.ts';
import { headerValue } from './http.ts';
import { unselected } from './schemas.ts';

const envelope = ['query', 'variables', 'operationName', 'extensions'];

/**
 * Makes a description of a GraphQL API over HTTP (https://graphql.github.io/graphql-over-http/draft/): documents are validated against the
 * schema, variables against their types, deprecated fields, arguments and values are reported. Without an `endpoint`, any POST with a
 * `query` is accepted.
 */
export function graphqlDescription(name: string, schema: GraphQLSchema, endpoint: string | undefined): ApiDescription {
  const responseSchema = graphqlResponses(schema);
  // One action sends the same document with many variables; validation is the expensive part.
  const checked = new Map<string, CheckedDocument>();
  return {
    name,
    notes: [],
    check(request) {
      const called = `${request.method} ${request.url}`;
      if (!isForEndpoint(request, endpoint)) {
        const operation = `POST ${endpoint ?? 'with a GraphQL document'}`;
        const message = `${called} is not described`;
        return {
          deviations: [{ kind: 'unknown_path', where: '/path', message, ...nearestProperty(called, [operation]) }],
        };
      }
      const body = objectOrEmpty(request.body);
      const text = typeof body.query === 'string' ? body.query : '';
      const { document, deviations } = checked.get(text) ?? checkDocument(schema, text);
      checked.set(text, { document, deviations });
      const operation = document && getOperationAST(document, body.operationName as string | undefined);
      const response = document && operation ? responseSchema(document, operation) : undefined;
      return {
        operation: `POST ${endpoint ?? 'graphql'}`,
        ...(response !== undefined && { response }),
        deviations: [
          ...checkEnvelope(request, body),
          ...deviations,
          ...(operation ? checkVariables(schema, operation, objectOrEmpty(body.variables)) : []),
          ...(document && !operation ? [noOperation(body.operationName)] : []),
        ],
      };
    },
  };
}

function isForEndpoint({ method, url, body }: ObservedRequest, endpoint: string | undefined): boolean {
  if (method.toUpperCase() !== 'POST') return false;
  return endpoint === undefined ? typeof objectOrEmpty(body).query === 'string' : url.split('?')[0] === endpoint;
}

function checkEnvelope(request: ObservedRequest, body: JsonObject): Deviation[] {
  const contentType = headerValue(request, 'content-type') ?? '';
  const unknown = Object.keys(body).filter((each) => !envelope.includes(each));
  const deviations = unknown.map((name): Deviation => {
    const message = `"${name}" does not belong in a GraphQL request`;
    return { kind: 'unknown_field', where: pointerTo('/body', name), message, ...nearestProperty(name, envelope) };
  });
  if (/^application\/json\s*(;|$)/i.test(contentType)) return deviations;
  const message = `content type is "${contentType}", GraphQL over HTTP takes application/json`;
  return [{ kind: 'content_type', where: '/header/content-type', message }, ...deviations];
}

interface CheckedDocument {
  readonly document: DocumentNode | undefined;
  readonly deviations: readonly Deviation[];
}

function checkDocument(schema: GraphQLSchema, text: string): CheckedDocument {
  let document: DocumentNode;
  try {
    document = parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { document: undefined, deviations: [{ kind: 'invalid_document', where: '/body/query', message }] };
  }
  const deviationOf =
    (kind: Deviation['kind']) =>
    ({ nodes, message }: GraphQLError): Deviation => ({
      kind,
      where: `/body/query${placeInDocument(document, nodes?.[0])}`,
      message,
    });
  return {
    document,
    deviations: [
      ...validate(schema, document, specifiedRules).map(deviationOf('invalid_document')),
      ...validate(schema, document, [NoDeprecatedCustomRule]).map(deviationOf('deprecated')),
    ],
  };
}

function noOperation(operationName: unknown): Deviation {
  const message =
    operationName === undefined
      ? 'the document has several operations and operationName picks none'
      : `the document has no operation "${operationName}"`;
  return { kind: 'invalid_document', where: '/body/operationName', message };
}

/**
 * The position of a node in a document, as the names on the path to it: `/repository/issues/nodes/title`. Independent of the document's
 * format; the empty string for the document itself.
 */
function placeInDocument(document: DocumentNode, node: ASTNode | undefined): string {
  let place = '';
  visit(document, {
    enter(current, _key, parent, _path, ancestors) {
      if (current !== node) return undefined;
      const nodes = [...ancestors, parent, current].filter((one) => one !== undefined && 'kind' in one);
      place = nodes.flatMap(nameOf).reduce(pointerTo, '');
      return BREAK;
    },
  });
  return place;
}

function nameOf(node: ASTNode): string[] {
  if (node.kind === Kind.VARIABLE_DEFINITION) return [`$${node.variable.name.value}`];
  const isNamed =
    node.kind === Kind.FIELD ||
    node.kind === Kind.ARGUMENT ||
    node.kind === Kind.OBJECT_FIELD ||
    node.kind === Kind.FRAGMENT_DEFINITION ||
    node.kind === Kind.FRAGMENT_SPREAD ||
    node.kind === Kind.DIRECTIVE;
  return isNamed ? [node.name.value] : [];
}

/** Compares the variables of a request with the operation's declarations and the input types of the schema. */
function checkVariables(schema: GraphQLSchema, operation: OperationDefinitionNode, variables: JsonObject): Deviation[] {
  const definitions = operation.variableDefinitions ?? [];
  const declared = definitions.map((definition) => definition.variable.name.value);
  const unknown = Object.keys(variables).filter((name) => !declared.includes(name));
  const deviations = unknown.map((name): Deviation => {
    const where = pointerTo('/body/variables', name);
    const message = `variable "$${name}" is not declared by the document`;
    return { kind: 'unknown_variable', where, message, ...nearestProperty(name, declared) };
  });
  for (const definition of definitions) {
    const name = definition.variable.name.value;
    const where = pointerTo('/body/variables', name);
    const type = typeFromAST(schema, definition.type);
    if (!isInputType(type)) continue;
    if (Object.hasOwn(variables, name)) {
      deviations.push(...checkVariable(type, variables[name], where), ...deprecations(type, variables[name], where));
    } else if (isNonNullType(type) && definition.defaultValue === undefined) {
      deviations.push({ kind: 'wrong_variable', where, message: `variable "$${name}" of type ${type} is missing` });
    }
  }
  return deviations;
}

const scalarKeywords: Readonly<Record<string, JsonObject>> = {
  Int: { type: 'integer', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  String: { type: 'string' },
  ID: { type: ['string', 'integer'] },
};

function checkVariable(type: GraphQLInputType, value: unknown, where: string): Deviation[] {
  const deviations: Deviation[] = [];
  validateInputValue(value, type, ({ message }, path) => {
    const actual = path.reduce<unknown>((place, key) => objectOrList(place)[key], value);
    if (isMasked(actual)) return;
    const place = path.reduce<string>((at, key) => (typeof key === 'number' ? `${at}/*` : pointerTo(at, key)), where);
    const leaf = typeAt(type, path);
    const expected = isEnumType(leaf) ? { enum: leaf.getValues().map(({ name }) => name) } : scalarKeywords[leaf.name];
    const rejected = expected === undefined ? {} : { rejected: { actual, expected, keyword: 'type' } };
    deviations.push({ kind: 'wrong_variable', where: place, message, ...rejected });
  });
  return deviations;
}

const objectOrList = (value: unknown): { readonly [key: string | number]: unknown } =>
  typeof value === 'object' && value !== null ? (value as JsonObject) : {};

function typeAt(type: GraphQLInputType, path: readonly (string | number)[]): GraphQLNamedType {
  let found = type;
  for (const key of path) {
    const inner: GraphQLInputType = getNullableType(found);
    if (isListType(inner)) found = inner.ofType;
    else if (isInputObjectType(inner)) found = inner.getFields()[key]?.type ?? inner;
  }
  return getNamedType(found);
}

// The rule of graphql-js for deprecated members reads documents only, not the values of variables.
function deprecations(type: GraphQLInputType, value: unknown, where: string): Deviation[] {
  const inner: GraphQLInputType = getNullableType(type);
  if (isListType(inner)) return [value].flat().flatMap((item) => deprecations(inner.ofType, item, `${where}/*`));
  const deprecated = (what: string, place: string, reason: string | null | undefined): Deviation[] =>
    typeof reason === 'string'
      ? [{ kind: 'deprecated', where: place, message: `${what} is deprecated. ${reason}` }]
      : [];
  if (isEnumType(inner) && typeof value === 'string') {
    return deprecated(`The enum value "${inner.name}.${value}"`, where, inner.getValue(value)?.deprecationReason);
  }
  if (!isInputObjectType(inner) || !isJsonObject(value)) return [];
  const fields = inner.getFields();
  return Object.entries(value).flatMap(([name, each]) => {
    const field = fields[name];
    if (field === undefined) return [];
    const place = pointerTo(where, name);
    const own = deprecated(`The input field ${inner.name}.${name}`, place, field.deprecationReason);
    return [...own, ...deprecations(field.type, each, place)];
  });
}

/** Returns the JSON Schema of the response to an operation of a document; undefined if there is no such operation. */
type ResponseSchema = (document: DocumentNode, operation: OperationDefinitionNode) => VendorSchema | undefined;

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
export function graphqlResponses(schema: GraphQLSchema): ResponseSchema {
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
          const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : fragments(document).get(node.name.value);
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

  return (document, operation) => {
    const root = schema.getRootType(operation.operation);
    if (!root) return undefined;
    const properties = {
      data: selectedOf(root, [operation.selectionSet], collectWith(document)),
      errors: { type: 'array' },
      extensions: { type: 'object' },
    };
    return { schema: { type: 'object', properties, required: ['data'] }, resolve };
  };
}

const fragments = ({ definitions }: DocumentNode) =>
  new Map(definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each]] : [])));
