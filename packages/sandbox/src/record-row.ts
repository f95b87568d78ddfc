import { isDeepStrictEqual } from 'node:util';
import { valueAt } from '@connectory/connector-sdk';
import { parsed } from './criteria.ts';
import { isObject, isScalar, type JsonObject, setAt } from './json.ts';
import type { SimulatedAction, SimulatedEntity } from './simulated-vendor.ts';

/**
 * The row a vendor would send for a record: what `toRow` makes of it. Where the connector reshapes rows without saying how to undo
 * that, the row is one of those its `toRecord` turns into the record; the record itself when none is found.
 */
export function rowOf(action: SimulatedAction, record: JsonObject, params: JsonObject): unknown {
  const { simulate } = action;
  if (simulate?.toRow !== undefined) return simulate.toRow(structuredClone(record), parsed(action, params));
  if (action.toRecord === undefined) return record;
  const candidates = [record, ...Object.values(record).filter((value) => isScalar(value) || isObject(value))];
  return candidates.find((row) => isDeepStrictEqual(recordOf(action, row, params), record)) ?? record;
}

function recordOf(action: SimulatedAction, row: unknown, params: JsonObject): unknown {
  try {
    return action.toRecord?.(structuredClone(row), params);
  } catch {
    // A row of the wrong shape is simply not the one.
    return undefined;
  }
}

/** Path of the file's URL within a record, for entities whose files are fetched from such a URL. */
export function fileUrlPath({ actions }: SimulatedEntity): string | undefined {
  const fileAt = actions.download?.fileAt;
  if (fileAt === undefined) return undefined;
  const places = [actions.download, actions.get, actions.create].flatMap((action) => action?.recordAt || []);
  const place = places.find((path) => fileAt.startsWith(`${path}.`));
  // A vendor may return a single record as a list.
  return (place === undefined ? fileAt : fileAt.slice(place.length + 1)).replace(/^0\./, '');
}

/** A copy of the row whose file URL points to `url`. */
export function withFileUrl(row: unknown, path: string, url: string): unknown {
  if (Array.isArray(row)) return row.map((one) => withFileUrl(one, path, url));
  if (!isObject(row)) return row;
  const copy = structuredClone(row);
  if (valueAt(copy, path) !== null) setAt(copy, path, url);
  return copy;
}
