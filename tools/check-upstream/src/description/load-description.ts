import { isJsonObject, type JsonObject, objectOrEmpty } from '@connectory/testkit/schema-values';
import { buildASTSchema, buildClientSchema, type GraphQLSchema, type IntrospectionQuery, parse } from 'graphql';
import { parse as parseYaml } from 'yaml';
import { type ApiDescription, DescriptionError } from './api-description.ts';
import { readDiscovery } from './discovery.ts';
import { graphqlDescription } from './graphql-description.ts';
import { httpDescription } from './http-description.ts';
import { readOpenApi } from './openapi.ts';
import { readSwagger } from './swagger.ts';

/** The text of a description and what the caller knows about it. */
export interface DescriptionSource {
  /** Shown in messages, usually the file. */
  readonly name: string;
  readonly text: string;
  /** True when the vendor's list of query names is not complete. Ignored for GraphQL. */
  readonly openQuery?: boolean;
  /** Further base URLs that serve the API. Ignored for GraphQL. */
  readonly servers?: readonly string[];
  /** The URL of a GraphQL API; if omitted, any POST with a `query` counts. Ignored for other formats. */
  readonly endpoint?: string;
}

/**
 * Loads a description and detects its format: OpenAPI 3, Swagger 2 (JSON or YAML), a Google discovery document, GraphQL SDL or a GraphQL
 * introspection result. Throws a `DescriptionError` if it is none of these or cannot be read.
 */
export function loadDescription(source: DescriptionSource): ApiDescription {
  const { name, text, ...options } = source;
  const document = readDocument(name, text);
  if (document === undefined) {
    return graphqlDescription(name, buildSchema(name, text), options);
  }
  if (typeof document.openapi === 'string') {
    return httpDescription(name, readOpenApi(document), options);
  }
  if (document.swagger === '2.0' || document.swagger === 2) {
    return httpDescription(name, readSwagger(document), options);
  }
  if (typeof document.discoveryVersion === 'string') {
    return httpDescription(name, readDiscovery(document), options);
  }
  const introspection = isJsonObject(document.data) ? document.data : document;
  if (isJsonObject(introspection.__schema)) {
    return graphqlDescription(name, buildIntrospected(name, introspection), options);
  }
  throw new DescriptionError(
    `${name} is no API description: it has none of "openapi", "swagger", "discoveryVersion" and "__schema" at its top. ` +
      'Give an OpenAPI, Swagger 2 or Google discovery document, a GraphQL introspection result or GraphQL SDL.',
  );
}

/** The document when the text is JSON or the YAML of an OpenAPI or Swagger file, undefined when it looks like SDL. */
function readDocument(name: string, text: string): JsonObject | undefined {
  const isJson = /^\s*\{\s*("|\})/.test(text);
  if (!isJson && !/^["']?(openapi|swagger)["']?\s*:/m.test(text)) {
    return undefined;
  }
  try {
    return objectOrEmpty(isJson ? JSON.parse(text) : parseYaml(text, { maxAliasCount: 1000 }));
  } catch (cause) {
    const format = isJson ? 'JSON' : 'YAML';
    throw new DescriptionError(`${name} is broken ${format}: ${messageOf(cause)}`, { cause });
  }
}

function buildSchema(name: string, text: string): GraphQLSchema {
  try {
    return buildASTSchema(parse(text, { noLocation: true }), { assumeValidSDL: true, assumeValid: true });
  } catch (cause) {
    throw new DescriptionError(
      `${name} is neither JSON, nor YAML that begins with "openapi" or "swagger", nor GraphQL SDL: ${messageOf(cause)}`,
      { cause },
    );
  }
}

function buildIntrospected(name: string, introspection: JsonObject): GraphQLSchema {
  try {
    return buildClientSchema(introspection as unknown as IntrospectionQuery, { assumeValid: true });
  } catch (cause) {
    throw new DescriptionError(`${name} is not a complete introspection result: ${messageOf(cause)}`, { cause });
  }
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause);
}
