import { isObject, type JsonObject } from '../connector-document/json-object.ts';
import { usedComponents } from '../connector-document/used-components.ts';
import type { OpenApiDocument } from '../gateway-document.ts';
import { schema30, type TypeOfReference } from './convert-schema.ts';

type Components = Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;

const prefix = '#/components/schemas/';

/** Converts an OpenAPI 3.1 document to 3.0.3, for tools that do not support 3.1. What 3.0 cannot express becomes less strict. */
export function openApi30(document: OpenApiDocument): JsonObject {
  const {
    info,
    paths,
    components,
    jsonSchemaDialect: _dialect,
    webhooks: _none,
    ...rest
  } = document as unknown as JsonObject;
  const { schemas = {}, securitySchemes, ...others } = (components ?? {}) as Components;
  const typeOf: TypeOfReference = (reference) => schemas[reference.slice(prefix.length)]?.type;
  const converted = convert(paths, typeOf);
  const named = Object.entries(schemas).map(([name, schema]) => [name, schema30(schema, typeOf, `${prefix}${name}`)]);
  return {
    ...rest,
    openapi: '3.0.3',
    info: infoOf(info as JsonObject),
    paths: converted,
    components: {
      // Components that only 3.1 keywords referred to are no longer needed.
      ...usedComponents(converted, { ...(convert(others, typeOf) as Components), schemas: Object.fromEntries(named) }),
      ...(securitySchemes !== undefined && { securitySchemes }),
    },
  };
}

function infoOf({ summary: _summary, license, ...info }: JsonObject): JsonObject {
  if (!isObject(license)) return info;
  const { identifier, ...named } = license;
  const url = typeof identifier === 'string' && { url: `https://spdx.org/licenses/${identifier}.html` };
  return { ...info, license: { ...named, ...url } };
}

// Members whose values are data, not parts of the document.
const values = new Set(['example', 'value', 'links']);

/** A part of a document with its schemas converted. */
function convert(part: unknown, typeOf: TypeOfReference): unknown {
  if (Array.isArray(part)) return part.map((one) => convert(one, typeOf));
  if (!isObject(part)) return part;
  return Object.fromEntries(
    Object.entries(part).map(([name, member]) => {
      if (name === 'schema') return [name, schema30(member, typeOf)];
      return [name, values.has(name) ? member : convert(member, typeOf)];
    }),
  );
}
