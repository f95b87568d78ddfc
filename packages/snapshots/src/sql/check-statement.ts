import { allowedFunctions, allowedTableFunctions } from './allowed-functions.ts';

/** A table that a statement names, as it is written; `schema` is null for a plain name. */
export interface TableName {
  readonly schema: string | null;
  readonly name: string;
  /** Offset in the statement, in UTF-8 bytes; null if unknown. */
  readonly position: number | null;
}

/** A statement that is not run. The message is a sentence for its author. */
export class RefusedStatement extends Error {
  /** Offset in the statement, in UTF-8 bytes; null if unknown. */
  readonly position: number | null;

  constructor(message: string, position: number | null = null) {
    super(message);
    this.position = position;
  }
}

type Node = Readonly<Record<string, unknown>>;

/** The names of common table expressions that a part of the statement sees, in lower case. */
type Scope = ReadonlySet<string>;

interface Part {
  readonly value: unknown;
  readonly scope: Scope;
}

const expressions = new Set([
  'BETWEEN',
  'CASE',
  'CAST',
  'COLLATE',
  'COLUMN_REF',
  'COMPARISON',
  'CONJUNCTION',
  'CONSTANT',
  'FUNCTION',
  'LAMBDA',
  'OPERATOR',
  'POSITIONAL_REFERENCE',
  'STAR',
  'SUBQUERY',
  'TYPE',
  'WINDOW',
]);

// Queries, tables, modifiers, orders and types. SHOW_REF is checked further.
const otherParts = new Set([
  'SELECT_NODE',
  'SET_OPERATION_NODE',
  'RECURSIVE_CTE_NODE',
  'BASE_TABLE',
  'EMPTY',
  'EXPRESSION_LIST',
  'JOIN',
  'SHOW_REF',
  'SUBQUERY',
  'TABLE_FUNCTION',
  'DISTINCT_MODIFIER',
  'LIMIT_MODIFIER',
  'LIMIT_PERCENT_MODIFIER',
  'ORDER_MODIFIER',
  'ASCENDING',
  'DESCENDING',
  'ORDER_DEFAULT',
  'ARRAY_TYPE_INFO',
  'DECIMAL_TYPE_INFO',
  'LIST_TYPE_INFO',
  'STRING_TYPE_INFO',
  'STRUCT_TYPE_INFO',
  'UNBOUND_TYPE_INFO',
]);

const maxTables = 20;

/**
 * Checks a statement as `json_serialize_sql` returns it and lists the tables that it names. Everything that is not known to be harmless is
 * refused. Throws `RefusedStatement`.
 */
export function checkStatement(serialized: string): readonly TableName[] {
  const { error, error_message: message, position, statements } = JSON.parse(serialized) as Node;
  if (error === true) throw new RefusedStatement(syntaxMessage(String(message)), byteOffset(position));
  if (!Array.isArray(statements) || statements.length !== 1) {
    throw new RefusedStatement('sql must be exactly one SELECT statement.');
  }
  const tables = new StatementCheck(statements[0]).tables;
  if (tables.length > maxTables) throw new RefusedStatement(`The statement names more than ${maxTables} tables.`);
  return tables;
}

function syntaxMessage(message: string): string {
  if (message.startsWith('Only SELECT')) {
    return 'sql must be a SELECT statement. Nothing else is possible here, such as writing, settings, EXPLAIN or the statement PIVOT.';
  }
  return `${message[0]?.toUpperCase()}${message.slice(1)}.`;
}

class StatementCheck {
  readonly #tables = new Map<string, TableName>();
  // The parts yet to be checked: a statement may be nested deeper than the call stack.
  readonly #parts: Part[];

  constructor(statement: unknown) {
    this.#parts = [{ value: statement, scope: new Set() }];
    for (let part = this.#parts.pop(); part !== undefined; part = this.#parts.pop()) this.#check(part);
  }

  /** In the order of the statement. */
  get tables(): readonly TableName[] {
    return [...this.#tables.values()].toSorted((one, other) => (one.position ?? 0) - (other.position ?? 0));
  }

  #check({ value, scope }: Part): void {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      this.#checkAll(value, scope);
      return;
    }
    const node = value as Node;
    if (typeof node.class === 'string') checkExpression(node);
    else if (typeof node.type === 'string') this.#checkOther(node, scope);
    this.#checkMembers(node, scope);
  }

