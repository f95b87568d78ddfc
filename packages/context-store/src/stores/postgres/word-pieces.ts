/**
 * Pieces of words find words within a few edits of each other without comparing all of them. A word is cut into one piece more than the
 * allowed number of edits. The edits cannot touch every piece, and an untouched piece is displaced by at most the number of edits.
 */

/** Operands of at least 8 code points allow 2 edits (`forgivenEdits`), so words of at least 6 code points can match them. */
const shortestOfThreePieces = 6;

/** Returns the pieces that a word of the vocabulary is indexed by, as numbers. */
export function piecesOf(word: string): readonly number[] {
  const codePoints = codePointsOf(word);
  return segments(codePoints.length).map(({ start, end }, index) =>
    pieceNumber(codePoints.length, index, codePoints, start, end),
  );
}

/** Returns pieces such that every word within the edits of an operand has at least one of them. */
export function piecesNear(operandWord: string, edits: 1 | 2): readonly number[] {
  const codePoints = codePointsOf(operandWord);
  const pieces = new Set<number>();
  for (let length = codePoints.length - edits; length <= codePoints.length + edits; length += 1) {
    for (const [index, { start, end }] of segments(length).entries()) {
      const first = Math.max(0, start - edits);
      const last = Math.min(codePoints.length - (end - start), start + edits);
      for (let place = first; place <= last; place += 1) {
        pieces.add(pieceNumber(length, index, codePoints, place, place + end - start));
      }
    }
  }
  return [...pieces];
}

function segments(length: number): readonly { readonly start: number; readonly end: number }[] {
  const count = length < shortestOfThreePieces ? 2 : 3;
  return Array.from({ length: count }, (_, index) => ({
    start: Math.floor((index * length) / count),
    end: Math.floor(((index + 1) * length) / count),
  }));
}

// FNV-1a. A collision only costs a comparison.
function pieceNumber(length: number, index: number, codePoints: readonly number[], start: number, end: number): number {
  let hash = 0x811c9dc5;
  const add = (value: number): void => {
    hash = Math.imul(hash ^ value, 0x01000193);
  };
  add(length);
  add(index);
  for (let place = start; place < end; place += 1) add(codePoints[place] ?? 0);
  return hash | 0;
}

function codePointsOf(word: string): readonly number[] {
  return Array.from(word, (character) => character.codePointAt(0) ?? 0);
}
