import { parseExactly, writeExactly } from '@connectory/exact-json';
import { CallProblem } from '../call-problem.ts';
import type { CallNames, FoundRecord } from '../calls.ts';

/** The call that returns a record. */
export interface RecordCall extends CallNames {
  readonly params: Readonly<Record<string, unknown>>;
}

/** The ID of a found record: the call that returns it, as `connection/entity/action/{"param": …}`. */
export function recordId({ connection, entity, call: { action, params } }: FoundRecord): string {
  return [encodeURIComponent(connection.name), entity, action, writeExactly(params)].join('/');
}

/** Reads the ID of a record. Throws `invalid_params` for a text that `recordId` cannot have made, such as one that names a write. */
export function readRecordId(id: string): RecordCall {
  const [, connection = '', entity = '', action = '', json = ''] = idPattern.exec(id) ?? [];
  try {
    const params: unknown = parseExactly(json);
    if (typeof params === 'object' && params !== null)
      return { connection: decodeURIComponent(connection), entity, action, params: params as RecordCall['params'] };
  } catch {
    // It is refused below.
  }
  const message = 'is not an id of a search result';
  throw new CallProblem(
    { code: 'invalid_params', message: `id ${message}.`, errors: [{ field: '/id', message }] },
    { nextStep: 'Call search, and use the id of one of its results unchanged.' },
  );
}

const idPattern = /^([^/]{1,400})\/(\w{1,100})\/(get|context_store_search)\/(\{.{0,4000}\})$/s;
