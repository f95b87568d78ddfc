import { type FoundField, type OwnDefinitions, withOwnFields } from '@connectory/connector-sdk/engine';
import type { Connection, ControlPlane } from '@connectory/control-plane';
import { GatewayError } from '@connectory/errors';
import { LRUCache } from 'lru-cache';
import { type RegisteredConnector, type Registry, register } from '../registry.ts';

/** Why the own fields of an entity could not be discovered. */
export interface FailedDiscovery {
  readonly entity: string;
  readonly code: string;
  readonly message: string;
}

/** An own entity that was discovered, and since when it is gone; null while the vendor has it. */
export interface FoundEntity {
  readonly kept: Readonly<Record<string, unknown>>;
  readonly goneAt: string | null;
}

/** What was discovered of the account of a connection, as it is stored. */
export interface OwnContent {
  readonly entities: readonly FoundEntity[];
  readonly fields: Readonly<Record<string, readonly FoundField[]>>;
  readonly failed: readonly FailedDiscovery[];
}

/** Dependencies of the connectors of connections. */
export interface OwnConnectorParts {
  readonly registry: Registry;
  readonly controlPlane: { readonly connections: Pick<ControlPlane['connections'], 'ownFields'> };
}

const maxKept = 200;
const kept = new WeakMap<Registry, LRUCache<string, RegisteredConnector>>();

/**
 * The connector of a connection with the entities and fields that its account has added, and with the fields that are chosen to be copied;
 * undefined if it is not installed. The same object for the same state of the same connector.
 */
export async function connectorOf(
  { registry, controlPlane }: OwnConnectorParts,
  connection: Connection,
): Promise<RegisteredConnector | undefined> {
  const registered = registry.get(connection.connector);
  const choice = choiceOf(connection);
  const { ownRevision } = connection;
  if (registered === undefined || (ownRevision === null && Object.keys(choice).length === 0)) return registered;
  const known = kept.get(registry) ?? new LRUCache<string, RegisteredConnector>({ max: maxKept });
  kept.set(registry, known);
  const nameOf = (revision: string | null) => JSON.stringify([connection.connector, revision, choice]);
  const found = known.get(nameOf(ownRevision));
  if (found !== undefined) return found;
  const stored =
    ownRevision === null ? null : await controlPlane.connections.ownFields(connection.workspaceId, connection.id);
  const content = stored === null ? noContent : (JSON.parse(stored.content) as OwnContent);
  const own = register(withOwnFields(registered.connector, definitionsOf(content), choice));
  known.set(nameOf(stored?.revision ?? null), own);
  return own;
}

/** A connector that was looked up for a connection. Throws `connector_not_found` if it is not installed. */
export function requireInstalled(
  registered: RegisteredConnector | undefined,
  { connector }: Pick<Connection, 'connector'>,
): RegisteredConnector {
  if (registered !== undefined) return registered;
  throw new GatewayError('connector_not_found', `This gateway has no connector "${connector}" installed.`);
}

/** What is stored before anything is discovered. */
export const noContent: OwnContent = { entities: [], fields: {}, failed: [] };

/** What a connector is extended with: entities that are gone have nothing to read. */
export function definitionsOf({ entities, fields }: OwnContent): OwnDefinitions {
  return { entities: entities.flatMap(({ kept: one, goneAt }) => (goneAt === null ? [one] : [])), fields };
}

function choiceOf({ sync }: Connection): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    Object.entries(sync.entities ?? {}).flatMap(([name, { fields }]) => (fields === undefined ? [] : [[name, fields]])),
  );
}
