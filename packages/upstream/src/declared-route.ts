import type { Action, Connector } from '@connectory/connector-sdk';
import type { UpstreamRequest } from '@connectory/connector-sdk/engine';
import { GatewayError } from '@connectory/errors';
import type { UpstreamCall } from './call.ts';

type Route = Action['routes'][number];

/** Routes of other actions that values of this action's parameters could spell, with the placeholders that do. */
interface Rival {
  readonly method: string;
  readonly own: RegExp;
  readonly other: RegExp;
  readonly placeholders: readonly string[];
}

const rivalsByConnector = new WeakMap<Connector, ReadonlyMap<Action, readonly Rival[]>>();

/**
 * Refuses parameters that turn the route of an action into the one of another: `GET /v1/customers/{id}` with the id `search`.
 * Throws `invalid_params` naming the parameter.
 */
export function refuseOtherRoute({ connection, action }: UpstreamCall, { method, path }: UpstreamRequest): void {
  const rivals = rivalsOf(connection.connector).get(action);
  if (rivals === undefined) return;
  const filled = decodeURIComponent(withoutQuery(path));
  const rival = rivals.find(
    (candidate) => candidate.method === method && candidate.own.test(filled) && candidate.other.test(filled),
  );
  if (rival === undefined) return;
  const message = 'must not spell the route of another action';
  throw new GatewayError('invalid_params', `${rival.placeholders.join(', ')} ${message}.`, {
    errors: rival.placeholders.map((name) => ({
      field: `/params/${name}`,
      message,
      error_code: 'invalid_path_segment',
    })),
  });
}

/** Whether a request is of one of the routes of an action. */
export function isDeclared({ routes }: Action, { method, path }: UpstreamRequest): boolean {
  return routes.some((route) => isOf(route, method, path));
}

const isOf = (route: Route, method: string, path: string) =>
  route.method === method && patternOf(route.path).test(withoutQuery(path));

/** Method and declared path of a request: `GET /v1/customers/{id}`. */
export function routeOf({ routes }: Action, { method, path }: UpstreamRequest): string {
  const [first] = routes;
  const found = routes.length === 1 ? first : routes.find((route) => isOf(route, method, path));
  return `${method} ${withoutQuery((found ?? first)?.path ?? '')}`;
}

// Nearly all actions have no rivals, so a call costs nothing.
function rivalsOf(connector: Connector): ReadonlyMap<Action, readonly Rival[]> {
  const known = rivalsByConnector.get(connector);
  if (known !== undefined) return known;
  const actions = connector.entities.flatMap(({ actions }) => Object.values(actions));
  const found = new Map<Action, readonly Rival[]>();
  for (const action of actions) {
    const others = actions.filter((other) => other !== action).flatMap(({ routes }) => routes);
    const rivals = action.routes.flatMap((route) => others.flatMap((other) => rivalOf(route, other) ?? []));
    if (rivals.length > 0) found.set(action, rivals);
  }
  rivalsByConnector.set(connector, found);
  return found;
}

// A rival has the literals of the route and more of them: the upstream takes it first.
function rivalOf(route: Route, other: Route): Rival | undefined {
  if (route.method !== other.method || route.placeholders.length === 0) return undefined;
  const [segments, otherSegments] = [withoutQuery(route.path).split('/'), withoutQuery(other.path).split('/')];
  if (segments.length !== otherSegments.length) return undefined;
  const placeholders: string[] = [];
  for (const [index, segment] of segments.entries()) {
    const otherSegment = otherSegments[index] ?? '';
    if (!patternOf(segment).test(otherSegment)) return undefined;
    if (!otherSegment.includes('{')) placeholders.push(...placeholdersOf(segment));
  }
  if (placeholders.length === 0) return undefined;
  return { method: route.method, own: patternOf(route.path), other: patternOf(other.path), placeholders };
}

const placeholder = /\{([^{}]+)\}/g;

const withoutQuery = (path: string) => path.split('?', 1)[0] as string;

const placeholdersOf = (segment: string) => [...segment.matchAll(placeholder)].map((match) => match[1] as string);

// Some upstreams compare paths without regard to case.
function patternOf(path: string): RegExp {
  const source = withoutQuery(path)
    .split(/(\{[^{}]+\})/)
    .map((part) => (part.startsWith('{') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('');
  return new RegExp(`^${source}$`, 'i');
}
