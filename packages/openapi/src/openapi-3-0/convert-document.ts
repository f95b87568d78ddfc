import { isObject, type JsonObject } from '../connector-document/json-object.ts';
import { usedComponents } from '../connector-document/used-components.ts';
import type { OpenApiDocument } from '../gateway-document.ts';
import { nullableName, orNull, schema30 } from './convert-schema.ts';

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
  const converted = convert(paths);
  const named = Object.entries(schemas).flatMap(([name, schema]) => {
    const one = schema30(schema, `${prefix}${name}`);
    return [
      [name, one],
      [nullableName(name), orNull(one)],
    ];
  });
  return {
    ...rest,
    openapi: '3.0.3',
    info: infoOf(info as JsonObject),
    paths: converted,
    components: {
      // Only those in use: some were referred to by keywords of 3.1 only, and few are needed with null and without.
      ...usedComponents(converted, { ...(convert(others) as Components), schemas: Object.fromEntries(named) }),
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
function convert(part: unknown): unknown {
  if (Array.isArray(part)) return part.map((one) => convert(one));
  if (!isObject(part)) return part;
  return Object.fromEntries(
    Object.entries(part).map(([name, member]) => {
      if (name === 'schema') return [name, schema30(member)];
      return [name, values.has(name) ? member : convert(member)];
    }),
  );
}
