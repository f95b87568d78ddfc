type Json = Readonly<Record<string, unknown>>;

/** How a response is generated from its description. */
interface Manner {
  /** The index of the alternative and of the listed value to use. */
  readonly pick: number;
  /** The depth at which fields are null. */
  readonly nullAt?: number;
  /** Whether fields the vendor does not describe as nullable are null too. */
  readonly anyNull?: boolean;
  /** Whether only required fields are present. */
  readonly sparse?: boolean;
  /** Whether strings with listed values have one that is not listed. */
  readonly unheard?: boolean;
}

const deepest = 7;
const depths = Array.from({ length: deepest }, (_, index) => index + 1);
const manners: readonly Manner[] = [
  ...Array.from({ length: 8 }, (_, pick) => ({ pick })),
  { pick: 0, sparse: true },
  { pick: 0, unheard: true },
  ...depths.flatMap((nullAt) => [0, 1].map((pick) => ({ pick, nullAt }))),
  ...depths.map((nullAt) => ({ pick: 0, nullAt, anyNull: true })),
];

/**
 * Generates responses that a vendor's OpenAPI 3.0 document allows for a schema: with each alternative and each listed value, without
 * optional fields, with null for nullable fields at each depth; and beyond the description with null for every field and with unlisted
 * values.
 */
export function describedAnswers(schema: unknown, document: Json): readonly unknown[] {
  return manners.map((manner) => answer(schema, { document, manner, depth: 0 }));
}

interface Place {
  readonly document: Json;
  readonly manner: Manner;
  readonly depth: number;
}

function answer(given: unknown, place: Place): unknown {
  const { manner, depth } = place;
  const schema = resolved(given, place.document);
  if (depth === manner.nullAt && (schema.nullable === true || manner.anyNull === true)) return null;
  const alternatives = (schema.oneOf ?? schema.anyOf) as readonly unknown[] | undefined;
  if (alternatives !== undefined) return answer(alternatives[manner.pick % alternatives.length], place);
  if (Array.isArray(schema.enum)) {
    return manner.unheard === true && typeof schema.enum[0] === 'string'
      ? 'nobody-listed-this'
      : schema.enum[manner.pick % schema.enum.length];
  }
  const { type } = schema;
  if (type === 'array') return depth > deepest ? [] : [elementOf(schema.items, place)];
  if (type === 'object' || isObject(schema.properties)) return depth > deepest ? {} : objectOf(schema, place);
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return 1;
  return schema.example ?? 'text';
}

// An array item is not a field: it is only null if described as nullable.
function elementOf(items: unknown, place: Place): unknown {
  return answer(items ?? {}, { ...place, manner: { ...place.manner, anyNull: false } }) === null
    ? null
    : answer(items ?? {}, { ...place, depth: place.depth + 0.5 });
}

function objectOf({ properties, required, additionalProperties }: Json, place: Place): unknown {
  const needed = Array.isArray(required) ? (required as readonly string[]) : [];
  const below = { ...place, depth: Math.floor(place.depth) + 1 };
  const members = Object.entries(isObject(properties) ? properties : {})
    .filter(([name]) => place.manner.sparse !== true || needed.includes(name))
    .map(([name, member]) => [name, answer(member, below)] as const);
  const more = isObject(additionalProperties) ? [['more', answer(additionalProperties, below)] as const] : [];
  return Object.fromEntries([...members, ...more]);
}

function resolved(given: unknown, document: Json): Json {
  const schema = isObject(given) ? given : {};
  if (typeof schema.$ref === 'string') {
    const target = schema.$ref
      .slice(2)
      .split('/')
      .reduce<unknown>((part, name) => (isObject(part) ? part[name] : undefined), document);
    if (target === undefined) throw new Error(`The description refers to ${schema.$ref}, which it does not have.`);
    return resolved(target, document);
  }
  if (!Array.isArray(schema.allOf)) return schema;
  const parts = [schema, ...schema.allOf.map((part) => resolved(part, document))];
  return {
    ...Object.assign({}, ...parts),
    allOf: undefined,
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required }) => (Array.isArray(required) ? required : [])),
  };
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
