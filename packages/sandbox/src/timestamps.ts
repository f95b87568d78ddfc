import { fixedDay } from './fixed-day.ts';
import type { JsonObject } from './json.ts';
import { wordsOf } from './names.ts';
import type { ObjectShape } from './shape.ts';
import { timeOf } from './time-forms.ts';

const moments = new Set(['at', 'on', 'date', 'time', 'timestamp', 'created', 'updated', 'modified']);
const changed = ['updated', 'modified'];

/** Dates the changes of one simulated upstream: the first on the fixed day, each a second after the one before. */
export class Clock {
  #seconds = 0;

  /** Sets the times of the last change and, for a new record, of its creation, in the fields' formats. */
  stamp(record: JsonObject, shape: ObjectShape, isNew: boolean): JsonObject {
    const stamped = { ...record };
    const milliseconds = fixedDay + 1000 * this.#seconds++;
    for (const [name, { shape: field }] of shape.fields) {
      const words = wordsOf(name);
      const says = words.some((word) => changed.includes(word) || (isNew && word === 'created'));
      if (!says || !moments.has(words.at(-1) ?? '')) continue;
      const written = timeOf(record[name]);
      if (written !== undefined) stamped[name] = written.write(milliseconds);
      else if (field.kind === 'number') stamped[name] = Math.floor(milliseconds / 1000);
      else if (field.kind === 'text') {
        const text = `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
        stamped[name] = field.format === 'date' ? text.slice(0, 10) : text;
      }
    }
    return stamped;
  }
}
