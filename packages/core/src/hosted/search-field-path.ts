import type { EntityLayout } from '@connectory/context-store';
import type { PathSplitter } from '../select-fields.ts';

/**
 * Splits paths into the results of a search: a search field may have dots in its own name (`owner.login`), so the longest field a path
 * begins with is its first part.
 */
export function searchFieldPath({ fields }: EntityLayout): PathSplitter {
  const dotted = fields
    .map(({ name }) => name)
    .filter((name) => name.includes('.'))
    .sort((one, other) => other.length - one.length);
  return (path) => {
    const field = dotted.find((name) => path === name || path.startsWith(`${name}.`));
    if (field === undefined) return path.split('.');
    return path === field ? [field] : [field, ...path.slice(field.length + 1).split('.')];
  };
}
