import { capitalized } from '../names.ts';

/** Whether a description is not empty. */
export const isSaid = (description: unknown): description is string =>
  typeof description === 'string' && description.trim() !== '';

/** Returns the first sentence of a description as a clause of at most 120 characters, or the name in words. */
export function clause(description: unknown, name: string): string {
  const text = typeof description === 'string' ? description : '';
  const plain = text
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/[`*_]{1,2}([^`*_]+)[`*_]{1,2}/g, '$1')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  const first =
    plain
      .replaceAll(/\s+/g, ' ')
      .trim()
      .split(/(?<=[^.])[.!?](?:\s|$)/)[0] ?? '';
  const chosen = first === '' ? inWords(name) : capitalized(first);
  return chosen.length > 120
    ? `${chosen.slice(0, chosen.lastIndexOf(' ', 117) > 40 ? chosen.lastIndexOf(' ', 117) : 117)} …`
    : chosen || name;
}

/** Converts a name to words; a name with spaces was written by a person and stays. */
export function inWords(name: string): string {
  if (name.includes(' ')) return name;
  const words = name
    .replaceAll(/[^A-Za-z0-9]+/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
