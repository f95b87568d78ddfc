import { type ApiDescription, isMasked, type ObservedRequest, type Verdict } from './api-description.ts';
import { checkBody, formListsOf, headerValue } from './body-check.ts';
import type { Deviation } from './deviation.ts';
import { nearestProperty } from './nearest.ts';
import type { HttpApi, Operation } from './operation.ts';
import { compilePathTemplate, compileServer, type PathTemplate, type ServerPattern } from './path-template.ts';
import { checkQuery } from './query-check.ts';
import { checkValue, type SchemaContext } from './schema-check.ts';

/** What a caller knows about a description beyond its text. */
export interface HttpDescriptionOptions {
  /** True when the vendor's list of query names is not complete. */
  readonly openQuery?: boolean;
  /** Further base URLs that serve this API, such as a proxy or a sandbox. */
  readonly servers?: readonly string[];
}

interface Route {
  readonly operation: Operation;
  readonly template: PathTemplate;
  readonly servers: readonly ServerPattern[];
}

interface Match {
  readonly route: Route;
  readonly placeholders: ReadonlyMap<string, string>;
  readonly knownServer: boolean;
}

/** Makes a description of an API that is addressed by method and path. */
export function httpDescription(name: string, api: HttpApi, options: HttpDescriptionOptions): ApiDescription {
  const text: SchemaContext = { resolve: api.resolve, text: true };
  const formLists = formListsOf(api.operations, api.resolve);
  const routes = api.operations.map((operation): Route => {
    const servers = operation.servers.length === 0 ? ['/'] : operation.servers;
    return {
      operation,
      template: compilePathTemplate(operation.path),
      servers: [...servers, ...(options.servers ?? [])].map(compileServer),
    };
  });

  function checkOperation(request: ObservedRequest, url: URL, match: Match): Verdict {
    const { operation, servers } = match.route;
    const parameters = (place: string) => operation.parameters.filter((parameter) => parameter.place === place);
    const deviations: Deviation[] = [];
    if (!match.knownServer) {
      const message = `${url.origin} is not one of ${servers.map((server) => server.url).join(', ')}`;
      deviations.push({ kind: 'unknown_server', where: '/url', message });
    }
    if (operation.deprecated) {
      const message = `${operation.method} ${operation.path} is deprecated`;
      deviations.push({ kind: 'deprecated', where: '/path', message });
    }
    for (const parameter of parameters('path')) {
      deviations.push(...checkPlaceholder(parameter.name, match.placeholders, parameter.schema, text));
    }
    deviations.push(
      ...checkQuery(
        url.search.slice(1),
        {
          parameters: parameters('query'),
          commonNames: api.commonQuery,
          open: options.openQuery === true || operation.openQuery,
        },
        text,
      ),
    );
    for (const parameter of parameters('header')) {
      const name = parameter.name.toLowerCase();
      const value = headerValue(request, name);
      const where = `/header/${name}`;
      if (value !== undefined) {
        deviations.push(...checkValue(parameter.schema, value, where, text));
      } else if (parameter.required && !api.credentialHeaders.includes(name)) {
        deviations.push({ kind: 'missing_header', where, message: `required header "${parameter.name}" is missing` });
      }
    }
    deviations.push(...checkBody(request, operation, api.resolve, formLists));
    const { answer } = operation;
    return {
      operation: `${operation.method} ${operation.path}`,
      deviations,
      ...(answer !== undefined && {
        answer: answer === 'nothing' ? answer : { schema: answer.schema, resolve: api.resolve },
      }),
    };
  }

  return {
    name,
    notes: api.notes,
    check(request) {
      const url = URL.parse(request.url);
      if (url === null) {
        const message = `${JSON.stringify(request.url)} is not an absolute URL`;
        return { deviations: [{ kind: 'malformed_request', where: '/url', message }] };
      }
      const matches = routes.flatMap((route) => matchRoute(route, url)).toSorted(bySpecificity);
      const method = request.method.toUpperCase();
      const match = matches.find((each) => each.route.operation.method === method);
      return match === undefined ? unmatched(method, url, matches, routes) : checkOperation(request, url, match);
    },
  };
}

function matchRoute(route: Route, url: URL): Match[] {
  for (const knownServer of [true, false]) {
    for (const server of route.servers) {
      const path = knownServer ? server.match(url) : server.matchPath(url);
      const placeholders = path === undefined ? undefined : route.template.match(path);
      if (placeholders !== undefined) {
        return [{ route, placeholders, knownServer }];
      }
    }
  }
  return [];
}

function bySpecificity(left: Match, right: Match): number {
  if (left.knownServer !== right.knownServer) {
    return left.knownServer ? -1 : 1;
  }
  return left.route.template.rank < right.route.template.rank ? -1 : 1;
}

function unmatched(method: string, url: URL, matches: readonly Match[], routes: readonly Route[]): Verdict {
  const [closest] = matches;
  const where = '/path';
  if (closest !== undefined) {
    const { path } = closest.route.operation;
    const allowed = matches
      .filter((each) => each.route.operation.path === path)
      .map((each) => each.route.operation.method);
    const message = `${method} is not described for ${path}, which takes ${allowed.join(', ')}`;
    return { deviations: [{ kind: 'unknown_method', where, message }] };
  }
  const requested = `${method} ${pathBehindServer(url, routes)}`;
  const described = routes.map(({ operation }) => `${operation.method} ${operation.path}`);
  const message = `${method} ${url.pathname} is not described`;
  return { deviations: [{ kind: 'unknown_path', where, message, ...nearestProperty(requested, described) }] };
}

function pathBehindServer(url: URL, routes: readonly Route[]): string {
  for (const { servers } of routes) {
    for (const server of servers) {
      const path = server.match(url) ?? server.matchPath(url);
      if (path !== undefined) {
        return path;
      }
    }
  }
  return url.pathname;
}

function checkPlaceholder(
  name: string,
  placeholders: ReadonlyMap<string, string>,
  schema: unknown,
  context: SchemaContext,
): Deviation[] {
  const encoded = placeholders.get(name);
  if (encoded === undefined || isMasked(encoded)) {
    return [];
  }
  const where = `/path/${name}`;
  try {
    return checkValue(schema, decodeURIComponent(encoded), where, context);
  } catch {
    return [{ kind: 'malformed_request', where, message: `"${encoded}" is not percent-encoded UTF-8` }];
  }
}
