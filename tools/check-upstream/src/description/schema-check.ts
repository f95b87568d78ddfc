import { isJsonObject, type JsonObject, pointerTo, valueText } from '@connectory/testkit/schema-values';
import { isMasked } from './api-description.ts';
import { failedAssertions } from './assertions.ts';
import type { Deviation } from './deviation.ts';
import { nearestProperty } from './nearest.ts';
import { readSchema, referenceOf, type SchemaNode } from './schema-node.ts';

/** How values are compared with one description's schemas. */
export interface SchemaContext {
  /** Finds the target of a `$ref`; undefined when the document has none. */
  readonly resolve: (reference: string) => unknown;
  /** True when every scalar arrived as text (query, path, form): `"5"` then counts as 5 where a number is wanted. */
  readonly text: boolean;
  /** True for what the vendor sends: read-only and deprecated fields are right there, write-only ones are not awaited. */
  readonly answer?: boolean;
}

/** The result of one schema for one value, before unknown properties are checked. */
interface Outcome {
  readonly deviations: readonly Deviation[];
  /** Names of the value's properties that the schema covers. */
  readonly covered: ReadonlySet<string>;
  /** Names the schema declares, for suggestions. */
  readonly declared: ReadonlySet<string>;
  /** Whether the schema lists its properties, so that others are unknown. */
  readonly closed: boolean;
}

const nothing: Outcome = { deviations: [], covered: new Set(), declared: new Set(), closed: false };

// Deeper nesting of references within one place means that they form a circle.
const longestReferenceChain = 64;

/**
 * Compares a value with a vendor's schema. Properties the schema does not declare are deviations also where it lacks
 * `additionalProperties: false`, unless it allows others or declares none; the members of allOf count together, as do
 * the matching members of anyOf, while oneOf counts the closest member alone. `oneOf` accepts a value that meets more
 * than one member, because vendors' members overlap.
 */
export function checkValue(schema: unknown, value: unknown, where: string, context: SchemaContext): Deviation[] {
  const outcome = apply(schema, value, where, context, 0);
  return [...outcome.deviations, ...unknownProperties(outcome, value, where)];
}

/** How far a value is from a schema: 0 when it fits, large when even its type is wrong. Deprecation does not count. */
export function distanceOf(deviations: readonly Deviation[], where: string): number {
  let distance = 0;
  for (const deviation of deviations) {
    if (deviation.kind !== 'deprecated') {
      distance += deviation.kind === 'wrong_type' && deviation.where === where ? 1000 : 1;
    }
  }
  return distance;
}

/**
 * How far an answer is from a schema. What it has says more about what it is meant to be than what it leaves out, and a field of its own
 * more than one far below, however many elements of a list repeat it.
 */
function answerDistance(deviations: readonly Deviation[], where: string): number {
  const places = new Map(deviations.map((deviation) => [`${deviation.kind} ${deviation.where}`, deviation]));
  return [...places.values()].reduce((distance, deviation) => {
    const depth = deviation.where.slice(where.length).split('/').length - 1;
    const weight = deviation.kind === 'missing_field' ? 0.01 : distanceOf([deviation], where);
    return distance + weight * 0.1 ** Math.max(0, depth - 1);
  }, 0);
}

function unknownProperties(outcome: Outcome, value: unknown, where: string): Deviation[] {
  if (!outcome.closed || !isJsonObject(value)) {
    return [];
  }
  return Object.keys(value)
    .filter((name) => !outcome.covered.has(name))
    .map((name) => ({
      kind: 'unknown_field',
      where: pointerTo(where, name),
      message: `field "${name}" is not described`,
      ...nearestProperty(name, outcome.declared),
    }));
}

function apply(schema: unknown, value: unknown, where: string, context: SchemaContext, depth: number): Outcome {
  const reference = referenceOf(schema);
  if (reference !== undefined) {
    return depth > longestReferenceChain
      ? nothing
      : apply(context.resolve(reference), value, where, context, depth + 1);
  }
  const node = readSchema(schema);
  if (isMasked(value) || (value === null && node.nullable)) {
    return nothing;
  }
  if (node.impossible) {
    return { ...nothing, deviations: [{ kind: 'wrong_value', where, message: 'no value is allowed here' }] };
  }
  const own: Outcome[] = [
    { ...nothing, deviations: [...assertionDeviations(node.assertions, value, where, context)] },
    ...(isJsonObject(value) ? [applyToObject(node, value, where, context)] : []),
    ...(Array.isArray(value) ? [applyToArray(node, value, where, context)] : []),
    ...node.allOf.map((each) => apply(each, value, where, context, depth + 1)),
  ];
  if (node.not !== undefined && distanceOf(apply(node.not, value, where, context, depth + 1).deviations, where) === 0) {
    own.push({ ...nothing, deviations: [{ kind: 'wrong_value', where, message: 'this value is excluded' }] });
  }
  for (const [members, unite] of [[node.anyOf, true] as const, [node.oneOf, false] as const]) {
    if (members.length > 0) {
      const outcomes = members.map((each) => apply(each, value, where, context, depth + 1));
      own.push(chooseMember(outcomes, merge(own), value, where, unite, context));
    }
  }
  return merge(own);
}

