/**
 * Pieces of words, by which words within a few edits of each other are found without comparing all of them. A word is cut into one piece
 * more than the edits it can be away from an operand; so many edits cannot touch every piece, and one that is untouched has moved by no
 * more places than there are edits.
 */

/** Operands of 8 code points and more forgive 2 edits (`forgivenEdits`), which words of 6 and more can be away. */
const shortestOfThreePieces = 6;

/** The pieces a word of the vocabulary is found by, as numbers. */
export function piecesOf(word: string): readonly number[] {
  const codePoints = codePointsOf(word);
  return segments(codePoints.length).map(({ start, end }, index) =>
    pieceNumber(codePoints.length, index, codePoints, start, end),
  );
}

/** The pieces of which every word within the edits of an operand has one. */
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

// FNV-1a. Pieces that share a number only cost a comparison.
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