  #checkAll(values: Iterable<unknown>, scope: Scope): void {
    for (const value of values) this.#parts.push({ value, scope });
  }

  #checkMembers(node: Node, scope: Scope): void {
    const { cte_map: expressionsOf, ...members } = node;
    const inside = expressionsOf === undefined ? scope : this.#checkCommonTables(expressionsOf, scope);
    if (node.type !== 'RECURSIVE_CTE_NODE') {
      this.#checkAll(Object.values(members), inside);
      return;
    }
    // Only the second part of a recursive expression sees its own name.
    const { right, ...others } = members;
    this.#checkAll(Object.values(others), inside);
    this.#parts.push({ value: right, scope: new Set([...inside, lower(String(node.cte_name))]) });
  }

  /** Checks the queries of a WITH clause and returns the scope of what follows it; each query sees the names before its own. */
  #checkCommonTables(commonTables: unknown, scope: Scope): Scope {
    const { map } = commonTables as { readonly map: readonly { readonly key: string; readonly value: unknown }[] };
    const inside = new Set(scope);
    for (const { key, value } of map) {
      this.#parts.push({ value, scope: new Set(inside) });
      inside.add(lower(key));
    }
    return inside;
  }

  #checkOther(node: Node, scope: Scope): void {
    const type = String(node.type);
    const position = byteOffset(node.query_location);
    if (!otherParts.has(type)) throw new RefusedStatement(`The statement has a part that is not allowed: ${type}.`);
    if (type === 'BASE_TABLE') this.#addTable(node, position, scope);
    if (type === 'SHOW_REF' && (node.query ?? null) === null) {
      throw new RefusedStatement('SHOW is not allowed. Use DESCRIBE with the name of a table.', position);
    }
    if (type === 'TABLE_FUNCTION') {
      const { function_name: name, schema, catalog } = node.function as Node;
      if (!allowedTableFunctions.has(lower(String(name))) || !isOfEngine(schema, catalog)) {
        throw new RefusedStatement(
          `The table function ${shown(name)} is not allowed. Those that are: ${[...allowedTableFunctions].join(', ')}.`,
          position,
        );
      }
    }
  }

  #addTable(node: Node, position: number | null, scope: Scope): void {
    const [catalog, schema, name] = [node.catalog_name, node.schema_name, node.table_name].map(String) as Names;
    if (catalog !== '' || (node.at_clause ?? null) !== null) {
      throw new RefusedStatement(`Write the table ${shown(name)} as connection.entity.`, position);
    }
    if (schema === '' && scope.has(lower(name))) return;
    const key = JSON.stringify([schema, name]);
    if (!this.#tables.has(key)) this.#tables.set(key, { schema: schema === '' ? null : schema, name, position });
  }
}

type Names = [catalog: string, schema: string, name: string];

function checkExpression(node: Node): void {
  const position = byteOffset(node.query_location);
  if (node.class === 'PARAMETER') {
    throw new RefusedStatement('Parameters are not allowed. Write the values into the statement.', position);
  }
  if (!expressions.has(String(node.class))) {
    throw new RefusedStatement(`The statement has an expression that is not allowed: ${node.class}.`, position);
  }
  if (typeof node.function_name !== 'string') return;
  const { function_name: name, schema, catalog } = node;
  // A function that rows are read from is checked with its table, and may also be one of these only.
  const isAllowed = allowedFunctions.has(lower(name)) || allowedTableFunctions.has(lower(name));
  if (!isAllowed || !isOfEngine(schema, catalog)) {
    throw new RefusedStatement(`The function ${shown(name)} does not exist or is not allowed.`, position);
  }
}

// The parser itself writes such names for some operators.
const isOfEngine = (schema: unknown, catalog: unknown): boolean =>
  (schema === '' || schema === 'main') && (catalog === '' || catalog === 'system');

// The engine ignores the case of ASCII letters only: with toLowerCase, a name with the Kelvin sign would equal one with a k.
const lower = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

const shown = (name: unknown): string => `"${String(name).slice(0, 100)}"`;

// The engine writes the greatest 64-bit number where it knows no place.
function byteOffset(position: unknown): number | null {
  const offset = typeof position === 'string' ? Number(position) : position;
  return typeof offset === 'number' && Number.isSafeInteger(offset) ? offset : null;
}
