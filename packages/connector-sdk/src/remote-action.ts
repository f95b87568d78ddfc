import type { RawValue } from './raw-value.ts';
import type { UpstreamRequest } from './upstream-request.ts';

/** Validated parameters of a call. */
type Params = Readonly<Record<string, RawValue>>;

/** Part of a response page that the code of an action receives: rows are JSON text. */
export interface RemotePage {
  readonly params: Params;
  /** Number of rows the upstream returned. */
  readonly count: number;
  /** The values at the paths listed in `reads` of `paging` and `meta`. */
  readonly values: Readonly<Record<string, RawValue>>;
  readonly headers: Readonly<Record<string, string>>;
  /** All rows as a JSON array; undefined without a list, and where the action has no code for rows. */
  readonly rows: Buffer | undefined;
  readonly first: Buffer | undefined;
  readonly last: Buffer | undefined;
}

/** What the code of an action returns for a page. */
export interface ShapedPage {
  readonly meta: Readonly<Record<string, unknown>>;
  readonly nextParams: Readonly<Record<string, unknown>> | null;
  /** The records as a JSON array with their number, where the action has code for rows. */
  readonly records: { readonly json: Buffer; readonly count: number } | undefined;
}

/**
 * The code of an action that runs in an interpreter. It takes and returns plain data asynchronously, and throws what the code threw, or a
 * `ConnectorStopped`.
 */
export interface RemoteAction {
  /** Whether the action drops rows or converts them to records; `page` and `record` must then be called. */
  readonly shapesRows: boolean;
  request?(params: Params): Promise<UpstreamRequest>;
  /** Shapes the rows and reads the pagination. */
  page?(page: RemotePage): Promise<ShapedPage>;
  /** The record of a row, as JSON objects both; null for a row that is not a record of the entity. */
  record(row: Buffer, params: Params): Promise<Buffer | null>;
}

/**
 * The rules of connection settings that run elsewhere. Returns the accepted settings; partial ones may lack some. Throws `invalid_params`,
 * or a `ConnectorStopped`.
 */
export type RemoteSettings = (
  settings: Readonly<Record<string, unknown>>,
  options: { readonly isPartial: boolean },
) => Promise<Readonly<Record<string, unknown>>>;

const brand = Symbol.for('connectory.connector-stopped');

/** Why the code of a connector returned nothing: it was stopped, or is not running. The message is a sentence that may be shown. */
export class ConnectorStopped extends Error {
  readonly [brand] = true;

  constructor(message: string) {
    super(message);
    this.name = 'ConnectorStopped';
  }

  /** True for a `ConnectorStopped` of any loaded copy of this package. */
  static is(value: unknown): value is ConnectorStopped {
    return typeof value === 'object' && value !== null && brand in value;
  }

  /** The end of a sentence that says that a connector failed: why, if it was stopped, else a period. */
  static endOfSentence(cause: unknown): string {
    return ConnectorStopped.is(cause) ? `: ${cause.message}` : '.';
  }
}
