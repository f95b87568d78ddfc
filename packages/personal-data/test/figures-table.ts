import { detect, detectedKinds, hasInstructions } from '../src/index.ts';
import { type Figures, figuresOf, instructionFigures, labelledTexts, type Part } from './labelled-texts.ts';

const every = new Set(detectedKinds);
const columns = ['kind', 'texts', 'exact', 'overlap', 'false +', 'false -', 'precision', 'recall'];

/** What is found in a part of the labelled set next to what is expected, as a table of Markdown. */
export function figuresTable(part: Part): string {
  const figures = measure(part);
  const rows = [columns, ...figures.map(rowOf)];
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`;
  return [line(columns), line(widths.map((width) => '-'.repeat(width))), ...rows.slice(1).map(line)].join('\n');
}

/** The figures of every kind and of instructions. */
export function measure(part: Part): readonly Figures[] {
  const texts = labelledTexts(part);
  const find = (text: string) => detect(text, every);
  return [...detectedKinds.map((kind) => figuresOf(kind, texts, find)), instructionFigures(part, hasInstructions)];
}

/** What is not found as it is marked in a part, for work on the detectors. */
export function misses(part: Part): readonly string[] {
  return labelledTexts(part).flatMap(({ text, expected }) => {
    const show = (finds: typeof expected) =>
      finds.map(({ kind, start, end }) => `${kind}:${text.slice(start, end)}`).join(' | ');
    const [found, wanted] = [show(detect(text, every)), show(expected)];
    return found === wanted ? [] : [`${text}\n  found    ${found}\n  expected ${wanted}`];
  });
}

const rowOf = (one: Figures): readonly string[] => [
  one.kind,
  `${one.texts}`,
  `${one.exact}`,
  `${one.overlapping}`,
  `${one.falsePositives}`,
  `${one.falseNegatives}`,
  percent(one.overlapping, one.overlapping + one.falsePositives),
  percent(one.overlapping, one.overlapping + one.falseNegatives),
];

const percent = (part: number, whole: number): string => (whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`);
