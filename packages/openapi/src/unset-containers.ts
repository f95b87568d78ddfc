import { isObject, type JsonObject } from './connector-document/json-object.ts';
import { usedComponents } from './connector-document/used-components.ts';

/** The parts of a document that are read. */
interface Described {
  readonly paths?: unknown;
  readonly components?: unknown;
}

/**
 * The document with `x-nullable` on every list and map that a request may omit. Some generators (openapi-generator for Java) send an
 * empty one for each that was not set, which deletes the stored value; the extension makes them omit it.
 */
export function withUnsetContainers<Document extends Described>(document: Document): Document {
  const components = isObject(document.components) ? document.components : {};
  const schemas = (isObject(components.schemas) ? components.schemas : {}) as Readonly<Record<string, JsonObject>>;
  const sent = usedComponents(requestBodies(document.paths), { schemas }).schemas ?? {};
  const marked = Object.entries(schemas).map(([name, schema]) => [name, name in sent ? markMembers(schema) : schema]);
  return { ...document, components: { ...components, schemas: Object.fromEntries(marked) } };
}

function requestBodies(paths: unknown): readonly unknown[] {
  const items = Object.values(isObject(paths) ? paths : {}).filter(isObject);
  return items.flatMap((item) => Object.values(item).filter(isObject)).map(({ requestBody }) => requestBody);
}

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
