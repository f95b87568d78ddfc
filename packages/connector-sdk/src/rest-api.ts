import type { Action, ActionOptions } from './action.ts';
import { type ConstantHeaders, mergeHeaders } from './constant-headers.ts';
import { continuedValues } from './continuation.ts';
import { declaredBy } from './declared-function.ts';
import { definedMembers } from './defined-members.ts';
import type { MetaFields, Paging } from './page.ts';
import { withParamTypes } from './param-types.ts';
import { type NoParams, noParams, type ParamsSchema } from './params.ts';
import { fillPath, type ParsedRoute, type PlaceholderOf, parseRoute, type Route, type RoutesWith } from './route.ts';
import type { SentParams } from './sync-only.ts';
import type { FileOfUpload } from './uploaded-file.ts';
import type { ArrayStyle, BodyEncoding, UpstreamRequest } from './upstream-request.ts';

/** Where the parameters of a call go when names or shapes differ from the default rule. */
export interface Wire {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: ConstantHeaders;
}

/** What all actions of a REST upstream share. */
export interface RestApiOptions {
  /** How request bodies are encoded; JSON by default. */
  readonly encoding?: BodyEncoding;
  /** How arrays are written in queries and forms; `repeat` by default. */
  readonly arrays?: ArrayStyle;
  /** Path of the records in the response of list and api_search. */
  readonly recordsAt?: string;
  /** Path of the record in the response of all other actions. */
  readonly recordAt?: string;
  /** Set if the vendor omits empty lists: an object without the list is then an empty page. */
  readonly omitsEmptyLists?: boolean;
  readonly paging?: Paging;
  /** Constant headers of every action, which override those of the upstream; null removes one. */
  readonly headers?: ConstantHeaders;
  /** Pagination fields of list and api_search. */
  readonly meta?: MetaFields;
}

/** The options of a REST action, in addition to its route. */
export interface RestActionOptions<
  P extends ParamsSchema,
  R extends Route | readonly Route[] = Route,
  S extends ParamsSchema = NoParams,
> extends ActionOptions<P, S> {
  readonly encoding?: BodyEncoding;
  readonly recordsAt?: string;
  readonly recordAt?: string;
  /** Path of a file's URL in the response, for a download in two steps; `{name}` is replaced by a parameter. */
  readonly fileAt?: string;
  /** How the vendor takes the file of an upload. */
  readonly file?: FileOfUpload<(keyof NoInfer<P>['shape'] | keyof NoInfer<S>['shape']) & string>;
  /** Constant headers of this action, which override those of the API and the upstream; null removes one. */
  readonly headers?: ConstantHeaders;
  /**
   * Maps the parameters to the request. `rest` has those that are not in the path, `all` has every one. Undefined values are not sent.
   */
  readonly wire?: (rest: Omit<SentParams<P, NoInfer<S>>, PlaceholderOf<R>>, all: SentParams<P, NoInfer<S>>) => Wire;
}

/** Declares a REST action. If there are several routes, the first one whose placeholders all have values is called. */
export type RestApi = <
  const R extends Route | readonly Route[],
  P extends ParamsSchema = NoParams,
  S extends ParamsSchema = NoParams,
>(
  route: RoutesWith<keyof NoInfer<P>['shape'], R, keyof NoInfer<S>['shape']>,
  options: RestActionOptions<P, NoInfer<R>, S>,
) => Action<P, NoInfer<S>>;

/**
 * Returns the function that declares the actions of a REST upstream. Default rule: placeholders take the parameters they name,
 * the others go to the query (GET, DELETE, and a body that is a file) or the body (POST, PUT, PATCH).
 */
export function restApi(api: RestApiOptions = {}): RestApi {
  const declare = (
    routeOrRoutes: string | readonly string[],
    options: RestActionOptions<ParamsSchema, Route, ParamsSchema>,
  ): Action => {
    const routes = [routeOrRoutes].flat().map(parseRoute);
    const {
      wire,
      headers,
      encoding = api.encoding ?? 'json',
      file,
      params = noParams,
      paging = api.paging ?? null,
      ...rest
    } = options;
    const plain: PlainRequest = {
      arrays: api.arrays ?? 'repeat',
      encoding: file === undefined || file.as === 'target' ? encoding : file.as,
      headers: mergeHeaders(api.headers, headers),
    };
    const request = (values: Readonly<Record<string, unknown>>) => restRequest({ routes, paging }, plain, values, wire);
    return Object.freeze({
      recordsAt: api.recordsAt ?? '',
      recordAt: api.recordAt ?? '',
      ...(api.omitsEmptyLists && { omitsEmptyLists: true }),
      meta: api.meta ?? {},
      ...rest,
      ...(file !== undefined && { file }),
      paging: withParamTypes(paging, params),
      params: params.strict(),
      routes,
      request: wire === undefined ? declaredBy(request, plain) : request,
    });
  };
  return declare as RestApi;
}

/** What the requests of a REST action without `wire` are built from, in addition to its routes and paging. */
export interface PlainRequest {
  readonly arrays: ArrayStyle;
  /** `raw` if the body is the file of an upload. */
  readonly encoding: BodyEncoding | 'multipart' | 'raw';
  readonly headers: ConstantHeaders;
}

/** Builds the request of a REST action for validated parameters. Throws `invalid_params` if a value cannot be sent. */
export function restRequest(
  { routes, paging }: Pick<Action, 'routes' | 'paging'>,
  { arrays, encoding, headers }: PlainRequest,
  values: Readonly<Record<string, unknown>>,
  wire?: (rest: Values, all: Values) => Wire,
): UpstreamRequest {
  const route = chooseRoute(routes, values);
  const sent = continuedValues(paging, route.placeholders, values);
  const others = withoutPlaceholders(route, sent);
  const parts = wire === undefined ? defaultWire(route, encoding, others) : atOnce(wire(others, sent));
  if (parts.body !== undefined && encoding === 'raw') throw new TypeError('wire returned a body; it is the file');
  const sentHeaders = parts.headers === undefined ? headers : mergeHeaders(headers, parts.headers);
  return {
    method: route.method,
    path: fillPath(route, values),
    arrays,
    ...(parts.query && { query: definedMembers(parts.query) }),
    ...(Object.keys(sentHeaders).length > 0 && { headers: sentHeaders }),
    ...(parts.body && encoding !== 'raw' && { body: { encoding, value: definedMembers(parts.body) } }),
  };
}

// An asynchronous function would send the request without its values.
function atOnce(parts: Wire): Wire {
  if (!(parts instanceof Promise)) return parts;
  parts.catch(() => undefined);
  throw new TypeError('wire returned a promise; it must return a value');
}

function chooseRoute(routes: readonly ParsedRoute[], values: Readonly<Record<string, unknown>>): ParsedRoute {
  const complete = routes.find((route) => route.placeholders.every((name) => values[name] !== undefined));
  return complete ?? (routes[0] as ParsedRoute);
}

type Values = Readonly<Record<string, unknown>>;

const withoutPlaceholders = ({ placeholders }: ParsedRoute, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !placeholders.includes(name)));

const defaultWire = ({ method }: ParsedRoute, encoding: PlainRequest['encoding'], rest: Values): Wire =>
  method === 'GET' || method === 'DELETE' || encoding === 'raw' ? { query: rest } : { body: rest };
