import type { Entity } from '../entity.ts';
import type { EventSignature } from './event-signature.ts';

/**
 * How the gateway registers its URL at the vendor. Only the secret is stored; the registered webhooks are those in `webhooks` with a URL
 * of the connection. Registering again therefore keeps what is there, replaces what has a former URL, and creates what is missing.
 */
export interface EventRegistration {
  /**
   * The vendor's webhooks, with the actions `list`, `create` and `delete`. `create` takes `url`, and `secret` if the vendor signs
   * with it. `delete` takes fields of the listed record. Only the gateway calls them: they are not an entity of the connector.
   */
  readonly webhooks: Entity;
  /** Path of the URL in a listed webhook. */
  readonly url: string;
  /** Path of the secret in what `create` returns, or the action `secretBy`, if the vendor generates one. */
  readonly secretAt?: string;
  /**
   * For a vendor that returns the secret separately: the action that returns it after `create`. `get` reads it; `update` enables signing.
   * Its parameters are fields of the result of `create`.
   */
  readonly secretBy?: 'get' | 'update';
  /** For a vendor whose webhooks have one topic each: all topics, the path of it in a listed webhook, and `topic` as a parameter of `create`. */
  readonly topics?: { readonly at: string; readonly all: readonly string[] };
  /**
   * For a vendor whose webhooks belong to a record: its entity, and the parameters of all three actions that come from that record.
   * `params` maps each to a search field; `partition` names those that are parameters of the record's partition in the copy.
   */
  readonly each?: {
    readonly entity: string;
    readonly params: Readonly<Record<string, string>>;
    readonly partition?: readonly string[];
  };
  /** What a credential must be allowed to do, as a noun phrase in the vendor's words. */
  readonly permission: string;
}

/** Who chooses the secret that events are signed with: the vendor when a webhook is created, the gateway, or the user, who copies it. */
export type SecretSource = 'vendor' | 'gateway' | 'user' | 'none';

/** Who chooses the secret of registered webhooks; `none` if nothing is signed. */
export function secretSourceOf(
  { webhooks, secretAt }: EventRegistration,
  { kind }: Pick<EventSignature, 'kind'>,
): SecretSource {
  if (kind === 'url') return 'none';
  if (secretAt !== undefined) return 'vendor';
  return takes(webhooks, 'create', 'secret') ? 'gateway' : 'user';
}

/** The entities of a connector and its webhooks: everything with actions that are sent to the vendor. */
export function entitiesWithWebhooks(connector: {
  readonly entities: readonly Entity[];
  readonly events?: { readonly registration?: EventRegistration };
}): readonly Entity[] {
  const webhooks = connector.events?.registration?.webhooks;
  return webhooks === undefined ? connector.entities : [...connector.entities, webhooks];
}

const needed = ['list', 'create', 'delete'] as const;
type Needed = (typeof needed)[number];

/** The error in a declared registration, as a sentence without its subject; null if it is valid. */
export function brokenRegistrationRule(
  registration: EventRegistration,
  signature: Pick<EventSignature, 'kind'>,
  declared: readonly { readonly name: string; readonly search: unknown; readonly sync: unknown }[],
): string | null {
  const { webhooks, secretAt, secretBy, topics, each } = registration;
  const missing = needed.find((name) => webhooks.actions[name] === undefined);
  if (missing !== undefined) return `cannot be registered: the webhooks have no action ${missing}`;
  if (secretBy !== undefined && webhooks.actions[secretBy] === undefined)
    return `cannot be registered: the webhooks have no action ${secretBy}`;
  if (secretBy !== undefined && secretAt === undefined) return 'have an action for a secret that is nowhere';
  if (declared.some(({ name }) => name === webhooks.name))
    return `register ${webhooks.name}, which is an entity as well`;
  if (!takes(webhooks, 'create', 'url')) return 'cannot be registered: create takes no url';
  const isGiven = takes(webhooks, 'create', 'secret');
  if (signature.kind === 'url' && (isGiven || secretAt !== undefined)) {
    return 'are registered with a secret that nothing is signed with';
  }
  if (isGiven && (secretAt !== undefined || signature.kind === 'ecdsa')) {
    return 'are registered with a secret, although the vendor makes it';
  }
  if (secretAt !== undefined && (topics !== undefined || each !== undefined)) {
    return 'have one secret, but are registered as several webhooks with a secret each';
  }
  if (takes(webhooks, 'create', 'topic') !== (topics !== undefined)) {
    return 'must have topics exactly if create takes a topic';
  }
  if (topics?.all.length === 0) return 'are registered for no topic';
  return each === undefined ? null : brokenEachRule(webhooks, each, declared);
}

function brokenEachRule(
  webhooks: Entity,
  { entity: name, params, partition = [] }: NonNullable<EventRegistration['each']>,
  declared: readonly { readonly name: string; readonly search: unknown; readonly sync: unknown }[],
): string | null {
  const parent = declared.find((entity) => entity.name === name);
  if (!parent?.search || !parent.sync) return `are registered for each of ${name}, which has no copy`;
  const names = [...partition, ...Object.keys(params)];
  for (const param of names) {
    const action = needed.find((one) => !takes(webhooks, one, param));
    if (action !== undefined) return `are registered for each of ${name}, but ${action} takes no ${param}`;
  }
  return names.length === 0 ? `are registered for each of ${name}, but take nothing of it` : null;
}

const takes = ({ actions }: Entity, action: Needed, param: string): boolean =>
  Object.hasOwn(actions[action]?.params.shape ?? {}, param);
