import type { SearchPosition } from '@connectory/context-store';
import type { FileIndexes } from './store-file.ts';
import { createdAt } from './store-tickets.ts';
import { type Randomness, vocabulary } from './store-words.ts';

/** One statement, with its parameters. */
export interface WrittenStatement {
  readonly text: string;
  readonly parameters: readonly (string | number | readonly (string | number)[])[];
}

/** Statements with the same result; the fastest counts. */
type HandWritten = readonly WrittenStatement[];

/** A search, and its handwritten statements. */
export interface Ask {
  readonly params: { readonly query: object; readonly limit: number };
  /** Where the page begins; omitted for the first record. */
  readonly after?: SearchPosition;
  readonly statements: HandWritten;
}

/** One kind of question. */
export interface Question {
  readonly name: string;
  /** Creates one question of this kind; operands differ between questions. */
  readonly make: (random: Randomness) => Ask;
}

const select = 'SELECT json(r.document) FROM tickets_records AS r';
const quoted = (text: string) => `"${text}"`;

/** The questions of the bench about a file with this many records. */
export function questions(records: number, indexes: FileIndexes): readonly Question[] {
  const below = (random: Randomness, limit: number) => Math.floor(random() * limit);
  const column = (name: string) => indexes.order.get(name)?.column ?? name;
  const by = (name: string) => `INDEXED BY ${indexes.order.get(name)?.index ?? ''}`;
  const table = (kind: 'words' | 'parts' | 'members', name: string) => indexes[kind].get(name) ?? '';
  const [id, status, priority, created, updated, organization, requester, assignee, region] = [
    'id',
    'status',
    'priority',
    'created_at',
    'updated_at',
    'organization_id',
    'requester_id',
    'assignee_id',
    'custom.region',
  ].map(column);
  const newest = `ORDER BY ${created} DESC, key LIMIT 101`;
  const byNewest = { sort: [{ created_at: 'desc' }] };

  // A walk in sort order soon finds a common word; a rare one is found through its index.
  const walked = (where: string) => `${select} ${by('created_at')} WHERE ${created} IS NOT NULL AND ${where} ${newest}`;
  const looked = (where: string) => `${select} WHERE r.id IN (${where}) ${newest}`;
  const matched = (kind: 'words' | 'parts', name: string) =>
    `SELECT rowid FROM ${table(kind, name)} WHERE ${table(kind, name)} MATCH ?`;

  const likeQuestion = (name: string, word: (random: Randomness) => string): Question => ({
    name,
    make: (random) => {
      const text = word(random);
      const pattern = `%${text}%`;
      const like = `r.document ->> '$.subject' LIKE ?`;
      const parts = Array.from({ length: text.length - 2 }, (_, index) => quoted(text.slice(index, index + 3)));
      return {
        params: { query: { filter: { like: { subject: pattern } }, ...byNewest }, limit: 100 },
        statements: [
          { text: walked(like), parameters: [pattern] },
          {
            text: `${select} WHERE r.id IN (${matched('parts', 'subject')}) AND ${like} ${newest}`,
            parameters: [parts.join(' AND '), pattern],
          },
        ],
      };
    },
  });
  const wordQuestion = (
    name: string,
    operator: 'keyword' | 'fuzzy',
    word: (random: Randomness) => string,
    field = 'subject',
  ): Question => ({
    name,
    make: (random) => {
      const text = word(random);
      // Omits the second letter: one edit.
      const operand = operator === 'fuzzy' ? text.slice(0, 1) + text.slice(2) : text;
      const match = operator === 'keyword' ? quoted(text) : likeWords(operand);
      const set = matched('words', field);
      return {
        params: { query: { filter: { [operator]: { [field]: operand } }, ...byNewest }, limit: 100 },
        statements: [
          { text: looked(set), parameters: [match] },
          { text: walked(`+r.id IN (${set})`), parameters: [match] },
        ],
      };
    },
  });
  const common = (random: Randomness) => longWords[below(random, 12)] ?? '';
  const rare = (random: Randomness) => longWords.at(-1 - below(random, 2000)) ?? '';
  const deep = (name: string, depth: number): Question => ({
    name,
    make: (random) => {
      const at = records - Math.min(records, depth) - below(random, 100);
      return {
        params: { query: byNewest, limit: 100 },
        after: { values: [createdAt(at)], key: JSON.stringify([String(1_000_000 + at)]) },
        statements: [
          {
            text: `${select} ${by('created_at')} WHERE ${created} <= ? AND NOT (${created} = ? AND key <= ?) ${newest}`,
            parameters: [createdAt(at), createdAt(at), JSON.stringify([String(1_000_000 + at)])],
          },
        ],
      };
    },
  });

  return [
    {
      name: 'eq on the key',
      make: (random) => {
        const value = 1_000_000 + below(random, records);
        return {
          params: { query: { filter: { eq: { id: value } } }, limit: 100 },
          statements: [
            { text: `${select} WHERE key = ?`, parameters: [JSON.stringify([String(value)])] },
            { text: `${select} ${by('id')} WHERE ${id} = ?`, parameters: [value] },
          ],
        };
      },
    },
    {
      name: 'eq (common) + sort, 100',
      make: (random) => {
        const value = ['new', 'open', 'pending', 'hold', 'solved', 'closed'][below(random, 6)] ?? '';
        return {
          params: { query: { filter: { eq: { status: value } }, ...byNewest }, limit: 100 },
          statements: [{ text: walked(`${status} = ?`), parameters: [value] }],
        };
      },
    },
    {
      name: 'eq (rare) + sort, 100',
      make: (random) => {
        const value = 40_000_000 + below(random, 20_000);
        return {
          params: { query: { filter: { eq: { organization_id: value } }, ...byNewest }, limit: 100 },
          statements: [
            { text: `${select} ${by('organization_id')} WHERE ${organization} = ? ${newest}`, parameters: [value] },
          ],
        };
      },
    },
    {
      name: 'range + eq + sort, 1000',
      make: (random) => {
        const at = below(random, records * 0.9);
        const [from, to] = [createdAt(at), createdAt(at + records * 0.1)];
        const filter = { gte: { created_at: from }, lt: { created_at: to }, eq: { priority: 'high' } };
        return {
          params: { query: { filter, ...byNewest }, limit: 1000 },
          statements: [
            {
              text: `${select} ${by('created_at')} WHERE ${created} >= ? AND ${created} < ? AND ${priority} = 'high' ORDER BY ${created} DESC, key LIMIT 1001`,
              parameters: [from, to],
            },
          ],
        };
      },
    },
    {
      name: 'in of 50',
      make: (random) => {
        const values = Array.from({ length: 50 }, () => 20_000_000 + below(random, 200_000));
        return {
          params: { query: { filter: { in: { requester_id: values } } }, limit: 1000 },
          statements: [
            {
              text: `${select} ${by('requester_id')} WHERE ${requester} IN (${values.map(() => '?').join(', ')}) ORDER BY key LIMIT 1001`,
              parameters: values,
            },
          ],
        };
      },
    },
    likeQuestion('like, common', (random) => common(random).slice(0, 5)),
    likeQuestion('like, rare', rare),
    wordQuestion('keyword, common', 'keyword', common),
    wordQuestion('keyword, rare', 'keyword', rare),
    wordQuestion('keyword in a long text, rare', 'keyword', rare, 'description'),
    wordQuestion('fuzzy, common', 'fuzzy', common),
    wordQuestion('fuzzy, rare', 'fuzzy', rare),
    {
      name: 'eq of a declared member',
      make: (random) => {
        const value = `region-${below(random, 1000)}`;
        return {
          params: { query: { filter: { eq: { 'custom.region': value } } }, limit: 100 },
          statements: [
            {
              text: `${select} ${by('custom.region')} WHERE ${region} = ? ORDER BY key LIMIT 101`,
              parameters: [value],
            },
          ],
        };
      },
    },
    {
      name: 'eq of an open member',
      make: (random) => {
        const value = below(random, 5000);
        return {
          params: { query: { filter: { eq: { 'custom.contract': value } } }, limit: 100 },
          statements: [
            {
              text: `${select} WHERE r.id IN (SELECT record FROM ${table('members', 'custom.contract')} WHERE value = ?) ORDER BY key LIMIT 101`,
              parameters: [value],
            },
          ],
        };
      },
    },
    {
      name: 'and, or, not + sort, 100',
      make: (random) => {
        const agents = Array.from({ length: 3 }, () => 30_000_000 + below(random, 500));
        const filter = {
          and: [
            { or: agents.map((agent) => ({ eq: { assignee_id: agent } })) },
            { not: { in: { status: ['solved', 'closed'] } } },
            { or: [{ eq: { priority: 'urgent' } }, { eq: { has_incidents: true } }] },
          ],
        };
        const rest = `${status} NOT IN ('solved', 'closed') AND (${priority} = 'urgent' OR r.document ->> '$.has_incidents')`;
        return {
          params: { query: { filter, sort: [{ updated_at: 'desc' }] }, limit: 100 },
          statements: [
            {
              text: `${select} ${by('assignee_id')} WHERE ${assignee} IN (?, ?, ?) AND ${rest} ORDER BY ${updated} DESC, key LIMIT 101`,
              parameters: agents,
            },
            {
              text: `${select} ${by('updated_at')} WHERE ${updated} IS NOT NULL AND ${assignee} IN (?, ?, ?) AND ${rest} ORDER BY ${updated} DESC, key LIMIT 101`,
              parameters: agents,
            },
          ],
        };
      },
    },
    deep('first page', 0),
    deep('page at depth 1,000', 1000),
    deep('page at depth 100,000', 100_000),
    deep('page at depth 900,000', 900_000),
  ];
}

const longWords = vocabulary.slice(0, 20_000).filter((word) => word.length >= 5 && word.length <= 12);

// The precomputed words that match a fuzzy operand of this bench: by prefix, and by one or two edits.
function likeWords(operand: string): string {
  return [`${quoted(operand)} *`, ...wordsNear(operand).map(quoted)].join(' OR ');
}

/** The other words that match a fuzzy operand, by one or two edits. */
export function wordsNear(operand: string): readonly string[] {
  const edits = operand.length < 4 ? 0 : operand.length < 8 ? 1 : 2;
  return vocabulary.filter((word) => word !== operand && isNear(operand, word, edits));
}

function isNear(one: string, other: string, edits: number): boolean {
  if (Math.abs(one.length - other.length) > edits) return false;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let left = 1; left <= one.length; left += 1) {
    const next = [left];
    for (let right = 1; right <= other.length; right += 1) {
      const replaced = (row[right - 1] ?? 0) + (one[left - 1] === other[right - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[right] ?? 0) + 1, (next[right - 1] ?? 0) + 1));
    }
    row = next;
  }
  return (row[other.length] ?? 0) <= edits;
}
