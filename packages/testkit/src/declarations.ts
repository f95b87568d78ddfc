import { type Action, type Connector, type Entity, type RawValue, valueAt } from '@connectory/connector-sdk';
import {
  type DirectActionName,
  directActions,
  type FailureRules,
  failureMark,
  jsonSchema,
} from '@connectory/connector-sdk/engine';
import type { StoredRecord } from '@connectory/context-store';
import { generateParameterSets } from './parameters/parameter-sets.ts';

/** An action of a connector with its place. */
export interface DeclaredAction {
  readonly entity: Entity;
  readonly name: DirectActionName;
  readonly action: Action;
  /** `customers list`. */
  readonly title: string;
}

/** Every action of a connector; deletes last, so that what the others need is still there. */
export function declaredActions({ entities }: Connector): readonly DeclaredAction[] {
  const all = entities.flatMap((entity) =>
    directActions.flatMap((name) => {
      const action = entity.actions[name];
      return action === undefined ? [] : [{ entity, name, action, title: `${entity.name} ${name}` }];
    }),
  );
  return [...all.filter(({ name }) => name !== 'delete'), ...all.filter(({ name }) => name === 'delete')];
}

const fieldsOf = ({ key }: Entity): readonly string[] => (key === null ? [] : [key].flat());

/** The key of a record of the vendor as text. */
export function vendorKey(entity: Entity, record: unknown): string {
  return fieldsOf(entity)
    .map((path) => String(valueAt(record, path)))
    .join('/');
}

/** The key of a record in the copy as the same text: without the values of the partition, which come first. */
export function storedKey(entity: Entity, { key }: StoredRecord): string {
  const texts = JSON.parse(key) as readonly string[];
  return texts.slice(-fieldsOf(entity).length).join('/');
}

/** Settings that only a user can know: required settings without a default, and those in the base URL. The sandbox accepts any text. */
export function suiteSettings({ upstream }: Connector): Readonly<Record<string, unknown>> {
  const inBaseUrl = (name: string) => name !== 'api_version' && upstream.baseUrl.includes(`{${name}}`);
  const needed = Object.entries(upstream.settings.shape).filter(
    ([name, schema]) => schema.safeParse(undefined).data === undefined && (!schema.isOptional() || inBaseUrl(name)),
  );
  const [made] = generateParameterSets(jsonSchema(upstream.settings)).sets;
  return Object.fromEntries(
    needed.map(([name, schema]) => [name, schema.safeParse('sandbox').success ? 'sandbox' : made?.params[name]]),
  );
}

/** The settings of a connection as a gateway has them: those that are given, made up where they must be, and defaults. */
export function completeSettings(
  connector: Connector,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const settings = { ...suiteSettings(connector), ...given };
  return connector.upstream.settings.safeParse(settings).data ?? settings;
}

/** An error body that matches these rules, with the text at every path of a message. */
export function failureBody(rules: FailureRules, words: string, also: boolean): unknown {
  const { message, code = [], requestIdAt } = rules;
  const body: RawValue = {};
  const places = also
    ? [...message, ...code, ...(requestIdAt === undefined ? [] : [requestIdAt])]
    : message.slice(0, 1);
  for (const place of places) setAt(body, place.split('.'), words);
  const mark = failureMark(rules);
  if (mark !== undefined) setAt(body, mark.path.split('.'), mark.is);
  return body;
}

// A value on the path is kept: a vendor has one or the other.
function setAt(target: RawValue, [step = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    target[step] ??= value;
    return;
  }
  target[step] ??= /^\d+$/.test(rest[0] ?? '') ? [] : {};
  if (typeof target[step] === 'object') setAt(target[step], rest, value);
}
