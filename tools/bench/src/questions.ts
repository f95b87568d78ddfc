import type { SearchPosition } from '@connectory/context-store';
import { createdAt } from './tickets.ts';
import { type Randomness, vocabulary } from './words.ts';

export type Filter = Readonly<Record<string, unknown>>;

/** A search of the tickets, and where its page begins; omitted for the first record. */
export interface Ask {
  readonly filter?: Filter;
  /** The field to sort by, newest first; by key if omitted. */
  readonly sort?: string;
  readonly limit: number;
  readonly after?: SearchPosition;
}

/** One kind of question; the operands differ from one question to the next. */
export interface Question {
  readonly name: string;
  readonly ask: (random: Randomness) => Ask;
}

const below = (random: Randomness, limit: number) => Math.floor(random() * limit);
const longWords = vocabulary.slice(0, 20_000).filter((word) => word.length >= 5 && word.length <= 12);
const common = (random: Randomness) => longWords[below(random, 12)] ?? '';
const rare = (random: Randomness) => longWords.at(-1 - below(random, 2000)) ?? '';
// Omits the second letter: one edit.
const misspelled = (word: string) => word.slice(0, 1) + word.slice(2);
const statuses = ['new', 'open', 'pending', 'hold', 'solved', 'closed'];

/** The 19 questions of the bench about this many tickets. */
export function questions(records: number): readonly Question[] {
  const newest = (filter: Filter, limit = 100): Ask => ({ filter, sort: 'created_at', limit });
  const question = (name: string, ask: Question['ask']): Question => ({ name, ask });
  const deep = (name: string, depth: number) =>
    question(name, (random) => {
      const at = records - Math.min(records, depth) - below(random, 100);
      const after = { values: [createdAt(at)], key: JSON.stringify([String(1_000_000 + at)]) };
      return { sort: 'created_at', limit: 100, after };
    });
  return [
    question('eq on the key', (random) => ({ filter: { eq: { id: 1_000_000 + below(random, records) } }, limit: 100 })),
    question('eq (common) + sort, 100', (random) => newest({ eq: { status: statuses[below(random, 6)] } })),
    question('eq (rare) + sort, 100', (random) =>
      newest({ eq: { organization_id: 40_000_000 + below(random, 20_000) } }),
    ),
    question('range + eq + sort, 1000', (random) => {
      const at = below(random, records * 0.9);
      const range = { gte: { created_at: createdAt(at) }, lt: { created_at: createdAt(at + records * 0.1) } };
      return newest({ ...range, eq: { priority: 'high' } }, 1000);
    }),
    question('in of 50', (random) => ({
      filter: { in: { requester_id: Array.from({ length: 50 }, () => 20_000_000 + below(random, 200_000)) } },
      limit: 1000,
    })),
    question('like, common', (random) => newest({ like: { subject: `%${common(random).slice(0, 5)}%` } })),
    question('like, rare', (random) => newest({ like: { subject: `%${rare(random)}%` } })),
    question('keyword, common', (random) => newest({ keyword: { subject: common(random) } })),
    question('keyword, rare', (random) => newest({ keyword: { subject: rare(random) } })),
    question('keyword in a long text, rare', (random) => newest({ keyword: { description: rare(random) } })),
    question('fuzzy, common', (random) => newest({ fuzzy: { subject: misspelled(common(random)) } })),
    question('fuzzy, rare', (random) => newest({ fuzzy: { subject: misspelled(rare(random)) } })),
    question('eq of a declared member', (random) => ({
      filter: { eq: { 'custom.region': `region-${below(random, 1000)}` } },
      limit: 100,
    })),
    question('eq of an open member', (random) => ({
      filter: { eq: { 'custom.contract': below(random, 5000) } },
      limit: 100,
    })),
    question('and, or, not + sort, 100', (random) => {
      const agents = Array.from({ length: 3 }, () => 30_000_000 + below(random, 500));
      const and = [
        { or: agents.map((agent) => ({ eq: { assignee_id: agent } })) },
        { not: { in: { status: ['solved', 'closed'] } } },
        { or: [{ eq: { priority: 'urgent' } }, { eq: { has_incidents: true } }] },
      ];
      return { filter: { and }, sort: 'updated_at', limit: 100 };
    }),
    deep('first page', 0),
    deep('page at depth 1,000', 1000),
    deep('page at depth 100,000', 100_000),
    deep('page at depth 900,000', 900_000),
  ];
}

/** The other words of the vocabulary that match a fuzzy operand, by one or two edits. */
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
