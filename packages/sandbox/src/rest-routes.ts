import { type DirectActionName, directActions, makesRecord, type ParsedRoute } from '@connectory/connector-sdk/engine';
import { pathPattern } from './base-paths.ts';
import { allEntities, type SimulatedAction, type SimulatedEntity, type SimulatedVendor } from './simulated-vendor.ts';

/** One route of one action. */
export interface RoutedAction {
  readonly entity: SimulatedEntity;
  readonly name: DirectActionName;
  readonly action: SimulatedAction;
  readonly route: ParsedRoute;
  readonly segments: readonly string[];
  /** The action that fetches the record above, when one is declared. */
  readonly parent: RoutedAction | undefined;
}

/** Actions a request may mean, equally specific, each with the values of its placeholders. */
export type RouteMatch = readonly { readonly routed: RoutedAction; readonly path: Readonly<Record<string, string>> }[];

interface Compiled {
  readonly routed: RoutedAction;
  readonly pattern: RegExp;
  readonly rank: string;
}

/** Finds the actions of a connector's REST routes by method and path. */
export class RestRoutes {
  readonly #compiled: readonly Compiled[];

  /** `basePath` is the pattern of the prefix of every path. */
  constructor(vendor: SimulatedVendor, basePath: string) {
    const routed = allEntities(vendor).flatMap((entity) => directActions.flatMap((name) => routesOf(entity, name)));
    const gets = routed.filter(({ name, route }) => name === 'get' && route.placeholders.length > 0);
    this.#compiled = routed.map((one) => ({
      routed: { ...one, parent: parentOf(one, gets) },
      pattern: new RegExp(`^${basePath}${pathPattern(one.route.path)}$`),
      rank: one.segments.map(rankOf).join(''),
    }));
  }

  /** The routes of one action, the most specific first. */
  of(action: SimulatedAction): readonly RoutedAction[] {
    return this.#compiled.flatMap(({ routed }) => (routed.action === action ? [routed] : []));
  }

  /** The most specific actions for a path as it was sent, still percent-encoded. Empty where the vendor has nothing. */
  find(method: string, path: string): RouteMatch {
    let best: Compiled[] = [];
    for (const one of this.#compiled) {
      if (one.routed.route.method !== method || !one.pattern.test(path)) continue;
      const [first] = best;
      if (first === undefined || one.rank > first.rank) best = [one];
      else if (one.rank === first.rank) best.push(one);
    }
    return best.map(({ routed, pattern }) => ({ routed, path: placeValues(routed.route, pattern, path) }));
  }
}

function routesOf(entity: SimulatedEntity, name: DirectActionName): RoutedAction[] {
  const action = entity.actions[name];
  if (action === undefined || action.document !== undefined) return [];
  return action.routes.map((route) => {
    const segments = segmentsOf(route.path);
    return { entity, name, action, route, segments, parent: undefined };
  });
}

// A method on a record or a collection is a separate step: {id}:cancel is below {id}, like {id}/cancel.
const segmentsOf = (path: string) =>
  path
    .split('/')
    .slice(1)
    .flatMap((segment) => /^([^:]+)(:[A-Za-z]\w*)$/.exec(segment)?.slice(1) ?? [segment]);

const isPlace = (segment: string) => /^\{[^{}]+\}$/.test(segment);
const rankOf = (segment: string) => (isPlace(segment) ? '0' : segment.includes('{') ? '1' : '2');
function placeValues(route: ParsedRoute, pattern: RegExp, path: string): Record<string, string> {
  const values = (pattern.exec(path) ?? []).slice(-route.placeholders.length);
  return Object.fromEntries(route.placeholders.map((name, index) => [name, decodeURIComponent(values[index] ?? '')]));
}

const withoutExtension = (segment: string) => segment.replace(/\.\w+$/, '');
const isSameSegment = (one: string, other: string) => {
  const [first, second] = [withoutExtension(one), withoutExtension(other)];
  return first === second || (isPlace(first) && isPlace(second));
};

function parentOf(child: RoutedAction, gets: readonly RoutedAction[]): RoutedAction | undefined {
  const above = gets.filter(({ entity, segments }) => {
    const isPrefix = segments.every((segment, index) => isSameSegment(segment, child.segments[index] ?? ''));
    const isLonger = child.segments.length > segments.length;
    return isPrefix && (isLonger || (entity !== child.entity && makesRecord(child.name)));
  });
  return above.toSorted((one, other) => other.segments.length - one.segments.length)[0];
}
