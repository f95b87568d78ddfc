import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { figuresTable, measure } from '../test/figures-table.ts';
import { type Figures, labelledTexts, parts } from '../test/labelled-texts.ts';

type Floor = Omit<Figures, 'kind'>;

/** What was measured when the detectors were written, and nothing more: a change that finds less has to say so here. */
const measured: Readonly<Record<(typeof parts)[number], Readonly<Record<Figures['kind'], Floor>>>> = {
  developed: {
    email: { texts: 23, exact: 25, overlapping: 25, falsePositives: 0, falseNegatives: 0 },
    phone: { texts: 39, exact: 41, overlapping: 41, falsePositives: 0, falseNegatives: 0 },
    iban: { texts: 13, exact: 14, overlapping: 14, falsePositives: 0, falseNegatives: 0 },
    card: { texts: 11, exact: 11, overlapping: 11, falsePositives: 0, falseNegatives: 0 },
    national_id: { texts: 28, exact: 28, overlapping: 28, falsePositives: 0, falseNegatives: 0 },
    ip: { texts: 11, exact: 12, overlapping: 12, falsePositives: 0, falseNegatives: 0 },
    secret: { texts: 23, exact: 23, overlapping: 23, falsePositives: 0, falseNegatives: 0 },
    instructions: { texts: 30, exact: 30, overlapping: 30, falsePositives: 0, falseNegatives: 0 },
  },
  'held-out': {
    email: { texts: 27, exact: 30, overlapping: 30, falsePositives: 0, falseNegatives: 0 },
    phone: { texts: 40, exact: 41, overlapping: 41, falsePositives: 0, falseNegatives: 1 },
    iban: { texts: 16, exact: 16, overlapping: 16, falsePositives: 0, falseNegatives: 0 },
    card: { texts: 12, exact: 12, overlapping: 12, falsePositives: 0, falseNegatives: 0 },
    national_id: { texts: 32, exact: 28, overlapping: 28, falsePositives: 0, falseNegatives: 4 },
    ip: { texts: 13, exact: 15, overlapping: 15, falsePositives: 0, falseNegatives: 0 },
    secret: { texts: 34, exact: 34, overlapping: 34, falsePositives: 0, falseNegatives: 0 },
    instructions: { texts: 30, exact: 30, overlapping: 30, falsePositives: 1, falseNegatives: 0 },
  },
};

describe.each(parts)('of the texts of the part %s', (part) => {
  it.each(measure(part))('finds as many of the kind $kind as were found before, and no more by mistake', (figures) => {
    const floor = measured[part][figures.kind];
    expect(figures.texts).toBe(floor.texts);
    expect(figures.exact).toBeGreaterThanOrEqual(floor.exact);
    expect(figures.overlapping).toBeGreaterThanOrEqual(floor.overlapping);
    expect(figures.falsePositives).toBeLessThanOrEqual(floor.falsePositives);
    expect(figures.falseNegatives).toBeLessThanOrEqual(floor.falseNegatives);
  });

  it('has the figures that the README shows', async () => {
    const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
    expect(readme).toContain(figuresTable(part));
  });
});

it('is measured with enough texts, of which enough are hard to tell from personal data', () => {
  const texts = parts.flatMap(labelledTexts);
  expect(texts.length).toBeGreaterThanOrEqual(400);
  expect(texts.filter(({ expected }) => expected.length === 0).length).toBeGreaterThanOrEqual(150);
  expect(new Set(texts.map(({ text }) => text)).size).toBe(texts.length);
});
