import { elementFields, type SearchFields } from './search-fields.ts';
import { isObject, type Members } from './translate-call.ts';

/** Translates the parameters of a search of the copy to our operators and field names. */
export function translateSearch(params: Members, fields: SearchFields): Members {
  const { query, fields: paths } = params;
  return {
    ...params,
    ...(isObject(query) && { query: translateQuery(query, fields) }),
    ...(Array.isArray(paths) && { fields: paths.map((path) => ownKeys(path, fields)) }),
  };
}

/** Translates dotted paths into the records of a search to our names. A value that is not a list of paths is returned unchanged. */
export function translatePaths(paths: unknown, fields: SearchFields): unknown {
  return Array.isArray(paths) ? paths.map((path) => (typeof path === 'string' ? fields.ownPath(path) : path)) : paths;
}

function translateQuery(query: Members, fields: SearchFields): Members {
  const { filter, sort } = query;
  return {
    ...query,
    ...('filter' in query && { filter: translateFilter(filter, fields) }),
    ...(Array.isArray(sort) && { sort: sort.map((key) => sortKey(key, fields)) }),
  };
}

function sortKey(key: unknown, fields: SearchFields): unknown {
  if (!isObject(key)) return key;
  return Object.fromEntries(Object.entries(key).map(([name, direction]) => [fields.ownPath(name), direction]));
}

// The SDK writes a path as an array of keys.
function ownKeys(path: unknown, fields: SearchFields): unknown {
  if (typeof path === 'string') return fields.ownPath(path);
  if (!Array.isArray(path) || typeof path[0] !== 'string') return path;
  const [name, ...below] = path;
  return [fields.names.byName.get(name) ?? name, ...below];
}

/** Deeper or longer filters are not translated, because our parser rejects them (spec/search.md). */
const deepest = 20;
const maxConditions = 500;

/**
 * Translates a filter of an existing client to our operators: `startswith`, `endswith` and, on a string, `contains` become `like`, which
 * ignores case as well, and `array_contains` becomes `contains`. Fields get our names. Anything that is not a filter is left to the parser.
 */
export function translateFilter(filter: unknown, fields: SearchFields): unknown {
  return new FilterTranslation().condition(filter, fields, 1);
}

/** A comparison of one field, or a whole condition if no single operator expresses it. */
type Translated = { readonly operator: string; readonly operand: unknown } | { readonly condition: Members };

class FilterTranslation {
  #conditions = 0;

  condition(input: unknown, fields: SearchFields, depth: number): unknown {
    if (!isObject(input) || depth > deepest || this.#conditions > maxConditions) return input;
    const conjunction = new Conjunction();
    for (const [operator, operand] of Object.entries(input)) {
      this.#conditions += 1;
      if (operator === 'not') conjunction.addWhole(operator, this.condition(operand, fields, depth + 1));
      else if ((operator === 'and' || operator === 'or') && Array.isArray(operand)) {
        conjunction.addWhole(
          operator,
          operand.map((one) => this.condition(one, fields, depth + 1)),
        );
      } else if (!isObject(operand) || Object.keys(operand).length === 0) conjunction.addWhole(operator, operand);
      else this.#comparisons(conjunction, operator, operand, fields, depth);
    }
    return conjunction.condition();
  }

  #comparisons(conjunction: Conjunction, operator: string, operands: Members, fields: SearchFields, depth: number) {
    for (const [name, operand] of Object.entries(operands)) {
      this.#conditions += 1;
      const field = fields.ownPath(name);
      const translated =
        operator === 'any'
          ? { operator, operand: this.condition(operand, elementFields, depth + 1) }
          : comparison(operator, field, operand, fields.typeOf(field));
      if ('condition' in translated) conjunction.addCondition(translated.condition);
      else conjunction.addComparison(translated.operator, field, translated.operand);
    }
  }
}

function comparison(operator: string, field: string, operand: unknown, type: string | undefined): Translated {
  switch (operator) {
    case 'startswith':
      return { operator: 'like', operand: pattern('', operand, '%') };
    case 'endswith':
      return { operator: 'like', operand: pattern('%', operand, '') };
    case 'array_contains':
      return { operator: 'contains', operand };
    case 'contains': {
      const like = { operator: 'like', operand: pattern('%', operand, '%') };
      if (type === 'string') return like;
      if (type !== 'any' || typeof operand !== 'string') return { operator, operand };
      // Only the record shows whether this is a string that contains the operand or an array with the operand as an element.
      return { condition: { or: [{ like: { [field]: like.operand } }, { contains: { [field]: operand } }] } };
    }
    default:
      return { operator, operand };
  }
}

function pattern(before: string, text: unknown, after: string): unknown {
  return typeof text === 'string' ? before + text.replaceAll(/[\\%_]/g, '\\$&') + after : text;
}

/** Conditions that must all hold, in one object unless an operator would name a field twice. */
class Conjunction {
  readonly #whole = new Map<string, unknown>();
  readonly #comparisons = new Map<string, Map<string, unknown>>();
  readonly #others: Members[] = [];

  addWhole(operator: string, operand: unknown): void {
    this.#whole.set(operator, operand);
  }

  addComparison(operator: string, field: string, operand: unknown): void {
    const fields = this.#comparisons.get(operator) ?? new Map<string, unknown>();
    this.#comparisons.set(operator, fields);
    if (fields.has(field)) this.addCondition({ [operator]: { [field]: operand } });
    else fields.set(field, operand);
  }

  addCondition(condition: Members): void {
    this.#others.push(condition);
  }

  condition(): Members {
    const others = [...this.#others];
    const entries = new Map(this.#whole);
    for (const [operator, fields] of this.#comparisons) {
      const operand = Object.fromEntries(fields);
      // The operator may already be there, with an invalid operand.
      if (entries.has(operator)) others.push({ [operator]: operand });
      else entries.set(operator, operand);
    }
    const and = entries.has('and') ? entries.get('and') : [];
    if (others.length > 0 && Array.isArray(and)) entries.set('and', [...and, ...others]);
    return Object.fromEntries(entries);
  }
}
