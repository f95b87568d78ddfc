import { CreateConnectorError } from './create-connector-error.ts';

/** What a new connector is called in every place. */
export interface ConnectorNames {
  /** `acme-weather`: the id in URLs, tokens and connections. */
  readonly id: string;
  /** `Acme Weather`: shown to people. */
  readonly vendor: string;
  /** `@acme/connector-weather`: named in `CONNECTORY_CONNECTORS`. */
  readonly packageName: string;
  /** `acmeWeather`: the exported constant. */
  readonly constant: string;
}

/** Checks and completes the names of a connector. Throws `CreateConnectorError` for one that cannot be used. */
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

/** `snake_case` of a name of any spelling; `items` for one without letters. */
export function snakeCase(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  const joined = words.join('_');
  return /^[a-z]/.test(joined) ? joined : `items${joined === '' ? '' : `_${joined}`}`;
}

/** `camelCase` of words in lower case; a name the language keeps for itself gets an underscore. */
export function camelCase(words: readonly string[]): string {
  const [first = '', ...rest] = words;
  const name = [first, ...rest.map(capitalized)].join('');
  return reserved.has(name) ? `${name}_` : name;
}

/** The word with a capital in front. */
export const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The singular of an English plural, as far as its ending tells: `people` stays. */
export function singular(name: string): string {
  if (/ies$/.test(name)) return name.replace(/ies$/, 'y');
  if (/(ss|x|ch|sh)es$/.test(name)) return name.replace(/es$/, '');
  return /[^sui]s$/.test(name) ? name.slice(0, -1) : name;
}

const reserved = new Set(
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof undefined upstream var void while with yield api auth page z'.split(
    ' ',
  ),
);
