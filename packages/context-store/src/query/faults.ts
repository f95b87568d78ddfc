import { type FieldError, GatewayError, jsonPointer, shownPointer } from '@connectory/errors';
import { distance } from 'fastest-levenshtein';
import { bounds } from './bounds.ts';
import { firstCodePoints } from './stored-text.ts';

/** Place of a value in the request, from its root: `['params', 'query', 'filter']`. */
export type Place = readonly string[];

const longestShownName = 100;

/** The faults found in one search request; at most 20 are kept. */
export class FaultList {
  readonly #errors: FieldError[] = [];

  get isFull(): boolean {
    return this.#errors.length >= bounds.faults;
  }

  /** Adds an error; `message` continues the name of the place: "must be text". */
  add(place: Place, code: string, message: string): void {
    if (!this.isFull) this.#errors.push({ field: pointer(place), message, error_code: code });
  }

  /** Adds a name that is not among the accepted ones, with the nearest of them. */
  addUnknown(place: Place, name: string, accepted: readonly string[], message: string): void {
    if (this.isFull) return;
    const near = nearestName(name, accepted);
    this.#errors.push({
      field: pointer(place),
      message,
      error_code: 'unknown_name',
      ...(near !== undefined && { did_you_mean: near }),
    });
  }

  /** Throws `invalid_query` with every fault, if there is one. */
  throwIfAny(): void {
    const [first, ...others] = this.#errors;
    if (first === undefined) return;
    const more = others.length > 0 ? ` (and ${others.length} more)` : '';
    const hint = first.did_you_mean === undefined ? '' : ` Did you mean "${first.did_you_mean}"?`;
    throw new GatewayError('invalid_query', `${shownPointer(first.field)} ${first.message}${more}.${hint}`, {
      errors: this.#errors,
    });
  }
}

function pointer(place: Place): string {
  return jsonPointer(place.map((part) => firstCodePoints(part.toWellFormed(), longestShownName)));
}

function nearestName(wrong: string, accepted: readonly string[]): string | undefined {
  if (wrong.length > longestShownName) return undefined;
  const farthest = Math.max(2, Math.floor(wrong.length / 3));
  return accepted
    .map((name) => ({ name, edits: distance(wrong.toLowerCase(), name.toLowerCase()) }))
    .filter(({ edits }) => edits <= farthest)
    .sort((one, other) => one.edits - other.edits)[0]?.name;
}
