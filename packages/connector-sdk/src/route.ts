import { refuseParam } from './connector-error.ts';
import type { HttpMethod } from './upstream-request.ts';

/** An upstream route: method, space, path with `{placeholders}`, as in `GET /v1/customers/{id}`. */
export type Route = `${HttpMethod} /${string}`;

/** The placeholder names of a route. */
export type Placeholder<R extends string> = R extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

/** `R` itself when each of its placeholders is one of `Names`, else a sentence that names the wrong one. */
export type RouteWith<Names, R extends Route> = [Placeholder<R>] extends [Names]
  ? R
  : `route placeholder {${Exclude<Placeholder<R>, Names> & string}} is not a parameter`;

/** One route or several, each checked as by `RouteWith`. Placeholders of several may also be sync-only parameters. */
export type RoutesWith<Names, R extends Route | readonly Route[], SyncOnly = never> = R extends Route
  ? RouteWith<Names, R>
  : { readonly [Position in keyof R]: R[Position] extends Route ? RouteWith<Names | SyncOnly, R[Position]> : never };

/** The placeholder names of one route or several. */
export type PlaceholderOf<R extends Route | readonly Route[]> = R extends readonly Route[]
  ? Placeholder<R[number]>
  : R extends Route
    ? Placeholder<R>
    : never;

/** A parsed route. */
export interface ParsedRoute {
  readonly method: HttpMethod;
  readonly path: string;
  readonly placeholders: readonly string[];
}

/** Parses a route. */
export function parseRoute(route: string): ParsedRoute {
  const space = route.indexOf(' ');
  const path = route.slice(space + 1);
  return {
    method: route.slice(0, space) as HttpMethod,
    path,
    placeholders: [...path.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1] as string),
  };
}

const isDotSegment = (value: string) => value.split(/[/\\]/).some((segment) => segment === '.' || segment === '..');

// A path never contains control characters, and a dot segment would leave the declared route.
function encodeSegment(name: string, value: unknown): string {
  const text = String(value);
  const error =
    value === undefined || value === null
      ? 'must be given'
      : text === ''
        ? 'must not be empty'
        : /\p{Cc}/u.test(text)
          ? 'must not contain control characters'
          : isDotSegment(text)
            ? 'must not contain the path segments "." or ".."'
            : !text.isWellFormed()
              ? 'must be well-formed Unicode'
              : null;
  if (error !== null) throw refuseParam(name, `${name} ${error}`, 'invalid_path_segment');
  return encodeURIComponent(text);
}

/** Fills the placeholders of a path, each percent-encoded as one segment. Throws `invalid_params` for a value that would change the route. */
export function fillPath(route: ParsedRoute, params: Readonly<Record<string, unknown>>): string {
  return route.path.replace(/\{([^{}]+)\}/g, (_, name: string) => encodeSegment(name, params[name]));
}
