import { type Action, type DirectActionName, directActions } from './action.ts';
import { brokenDeprecationRule } from './deprecation.ts';
import type { Entity } from './entity.ts';
import { brokenEventsRule, type ConnectorEvents } from './events/connector-events.ts';
import { entitiesWithWebhooks } from './events/event-registration.ts';
import type { Meanings } from './meanings.ts';
import type { OwnEntities, OwnFields } from './own-fields.ts';
import type { PersonalFields } from './personal.ts';
import { brokenResponseRule } from './response-rules.ts';
import { brokenSyncOnlyRule, syncParams } from './sync-only.ts';
import { brokenSyncRule } from './sync-rules.ts';
import type { Upstream } from './upstream.ts';
import type { Value } from './value.ts';

/** The contract version of this SDK; the registry rejects connectors built for a version it does not support. */
export const contractVersion = 1;

/** A connector plugin: what a connector package exports. */
export interface Connector {
  readonly id: string;
  /** Kind of system, such as `code hosting`. */
  readonly kind: string;
  /** The number of the system in `spec/contract.json`, such as `A5`; only built-in connectors have one. */
  readonly contractId?: string;
  readonly vendor: string;
  /** The vendor's mark, shown with its name; without one, people see a tile with the first letter. */
  readonly logo?: Logo;
  readonly version: string;
  readonly contract: typeof contractVersion;
  readonly upstream: Upstream;
  readonly entities: readonly Entity[];
  /** Meanings of fields whose names do not explain themselves. */
  readonly meanings?: Meanings;
  /** Which fields of its records hold personal data. What it says nothing about counts as free text. */
  readonly personal?: PersonalFields;
  /** The read that verifies the credentials of a new connection. */
  readonly check: ConnectionCheck;
  /** Present if the vendor sends events. */
  readonly events?: ConnectorEvents;
  /** Present if accounts can add entities of their own. */
  readonly ownEntities?: OwnEntities;
}

/** A mark of one color. */
export interface Logo {
  /** The `d` of an SVG path in a square of 24 by 24, at most 8,000 characters. */
  readonly path: string;
  /** Its color as `#rrggbb`. */
  readonly color: string;
}

/** A read action with its parameters: constants, or values such as `setting('property_id')`. */
export interface ConnectionCheck {
  readonly entity: string;
  readonly action: DirectActionName;
  readonly params: Readonly<Record<string, unknown>>;
  /** The name of the account that the credentials belong to, for people. */
  readonly account?: AccountName | Value<string>;
}

/** Where a vendor returns the name of the account. */
interface AccountName {
  /** Dotted path in the record that the check returns, or in the response to `from`. */
  readonly at: string;
  /** Another request of a fixed address, with the credentials and without a body: `'GET https://api.example.com/v1/account'`. */
  readonly from?: `${'GET' | 'POST'} https://${string}`;
}

/** A connector as an author writes it. */
export type ConnectorDefinition = Omit<Connector, 'contract'>;

/**
 * Assembles a connector and checks what types cannot: names, duplicate entities, paging and sync-only parameters, the check
 * action, the parents of sync plans, the routes of quotas, and the entities of events. Throws a `TypeError` that names entity, action and rule.
 */
export function defineConnector(definition: ConnectorDefinition): Connector {
  const { id, entities, check, events } = definition;
  const fail = (where: string, rule: string): never => {
    throw new TypeError(`connector ${id}, ${where}: ${rule}`);
  };
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id)) fail('id', 'must be lower-case words joined by hyphens');
  const logoRule = definition.logo && brokenLogoRule(definition.logo);
  if (logoRule) fail('logo', logoRule);
  const names = new Set<string>();
  for (const entity of entitiesWithWebhooks(definition)) {
    if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(entity.name)) fail(entity.name, 'entity names are lower snake case');
    if (names.has(entity.name)) fail(entity.name, 'is declared twice');
    names.add(entity.name);
    for (const name of directActions) {
      const action = entity.actions[name];
      const rule = action && brokenRule(action, name);
      if (rule) fail(`${entity.name} ${name}`, rule);
      const syncOnlyRule = action && brokenSyncOnlyRule(action, name, entity.sync);
      if (syncOnlyRule) fail(`${entity.name} ${name}`, syncOnlyRule);
    }
  }
  for (const entity of entities) {
    const rule = brokenSyncRule(entity, definition);
    if (rule) fail(`${entity.name} sync`, rule);
    const ownRule = entity.ownFields && brokenOwnFieldsRule(entity, entity.ownFields, entities);
    if (ownRule) fail(`${entity.name} ownFields`, ownRule);
  }
  if (entities.find((entity) => entity.name === check.entity)?.actions[check.action] === undefined) {
    fail('check', `${check.entity} has no action ${check.action}`);
  }
  const unused = unusedEnding(definition);
  if (unused !== undefined) fail('limits', `no route ends with ${unused}`);
  const eventsRule = events && brokenEventsRule(events, entities);
  if (eventsRule) fail('events', eventsRule);
  return Object.freeze({ ...definition, contract: contractVersion });
}

function brokenOwnFieldsRule(
  { record, actions, sync }: Entity,
  { at, reads, values, request }: OwnFields,
  entities: readonly Entity[],
): string | null {
  const all = reads.flatMap((read) => (read.each === undefined ? [read] : [read, read.each]));
  const hidden = all.find(({ entity }) => entities.find(({ name }) => name === entity)?.actions.list === undefined);
  if (hidden !== undefined) return `${hidden.entity} has no list of definitions`;
  if (values === undefined && !Object.hasOwn(record.shape, at))
    return `the record has no ${at}, and values does not fill it`;
  if (request === undefined || sync === null) return null;
  const via = Object.entries<Action | undefined>(actions).find(([name]) => name === sync.via)?.[1];
  const isKnown = via !== undefined && Object.hasOwn(syncParams(via).shape, request.param);
  return isKnown ? null : `${sync.via} has no parameter ${request.param}`;
}

function brokenLogoRule({ path, color }: Logo): string | null {
  if (!/^[MmZzLlHhVvCcSsQqTtAa\d\s,.e-]{1,8000}$/.test(path)) return 'path must be the d of an SVG path';
  return /^#[\da-f]{6}$/i.test(color) ? null : 'color must be #rrggbb';
}

// Its quota would silently count nothing.
function unusedEnding({ upstream, entities }: ConnectorDefinition): string | undefined {
  const routes = entities
    .flatMap(({ actions }) => Object.values(actions))
    .flatMap((action) => action.routes.map(({ method, path }) => `${method} ${path}`));
  const endings = upstream.limits?.quotas?.flatMap((quota) => quota.routes ?? []) ?? [];
  return endings.find((ending) => !routes.some((route) => route.endsWith(ending)));
}

function brokenRule(action: Action, name: DirectActionName): string | null {
  const shape = action.params.shape;
  for (const [param, schema] of Object.entries(shape)) {
    if (schema.description === undefined || schema.description === '') return `parameter ${param} has no description`;
  }
  if (action.summary === '') return 'has no summary';
  const deprecationRule = action.deprecated && brokenDeprecationRule(action.deprecated);
  if (deprecationRule) return deprecationRule;
  const responseRule = brokenResponseRule(action, name);
  if (responseRule) return responseRule;
  const kept = typeof action.paging?.alone === 'object' ? action.paging.alone : [];
  const sent = syncParams(action).shape;
  const unknown = kept.find((param) => !Object.hasOwn(sent, param));
  return unknown === undefined ? null : `keeps ${unknown} with its cursor, which is not one of its parameters`;
}
