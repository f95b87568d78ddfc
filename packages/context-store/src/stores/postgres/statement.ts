import { CompiledQuery, type Kysely } from 'kysely';

/** A value of a bound parameter; the driver sends arrays as PostgreSQL arrays. */
export type ParameterValue = string | number | boolean | null | readonly (string | number | boolean | null)[];

/** Text of one SQL statement with `$1` to `$n`, and the bound values. */
export interface Statement {
  readonly text: string;
  readonly parameters: readonly ParameterValue[];
}

/** Where statements run: the pool, one connection or a transaction. */
export type Runner = Kysely<unknown>;

/** Runs a statement and returns its rows. */
export async function run<Row>(runner: Runner, text: string, parameters: readonly ParameterValue[]): Promise<Row[]> {
  const { rows } = await runner.executeQuery<Row>(CompiledQuery.raw(text, [...parameters]));
  return rows;
}

/** Runs an insert, update or delete and returns the number of affected rows. */
export async function change(runner: Runner, text: string, parameters: readonly ParameterValue[]): Promise<number> {
  const { numAffectedRows } = await runner.executeQuery(CompiledQuery.raw(text, [...parameters]));
  return Number(numAffectedRows ?? 0);
}

/** Types that parameters are bound as. */
export type ParameterType =
  | 'text'
  | 'text[]'
  | 'uuid'
  | 'numeric'
  | 'numeric[]'
  | 'boolean'
  | 'boolean[]'
  | 'jsonb'
  | 'jsonb[]'
  | 'tsquery'
  | 'integer'
  | 'integer[]'
  | 'double precision[]'
  | 'bigint';

/** Collects the parameters of one statement. This is the only way caller input reaches SQL. */
export class Parameters {
  readonly #values: ParameterValue[] = [];

  /** Binds a value and returns its placeholder: `$3::text`. */
  bind(value: ParameterValue, type: ParameterType): string {
    this.#values.push(value);
    return `$${this.#values.length}::${type}`;
  }

  get values(): readonly ParameterValue[] {
    return this.#values;
  }
}
