/** A bound value of a SQLite statement. */
export type Parameter = string | number | null;

/** A part of a statement: its text, and the values of its question marks in order. */
export interface Fragment {
  readonly text: string;
  readonly parameters: readonly Parameter[];
}

/** Makes a fragment of a template: fragments in it are taken in, every other value becomes a parameter. */
export function sql(texts: TemplateStringsArray, ...parts: readonly (Fragment | Parameter)[]): Fragment {
  const parameters: Parameter[] = [];
  let text = texts[0] ?? '';
  parts.forEach((part, index) => {
    if (typeof part === 'object' && part !== null) {
      text += part.text;
      parameters.push(...part.parameters);
    } else {
      text += '?';
      parameters.push(part);
    }
    text += texts[index + 1] ?? '';
  });
  return { text, parameters };
}

/**
 * A parameter that has no influence on how a statement is planned. For each value of a bare parameter in a LIMIT, or in an equality of a
 * sorted query, SQLite prepares the statement again, which can take longer than to run it.
 */
export function unpeeked(value: Parameter): Fragment {
  return { text: '+?', parameters: [value] };
}

/** A fragment of fixed text: keywords, and names this package made. */
export function verbatim(text: string): Fragment {
  return { text, parameters: [] };
}

/** A name of a table, column or index. */
export function identifier(name: string): Fragment {
  return verbatim(quoted(name));
}

/** A name in quotation marks, for the text of statements that define tables. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text literal, for definitions of columns, which take no parameters. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Fragments with a text between them. */
export function joined(fragments: readonly Fragment[], separator: string): Fragment {
  return {
    text: fragments.map(({ text }) => text).join(separator),
    parameters: fragments.flatMap(({ parameters }) => parameters),
  };
}

/** All conditions in parentheses; true when there is none. */
export function all(conditions: readonly Fragment[]): Fragment {
  return combined(conditions, ' AND ', '1');
}

/** One of the conditions, in parentheses; false when there is none. */
export function some(conditions: readonly Fragment[]): Fragment {
  return combined(conditions, ' OR ', '0');
}

// Halves are combined with each other, because SQLite limits how deep an expression may be.
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
