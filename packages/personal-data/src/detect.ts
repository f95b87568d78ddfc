import { type Candidate, certainties, type DetectedKind, type Detection, detectedKinds } from './candidate.ts';
import { findEmails } from './emails.ts';
import { findAddresses } from './network-addresses.ts';
import { findNumbers } from './numbers.ts';
import { findSecrets } from './secrets.ts';

export { type DetectedKind, type Detection, detectedKinds };

/**
 * Finds personal data and secrets of the given kinds in order of position, never overlapping; of overlapping finds the most certain one
 * counts (a checksum before a pattern). Time is linear in the length of the text.
 */
export function detect(text: string, kinds: ReadonlySet<DetectedKind>): readonly Detection[] {
  const candidates: Candidate[] = [];
  if (kinds.has('secret')) findSecrets(text, candidates);
  if (kinds.has('email') && text.includes('@')) findEmails(text, candidates);
  if (/\d/.test(text)) {
    if (kinds.has('ip')) findAddresses(text, candidates);
    findNumbers(text, kinds, candidates);
  }
  if (candidates.length === 0) return [];
  candidates.sort((one, other) => one.start - other.start || other.end - one.end);
  let counted: readonly Candidate[] = [];
  for (const certainty of certainties) {
    counted = withoutOverlap(
      counted,
      candidates.filter((one) => one.certainty === certainty),
    );
  }
  return counted.map(({ kind, start, end }) => ({ kind, start, end }));
}

/** Adds those of the less certain candidates that overlap none of the others; both are sorted by position. */
function withoutOverlap(certain: readonly Candidate[], added: readonly Candidate[]): readonly Candidate[] {
  if (added.length === 0) return certain;
  const merged: Candidate[] = [];
  let next = 0;
  let end = 0;
  for (const one of added) {
    for (let other = certain[next]; other !== undefined && other.start < one.end; other = certain[++next]) {
      merged.push(other);
      end = Math.max(end, other.end);
    }
    if (one.start < end) continue;
    merged.push(one);
    end = one.end;
  }
  return merged.concat(certain.slice(next));
}
