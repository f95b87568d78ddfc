import { readFile, stat } from 'node:fs/promises';
import { parse } from 'yaml';
import { CreateConnectorError } from '../create-connector-error.ts';

/** A parsed JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** An OpenAPI document with resolvable references. */
export interface OpenApiSource {
  readonly document: JsonObject;
  /** Name of the file among a connector's descriptions. */
  readonly file: string;
  /** Resolves a `$ref` of this document; returns an empty object for a dangling one, and adds it to `dangling`. */
  resolve(value: unknown): JsonObject;
  /** References that led nowhere so far. */
  readonly dangling: ReadonlySet<string>;
}

const maxFile = 64 * 1024 * 1024;
const maxReferences = 20;

/** Reads an OpenAPI 3.0 or 3.1 file, JSON or YAML, up to 64 MiB. Throws `CreateConnectorError` if it is not valid. */
export async function readOpenApi(file: string): Promise<OpenApiSource> {
  const size = await stat(file).catch((error: Error) => {
    throw new CreateConnectorError(`${file} cannot be read: ${error.message}`);
  });
  if (size.size > maxFile) throw new CreateConnectorError(`${file} is larger than 64 MiB.`);
  return openApiSource(await readFile(file, 'utf8'), file);
}

/** Like `readOpenApi`, for a text; `name` is used in messages. */
export function openApiSource(text: string, name: string): OpenApiSource {
  const document = objectOf(parsed(text, name));
  if (typeof document.openapi !== 'string' || !/^3\.[01]\./.test(document.openapi)) {
    const found =
      document.swagger === undefined
        ? 'not an OpenAPI document'
        : 'a Swagger 2 document; convert it to OpenAPI 3 first';
    throw new CreateConnectorError(`${name} is ${found}. OpenAPI 3.0 and 3.1 are read, as JSON or YAML.`);
  }
  const file = text.trimStart().startsWith('{') ? 'openapi.json' : 'openapi.yaml';
  const dangling = new Set<string>();
  return { document, file, dangling, resolve: (value) => follow(document, value, dangling) };
}

function parsed(text: string, name: string): unknown {
  try {
    return text.trimStart().startsWith('{') ? JSON.parse(text) : parse(text, { maxAliasCount: 1000 });
  } catch (error) {
    throw new CreateConnectorError(
      `${name} is neither JSON nor YAML: ${error instanceof Error ? error.message.split('\n')[0] : error}`,
    );
  }
}

function follow(document: JsonObject, value: unknown, dangling: Set<string>): JsonObject {
  let current = objectOf(value);
  for (let count = 0; typeof current.$ref === 'string' && count < maxReferences; count++) {
    const target = targetOf(document, current.$ref);
    if (target === undefined) dangling.add(current.$ref);
    current = objectOf(target);
  }
  return current;
}

function targetOf(document: JsonObject, reference: string): unknown {
  if (!reference.startsWith('#/')) return undefined;
  let target: unknown = document;
  for (const token of reference.slice(2).split('/')) {
    const name = decoded(token).replaceAll('~1', '/').replaceAll('~0', '~');
    const has = typeof target === 'object' && target !== null && Object.hasOwn(target, name);
    target = has ? (target as JsonObject)[name] : undefined;
  }
  return target;
}

function decoded(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}

/** Returns the value if it is a JSON object, otherwise an empty one: for optional parts of a document. */
export function objectOf(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

/** Returns the value if it is an array, otherwise an empty one. */
export function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
