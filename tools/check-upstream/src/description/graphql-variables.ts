import { isJsonObject, type JsonObject, pointerTo } from '@connectory/testkit/schema-values';
import {
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isScalarType,
  type OperationDefinitionNode,
  typeFromAST,
  validateInputValue,
} from 'graphql';
import { isMasked } from './api-description.ts';
import type { Deviation } from './deviation.ts';
import { nearestProperty } from './nearest.ts';

/** Compares the variables of a request with the operation's declarations and the input types of the schema. */
export function checkVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: JsonObject,
): Deviation[] {
  const definitions = operation.variableDefinitions ?? [];
  const declared = definitions.map((definition) => definition.variable.name.value);
  const deviations = Object.keys(variables)
    .filter((name) => !declared.includes(name))
    .map((name): Deviation => {
      const message = `variable "$${name}" is not declared by the document`;
      return {
        kind: 'unknown_variable',
        where: pointerTo('/body/variables', name),
        message,
        ...nearestProperty(name, declared),
      };
    });
  for (const definition of definitions) {
    const name = definition.variable.name.value;
    const where = pointerTo('/body/variables', name);
    const type = typeFromAST(schema, definition.type);
    if (!isInputType(type)) {
      continue;
    }
    if (Object.hasOwn(variables, name)) {
      deviations.push(...checkVariable(type, variables[name], where), ...deprecations(type, variables[name], where));
    } else if (isNonNullType(type) && definition.defaultValue === undefined) {
      deviations.push({ kind: 'wrong_variable', where, message: `variable "$${name}" of type ${type} is missing` });
    }
  }
  return deviations;
}

function checkVariable(type: GraphQLInputType, value: unknown, where: string): Deviation[] {
  const deviations: Deviation[] = [];
  validateInputValue(value, type, (error, path) => {
    const actual = valueAt(value, path);
    if (isMasked(actual)) {
      return;
    }
    const expected = expectedAt(type, path);
    deviations.push({
      kind: 'wrong_variable',
      where: path.reduce<string>(
        (place, key) => (typeof key === 'number' ? `${place}/*` : pointerTo(place, key)),
        where,
      ),
      message: error.message,
      ...(expected === undefined ? {} : { fault: { actual, expected, keyword: 'type' } }),
    });
  });
  return deviations;
}

type InputPath = readonly (string | number)[];

function valueAt(value: unknown, path: InputPath): unknown {
  let found = value;
  for (const key of path) {
    found = Array.isArray(found) ? found[Number(key)] : isJsonObject(found) ? found[key] : undefined;
  }
  return found;
}

/** What a leaf type takes, as JSON Schema; undefined for input objects and scalars of the vendor's own. */
function expectedAt(type: GraphQLInputType, path: InputPath): JsonObject | undefined {
  let found: GraphQLInputType = type;
  for (const key of path) {
    const inner: GraphQLInputType = getNullableType(found);
    if (isListType(inner)) {
      found = inner.ofType;
    } else if (isInputObjectType(inner)) {
      const field = inner.getFields()[key];
      if (field === undefined) {
        return undefined;
      }
      found = field.type;
    }
  }
  const leaf = getNamedType(found);
  if (isEnumType(leaf)) {
    return { enum: leaf.getValues().map((value) => value.name) };
  }
  const scalars: Readonly<Record<string, JsonObject>> = {
    Int: { type: 'integer', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
    Float: { type: 'number' },
    Boolean: { type: 'boolean' },
    String: { type: 'string' },
    ID: { type: ['string', 'integer'] },
  };
  return isScalarType(leaf) ? scalars[leaf.name] : undefined;
}

// The rule of graphql-js for deprecated members reads documents only, not the values of variables.
function deprecations(type: GraphQLInputType, value: unknown, where: string): Deviation[] {
  const inner: GraphQLInputType = getNullableType(type);
  if (isListType(inner)) {
    return Array.isArray(value)
      ? value.flatMap((item) => deprecations(inner.ofType, item, `${where}/*`))
      : deprecations(inner.ofType, value, where);
  }
  if (isEnumType(inner)) {
    const reason = typeof value === 'string' ? inner.getValue(value)?.deprecationReason : undefined;
    return typeof reason === 'string' ? [deprecated(`The enum value "${inner.name}.${value}"`, reason, where)] : [];
  }
  if (!isInputObjectType(inner) || !isJsonObject(value)) {
    return [];
  }
  const fields = inner.getFields();
  return Object.entries(value).flatMap(([name, each]) => {
    const field = fields[name];
    if (field === undefined) {
      return [];
    }
    const place = pointerTo(where, name);
    const reason = field.deprecationReason;
    const own = typeof reason === 'string' ? [deprecated(`The input field ${inner.name}.${name}`, reason, place)] : [];
    return [...own, ...deprecations(field.type, each, place)];
  });
}

function deprecated(what: string, reason: string, where: string): Deviation {
  return { kind: 'deprecated', where, message: `${what} is deprecated. ${reason}` };
}
