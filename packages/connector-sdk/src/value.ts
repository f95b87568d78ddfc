declare const resolved: unique symbol;

// Takes the value of a connection setting; `map` replaces each value.
interface SettingValue {
  readonly $value: 'setting';
  readonly setting: string;
  readonly map?: Readonly<Record<string, unknown>>;
  readonly otherwise?: unknown;
}

// Takes a credential field, or the part of it that the first group of the expression `match` finds.
interface CredentialValue {
  readonly $value: 'credential';
  readonly field: string;
  readonly match?: string;
  /** Replaces `match` where the expression must not run in the engine of this process. */
  readonly find?: (text: string) => string | undefined;
}

// A day counted from today.
interface DayValue {
  readonly $value: 'day';
  readonly days: number;
}

/**
 * A value that is computed for each connection, as plain frozen data. It can replace a constant in `places` of an upstream and in `params`
 * of a sync plan or a check. `T` is the type it resolves to.
 */
export interface Value<T = unknown> {
  readonly $value: 'setting' | 'credential' | 'day';
  readonly [resolved]?: T;
}

/** The data of a value, as the engine reads it. */
export type ValueData = SettingValue | CredentialValue | DayValue;

/** A constant, or a value instead of it or anywhere inside it. */
export type OrValue<T> =
  | Value<Exclude<T, undefined>>
  | (T extends readonly unknown[]
      ? { readonly [Position in keyof T]: OrValue<T[Position]> }
      : T extends object
        ? { readonly [Name in keyof T]: OrValue<T[Name]> }
        : T);

/** What values are resolved with. */
export interface ValueContext {
  readonly settings: Readonly<Record<string, unknown>>;
  /** Returns a credential field, undefined if the connection has none. Omitted where credentials must not be used. */
  readonly credential?: (field: string) => string | undefined;
  /** ISO date, in UTC. */
  readonly today: string;
}

/**
 * The value of a connection setting. If it is not set, or `map` does not contain it, the value is `otherwise`; without `otherwise`, the
 * parameter or place has no value.
 */
export function setting<const Mapped = never, const Otherwise = never>(
  name: string,
  options: {
    readonly map?: Readonly<Record<string, Mapped>>;
    readonly otherwise?: Otherwise | Value<Otherwise>;
  } = {},
): Value<Mapped | Otherwise> {
  return frozen({ $value: 'setting', setting: name, ...options });
}

/**
 * A credential field of the connection, for `places`. With `match`, what its first group finds; a field it does not match
 * leaves the place without a value. Throws a `TypeError` for an expression without a group, or with flags.
 */
export function credential(field: string, { match }: { readonly match?: RegExp } = {}): Value<string> {
  if (match === undefined) return frozen({ $value: 'credential', field });
  const groups = (new RegExp(`${match.source}|`).exec('')?.length ?? 1) - 1;
  if (groups === 0 || match.flags !== '') {
    throw new TypeError(`credential(${field}): ${match} must have a group, whose text is taken, and no flags`);
  }
  return frozen({ $value: 'credential', field, match: match.source });
}

/** The ISO date (UTC) this many days from today: `day(0)` is today, `day(-30)` is thirty days ago. */
export function day(days: number): Value<string> {
  if (!Number.isInteger(days)) throw new TypeError(`day(${days}): days are counted in whole numbers`);
  return frozen({ $value: 'day', days });
}

/** Whether the candidate is a value that must be resolved. */
export function isValue(candidate: unknown): candidate is ValueData {
  if (typeof candidate !== 'object' || candidate === null || !('$value' in candidate)) return false;
  return ['setting', 'credential', 'day'].includes(String(candidate.$value));
}

/**
 * Resolves a value, and every value inside lists and objects; returns anything else unchanged. Undefined if the connection has no value;
 * such members of objects are omitted.
 */
export function resolveValue(value: unknown, context: ValueContext): unknown {
  if (isValue(value)) return resolveOne(value, context);
  if (Array.isArray(value)) return value.map((element) => resolveValue(element, context));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, member]) => [name, resolveValue(member, context)] as const)
      .filter(([, member]) => member !== undefined),
  );
}

/** The values inside a constant, in order: for checks when a connector is loaded. */
export function valuesIn(value: unknown): readonly ValueData[] {
  if (isValue(value)) return value.$value === 'setting' ? [value, ...valuesIn(value.otherwise)] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(valuesIn) : [];
}

function frozen(data: ValueData): Value<never> {
  return Object.freeze(data);
}

function resolveOne(value: ValueData, context: ValueContext): unknown {
  switch (value.$value) {
    case 'setting': {
      const set = settingOf(value, context.settings);
      return set === undefined ? resolveValue(value.otherwise, context) : set;
    }
    case 'credential': {
      if (context.credential === undefined) throw new TypeError(`the credential ${value.field} may only fill places`);
      const text = context.credential(value.field);
      if (text === undefined || value.match === undefined) return text;
      if (value.find !== undefined) return value.find(text);
      return new RegExp(value.match).exec(text)?.[1];
    }
    case 'day':
      return new Date(Date.parse(context.today) + value.days * 86_400_000).toISOString().slice(0, 10);
  }
}

function settingOf({ setting: name, map }: SettingValue, settings: ValueContext['settings']): unknown {
  const set = Object.hasOwn(settings, name) ? (settings[name] ?? undefined) : undefined;
  if (set === undefined || map === undefined) return set;
  return Object.hasOwn(map, String(set)) ? map[String(set)] : undefined;
}
