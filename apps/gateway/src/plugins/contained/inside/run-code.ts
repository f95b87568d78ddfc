import type { Action, Connector, Page, RawValue } from '@connectory/connector-sdk';
import type { DerivedField } from '@connectory/connector-sdk/engine';
import { schemaError } from '@connectory/errors/schema-issue';
import type { Question } from '../messages.ts';
import type { DescribedConnector } from './describe-connector.ts';
import { parseMarked, writeMarked } from './exact-numbers.ts';

/** The response to a question: data, and where the action converts rows, the records as JSON text. */
export interface CodeResponse {
  readonly response: RawValue;
  readonly records?: string | undefined;
}

/** Rows of a question as JSON text. */
type Rows = readonly (string | undefined)[];

/** Thrown for parameters that break rules of the schema of an action. */
export class BrokenRules extends Error {
  readonly issues: readonly RawValue[];

  constructor(issues: readonly RawValue[]) {
    super('parameters break rules');
    this.issues = issues;
  }
}

const maxIssues = 50;

/** Runs the code of a connector to respond to questions. Throws what the code throws, and `BrokenRules`. */
export class CodeRunner {
  readonly #connector: Connector;
  readonly #ruled: ReadonlySet<unknown>;

  constructor(connector: Connector, { ruled }: Pick<DescribedConnector, 'ruled'>) {
    this.#connector = connector;
    this.#ruled = ruled;
  }

  /** Returns the response to a question about rows. */
  response(question: Question, rows: Rows): CodeResponse {
    const [json = 'null'] = rows;
    switch (question.kind) {
      case 'settings':
        return { response: this.#settings(question) };
      case 'derive':
        return { response: this.#derive(question.entity, json) };
      case 'hints':
      case 'handshake':
        return { response: atOnce(this.#connector.events?.[question.kind]?.(parseMarked(json) as RawValue)) ?? null };
    }
    const action = this.#action(question.entity, question.action);
    const params = this.#ruledParams(action, question.params);
    switch (question.kind) {
      case 'request': {
        const request = atOnce(action.request(params));
        return { response: { request, encoded: encodedPlaces(request?.query, []) } };
      }
      case 'record': {
        const row = parseMarked(json);
        const isKept = action.keep === undefined || Boolean(atOnce(action.keep(row)));
        if (!isKept) return { response: false };
        return { response: true, records: action.toRecord && writeMarked(recordOf(action, row, params)) };
      }
      case 'page':
        return pageResponse(action, params, question, rows);
    }
  }

  #settings({ settings, isPartial }: Extract<Question, { kind: 'settings' }>): RawValue {
    const schema = this.#connector.upstream.settings;
    return parsedBy(isPartial ? schema.partial() : schema, settings);
  }

  #derive(name: string, json: string): RawValue {
    const derived = Object.entries<DerivedField>(this.#entity(name).search?.derived ?? {}).filter(
      ([, field]) => field.from !== undefined,
    );
    const records = parseMarked(json) as RawValue[];
    const values = records.map((record) =>
      derived.map(([, { from }]) => {
        try {
          return atOnce(from?.(record)) ?? null;
        } catch {
          return null;
        }
      }),
    );
    return { fields: derived.map(([field]) => field), values };
  }

  #entity(name: string): RawValue {
    const { entities, events } = this.#connector;
    return [...entities, events?.registration?.webhooks].find((entity) => entity?.name === name);
  }

  #action(entity: string, action: string): Action {
    return this.#entity(entity).actions[action];
  }

  // Applies rules that cannot be serialized, and their transformations.
  #ruledParams({ params, syncOnly }: Action, given: RawValue): RawValue {
    const [own, further] = split(given, syncOnly?.shape ?? {});
    const parsed = this.#ruled.has(params) ? parsedBy(params, own) : own;
    if (syncOnly === undefined || !this.#ruled.has(syncOnly)) return { ...parsed, ...further };
    const checked = Object.entries(further).map(([name, value]) => {
      const schema = syncOnly.shape[name] as RawValue;
      return [name, parsedBy(schema, value, [name])];
    });
    return { ...parsed, ...Object.fromEntries(checked) };
  }
}

function split(given: RawValue, shape: RawValue): readonly [RawValue, RawValue] {
  const isFurther = ([name]: [string, RawValue]) => Object.hasOwn(shape, name);
  const members: [string, RawValue][] = Object.entries(given);
  return [
    Object.fromEntries(members.filter((member) => !isFurther(member))),
    Object.fromEntries(members.filter(isFurther)),
  ];
}

function parsedBy(schema: RawValue, value: RawValue, path: readonly string[] = []): RawValue {
  const result = schema.safeParse(value, { error: schemaError });
  if (result.success) return result.data;
  const issues: RawValue[] = result.error.issues.slice(0, maxIssues);
  throw new BrokenRules(issues.map(({ input, inst, ...issue }) => ({ ...issue, path: [...path, ...issue.path] })));
}

function pageResponse(
  action: Action,
  params: RawValue,
  { count, values, headers }: Extract<Question, { kind: 'page' }>,
  [json, ...edges]: Rows,
): CodeResponse {
  const [first, last] = edges.map((row) => {
    let parsed: RawValue;
    return (path: string) => {
      parsed ??= row && parseMarked(row);
      return valueAt(parsed, path);
    };
  });
  const page: Page = {
    params,
    count,
    value: (path) => (Object.hasOwn(values, path) ? values[path] : undefined),
    first: first as Page['first'],
    last: last as Page['last'],
    header: (name) => (Object.hasOwn(headers, name) ? headers[name] : undefined),
  };
  const meta: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(action.meta)) meta[name] = atOnce(field.read(page));
  const nextParams = atOnce(action.paging?.next(page)) ?? null;
  if (json === undefined) return { response: { meta, nextParams, kept: null } };
  const rows = parseMarked(json) as RawValue[];
  const kept = rows.map((row) => action.keep === undefined || Boolean(atOnce(action.keep(row))));
  const response = { meta, nextParams, kept };
  if (action.toRecord === undefined) return { response };
  return {
    response,
    records: writeMarked(rows.filter((_, at) => kept[at]).map((row) => recordOf(action, row, params))),
  };
}

const recordOf = (action: Action, row: RawValue, params: RawValue) =>
  requireRecord(atOnce(action.toRecord?.(row, params)));

function requireRecord(value: RawValue): RawValue {
  if (typeof value === 'object' && value !== null) return value;
  throw new TypeError(`toRecord returned ${value === null ? 'null' : typeof value}, which is not a record`);
}

// Promises are not awaited, so their rejection is ignored.
function atOnce<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || !('then' in value) || typeof value.then !== 'function') {
    return value;
  }
  value.then(undefined, () => undefined);
  throw new TypeError('a promise was returned instead of a value');
}

function valueAt(value: RawValue, path: string): RawValue {
  let current = value;
  for (const part of path === '' ? [] : path.split('.')) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, part)) return undefined;
    current = current[part];
  }
  return current;
}

const encodedText = Symbol.for('connectory.encoded-text');

// In JSON, an already encoded string looks like any other.
function encodedPlaces(value: RawValue, path: readonly string[]): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  if (encodedText in value) return [path];
  return Object.entries(value).flatMap(([name, member]) => encodedPlaces(member, [...path, name]));
}
