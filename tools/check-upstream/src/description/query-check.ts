import { isMasked } from './api-description.ts';
import type { Deviation } from './deviation.ts';
import { decodePairs, nestPairs, type Pair } from './form-values.ts';
import { nearestProperty } from './nearest.ts';
import type { Parameter } from './operation.ts';
import { checkValue, distanceOf, type SchemaContext } from './schema-check.ts';
import { readSchema, referenceOf } from './schema-node.ts';

/** What the query of one operation may hold. */
export interface QueryRules {
  readonly parameters: readonly Parameter[];
  /** Names taken besides the declared ones. */
  readonly commonNames: readonly string[];
  /** True when unknown names are no deviation. */
  readonly open: boolean;
}

/** Compares the query of a URL (without its question mark) with the declared parameters. */
export function checkQuery(query: string, rules: QueryRules, context: SchemaContext): Deviation[] {
  let pairs: Pair[];
  try {
    pairs = decodePairs(query);
  } catch {
    return [{ kind: 'malformed_request', where: '/query', message: 'the query is not percent-encoded UTF-8' }];
  }
  const deviations: Deviation[] = [];
  const taken = new Set<Pair>();
  for (const parameter of rules.parameters) {
    const matching = pairs.filter((pair) => belongsTo(pair, parameter, context));
    for (const pair of matching) {
      taken.add(pair);
    }
    deviations.push(...checkParameter(parameter, matching, context));
  }
  if (rules.open) {
    return deviations;
  }
  const known = [...rules.parameters.flatMap((parameter) => namesOf(parameter, context)), ...rules.commonNames];
  const unknown = pairs.filter((pair) => !taken.has(pair) && !rules.commonNames.includes(pair.name));
  const names = [...new Set(unknown.map((pair) => pair.name))];
  return [
    ...deviations,
    ...names.map(
      (name): Deviation => ({
        kind: 'unknown_query',
        where: `/query/${name}`,
        message: `query parameter "${name}" is not described`,
        ...nearestProperty(name, known),
      }),
    ),
  ];
}

// Without a style, `{}` as a schema says nothing about the shape: brackets are as good as none there.
function takesBrackets(parameter: Parameter): boolean {
  const untyped = parameter.style === undefined && Object.keys(readSchema(parameter.schema).assertions).length === 0;
  return parameter.style === 'deepObject' || (untyped && isBare(parameter.schema));
}

function isBare(schema: unknown): boolean {
  const node = readSchema(schema);
  const members = node.allOf.length + node.anyOf.length + node.oneOf.length;
  return referenceOf(schema) === undefined && members === 0 && node.properties.size === 0;
}

/** The names an object takes that is spread over the query: OpenAPI's `form` style with `explode`. */
function spreadNames(parameter: Parameter, context: SchemaContext): string[] {
  if ((parameter.style ?? 'form') !== 'form' || parameter.explode === false || parameter.json) {
    return [];
  }
  const reference = referenceOf(parameter.schema);
  const node = readSchema(reference === undefined ? parameter.schema : context.resolve(reference));
  return [...node.properties.keys()];
}

function namesOf(parameter: Parameter, context: SchemaContext): string[] {
  const spread = spreadNames(parameter, context);
  return spread.length > 0 ? spread : [parameter.name];
}

function belongsTo(pair: Pair, parameter: Parameter, context: SchemaContext): boolean {
  return (
    namesOf(parameter, context).includes(pair.name) ||
    (takesBrackets(parameter) && pair.name.startsWith(`${parameter.name}[`))
  );
}

function checkParameter(parameter: Parameter, pairs: readonly Pair[], context: SchemaContext): Deviation[] {
  const where = `/query/${parameter.name}`;
  if (pairs.length === 0) {
    const message = `required query parameter "${parameter.name}" is missing`;
    return parameter.required ? [{ kind: 'missing_query', where, message }] : [];
  }
  const deprecated: Deviation[] = parameter.deprecated
    ? [{ kind: 'deprecated', where, message: `query parameter "${parameter.name}" is deprecated` }]
    : [];
  if (pairs.every((pair) => isMasked(pair.value))) {
    return deprecated;
  }
  const readings = readingsOf(parameter, pairs, context);
  if (readings.length === 0) {
    const message = `"${parameter.name}" is given ${pairs.length} times, but takes one value with its members in it`;
    return [...deprecated, { kind: 'wrong_value', where, message }];
  }
  let best: Deviation[] | undefined;
  for (const reading of readings) {
    const deviations = checkValue(parameter.schema, reading, where, context);
    if (best === undefined || distanceOf(deviations, where) < distanceOf(best, where)) {
      best = deviations;
    }
  }
  return [...deprecated, ...(best ?? [])];
}

/** Every value the pairs may stand for under the parameter's style; the schema decides which one is meant. */
function readingsOf(parameter: Parameter, pairs: readonly Pair[], context: SchemaContext): unknown[] {
  const values = pairs.map((pair) => pair.value);
  const [first = ''] = values;
  if (parameter.json) {
    return values.length === 1 ? [parsedOrText(first)] : [];
  }
  if (takesBrackets(parameter)) {
    const nested = nestPairs(pairs);
    return parameter.name in nested ? [nested[parameter.name]] : [];
  }
  const style = parameter.style ?? 'form';
  if (spreadNames(parameter, context).length > 0) {
    return [Object.fromEntries(pairs.map((pair) => [pair.name, pair.value]))];
  }
  if (style === 'pipeDelimited' || style === 'spaceDelimited') {
    return values.length === 1 ? delimited(first, style === 'pipeDelimited' ? '|' : ' ') : [];
  }
  if (parameter.explode === false) {
    return values.length === 1 ? delimited(first, ',') : [];
  }
  if (values.length > 1) {
    return [values];
  }
  // Where the vendor wrote no `explode`, a comma-separated list is as likely as a repeated name.
  return parameter.explode === undefined && first.includes(',') ? [first, [first], first.split(',')] : [first, [first]];
}

function delimited(text: string, delimiter: string): unknown[] {
  const parts = text.split(delimiter);
  const pairs = parts.flatMap((name, index) => (index % 2 === 0 ? [[name, parts[index + 1] ?? ''] as const] : []));
  return parts.length > 1 && parts.length % 2 === 0 ? [text, parts, Object.fromEntries(pairs)] : [text, parts];
}

function parsedOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
