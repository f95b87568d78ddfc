/**
 * One field of a GraphQL selection. `name` is its name in the response, `source` the vendor's field if its name differs, `arguments` the
 * text between the parentheses, `on` the type of an inline fragment.
 */
export interface SelectedField {
  readonly name: string;
  readonly source: string | undefined;
  readonly on: string | undefined;
  readonly arguments: string | undefined;
  readonly fields: readonly SelectedField[];
}

/** The fields a GraphQL action returns for a record: the default ones, and how to choose others. */
export interface Selection {
  readonly fields: readonly SelectedField[];
  /** The default selection as GraphQL text. */
  readonly text: string;
  /**
   * Selection text for dotted leaf paths such as `author.login` or `target<Commit>.oid`. A path that ends above the leaves of
   * the default selection takes all of them; arguments of the default selection are kept. Undefined for a malformed path, one
   * that ends at a type without default fields, more than 500 paths, and more than 20 steps.
   */
  choose(paths: readonly string[]): string | undefined;
}

const token = /\.\.\.|[_A-Za-z][_0-9A-Za-z]*|\([^()]*\)|[{}:]/g;
const pathPart = /^[_A-Za-z][_0-9A-Za-z]*(<[_A-Za-z][_0-9A-Za-z]*>)?$/;

const maxPaths = 500;
const maxSteps = 20;

/**
 * Parses the fields between the braces of a GraphQL selection: names, aliases, arguments, nested fields, inline fragments.
 * Throws a `TypeError` for text with anything else, such as directives.
 */
export function selection(text: string): Selection {
  const tokens = text.match(token) ?? [];
  let position = 0;

  const block = (): SelectedField[] => {
    const fields: SelectedField[] = [];
    while (position < tokens.length && tokens[position] !== '}') {
      const name = tokens[position++] as string;
      if (name === '...') {
        position++;
        const type = tokens[position++] as string;
        fields.push({ name: '...', source: undefined, on: type, arguments: undefined, fields: nested() });
        continue;
      }
      const aliased = tokens[position] === ':';
      const source = aliased ? tokens[position + 1] : undefined;
      if (aliased) position += 2;
      const given = tokens[position]?.startsWith('(') ? tokens[position++] : undefined;
      const inner = tokens[position] === '{' ? nested() : [];
      fields.push({ name, source, on: undefined, arguments: given?.slice(1, -1), fields: inner });
    }
    return fields;
  };
  const nested = () => {
    position++;
    const fields = block();
    position++;
    return fields;
  };

  const fields = block();
  const printed = print(fields);
  if (squeeze(printed) !== squeeze(text)) throw new TypeError(`selection: cannot read "${text.trim().slice(0, 200)}"`);
  return Object.freeze({ fields, text: printed, choose: (paths: readonly string[]) => choose(fields, paths) });
}

const squeeze = (text: string) => text.replace(/[\s,]+/g, '');

function print(fields: readonly SelectedField[]): string {
  return fields
    .map((field) => {
      const plain = field.source === undefined ? field.name : `${field.name}: ${field.source}`;
      const head = field.on === undefined ? plain : `... on ${field.on}`;
      const given = field.arguments === undefined ? '' : `(${field.arguments})`;
      return `${head}${given}${field.fields.length === 0 ? '' : ` { ${print(field.fields)} }`}`;
    })
    .join(' ');
}

function choose(defaults: readonly SelectedField[], paths: readonly string[]): string | undefined {
  if (paths.length > maxPaths) return undefined;
  const chosen: SelectedField[] = [];
  for (const path of paths) {
    const steps: string[] = [];
    for (const part of path.split('.')) {
      if (!pathPart.test(part)) return undefined;
      const [name, type] = part.split(/[<>]/) as [string, string?];
      steps.push(name);
      if (type !== undefined) steps.push(`<${type}`);
    }
    if (steps.length > maxSteps) return undefined;
    add(chosen, defaults, steps);
  }
  return isComplete(chosen) ? print(chosen) : undefined;
}

// GraphQL rejects a fragment without fields, such as a path to a type that is not among the defaults.
function isComplete(fields: readonly SelectedField[]): boolean {
  return fields.every((field) => (field.on === undefined || field.fields.length > 0) && isComplete(field.fields));
}

// Fields are merged into one tree, because GraphQL rejects a field that is repeated with different arguments.
function add(into: SelectedField[], defaults: readonly SelectedField[], steps: readonly string[]): void {
  const [step, ...rest] = steps;
  if (step === undefined) return;
  const on = step.startsWith('<') ? step.slice(1) : undefined;
  const name = on === undefined ? step : '...';
  const same = (field: SelectedField) => field.name === name && field.on === on;
  const known = defaults.find(same);
  let field = into.find(same);
  if (field === undefined) {
    field = { name, source: known?.source, on, arguments: known?.arguments, fields: [] };
    into.push(field);
  }
  const children = field.fields as SelectedField[];
  const below = known?.fields ?? [];
  if (rest.length > 0) add(children, below, rest);
  else for (const child of below) add(children, below, [child.on === undefined ? child.name : `<${child.on}`]);
}
