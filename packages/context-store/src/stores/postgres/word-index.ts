import type { Parameters } from './statement.ts';

/** Maximum size of an indexed word with its scope, in bytes; PostgreSQL allows 2046. */
const longestIndexedWord = 2000;
/** Maximum size of all indexed words of a record, in bytes; PostgreSQL allows 1 MiB. */
const mostIndexedBytes = 900_000;
/** Maximum number of words per text query, so that it is evaluated without deep recursion. */
const wordsPerQuery = 1000;

/** The words of a record as stored in its two columns. */
export interface IndexedWords {
  /** Text form of a tsvector. */
  readonly words: string;
  /** Words that are too long or too many for the index, null in nearly every record. */
  readonly moreWords: readonly string[] | null;
}

/**
 * Prefix of every word in the index: four characters of the connection and two of the field. One index then serves all connections and
 * fields, and finds a word in one field of one connection without reading the records of others. A collision of prefixes only costs time,
 * because every statement also names the connection.
 */
export function wordScope(connectionId: string, fieldNumber: number): string {
  const connection = Buffer.from(connectionId.slice(-6), 'hex').toString('base64url');
  return connection + fieldNumber.toString(36).padStart(2, '0');
}

/** Returns the word columns of a record. Each word begins with its scope. */
export function indexedWords(scopedWords: readonly string[]): IndexedWords {
  const indexed: string[] = [];
  const more: string[] = [];
  let remaining = mostIndexedBytes;
  for (const word of scopedWords) {
    const size = word.length * 3 <= longestIndexedWord ? word.length * 3 : Buffer.byteLength(word);
    remaining -= size;
    if (size > longestIndexedWord || remaining < 0) more.push(word);
    else indexed.push(quoted(word));
  }
  return { words: indexed.join(' '), moreWords: more.length === 0 ? null : more };
}

/** Words to look for in one field: exact words, and prefixes. */
export interface WantedWords {
  readonly equal: readonly string[];
  readonly beginning: readonly string[];
}

/**
 * SQL that is true for records with at least one of the words in the field that the scope identifies. Its first half is what the indexes
 * answer, so that the database need not read the words of each match again; the second half tests records with words beside the index.
 */
export function wordCondition(scope: string, { equal, beginning }: WantedWords, parameters: Parameters): string {
  const equals = equal.map((word) => scope + word);
  const beginnings = beginning.map((word) => scope + word);
  const terms = [
    ...equals.filter(isIndexable).map(quoted),
    ...beginnings.filter(isIndexable).map((word) => `${quoted(word)}:*`),
  ];
  const queries = Array.from({ length: Math.ceil(terms.length / wordsPerQuery) }, (_, index) =>
    terms.slice(index * wordsPerQuery, (index + 1) * wordsPerQuery).join(' | '),
  );
  const indexed = queries.map((query) => `words @@ ${parameters.bind(query, 'tsquery')}`);
  const others = [
    ...(equals.length > 0 ? [`more.word = any(${parameters.bind(equals, 'text[]')})`] : []),
    ...(beginnings.length > 0 ? [`more.word ^@ any(${parameters.bind(beginnings, 'text[]')})`] : []),
  ];
  const hasMore = 'more_words is not null';
  const isAmongMore = `exists (select from unnest(more_words) as more (word) where ${others.join(' or ')})`;
  return `((${[...indexed, hasMore].join(' or ')}) and (${['more_words is null', ...indexed, isAmongMore].join(' or ')}))`;
}

function isIndexable(word: string): boolean {
  return Buffer.byteLength(word) <= longestIndexedWord;
}

// Words contain only letters, marks and digits, and scopes also - and _, so nothing needs escaping.
function quoted(word: string): string {
  return `'${word}'`;
}
