import type { Action, ActionOptions } from './action.ts';
import type { MetaFields, Paging } from './page.ts';
import { withParamTypes } from './param-types.ts';
import { type NoParams, noParams, type ParamsOf, type ParamsSchema } from './params.ts';
import { fillPath, type ParsedRoute, parseRoute, type Route, type RouteWith } from './route.ts';
import type { ArrayStyle, BodyEncoding, UpstreamRequest } from './upstream-request.ts';

/** Where the parameters of a call go when names or shapes differ from the default rule. */
export interface Wire {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What all actions of a REST upstream share. */
export interface RestApiOptions {
  /** Spelling of request bodies; JSON unless said otherwise. */
  readonly encoding?: BodyEncoding;
  /** Spelling of arrays in queries and forms; `repeat` unless said otherwise. */
  readonly arrays?: ArrayStyle;
  /** Path of the records in the answer of list and api_search. */
  readonly recordsAt?: string;
  /** Path of the record in the answer of all other actions. */
  readonly recordAt?: string;
  /** The vendor leaves an empty list out of the answer: an object without the list is an empty page. */
  readonly omitsEmptyLists?: boolean;
  readonly paging?: Paging;
  /** Pagination fields of list and api_search. */
  readonly meta?: MetaFields;
}

/** What one REST action says beside its route. */
export interface RestActionOptions<P extends ParamsSchema> extends ActionOptions<P> {
  readonly encoding?: BodyEncoding;
  readonly recordsAt?: string;
  readonly recordAt?: string;
  /** Path of a file's URL in the answer, for a download in two steps; `{name}` stands for a parameter. */
  readonly fileAt?: string;
  /** Rewrites all parameters but those in the path, which are filled in either way. */
  readonly wire?: (params: ParamsOf<P>) => Wire;
}

/** Declares one REST action. With several routes the first whose placeholders were all given is called. */
export interface RestApi {
  <const R extends Route, P extends ParamsSchema = NoParams>(
    route: RouteWith<keyof NoInfer<P>['shape'], R>,
    options: RestActionOptions<P>,
  ): Action<P>;
  <const R extends Route, P extends ParamsSchema = NoParams>(
    routes: readonly RouteWith<keyof NoInfer<P>['shape'], R>[],
    options: RestActionOptions<P>,
  ): Action<P>;
}

/**
 * Makes the function that declares the actions of a REST upstream. Default rule: placeholders take the parameters they name,
 * the others go to the query (GET, DELETE) or the body (POST, PUT, PATCH).
 */
export function restApi(api: RestApiOptions = {}): RestApi {
  const declare = (routeOrRoutes: string | readonly string[], options: RestActionOptions<ParamsSchema>): Action => {
    const routes = [routeOrRoutes].flat().map(parseRoute);
    const {
      wire,
      encoding = api.encoding ?? 'json',
      params = noParams,
      paging = api.paging ?? null,
      ...rest
    } = options;
    const arrays = api.arrays ?? 'repeat';
    return Object.freeze({
      recordsAt: api.recordsAt ?? '',
      recordAt: api.recordAt ?? '',
      ...(api.omitsEmptyLists && { omitsEmptyLists: true }),
      meta: api.meta ?? {},
      ...rest,
      paging: withParamTypes(paging, params),
      params: params.strict(),
      routes,
      request: (values: Readonly<Record<string, unknown>>): UpstreamRequest => {
        const route = chooseRoute(routes, values);
        const parts = wire === undefined ? defaultWire(route, values) : atOnce(wire(values));
        return {
          method: route.method,
          path: fillPath(route, values),
          arrays,
          ...(parts.query && { query: parts.query }),
          ...(parts.headers && { headers: parts.headers }),
          ...(parts.body && { body: { encoding, value: parts.body } }),
        };
      },
    });
  };
  return declare as RestApi;
}

// An asynchronous function would send the request without what it was to say.
function atOnce(parts: Wire): Wire {
  if (!(parts instanceof Promise)) return parts;
  parts.catch(() => undefined);
  throw new TypeError('wire answered a promise; it must answer at once');
}

function chooseRoute(routes: readonly ParsedRoute[], values: Readonly<Record<string, unknown>>): ParsedRoute {
  const complete = routes.find((route) => route.placeholders.every((name) => values[name] !== undefined));
  return complete ?? (routes[0] as ParsedRoute);
}

function defaultWire({ method, placeholders }: ParsedRoute, values: Readonly<Record<string, unknown>>): Wire {
  const rest = Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== undefined && !placeholders.includes(name)),
  );
  return method === 'GET' || method === 'DELETE' ? { query: rest } : { body: rest };
}
