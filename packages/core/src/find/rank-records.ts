import { forgivenEdits, words } from '@connectory/context-store';
import MiniSearch from 'minisearch';

/** A record that may be what is looked for. */
export interface Candidate {
  /** What it is a record of: of one that has the same title, all but the best count less. */
  readonly kind: string;
  readonly title: string;
  readonly texts: readonly string[];
  /** The words of the search that name the system or the kind of record. */
  readonly about: string;
  /** When it was last changed, as a text in the order of time; empty if it is not known. */
  readonly time: string;
}

/** A candidate, and how well it matches: above 0, and 1 for the best one of those that have all words. */
export interface Ranked<One extends Candidate> {
  readonly candidate: One;
  readonly score: number;
}

const fieldWeights = { title: 3, text: 1, about: 0.5 };
/** How much less each further record of a kind counts that has the same title. */
const repeatedFactor = 0.5;
/** Records that are indexed before other work gets a turn. */
const chunkSize = 20;

/**
 * Ranks candidates: those with more of the `wanted` words first, then by how rare the words are and where they are; among equals, the
 * latest change first. Words match as in a fuzzy search, exact ones better.
 */
export async function rankRecords<One extends Candidate>(
  candidates: readonly One[],
  said: readonly string[],
  wanted: ReadonlySet<string>,
): Promise<readonly Ranked<One>[]> {
  const index = new MiniSearch<{ readonly id: number }>({
    fields: Object.keys(fieldWeights),
    extractField: (document, field) => {
      const { title = '', texts = [], about = '' } = candidates[document.id] ?? {};
      return { id: String(document.id), title, text: texts.join('\n'), about }[field] ?? '';
    },
    tokenize: (text) => [...words(text)],
    processTerm: (term) => term,
  });
  await index.addAllAsync(
    candidates.map((_one, id) => ({ id })),
    { chunkSize },
  );
  const hits = index.search(said.join(' '), {
    boost: fieldWeights,
    prefix: (term) => term.length > 1,
    fuzzy: (term) => forgivenEdits(term),
    weights: { fuzzy: 0.35, prefix: 0.6 },
  });
  const best = Math.max(...hits.map(({ score }) => score), Number.MIN_VALUE);
  const scoreOf = (matched: number, share: number) => rounded((matched - 1 + share) / wanted.size);
  const ranked = hits.flatMap(({ id, score, queryTerms }) => {
    const candidate = candidates[Number(id)];
    const matched = queryTerms.filter((term) => wanted.has(term)).length;
    const share = score / best;
    return candidate === undefined || matched === 0
      ? []
      : [{ candidate, matched, share, score: scoreOf(matched, share) }];
  });
  const times = new Map<string, number>();
  return ranked
    .toSorted(byScore)
    .map((one) => {
      const name = `${one.candidate.kind} ${one.candidate.title}`;
      const before = times.get(name) ?? 0;
      times.set(name, before + 1);
      return { ...one, score: scoreOf(one.matched, one.share * repeatedFactor ** before) };
    })
    .toSorted(byScore)
    .map(({ candidate, score }) => ({ candidate, score }));
}

const byScore = <One extends Candidate>(one: Ranked<One>, other: Ranked<One>) =>
  other.score - one.score || compareTimes(other.candidate, one.candidate);

const compareTimes = ({ time: one }: Candidate, { time: other }: Candidate) => (one < other ? -1 : Number(one > other));

// Differences that nobody would notice do not outweigh the time of a change.
const rounded = (score: number) => Math.max(0.001, Math.round(score * 1000) / 1000);
