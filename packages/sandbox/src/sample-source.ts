import type { SampleSource } from '@connectory/connector-sdk';
import { epochTime, isoTime } from './fixed-day.ts';
import { company, isHeading, person, plainWords } from './made-up-text.ts';
import { headings } from './phrases.ts';
import { createRandom, type Random } from './random.ts';

const idAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/**
 * The choices the `sample` function of an entity makes, drawn from one random sequence; `of` decides where fields of other records come from.
 */
export function createSampleSource(
  entity: string,
  index: number,
  random: Random,
  of: SampleSource['of'],
): SampleSource {
  // Neighboring records have different headings.
  let next = createRandom(entity, 'heading').integer(0, headings.length - 1) + index;
  const heading = () => {
    const text = headings[next % headings.length] as string;
    next += 13;
    return text;
  };
  return {
    index,
    integer: (minimum, maximum) => random.integer(minimum, maximum),
    pick: (values) => random.pick(values),
    id: (prefix, length) => prefix + random.text(length, idAlphabet),
    time: (daysAgo) => isoTime(daysAgo, random.fraction()),
    epoch: (daysAgo) => epochTime(daysAgo, random.fraction()),
    person: () => person(random),
    company: () => company(random),
    words: (count) => (isHeading(count) ? heading() : plainWords(random, count)),
    of,
  };
}
