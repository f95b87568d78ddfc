import { CreateConnectorError } from './create-connector-error.ts';

/** The names of a new connector. */
export interface ConnectorNames {
  /** `acme-weather`: the id in URLs, tokens and connections. */
  readonly id: string;
  /** `Acme Weather`: the display name. */
  readonly vendor: string;
  /** `@acme/connector-weather`: the name in `CONNECTORY_CONNECTORS`. */
  readonly packageName: string;
  /** `acmeWeather`: the exported constant. */
  readonly constant: string;
}

/** Validates and completes the names of a connector. Throws `CreateConnectorError` for an invalid one. */
export function connectorNames(id: string, vendor?: string, packageName?: string): ConnectorNames {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id) || id.length > 60) {
    throw new CreateConnectorError(
      `The ID "${id.slice(0, 100)}" is not valid: use lower-case words joined by hyphens, such as acme-weather.`,
    );
  }
  const name = packageName ?? `connector-${id}`;
  if (!/^(@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/.test(name) || name.length > 200) {
    throw new CreateConnectorError(
      `The package name "${name.slice(0, 100)}" is not valid: npm requires lower case, such as @acme/connector-weather.`,
    );
  }
  const words = id.split('-');
  const shown = vendor?.trim() || words.map(capitalized).join(' ');
  if (shown.length > 100 || /\p{Cc}/u.test(shown)) {
    throw new CreateConnectorError('The vendor must be one line of at most 100 characters.');
  }
  return { id, vendor: shown, packageName: name, constant: camelCase(words) };
}

/** Converts a name in any style to `snake_case`; returns `items` for one without letters. */
export function snakeCase(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  const joined = words.join('_');
  return /^[a-z]/.test(joined) ? joined : `items${joined === '' ? '' : `_${joined}`}`;
}

/** Converts lowercase words to `camelCase`; a reserved word gets an underscore. */
export function camelCase(words: readonly string[]): string {
  const [first = '', ...rest] = words;
  const name = [first, ...rest.map(capitalized)].join('');
  return reserved.has(name) ? `${name}_` : name;
}

/** Capitalizes a word. */
export const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Returns the singular of an English plural, judged by its ending: `people` stays. */
export function singular(name: string): string {
  if (/ies$/.test(name)) return name.replace(/ies$/, 'y');
  if (/(ss|x|ch|sh)es$/.test(name)) return name.replace(/es$/, '');
  return /[^sui]s$/.test(name) ? name.slice(0, -1) : name;
}

const reserved = new Set(
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package personal private protected public return static super switch this throw true try typeof undefined upstream var void while with yield api auth page z'.split(
    ' ',
  ),
);
