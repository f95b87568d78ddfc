import type { TableName } from './check-statement.ts';
import type { StatementFailure, WrittenRows } from './sql-engine.ts';

/** A table as a statement sees it: some columns of a Parquet file, under the name that the statement uses. */
export interface SqlView {
  /** Null for a plain name. */
  readonly schema: string | null;
  readonly name: string;
  readonly path: string;
  /** The columns that the statement may read; `index` is the place in the file, from 0. */
  readonly columns: readonly { readonly name: string; readonly index: number }[];
}

/** What the engine may use for its own work. */
export interface EngineLimits {
  readonly memoryMegabytes: number;
  readonly threads: number;
}

/** How much a statement may return. */
export interface ResultLimits {
  readonly maxRows: number;
  /** Bytes of JSON text. */
  readonly maxBytes: number;
}

/** The first message to the process of a statement. */
export interface ReadMessage {
  readonly sql: string;
  /** Folders in whose packages the engine is looked for, in this order. */
  readonly packageFolders: readonly string[];
  readonly limits: EngineLimits;
  /** What the whole process may use, in megabytes. */
  readonly residentMegabytes: number;
}

/** The second message to the process of a statement. */
export interface RunMessage {
  readonly views: readonly SqlView[];
  readonly limits: ResultLimits;
}

/** A column of a result; the type is the engine's own name. */
export interface ResultColumn {
  readonly name: string;
  readonly type: string;
}

/** Everything that the process of a statement says. The rows themselves are written to its output. */
export type ProcessMessage =
  | { readonly kind: 'tables'; readonly tables: readonly TableName[] }
  | ({ readonly kind: 'done' } & WrittenRows)
  | { readonly kind: 'not_installed'; readonly reason: string }
  | StatementFailure;
