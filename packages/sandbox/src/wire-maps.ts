import type { Action } from '@connectory/connector-sdk';
import { WireMap } from './wire-map.ts';

const known = new WeakMap<Action, WireMap>();

/** The wire map of an action, made when it is first needed. */
export function wireMapOf(action: Action): WireMap {
  let map = known.get(action);
  if (map === undefined) {
    map = new WireMap(action);
    known.set(action, map);
  }
  return map;
}
