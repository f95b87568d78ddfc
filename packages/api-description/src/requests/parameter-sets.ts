import { isJsonObject, type JsonObject, pointerTo } from '../json.ts';
import { createValidator } from './schema-validator.ts';
import { type Freedom, NoValueError, type Variant, type Variants, variantsOf } from './value-variants.ts';

/** Parameters to call an action with. */
export interface ParameterSet {
  /** Why the set is tried: `required parameters`, `all parameters`, or the one value it is about, as `.state=open`. */
  readonly label: string;
  readonly params: JsonObject;
  /** JSON pointers of the values that were made up, and may be replaced by others the schema allows. */
  readonly free: ReadonlyMap<string, Freedom>;
}

/** The parameter sets of an action and what could not be covered. */
export interface ParameterSets {
  readonly sets: readonly ParameterSet[];
  /** One line for each value that no valid parameters could be made for. */
  readonly notes: readonly string[];
}

/**
 * Generates the parameters to test an action with from its JSON Schema (draft 2020-12): required ones only, all of them, and one set for
 * each enum value, each declared bound and each alternative, at any depth. The same schema produces the same sets, and every set is valid.
 */
export function generateParameterSets(schema: unknown): ParameterSets {
  const root = { type: 'object', ...(isJsonObject(schema) ? schema : {}) };
  const isValid = createValidator(root);
  const notes = new Set<string>();
  let variants: Variants;
  try {
    variants = variantsOf(root, '', { root, notes });
  } catch (error) {
    if (error instanceof NoValueError) {
      return { sets: [], notes: [...notes.add(error.message)] };
    }
    throw error;
  }
  const { least, fullest, others } = variants;
  const tried: Variant[] = [
    { ...least, label: 'required parameters' },
    { ...fullest, label: 'all parameters' },
    ...others,
  ];
  const sets = new Map<string, ParameterSet>();
  for (const variant of tried) {
    const valid = [variant, onTopOf(fullest, variant)].find((each) => isValid(each.value) && isJsonObject(each.value));
    if (valid === undefined) {
      notes.add(`${variant.label}: no valid parameters hold it`);
    } else if (isJsonObject(valid.value)) {
      const key = JSON.stringify(valid.value);
      sets.set(key, sets.get(key) ?? { label: variant.label, params: valid.value, free: valid.free });
    }
  }
  return { sets: [...sets.values()], notes: [...notes] };
}

// Some values need members beside them that the schema requires only then: all members together have them.
function onTopOf(base: Variant, variant: Variant): Variant {
  if (!isJsonObject(base.value) || !isJsonObject(variant.value)) {
    return variant;
  }
  const isOverridden = (pointer: string): boolean =>
    Object.keys(variant.value as JsonObject).some((name) => `${pointer}/`.startsWith(`${pointerTo('', name)}/`));
  return {
    label: variant.label,
    value: { ...base.value, ...variant.value },
    free: new Map([...[...base.free].filter(([pointer]) => !isOverridden(pointer)), ...variant.free]),
  };
}
