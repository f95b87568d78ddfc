import type { Connection, Subscription } from '@connectory/client';

/** What a subscription selects, in a short phrase; connections by name as far as they are known. */
export function selectionPhrase(
  { connections, entities, filter, fields }: Subscription,
  known: readonly Connection[] | undefined,
): string {
  const nameOf = (id: string) => known?.find((connection) => connection.id === id)?.name ?? id;
  return [
    entities === null ? 'All entities' : entities.join(', '),
    connections === null ? 'of all connections' : `of ${connections.map(nameOf).join(', ')}`,
    ...(filter === null ? [] : [`where ${JSON.stringify(filter)}`]),
    ...(fields === null ? [] : [`with only ${fields.join(', ')}`]),
  ].join(' ');
}
