import type { AuditEntry, Connection } from '@connectory/client';

/** Names for the IDs in entries, as far as the token may read them. */
export interface EntryNames {
  readonly tokens: ReadonlyMap<string, string>;
  /** Undefined until loaded. */
  readonly connections: readonly Connection[] | undefined;
}

/** The name of the token that sent the request of an entry. */
export function makerOf({ token_id: id }: AuditEntry, { tokens }: EntryNames): string {
  return id === null ? 'Admin token' : (tokens.get(id) ?? id);
}

/** The name of the connection of an entry; undefined for a request that named none. */
export function connectionOf(
  { connection_id: id, connector }: AuditEntry,
  { connections }: EntryNames,
): string | undefined {
  if (id === null) return undefined;
  return connections?.find((connection) => connection.id === id)?.name ?? `${connector ?? 'Connection'} ${id}`;
}
