/** A bound value of a SQLite statement. */
export type Parameter = string | number | null;

/** Part of a statement: its text, and the values of its placeholders in order. */
export interface Fragment {
  readonly text: string;
  readonly parameters: readonly Parameter[];
}

/** Builds a fragment from a template. Fragments are inlined; every other value becomes a parameter. */
export function sql(texts: TemplateStringsArray, ...parts: readonly (Fragment | Parameter)[]): Fragment {
  const parameters: Parameter[] = [];
  let text = texts[0] ?? '';
  for (const [index, part] of parts.entries()) {
    if (typeof part === 'object' && part !== null) {
      text += part.text;
      for (const parameter of part.parameters) parameters.push(parameter);
    } else {
      text += '?';
      parameters.push(part);
    }
    text += texts[index + 1] ?? '';
  }
  return { text, parameters };
}

/**
 * A parameter that does not influence the plan of a statement. SQLite prepares a statement again for each value of a bare parameter in a
 * LIMIT, or in an equality of a sorted query, which can take longer than running it.
 */
export function unpeeked(value: Parameter): Fragment {
  return { text: '+?', parameters: [value] };
}

/** A fragment of fixed text: keywords, and names created by this package. */
export function verbatim(text: string): Fragment {
  return { text, parameters: [] };
}

/** A name of a table, column or index. */
export function identifier(name: string): Fragment {
  return verbatim(quoted(name));
}

/** A quoted name, for the text of statements that define tables. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text literal, for column definitions, which accept no parameters. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Joins fragments with a separator. */
export function joined(fragments: readonly Fragment[], separator: string): Fragment {
  const parameters: Parameter[] = [];
  let text = '';
  for (const [index, fragment] of fragments.entries()) {
    text += index === 0 ? fragment.text : separator + fragment.text;
    for (const parameter of fragment.parameters) parameters.push(parameter);
  }
  return { text, parameters };
}

/** Combines conditions with AND, in parentheses; true if there are none. */
export function all(conditions: readonly Fragment[]): Fragment {
  return combined(conditions, ' AND ', '1');
}

/** Combines conditions with OR, in parentheses; false if there are none. */
export function some(conditions: readonly Fragment[]): Fragment {
  return combined(conditions, ' OR ', '0');
}

// Combined as a balanced tree, because SQLite limits the depth of expressions.
function combined(conditions: readonly Fragment[], operator: string, none: string): Fragment {
  const [first] = conditions;
  if (first === undefined) return verbatim(none);
  if (conditions.length === 1) return first;
  const middle = conditions.length >> 1;
  const halves = [conditions.slice(0, middle), conditions.slice(middle)];
  return sql`(${joined(
    halves.map((half) => combined(half, operator, none)),
    operator,
  )})`;
}
