import { isJsonObject, pointerTo } from '@connectory/testkit/schema-values';
import { parse as parseBrackets } from 'qs';
import {
  type ApiDescription,
  type Deviation,
  isMasked,
  nearestProperty,
  type ObservedRequest,
  type Verdict,
} from './description.ts';
import type { BodyContent, HttpApi, Operation, Parameter, Resolve } from './formats.ts';
import { checkValue, distanceOf, readSchema, referenceOf, type SchemaContext } from './schemas.ts';

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

/** Makes a description of an API that is addressed by method and path. With `openQuery`, undescribed query names are no deviation. */
export function httpDescription(name: string, api: HttpApi, openQuery: boolean): ApiDescription {
  const text: SchemaContext = { resolve: api.resolve, text: true };
  const repeatsLists = !api.operations.some((operation) => hasNestedForm(operation, api.resolve));
  const routes = api.operations.map((operation): Route => {
    const servers = operation.servers.length === 0 ? ['/'] : operation.servers;
    return { operation, template: compilePathTemplate(operation.path), servers: servers.map(compileServer) };
  });

  function checkOperation(request: ObservedRequest, url: URL, { route, placeholders, knownServer }: Match): Verdict {
    const { operation, servers } = route;
    const { method, path, response } = operation;
    const parameters = (place: Parameter['in']) => operation.parameters.filter((parameter) => parameter.in === place);
    const deviations: Deviation[] = [];
    if (!knownServer) {
      const message = `${url.origin} is not one of ${servers.map((server) => server.url).join(', ')}`;
      deviations.push({ kind: 'unknown_server', where: '/url', message });
    }
    if (operation.deprecated) {
      deviations.push({ kind: 'deprecated', where: '/path', message: `${method} ${path} is deprecated` });
    }
    for (const parameter of parameters('path')) {
      deviations.push(...checkPlaceholder(parameter, placeholders.get(parameter.name), text));
    }
    const common = openQuery || operation.openQuery ? undefined : api.commonQuery;
    deviations.push(...checkQuery(url.search.slice(1), parameters('query'), common, text));
    for (const parameter of parameters('header')) {
      const header = parameter.name.toLowerCase();
      const value = headerValue(request, header);
      const where = `/header/${header}`;
      if (value !== undefined) {
        deviations.push(...checkValue(parameter.schema, value, where, text));
      } else if (parameter.required && !api.credentialHeaders.includes(header)) {
        deviations.push({ kind: 'missing_header', where, message: `required header "${parameter.name}" is missing` });
      }
    }
    deviations.push(...checkBody(request, operation, api.resolve, repeatsLists));
    return {
      operation: `${method} ${path}`,
      deviations,
      ...(response !== undefined && {
        response: response === 'empty' ? response : { schema: response.schema, resolve: api.resolve },
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

/** The value of a header; the name is case-insensitive. */
export function headerValue({ headers }: ObservedRequest, name: string): string | undefined {
  return Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
}

function matchRoute(route: Route, url: URL): Match[] {
  for (const knownServer of [true, false]) {
    for (const server of route.servers) {
      const path = server.match(url, knownServer);
      const placeholders = path === undefined ? undefined : route.template.match(path);
      if (placeholders !== undefined) return [{ route, placeholders, knownServer }];
    }
  }
  return [];
}

function bySpecificity(left: Match, right: Match): number {
  if (left.knownServer !== right.knownServer) return left.knownServer ? -1 : 1;
  return left.route.template.rank < right.route.template.rank ? -1 : 1;
}

function unmatched(method: string, url: URL, matches: readonly Match[], routes: readonly Route[]): Verdict {
  const [closest] = matches;
  const where = '/path';
  if (closest !== undefined) {
    const { path } = closest.route.operation;
    const same = matches.map((each) => each.route.operation).filter((operation) => operation.path === path);
    const allowed = same.map((operation) => operation.method).join(', ');
    const message = `${method} is not described for ${path}, which takes ${allowed}`;
    return { deviations: [{ kind: 'unknown_method', where, message }] };
  }
  const servers = routes.flatMap((route) => route.servers);
  const behind = servers.map((server) => server.match(url, true) ?? server.match(url, false));
  const requested = `${method} ${behind.find((path) => path !== undefined) ?? url.pathname}`;
  const described = routes.map(({ operation }) => `${operation.method} ${operation.path}`);
  const message = `${method} ${url.pathname} is not described`;
  return { deviations: [{ kind: 'unknown_path', where, message, ...nearestProperty(requested, described) }] };
}

function checkPlaceholder({ name, schema }: Parameter, encoded: string | undefined, text: SchemaContext): Deviation[] {
  if (encoded === undefined || isMasked(encoded)) return [];
  const where = `/path/${name}`;
  try {
    return checkValue(schema, decodeURIComponent(encoded), where, text);
  } catch {
    return [{ kind: 'malformed_request', where, message: `"${encoded}" is not percent-encoded UTF-8` }];
  }
}

/** A compiled path template of a description, such as `/v1/customers/{id}` or `/v2/{+name}:cancel`. */
interface PathTemplate {
  /** Sorts templates that match the same path: the smaller the more specific. */
  readonly rank: string;
  /** The still encoded values of the placeholders when the path matches, else undefined. */
  match(path: string): ReadonlyMap<string, string> | undefined;
}

const placeholder = /(\{[^{}]+\})/;
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
// `{name}` stays within a segment, `{+name}` and `{name=…}` (Google) may span several.
const spansSegments = (part: string) => part.startsWith('{+') || part.includes('=');

function compilePathTemplate(template: string): PathTemplate {
  const parts = template.split(placeholder);
  const names = parts.flatMap((part) => /^\{\+?([^{}=]+)/.exec(part)?.[1] ?? []);
  const source = parts.map((part) =>
    !placeholder.test(part) ? escaped(part) : spansSegments(part) ? '(.+)' : '([^/]+)',
  );
  const pattern = new RegExp(`^${source.join('')}$`);
  const ranks = template.split('/').map((segment) => {
    if (!segment.includes('{')) return '0';
    if (!/^\{[^{}]+\}$/.test(segment)) return '1';
    return spansSegments(segment) ? '3' : '2';
  });
  return {
    rank: ranks.join(''),
    match(path) {
      const found = pattern.exec(path);
      return found === null ? undefined : new Map(names.map((name, index) => [name, found[index + 1] ?? '']));
    },
  };
}

interface ServerPattern {
  readonly url: string;
  /** The path behind the server's base path; undefined if that does not match, or the origin with `whole`. */
  match(url: URL, whole: boolean): string | undefined;
}

/** Compiles a server URL of a description: variables in braces, relative ones allowed, remarks behind a blank dropped. */
function compileServer(server: string): ServerPattern {
  const url = (server.trim().split(/\s/)[0] ?? '').replace(/\/+$/, '');
  const [, stated, base = ''] = /^((?:[a-z][a-z0-9+.-]*|\{[^{}]+\}):\/\/[^/]*)?(.*)$/i.exec(url) ?? [];
  const variable = (text: string) =>
    text
      .split(placeholder)
      .map((part) => (placeholder.test(part) ? '[^/]+' : escaped(part)))
      .join('');
  const origin = stated === undefined ? '[^/]+://[^/]+' : variable(stated);
  const whole = new RegExp(`^${origin}${variable(base)}(?=/|$)`, 'i');
  const pathOnly = new RegExp(`^${variable(base)}(?=/|$)`);
  return {
    url,
    match(target, isWhole) {
      const text = isWhole ? target.origin + target.pathname : target.pathname;
      const found = (isWhole ? whole : pathOnly).exec(text);
      return found === null ? undefined : text.slice(found[0].length);
    },
  };
}

type Pair = readonly [name: string, value: string];

// Throws URIError when a percent sign is not followed by two hexadecimal digits or the bytes are no UTF-8.
const decoded = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));

/** Builds nested values from names with brackets: `a[b]=1`, `a[0][b]=1`, `a[]=1`; a repeated name becomes a list. */
const nested = (encoded: string): Record<string, unknown> =>
  parseBrackets(encoded, { decoder: decoded, depth: 32, arrayLimit: 10_000, parameterLimit: 100_000 });

/**
 * Compares the query of a URL (without its question mark) with the declared parameters. `common` are the names taken besides these;
 * without it, unknown names are no deviation.
 */
function checkQuery(
  query: string,
  parameters: readonly Parameter[],
  common: readonly string[] | undefined,
  context: SchemaContext,
): Deviation[] {
  let pairs: Pair[];
  try {
    pairs = query.split('&').flatMap((part): Pair[] => {
      const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(part) ?? [];
      return part === '' ? [] : [[decoded(name), decoded(value)]];
    });
  } catch {
    return [{ kind: 'malformed_request', where: '/query', message: 'the query is not percent-encoded UTF-8' }];
  }
  const taken = new Set<Pair>();
  const deviations = parameters.flatMap((parameter) => {
    const names = namesOf(parameter, context);
    const isNested = takesBrackets(parameter);
    const own = pairs.filter(([name]) => names.includes(name) || (isNested && name.startsWith(`${parameter.name}[`)));
    for (const pair of own) taken.add(pair);
    return checkParameter(parameter, own, context);
  });
  if (common === undefined) return deviations;
  const known = [...parameters.flatMap((parameter) => namesOf(parameter, context)), ...common];
  const unknown = pairs.filter((pair) => !taken.has(pair) && !common.includes(pair[0])).map(([name]) => name);
  for (const name of new Set(unknown)) {
    const message = `query parameter "${name}" is not described`;
    deviations.push({ kind: 'unknown_query', where: `/query/${name}`, message, ...nearestProperty(name, known) });
  }
  return deviations;
}

// Without a style, `{}` as a schema says nothing about the shape: brackets are as good as none there.
function takesBrackets({ style, schema }: Parameter): boolean {
  const { assertions, allOf, anyOf, oneOf, properties } = readSchema(schema);
  const says = [assertions, allOf, anyOf, oneOf].some((part) => Object.keys(part).length > 0) || properties.size > 0;
  return style === 'deepObject' || (style === undefined && !says && referenceOf(schema) === undefined);
}

/** The names an object takes that is spread over the query: OpenAPI's `form` style with `explode`. */
function spreadNames({ style, explode, json, schema }: Parameter, { resolve }: SchemaContext): string[] {
  if ((style ?? 'form') !== 'form' || explode === false || json) return [];
  const reference = referenceOf(schema);
  return [...readSchema(reference === undefined ? schema : resolve(reference)).properties.keys()];
}

function namesOf(parameter: Parameter, context: SchemaContext): string[] {
  const spread = spreadNames(parameter, context);
  return spread.length > 0 ? spread : [parameter.name];
}

function checkParameter(parameter: Parameter, pairs: readonly Pair[], context: SchemaContext): Deviation[] {
  const { name, required, deprecated, schema } = parameter;
  const where = `/query/${name}`;
  if (pairs.length === 0) {
    return required ? [{ kind: 'missing_query', where, message: `required query parameter "${name}" is missing` }] : [];
  }
  const deviations: Deviation[] = deprecated
    ? [{ kind: 'deprecated', where, message: `query parameter "${name}" is deprecated` }]
    : [];
  if (pairs.every(([, value]) => isMasked(value))) return deviations;
  const readings = readingsOf(parameter, pairs, context);
  if (readings.length === 0) {
    const message = `"${name}" is given ${pairs.length} times, but takes one value with its members in it`;
    return [...deviations, { kind: 'wrong_value', where, message }];
  }
  const found = readings.map((reading) => checkValue(schema, reading, where, context));
  const [best = []] = found.toSorted((left, right) => distanceOf(left, where) - distanceOf(right, where));
  return [...deviations, ...best];
}

/** Every value the pairs may stand for under the parameter's style; the schema decides which one is meant. */
function readingsOf(parameter: Parameter, pairs: readonly Pair[], context: SchemaContext): unknown[] {
  const { name, style, explode, json } = parameter;
  const values = pairs.map(([, value]) => value);
  const [first = ''] = values;
  const single = (readings: readonly unknown[]) => (values.length === 1 ? [...readings] : []);
  if (json) return single([parsedOrText(first)]);
  if (takesBrackets(parameter)) {
    const encoded = pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
    return [nested(encoded)[name]];
  }
  if (spreadNames(parameter, context).length > 0) return [Object.fromEntries(pairs)];
  if (style === 'pipeDelimited') return single(delimited(first, '|'));
  if (explode === false) return single(delimited(first, ','));
  if (values.length > 1) return [values];
  // Where the vendor wrote no `explode`, a comma-separated list is as likely as a repeated name.
  return explode === undefined && first.includes(',') ? [first, [first], first.split(',')] : [first, [first]];
}

// An object is a list of its names and values in turn.
function delimited(text: string, delimiter: string): unknown[] {
  const parts = text.split(delimiter);
  const isEven = parts.length % 2 === 0;
  const names = parts.filter((_, index) => index % 2 === 0);
  return [
    text,
    parts,
    ...(isEven ? [Object.fromEntries(names.map((name, index) => [name, parts[index * 2 + 1]]))] : []),
  ];
}

function parsedOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const formMediaType = 'application/x-www-form-urlencoded';
const body = '/body';

/**
 * Compares the body of a request and its content type with the operation. Bodies that are neither JSON nor a form are compared by content
 * type only.
 */
function checkBody(
  request: ObservedRequest,
  operation: Operation,
  resolve: Resolve,
  repeatsLists: boolean,
): Deviation[] {
  const called = `${operation.method} ${operation.path}`;
  if (request.body === undefined || request.body === '') return checkAbsentBody(operation, called, resolve);
  if (operation.body === undefined) {
    const isEmpty = isJsonObject(request.body) && Object.keys(request.body).length === 0;
    return isEmpty ? [] : [{ kind: 'unexpected_body', where: body, message: `${called} takes no body` }];
  }
  const mediaType = mediaTypeOf(headerValue(request, 'content-type') ?? '');
  const { contents } = operation.body;
  const content = contents.find((each) => accepts(each, mediaType));
  if (content === undefined) {
    const declared = contents.map((each) => each.mediaType).join(', ');
    const sent = mediaType === '' ? 'no content type is sent' : `content type ${mediaType} is not described`;
    return [{ kind: 'content_type', where: '/header/content-type', message: `${sent}; the vendor takes ${declared}` }];
  }
  if (content.schema === undefined) return [];
  if (mediaType === formMediaType) {
    return checkForm(request.body, content.schema, { resolve, text: true }, repeatsLists);
  }
  const isJson = mediaType === 'application/json' || mediaType.endsWith('+json');
  return isJson ? checkValue(content.schema, request.body, body, { resolve, text: false }) : [];
}

// In OpenAPI, a missing `required` means optional, but vendors who omit it still reject a body without its fields.
function checkAbsentBody(operation: Operation, called: string, resolve: Resolve): Deviation[] {
  if (operation.body?.required === true) {
    return [{ kind: 'missing_body', where: body, message: `${called} requires a body` }];
  }
  const schema = operation.body?.contents[0]?.schema;
  if (operation.body?.required === false || schema === undefined) return [];
  return checkValue(schema, {}, body, { resolve, text: false }).filter(({ kind }) => kind === 'missing_field');
}

function checkForm(sent: unknown, schema: unknown, context: SchemaContext, repeatsLists: boolean): Deviation[] {
  if (typeof sent !== 'string') {
    return [{ kind: 'malformed_request', where: body, message: 'the body of a form is not encoded text' }];
  }
  let form: Record<string, unknown>;
  try {
    form = nested(sent);
  } catch {
    return [{ kind: 'malformed_request', where: body, message: 'the form is not percent-encoded UTF-8' }];
  }
  if (!repeatsLists) return checkValue(schema, form, body, context);
  // A repeated name that comes once looks like a single value: read it as a list of one where only that fits.
  const wrapped = Object.entries(form).map(([name, value]) => {
    const place = pointerTo(body, name);
    const distance = (candidate: unknown) => {
      const found = checkValue(schema, { [name]: candidate }, body, context);
      return distanceOf(
        found.filter(({ where }) => where.startsWith(place)),
        place,
      );
    };
    return [name, distance([value]) < distance(value) ? [value] : value];
  });
  return checkValue(schema, Object.fromEntries(wrapped), body, context);
}

/** Whether a form of the operation holds an object or a list in a field: a vendor with such forms writes lists with brackets. */
function hasNestedForm({ body: declared }: Operation, resolve: Resolve): boolean {
  const isNested = (schema: unknown, depth: number): boolean => {
    if (depth > 8) return false;
    const reference = referenceOf(schema);
    if (reference !== undefined) return isNested(resolve(reference), depth + 1);
    const { properties, additionalProperties, allOf, anyOf, oneOf, items } = readSchema(schema);
    if (properties.size > 0 || isJsonObject(additionalProperties)) return true;
    return [...allOf, ...anyOf, ...oneOf, items].some((inner) => isNested(inner, depth + 1));
  };
  const forms = (declared?.contents ?? []).filter(({ mediaType }) => mediaTypeOf(mediaType) === formMediaType);
  return forms.some(({ schema }) => {
    const reference = referenceOf(schema);
    const { properties } = readSchema(reference === undefined ? schema : resolve(reference));
    return [...properties.values()].some((property) => isNested(property, 0));
  });
}

function accepts(content: BodyContent, mediaType: string): boolean {
  const declared = mediaTypeOf(content.mediaType);
  const [type, subtype] = declared.split('/');
  return declared === mediaType || declared === '*/*' || (subtype === '*' && mediaType.startsWith(`${type}/`));
}

const mediaTypeOf = (header: string) => (header.split(';')[0] ?? '').trim().toLowerCase();
