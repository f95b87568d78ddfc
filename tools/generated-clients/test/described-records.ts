import { existsSync, readFileSync } from 'node:fs';
import type { Connector, RawValue } from '@connectory/connector-sdk';
import { parse } from 'yaml';
import { describedAnswers } from './described-answers.ts';

type Json = Readonly<Record<string, unknown>>;

/** A gateway response with records as a vendor describes them, and the type with which a generated client reads it. */
export interface DescribedResult {
  readonly entity: string;
  readonly type: string;
  readonly body: Json;
}

interface Operation {
  readonly responses?: Readonly<Record<string, { readonly content?: { readonly 'application/json'?: Media } }>>;
}

interface Media {
  readonly schema?: unknown;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>;
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/**
 * Returns the gateway's responses for a connector whose vendor responds according to its own descriptions. `document` is the OpenAPI
 * document of the connector. Undefined if a file is missing.
 */
export function describedResults(
  connector: Connector,
  document: Description,
  files: readonly URL[],
): readonly DescribedResult[] | undefined {
  if (!files.every((file) => existsSync(file))) return undefined;
  const base = new URL(connector.upstream.baseUrl.replaceAll(/[{}]/g, '')).pathname;
  const answers = new Map(files.flatMap((file) => answersOf(parse(readFileSync(file, 'utf8')) as Description)));
  return connector.entities.flatMap((entity) =>
    Object.entries(entity.actions).flatMap(([name, action]) => {
      const media = resultOf(document, entity.name, name);
      if (action === undefined || media === undefined) return [];
      const told = action.routes.flatMap(({ method, path }) => answers.get(shapeOf(method, base + path)) ?? []);
      return told.flatMap((raw) => {
        const rows =
          name === 'list' || name === 'api_search' ? listAt(raw, action.recordsAt) : [at(raw, action.recordAt)];
        const records = rows
          .filter((row) => isObject(row) && (action.keep?.(row) ?? true))
          .map((row) => action.toRecord?.(row as RawValue, {} as never) ?? row);
        if (records.length === 0) return [];
        const { data, meta } = media.example as { readonly data: unknown; readonly meta: Json };
        const body = { data: Array.isArray(data) ? records : records[0], meta };
        return [{ entity: entity.name, type: media.type, body }];
      });
    }),
  );
}

// Normalizes a path, regardless of the names of its placeholders and of an appended format.
const shapeOf = (method: string, path: string) =>
  `${method.toUpperCase()} ${path.replace(/\.json$/, '').replaceAll(/\{[^}]*\}/g, '{}')}`;

function answersOf(description: Description): readonly (readonly [string, readonly RawValue[]])[] {
  return Object.entries(description.paths).flatMap(([path, item]) =>
    ['get', 'post', 'put', 'patch'].flatMap((method) => {
      const media = Object.entries(item[method]?.responses ?? {}).flatMap(([status, { content }]) =>
        status.startsWith('2') ? (content?.['application/json'] ?? []) : [],
      );
      const told = media.flatMap(({ schema, example, examples = {} }) => [
        ...(example === undefined ? [] : [example]),
        ...Object.values(examples).map(({ value }) => value),
        ...(schema === undefined ? [] : describedAnswers(schema, description as unknown as Json)),
      ]);
      return [[shapeOf(method, path), told as readonly RawValue[]] as const];
    }),
  );
}

function resultOf({ paths }: Description, entity: string, action: string) {
  const [, item] = Object.entries(paths).find(([path]) => path.endsWith(`/execute/${entity}/${action}`)) ?? [];
  const { schema, example } = item?.post?.responses?.['200']?.content?.['application/json'] ?? {};
  return isObject(schema) ? { type: String(schema.$ref).replace(/.*\//, ''), example } : undefined;
}

const at = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((part, name) => (name === '' ? part : isObject(part) ? part[name] : undefined), value);

const listAt = (value: unknown, path: string): readonly unknown[] => {
  const list = at(value, path);
  return Array.isArray(list) ? list : [];
};

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
