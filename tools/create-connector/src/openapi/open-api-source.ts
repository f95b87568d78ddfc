import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { parse } from 'yaml';
import { CreateConnectorError } from '../create-connector-error.ts';
import { allOfSchemas, anyOfSchemas } from './merged-schema.ts';

/** A parsed JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** An OpenAPI document with resolvable references. */
export interface OpenApiSource {
  readonly document: JsonObject;
  /** Name of the file among a connector's descriptions. */
  readonly file: string;
  /**
   * Returns an object of this document with its `$ref`, `allOf`, `anyOf` and `oneOf` merged into it, as far as they have something in
   * common. A `$ref` that leads nowhere counts as an empty object, and is added to `dangling`.
   */
  resolve(value: unknown): JsonObject;
  /** References that led nowhere so far. */
  readonly dangling: ReadonlySet<string>;
}

const maxFile = 64 * 1024 * 1024;

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
  return { document, file, dangling, resolve: resolver(document, name, dangling) };
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

// Resolves each schema once. One that leads back to itself, without a value between, leads nowhere.
function resolver(document: JsonObject, file: string, dangling: Set<string>) {
  const known = new WeakMap<JsonObject, JsonObject>();
  const open = new Set<JsonObject>();
  const resolve = (value: unknown): JsonObject => {
    const schema = objectOf(value);
    const before = known.get(schema);
    if (before !== undefined || open.has(schema)) return before ?? {};
    open.add(schema);
    const resolved = merged(schema);
    open.delete(schema);
    known.set(schema, resolved);
    return resolved;
  };
  const referred = (reference: string): JsonObject => {
    const target = objectOf(targetOf(document, file, reference));
    if (Object.keys(target).length === 0 || open.has(target)) dangling.add(reference);
    return resolve(target);
  };
  const merged = ({ $ref, allOf, ...own }: JsonObject): JsonObject => {
    const parts = [
      ...(typeof $ref === 'string' ? [referred($ref)] : []),
      ...arrayOf(allOf).map(resolve),
      ...(Object.keys(own).length > 0 ? [own] : []),
    ];
    const all = allOfSchemas(parts);
    const { anyOf, oneOf, ...rest } = all;
    const alternatives = [anyOf, oneOf].flatMap((list) => arrayOf(list).map(resolve));
    const values = alternatives.filter(({ type }) => type !== 'null');
    const chosen = values.length === 1 ? values[0] : anyOfSchemas(values);
    if (chosen === undefined) return all;
    const isNullable = alternatives.length > values.length || values.some((one) => one.nullable === true);
    return allOfSchemas([chosen, rest, ...(isNullable ? [{ nullable: true }] : [])]);
  };
  return resolve;
}

function targetOf(document: JsonObject, file: string, reference: string): unknown {
  const [path = '', fragment = ''] = reference.split('#', 2);
  if ((path !== '' && basename(path) !== basename(file)) || !fragment.startsWith('/')) return undefined;
  let target: unknown = document;
  for (const token of fragment.slice(1).split('/')) {
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
