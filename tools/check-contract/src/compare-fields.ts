import { type Difference, type DifferenceKind, extra, missing } from './difference.ts';
import type { FieldFacts, FieldsByName, FieldType } from './field-facts.ts';
import type { SchemaFacts } from './schema-facts.ts';

/** How fields are compared. */
export interface Comparison {
  /** Whether the facts name every field, so that any other field is extra. */
  readonly complete: boolean;
  /** Whether the facts name every bound, default, pattern and list of values, so that any other one is wrong. */
  readonly exact: boolean;
  /** Whether callers send the fields, so that required ones are compared. */
  readonly sent: boolean;
}

const restrictions = [
  ['enum', 'enum'],
  ['minimum', 'bound'],
  ['maximum', 'bound'],
  ['maxLength', 'bound'],
  ['maxItems', 'bound'],
  ['default', 'default'],
  ['pattern', 'pattern'],
] as const;

/** Compares the fields of a schema with the facts about them, including fields of objects and of array items. */
export function compareFields(
  expected: FieldsByName,
  actual: Readonly<Record<string, SchemaFacts>>,
  where: string,
  comparison: Comparison,
): readonly Difference[] {
  const differences = Object.entries(expected).flatMap(([name, facts]): readonly Difference[] => {
    const place = `${where}/${name}`;
    const field = Object.hasOwn(actual, name) ? actual[name] : undefined;
    return field === undefined ? [missing(place)] : compareField(facts, field, place, comparison);
  });
  if (!comparison.complete) return differences;
  const extraNames = Object.keys(actual).filter((name) => !Object.hasOwn(expected, name));
  return [...differences, ...extraNames.map((name) => extra(`${where}/${name}`))];
}

function compareField(
  expected: FieldFacts,
  actual: SchemaFacts,
  where: string,
  comparison: Comparison,
): readonly Difference[] {
  const { types, required, values, items, properties } = expected;
  const differences: Difference[] = [];
  const differ = (kind: DifferenceKind, found: string, stated: string) => {
    differences.push({ where, kind, message: `it is ${found}, the contract says ${stated}` });
  };
  if (
    types !== undefined &&
    !types.includes('any') &&
    !equal(counted(types, comparison), counted(actual.types, comparison))
  ) {
    differ('type', actual.types.join('|'), types.join('|'));
  }
  if (comparison.sent && required !== undefined && required !== actual.required) {
    differ('required', needed(actual.required), needed(required));
  }
  for (const [name, kind] of restrictions) {
    const open = expected[name] === undefined && (!comparison.exact || (name === 'enum' && values !== undefined));
    if (open || equal(expected[name], actual[name])) continue;
    differ(kind, `${name} ${text(actual[name])}`, `${name} ${text(expected[name])}`);
  }
  if (values?.some((value) => actual.enum?.every((allowed) => !equal(allowed, value)))) {
    differ('enum', `enum ${text(actual.enum)}`, `at least ${text(values)}`);
  }
  if (items !== undefined) {
    const place = `${where}/items`;
    differences.push(...(actual.items ? compareField(items, actual.items, place, comparison) : [missing(place)]));
  }
  if (properties !== undefined) {
    differences.push(...compareFields(properties, actual.properties ?? {}, where, comparison));
  }
  return differences;
}

// Null in a record field is not a difference, because in the published contract all fields except the key may be null.
function counted(types: readonly FieldType[], { sent }: Comparison): readonly FieldType[] {
  return sent ? types : types.filter((type) => type !== 'null');
}

// The order of types and of values does not matter.
function equal(expected: unknown, actual: unknown): boolean {
  return canonical(expected) === canonical(actual);
}

function canonical(value: unknown): string | undefined {
  return Array.isArray(value) ? value.map(canonical).sort().join() : JSON.stringify(value);
}

function needed(required: boolean): string {
  return required ? 'required' : 'optional';
}

function text(value: unknown): string {
  return value === undefined ? 'not stated' : JSON.stringify(value);
}
