import type { Parameters } from './statement.ts';

/** How many bytes a word may have in the index with its scope; PostgreSQL takes 2046. */
const longestIndexedWord = 2000;
/** How many bytes all indexed words of a record may have; PostgreSQL takes 1 MiB. */
const mostIndexedBytes = 900_000;
/** Maximum number of words per text query, so that it is evaluated without deep recursion. */
const wordsPerQuery = 1000;

/** The words of a record as its two columns hold them. */
export interface IndexedWords {
  /** Text form of a tsvector. */
  readonly words: string;
  /** Words that are too long or too many for the index, null in nearly every record. */
  readonly moreWords: readonly string[] | null;
}

/**
 * What stands before every word in the index: four characters of the connection and two of the field. One index then serves all
 * connections and fields, and finds a word of one field of one connection without reading the others' records. Connections that
 * share the characters only cost time, because every statement names the connection too.
 */
export function wordScope(connectionId: string, fieldNumber: number): string {
  const connection = Buffer.from(connectionId.slice(-6), 'hex').toString('base64url');
  return connection + fieldNumber.toString(36).padStart(2, '0');
}

/** Makes the columns of a record's words; each word begins with its scope. */
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

/** Words to look for in one field: those that are equal, and those that begin with a text. */
export interface WantedWords {
  readonly equal: readonly string[];
  readonly beginning: readonly string[];
}

/** SQL that is true for records with at least one of the words in the field of a scope. */
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
  const unindexed = `(more_words is not null and exists (select from unnest(more_words) as more (word) where ${others.join(' or ')}))`;
  return `(${[...indexed, unindexed].join(' or ')})`;
}

function isIndexable(word: string): boolean {
  return Buffer.byteLength(word) <= longestIndexedWord;
}

// Words have letters, marks and digits only, scopes also - and _, so there is nothing to escape.
function quoted(word: string): string {
  return `'${word}'`;
}
