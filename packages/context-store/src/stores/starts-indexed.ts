import { isScalar } from '../query/field-type.ts';
import type { LayoutField } from './entity-layout.ts';

const indexedWords: ReadonlySet<string> = new Set(
  'id key slug email number status state type kind priority date time timestamp at on created updated modified'.split(
    ' ',
  ),
);

/**
 * Whether a field has an ordered index from the beginning: a scalar whose name ends with a word for what records are looked
 * up by, such as `customer_id`, `createdAt`, `due_on` or `status`. Others get theirs when they keep being scanned.
 */
export function startsIndexed({ name, type, absent }: LayoutField): boolean {
  return !absent && isScalar(type) && indexedWords.has(lastWord(name));
}

const wordlessWords: ReadonlySet<string> = new Set(
  'id key date time timestamp at on created updated modified url uri href link avatar hash sha token currency'.split(
    ' ',
  ),
);

/** Whether a text field has a word index from the beginning: one that is neither an identifier, a time nor an address. */
export function startsWithWords({ name, type, absent }: LayoutField): boolean {
  return !absent && type === 'string' && !wordlessWords.has(lastWord(name));
}

function lastWord(name: string): string {
  return (name.split(/[._-]|(?<=[a-z0-9])(?=[A-Z])/).at(-1) ?? '').toLowerCase();
}
