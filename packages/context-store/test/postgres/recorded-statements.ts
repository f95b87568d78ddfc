import pg, { type QueryConfig } from 'pg';
import type { ParameterValue, Statement } from '../../src/stores/postgres/statement.ts';

type Query = (this: unknown, ...given: unknown[]) => unknown;

/** The statements that this process sends to PostgreSQL, by text, each with the parameters of its first run. */
export class RecordedStatements {
  readonly #parameters = new Map<string, readonly ParameterValue[]>();
  readonly #query = pg.Client.prototype.query as Query;

  start(): void {
    const query = this.#query;
    const known = this.#parameters;
    const recording: Query = function (...given) {
      const { text, values = [] } = given[0] as QueryConfig<ParameterValue[]>;
      if (text !== undefined && !known.has(text)) known.set(text, values);
      return query.apply(this, given);
    };
    Object.assign(pg.Client.prototype, { query: recording });
  }

  stop(): void {
    Object.assign(pg.Client.prototype, { query: this.#query });
  }

  get all(): readonly Statement[] {
    return Array.from(this.#parameters, ([text, parameters]) => ({ text, parameters }));
  }
}
