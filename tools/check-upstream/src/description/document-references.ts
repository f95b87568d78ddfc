import { isJsonObject, pointerTokens } from '@connectory/testkit/schema-values';
import { readablePattern } from './pattern.ts';

/**
 * Resolves `#/…` references within a document, including references on the way. References to other files and to missing places are
 * undefined.
 */
export function resolveWithin(document: unknown): (reference: string) => unknown {
  const resolved = new Map<string, unknown>();
  const resolve = (reference: string, depth: number): unknown => {
    if (!reference.startsWith('#/') || depth > 32) {
      return undefined;
    }
    let place: unknown = document;
    for (const token of pointerTokens(decodeFragment(reference))) {
      place = followed(place, depth);
      if (Array.isArray(place)) {
        place = place[Number(token)];
      } else if (isJsonObject(place) && Object.hasOwn(place, token)) {
        place = place[token];
      } else {
        return undefined;
      }
    }
    return place;
  };
  const followed = (place: unknown, depth: number): unknown =>
    isJsonObject(place) && typeof place.$ref === 'string' ? resolve(place.$ref, depth + 1) : place;
  return (reference) => {
    if (!resolved.has(reference)) {
      resolved.set(reference, resolve(reference, 0));
    }
    return resolved.get(reference);
  };
}

function decodeFragment(reference: string): string {
  try {
    return decodeURIComponent(reference);
  } catch {
    return reference;
  }
}

/** One line for every reference and pattern in the document that cannot be used and is therefore not checked. */
export function unreadableParts(document: unknown, resolve: (reference: string) => unknown): string[] {
  const notes = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      value.forEach(visit);
    } else if (isJsonObject(value)) {
      if (typeof value.$ref === 'string' && resolve(value.$ref) === undefined) {
        notes.add(`not checked: reference ${value.$ref} leads nowhere`);
      }
      if (typeof value.pattern === 'string' && readablePattern(value.pattern) === undefined) {
        notes.add(`not checked: pattern ${value.pattern} is no JavaScript pattern`);
      }
      Object.values(value).forEach(visit);
    }
  };
  visit(document);
  return [...notes];
}
