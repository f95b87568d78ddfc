/** An aggregation of the tickets, and the same in SQL, which returns each row as a JSON object. */
export interface AggregateQuestion {
  readonly name: string;
  readonly params: object;
  readonly sqlite: string;
  readonly postgres: string;
  /** How long it may take at 1,000,000 tickets. */
  readonly maxMilliseconds: number;
}

const tickets = { count: '*' };
const month = 'substr(updated_at, 1, 7)';

/** The aggregations of the bench. */
export const aggregateQuestions: readonly AggregateQuestion[] = [
  {
    name: 'count',
    params: { query: {}, limit: 0 },
    sqlite: `SELECT json_object('total', count(*)) FROM tickets`,
    postgres: `select json_build_object('total', count(*))::text from hand_written`,
    maxMilliseconds: 50,
  },
  {
    name: 'count, eq (common)',
    params: { query: { filter: { eq: { status: 'open' } } }, limit: 0 },
    sqlite: `SELECT json_object('total', count(*)) FROM tickets WHERE status = 'open'`,
    postgres: `select json_build_object('total', count(*))::text from hand_written where status = 'open'`,
    maxMilliseconds: 50,
  },
  {
    name: 'count by status',
    params: { query: { aggregate: { group_by: ['status'], values: { tickets } } } },
    sqlite: `SELECT json_object('status', status, 'tickets', count(*)) FROM tickets GROUP BY status ORDER BY status`,
    postgres: `select json_build_object('status', status, 'tickets', count(*))::text from hand_written group by status order by status`,
    maxMilliseconds: 500,
  },
  {
    name: 'count by month',
    params: { query: { aggregate: { group_by: [{ field: 'updated_at', by: 'month' }], values: { tickets } } } },
    sqlite: `SELECT json_object('updated_at', ${month} || '-01', 'tickets', count(*)) FROM tickets GROUP BY ${month} ORDER BY ${month}`,
    postgres: `select json_build_object('updated_at', ${month} || '-01', 'tickets', count(*))::text from hand_written group by ${month} order by ${month}`,
    maxMilliseconds: 2000,
  },
  {
    name: 'sum by status',
    params: { query: { aggregate: { group_by: ['status'], values: { replies: { sum: 'reply_count' } } } } },
    sqlite: `SELECT json_object('status', status, 'replies', sum(document ->> '$.reply_count')) FROM tickets NOT INDEXED GROUP BY status ORDER BY status`,
    postgres: `select json_build_object('status', status, 'replies', sum((document ->> 'reply_count')::numeric))::text from hand_written group by status order by status`,
    maxMilliseconds: 5000,
  },
];
