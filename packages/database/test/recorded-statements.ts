import pg, { type QueryConfig } from 'pg';

type Query = (this: unknown, ...given: unknown[]) => unknown;
type Value = string | number | boolean | null;

/** A statement as it was sent to PostgreSQL. */
export interface RecordedStatement {
  readonly text: string;
  readonly parameters: readonly (Value | readonly Value[])[];
}

/** The statements that this process sends to PostgreSQL, by text, each with the parameters of its first run. */
export class RecordedStatements {
  readonly #parameters = new Map<string, RecordedStatement['parameters']>();
  readonly #query = pg.Client.prototype.query as Query;

  start(): void {
    const query = this.#query;
    const known = this.#parameters;
    const recording: Query = function (...given) {
      const { text, values = [] } = given[0] as QueryConfig<(Value | Value[])[]>;
      if (text !== undefined && !known.has(text)) known.set(text, values);
      return query.apply(this, given);
    };
    Object.assign(pg.Client.prototype, { query: recording });
  }

  stop(): void {
    Object.assign(pg.Client.prototype, { query: this.#query });
  }

  get all(): readonly RecordedStatement[] {
    return Array.from(this.#parameters, ([text, parameters]) => ({ text, parameters }));
  }
}
