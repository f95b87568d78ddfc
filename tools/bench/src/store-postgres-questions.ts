import type { StoreScope } from '@connectory/context-store';
import type { Client } from 'pg';
import { type Ask, type Question, questions, type WrittenStatement, wordsNear } from './store-questions.ts';

/** The table of the tickets, and the names of its columns by field. */
interface Tickets {
  readonly table: string;
  readonly connectionId: string;
  readonly columns: ReadonlyMap<string, { readonly number: number; readonly kind: string }>;
}

type Filter = Readonly<Record<string, unknown>>;
type Parameters = WrittenStatement['parameters'][number][];

const noIndexes = { order: new Map(), words: new Map(), parts: new Map(), members: new Map() };

/** The questions of the bench, each with the handwritten PostgreSQL statement for it, on the table of the store. */
export async function postgresQuestions(
  client: Client,
  { connectionId, layout }: StoreScope,
  records: number,
): Promise<readonly Question[]> {
  const { rows } = await client.query<{ table_name: string; number: number; name: string; kind: string }>(
    `select table_name, number, name, kind from context_store_entities join context_store_fields using (entity_id)
      where connector = $1 and entity = $2`,
    [layout.connector, layout.entity],
  );
  const columns = new Map(rows.map(({ name, number, kind }) => [name, { number, kind }]));
  const tickets: Tickets = { table: rows[0]?.table_name ?? '', connectionId, columns };
  return questions(records, noIndexes).map(({ name, make }) => ({
    name,
    make: (random) => {
      const ask = make(random);
      return { ...ask, statements: [statementOf(ask, tickets)] };
    },
  }));
}

function statementOf({ params: { query, limit }, after }: Ask, tickets: Tickets): WrittenStatement {
  const { filter, sort = [] } = query as { filter?: Filter; sort?: readonly Readonly<Record<string, string>>[] };
  const parameters: Parameters = [tickets.connectionId];
  const bind = (value: Parameters[number], type: string) => `$${parameters.push(value)}::${type}`;
  const [[field, direction] = ['', '']] = sort.flatMap((key) => Object.entries(key));
  const where = ['connection_id = $1::uuid'];
  if (filter !== undefined) where.push(conditionOf(filter, tickets, bind));
  if (after !== undefined) {
    const value = bind(String(after.values[0]), 'text');
    const column = columnOf(tickets, field);
    where.push(`${column} <= ${value} and (${column} < ${value} or key > ${bind(after.key, 'text')})`);
  }
  const order = field === '' ? 'key' : `${columnOf(tickets, field)} ${direction}, key`;
  const text = `select ${recordOf(tickets)} from ${tickets.table} where ${where.join(' and ')} order by ${order} limit ${limit + 1}`;
  return { text, parameters };
}

const columnOf = ({ columns }: Tickets, name: string) => `f${columns.get(name)?.number}`;
const wholeText = (number: number) => `(f${number} || coalesce(r${number}, ''))`;

function recordOf({ columns }: Tickets): string {
  const members = Array.from(columns, ([name, { number, kind }]) => {
    const value =
      { text: `to_json(${wholeText(number)})::text`, json: `f${number}::text` }[kind] ?? `to_json(f${number})::text`;
    return `'"${name}":' || coalesce(${value}, 'null')`;
  });
  return `'{' || ${members.join(` || ',' || `)} || '}'`;
}

type Bind = (value: Parameters[number], type: string) => string;

/** The SQL of a filter whose conditions must all hold. */
function conditionOf(filter: Filter, tickets: Tickets, bind: Bind): string {
  const all = Object.entries(filter).flatMap(([operator, operand]) => {
    if (operator === 'and') return (operand as readonly Filter[]).map((one) => conditionOf(one, tickets, bind));
    if (operator === 'or')
      return `(${(operand as readonly Filter[]).map((one) => conditionOf(one, tickets, bind)).join(' or ')})`;
    if (operator === 'not') return `(${conditionOf(operand as Filter, tickets, bind)}) is not true`;
    return Object.entries(operand as Filter).map(([name, value]) => comparison(operator, name, value, tickets, bind));
  });
  return all.join(' and ');
}

const types: Readonly<Record<string, string>> = { text: 'text', number: 'numeric', boolean: 'boolean' };
const signs: Readonly<Record<string, string>> = { eq: '=', gte: '>=', lt: '<' };

function comparison(operator: string, name: string, value: unknown, tickets: Tickets, bind: Bind): string {
  const [root = '', ...below] = name.split('.');
  const { number = 0, kind = '' } = tickets.columns.get(root) ?? {};
  const column = `f${number}`;
  if (below.length > 0) {
    const member = JSON.stringify({ [tickets.connectionId]: { [below.join('.')]: value } });
    return `jsonb_set('{}', array[connection_id::text], ${column}::jsonb) @> ${bind(member, 'jsonb')}`;
  }
  const type = types[kind] ?? 'text';
  switch (operator) {
    case 'in':
      return `${column} = any(${bind(value as readonly string[], `${type}[]`)})`;
    case 'like':
      return `coalesce(l${number}, lower(${wholeText(number)} collate "C")) like ${bind(String(value), 'text')}`;
    case 'keyword':
      return `words @@ ${bind(quoted(tickets, number, String(value)), 'tsquery')}`;
    case 'fuzzy': {
      const equal = wordsNear(String(value)).map((word) => quoted(tickets, number, word));
      return `words @@ ${bind([`${quoted(tickets, number, String(value))}:*`, ...equal].join(' | '), 'tsquery')}`;
    }
    default:
      return `${column} ${signs[operator]} ${bind(value as string, type)}`;
  }
}

// The store prefixes each word with a code for the connection and the field.
function quoted({ connectionId }: Tickets, number: number, word: string): string {
  const mark = Buffer.from(connectionId.slice(-6), 'hex').toString('base64url') + number.toString(36).padStart(2, '0');
  return `'${mark}${word}'`;
}
