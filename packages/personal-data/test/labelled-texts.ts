import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DetectedKind, type Detection, detectedKinds } from '../src/index.ts';

/** The parts of the labelled set: one the detectors are developed with, and one that was written before them and is not looked at. */
export const parts = ['developed', 'held-out'] as const;
export type Part = (typeof parts)[number];

/** A text with the finds that are expected in it. */
export interface LabelledText {
  readonly text: string;
  readonly expected: readonly Detection[];
}

/** Reads the texts of a part. A line is `language: text`; a find is written as `⟦kind:find⟧`, and `\n` as in JSON. */
export function labelledTexts(part: Part): readonly LabelledText[] {
  return linesOf(`${part}.txt`).map((line) => {
    const expected: Detection[] = [];
    let text = '';
    for (const [index, piece] of line
      .replace(/^\w\w: /, '')
      .split(/[⟦⟧]/)
      .entries()) {
      if (index % 2 === 0) {
        text += piece;
        continue;
      }
      const colon = piece.indexOf(':');
      const kind = detectedKinds.find((one) => one === piece.slice(0, colon));
      if (kind === undefined) throw new Error(`Unknown kind in ${line}`);
      const found = piece.slice(colon + 1);
      expected.push({ kind, start: text.length, end: text.length + found.length });
      text += found;
    }
    return { text, expected };
  });
}

/** The texts of a part for instructions: `+` begins one that looks like instructions, `-` one that does not. */
function instructionTexts(part: Part): readonly { readonly text: string; readonly isPositive: boolean }[] {
  return linesOf(`instructions-${part}.txt`).map((line) => ({
    text: line.replace(/^[+-] \w\w: /, ''),
    isPositive: line.startsWith('+'),
  }));
}

/** A `¦` is left out: it is there so that no host takes an invented secret for a real one. */
function linesOf(name: string): readonly string[] {
  const lines = readFileSync(join(import.meta.dirname, '../labelled', name), 'utf8').split('\n');
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) =>
      line
        .replaceAll('¦', '')
        .replaceAll('\\n', '\n')
        .replace(/\\u([\da-f]{4})/gi, unescaped),
    );
}

const unescaped = (_: string, code: string): string => String.fromCharCode(Number.parseInt(code, 16));

/** Counts of a kind over some texts. */
export interface Figures {
  readonly kind: DetectedKind | 'instructions';
  readonly texts: number;
  /** Finds with the very span that was expected. */
  readonly exact: number;
  /** Finds that overlap an expected one, including the exact ones. */
  readonly overlapping: number;
  /** Finds that overlap none of the kind. */
  readonly falsePositives: number;
  /** Expected finds that no find of the kind overlaps. */
  readonly falseNegatives: number;
}

/** Compares finds with what was expected, for one kind. */
export function figuresOf(
  kind: DetectedKind,
  texts: readonly LabelledText[],
  find: (text: string) => readonly Detection[],
): Figures {
  const figures = { kind, texts: 0, exact: 0, overlapping: 0, falsePositives: 0, falseNegatives: 0 };
  for (const { text, expected } of texts) {
    const wanted = expected.filter((one) => one.kind === kind);
    const found = find(text).filter((one) => one.kind === kind);
    if (wanted.length > 0) figures.texts++;
    figures.exact += found.filter((one) =>
      wanted.some(({ start, end }) => start === one.start && end === one.end),
    ).length;
    const matched = found.filter((one) => wanted.some((other) => overlap(one, other))).length;
    figures.overlapping += matched;
    figures.falsePositives += found.length - matched;
    figures.falseNegatives += wanted.filter((one) => !found.some((other) => overlap(one, other))).length;
  }
  return figures;
}

/** Counts the texts that are taken for instructions. */
export function instructionFigures(part: Part, isFound: (text: string) => boolean): Figures {
  const texts = instructionTexts(part);
  const count = (isPositive: boolean, found: boolean) =>
    texts.filter((one) => one.isPositive === isPositive && isFound(one.text) === found).length;
  const exact = count(true, true);
  return {
    kind: 'instructions',
    texts: texts.filter((one) => one.isPositive).length,
    exact,
    overlapping: exact,
    falsePositives: count(false, true),
    falseNegatives: count(true, false),
  };
}

const overlap = (one: Detection, other: Detection): boolean => one.start < other.end && other.start < one.end;
