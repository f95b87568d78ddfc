import { isObject, type Members } from './members.ts';
import type { SearchFields } from './search-fields.ts';
import { translateFilter } from './translate-filter.ts';

/** Translates the parameters of a search of the copy to our operators and field names. */
export function translateSearch(params: Members, fields: SearchFields): Members {
  const { query, fields: paths } = params;
  return {
    ...params,
    ...(isObject(query) && { query: translateQuery(query, fields) }),
    ...(Array.isArray(paths) && { fields: paths.map((path) => ownKeys(path, fields)) }),
  };
}

/** Translates dotted paths into the records of a search to our names. A value that is not a list of paths is returned unchanged. */
export function translatePaths(paths: unknown, fields: SearchFields): unknown {
  return Array.isArray(paths) ? paths.map((path) => (typeof path === 'string' ? fields.ownPath(path) : path)) : paths;
}

function translateQuery(query: Members, fields: SearchFields): Members {
  const { filter, sort } = query;
  return {
    ...query,
    ...('filter' in query && { filter: translateFilter(filter, fields) }),
    ...(Array.isArray(sort) && { sort: sort.map((key) => sortKey(key, fields)) }),
  };
}

function sortKey(key: unknown, fields: SearchFields): unknown {
  if (!isObject(key)) return key;
  return Object.fromEntries(Object.entries(key).map(([name, direction]) => [fields.ownPath(name), direction]));
}

// The SDK writes a path as an array of keys.
function ownKeys(path: unknown, fields: SearchFields): unknown {
  if (typeof path === 'string') return fields.ownPath(path);
  if (!Array.isArray(path) || typeof path[0] !== 'string') return path;
  const [name, ...below] = path;
  return [fields.names.byName.get(name) ?? name, ...below];
}
