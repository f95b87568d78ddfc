import type { SampleSource } from '@connectory/connector-sdk';
import { epochTime, isoTime } from './fixed-day.ts';
import { company, person, plainWords } from './made-up-text.ts';
import type { Random } from './random.ts';

const idAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/**
 * The choices a `sample` function makes, drawn from one random sequence; `of` decides where fields of other records come from.
 */
export function createSampleSource(index: number, random: Random, of: SampleSource['of']): SampleSource {
  return {
    index,
    integer: (minimum, maximum) => random.integer(minimum, maximum),
    pick: (values) => random.pick(values),
    id: (prefix, length) => prefix + random.text(length, idAlphabet),
    time: (daysAgo) => isoTime(daysAgo, random.fraction()),
    epoch: (daysAgo) => epochTime(daysAgo, random.fraction()),
    person: () => person(random),
    company: () => company(random),
    words: (count) => plainWords(random, count),
    of,
  };
}
