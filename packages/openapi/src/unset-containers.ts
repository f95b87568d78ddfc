import { isObject, type JsonObject } from './connector-document/json-object.ts';

/** The parts of a document that are looked at. */
interface Described {
  readonly paths?: unknown;
  readonly components?: unknown;
}

/**
 * The document with `x-nullable` on every list and map that a request may leave out. Some generators (openapi-generator for Java) send an
 * empty one for each that was not set, which takes away what is stored there; the extension makes them leave it out.
 */
export function withUnsetContainers<Document extends Described>(document: Document): Document {
  const components = isObject(document.components) ? document.components : {};
  const schemas = (isObject(components.schemas) ? components.schemas : {}) as Readonly<Record<string, JsonObject>>;
  const sent = sentSchemas(document.paths, schemas);
  const marked = Object.entries(schemas).map(([name, schema]) => [name, sent.has(name) ? markMembers(schema) : schema]);
  return { ...document, components: { ...components, schemas: Object.fromEntries(marked) } };
}

/** The names of the schemas that requests refer to, directly or through others. */
function sentSchemas(paths: unknown, schemas: Readonly<Record<string, JsonObject>>): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const element of value) visit(element);
    if (!isObject(value)) return;
    const name = typeof value.$ref === 'string' ? nameOf(value.$ref) : undefined;
    if (name !== undefined && !found.has(name)) {
      found.add(name);
      visit(schemas[name]);
    }
    for (const member of Object.values(value)) visit(member);
  };
  for (const item of Object.values(isObject(paths) ? paths : {})) {
    for (const operation of Object.values(isObject(item) ? item : {})) {
      if (isObject(operation)) visit(operation.requestBody);
    }
  }
  return found;
}

const nameOf = (reference: string) => /^#\/components\/schemas\/([^/]+)$/.exec(reference)?.[1];

const isContainer = ({ type, properties }: JsonObject) =>
  type === 'array' || (type === 'object' && properties === undefined);

function markMembers(schema: JsonObject): JsonObject {
  return isContainer(schema) ? { ...withMarkedMembers(schema), 'x-nullable': true } : withMarkedMembers(schema);
}

function withMarkedMembers(schema: JsonObject): JsonObject {
  const { properties, required, items, additionalProperties } = schema;
  const needed = new Set(Array.isArray(required) ? required : []);
  const below = (part: unknown) => (isObject(part) ? withMarkedMembers(part) : part);
  return {
    ...schema,
    ...(items !== undefined && { items: below(items) }),
    ...(additionalProperties !== undefined && { additionalProperties: below(additionalProperties) }),
    ...(isObject(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, member]) => [
          name,
          isObject(member) && !needed.has(name) ? markMembers(member) : below(member),
        ]),
      ),
    }),
  };
}