function applyToObject(node: SchemaNode, value: JsonObject, where: string, context: SchemaContext): Outcome {
  const deviations: Deviation[] = [];
  const covered = new Set<string>();
  const absentFlag = context.answer === true ? 'writeOnly' : 'readOnly';
  for (const name of node.required) {
    if (!Object.hasOwn(value, name) && !hasFlag(node.properties.get(name), absentFlag, context)) {
      deviations.push({
        kind: 'missing_field',
        where: pointerTo(where, name),
        message: `required field "${name}" is missing`,
      });
    }
  }
  for (const [name, property] of Object.entries(value)) {
    const place = pointerTo(where, name);
    const schemas = [
      ...(node.properties.has(name) ? [node.properties.get(name)] : []),
      ...node.patternProperties.filter(([pattern]) => pattern.test(name)).map(([, schema]) => schema),
    ];
    if (schemas.length === 0 && node.additionalProperties !== undefined && node.additionalProperties !== false) {
      schemas.push(node.additionalProperties);
    }
    for (const schema of schemas) {
      covered.add(name);
      deviations.push(...flagDeviations(schema, name, place, context), ...checkValue(schema, property, place, context));
    }
  }
  const closed = node.properties.size > 0 || node.additionalProperties !== undefined;
  return { deviations, covered, declared: new Set(node.properties.keys()), closed };
}

function applyToArray(node: SchemaNode, value: readonly unknown[], where: string, context: SchemaContext): Outcome {
  const deviations = value.flatMap((item, index) => {
    const schema = node.prefixItems[index] ?? node.items;
    return schema === undefined ? [] : checkValue(schema, item, `${where}/*`, context);
  });
  return { ...nothing, deviations };
}

function flagDeviations(schema: unknown, name: string, where: string, context: SchemaContext): Deviation[] {
  if (context.answer === true) {
    return [];
  }
  if (hasFlag(schema, 'readOnly', context)) {
    return [{ kind: 'read_only', where, message: `field "${name}" is read-only and may not be sent` }];
  }
  return hasFlag(schema, 'deprecated', context)
    ? [{ kind: 'deprecated', where, message: `field "${name}" is deprecated` }]
    : [];
}

type Flag = 'readOnly' | 'writeOnly' | 'deprecated';

function hasFlag(schema: unknown, flag: Flag, context: SchemaContext, depth = 0): boolean {
  const reference = referenceOf(schema);
  if (depth > 8) {
    return false;
  }
  if (reference !== undefined) {
    return hasFlag(context.resolve(reference), flag, context, depth + 1);
  }
  const node = readSchema(schema);
  return node[flag] || node.allOf.some((each) => hasFlag(each, flag, context, depth + 1));
}

function chooseMember(
  outcomes: readonly Outcome[],
  beside: Outcome,
  value: unknown,
  where: string,
  unite: boolean,
  context: SchemaContext,
): Outcome {
  const matching = outcomes.filter((outcome) => distanceOf(outcome.deviations, where) === 0);
  const unknown = (outcome: Outcome) => unknownProperties(merge([beside, outcome]), value, where).length;
  if (unite && matching.length > 0 && (context.answer !== true || unknown(merge(matching)) === 0)) {
    return merge(matching);
  }
  const own = context.answer === true ? answerDistance : distanceOf;
  const distance = (outcome: Outcome): number => own(outcome.deviations, where) + unknown(outcome);
  const [closest] = outcomes.toSorted((left, right) => distance(left) - distance(right));
  if (closest === undefined) {
    return nothing;
  }
  const typeFault = closest.deviations.find((each) => each.kind === 'wrong_type' && each.where === where);
  if (typeFault === undefined) {
    return closest;
  }
  const messages = outcomes.flatMap((outcome) =>
    outcome.deviations.filter((each) => each.kind === 'wrong_type' && each.where === where).map((each) => each.message),
  );
  return { ...closest, deviations: [{ ...typeFault, message: [...new Set(messages)].join(', or ') }] };
}

function merge(outcomes: readonly Outcome[]): Outcome {
  return {
    deviations: outcomes.flatMap((outcome) => outcome.deviations),
    covered: new Set(outcomes.flatMap((outcome) => [...outcome.covered])),
    declared: new Set(outcomes.flatMap((outcome) => [...outcome.declared])),
    closed: outcomes.some((outcome) => outcome.closed),
  };
}

function assertionDeviations(
  assertions: JsonObject,
  value: unknown,
  where: string,
  context: SchemaContext,
): readonly Deviation[] {
  const readings = context.text && typeof value === 'string' ? textReadings(value) : [value];
  let best: readonly Deviation[] | undefined;
  for (const reading of readings) {
    const deviations = deviationsOfReading(assertions, reading, where);
    if (best === undefined || distanceOf(deviations, where) < distanceOf(best, where)) {
      best = deviations;
    }
  }
  return best ?? [];
}

function deviationsOfReading(assertions: JsonObject, value: unknown, where: string): Deviation[] {
  const errors = failedAssertions(assertions, value);
  const wrongType = errors.find((error) => error.keyword === 'type');
  // Bounds and enums of another type say nothing once the type is wrong.
  return (wrongType === undefined ? errors : [wrongType]).map((error) => {
    const fault = { actual: value, expected: assertions, keyword: error.keyword };
    const shown = shorten(value);
    if (error.keyword === 'enum' && Array.isArray(assertions.enum)) {
      const allowed = assertions.enum.map(valueText);
      const listed = allowed.length > 10 ? `${allowed.slice(0, 10).join(', ')}, …` : allowed.join(', ');
      const message = `${shown} is not one of ${listed}`;
      return { kind: 'wrong_value', where, message, ...nearestProperty(valueText(value), allowed), fault };
    }
    const kind = error.keyword === 'type' ? 'wrong_type' : 'wrong_value';
    return { kind, where, message: `${shown} ${error.message ?? error.keyword}`, fault };
  });
}

/** The values that text may represent: itself, a number, a boolean, and null if it is empty. */
function textReadings(text: string): unknown[] {
  if (/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) {
    return [text, Number(text)];
  }
  if (text === 'true' || text === 'false') {
    return [text, text === 'true'];
  }
  return text === '' ? [text, null] : [text];
}

function shorten(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined';
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
