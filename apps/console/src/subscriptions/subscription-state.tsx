import type { Connection, Subscription } from '@connectory/client';
import { Badge } from '@mantine/core';
import { conditionsOf, operatorLabel } from '../conditions/filter.ts';

const states: Readonly<Record<Subscription['state'], { readonly color: string; readonly label: string }>> = {
  active: { color: 'green', label: 'Active' },
  paused: { color: 'yellow', label: 'Paused' },
};

/** Whether changes are delivered. */
export function SubscriptionState({ state }: Pick<Subscription, 'state'>) {
  const { color, label } = states[state];
  return (
    <Badge color={color} variant="light" tt="none" miw="max-content">
      {label}
    </Badge>
  );
}

/** Returns what a subscription selects as a short phrase, with the names of connections if known. */
export function selectionPhrase(
  { connections, entities, filter, fields, events }: Subscription,
  known: readonly Connection[] | undefined,
): string {
  const nameOf = (id: string) => known?.find((connection) => connection.id === id)?.name ?? id;
  const lifecycle = events?.filter((type) => type !== 'record.*') ?? [];
  const ofConnections = connections === null ? 'of all connections' : `of ${connections.map(nameOf).join(', ')}`;
  if (events !== null && lifecycle.length === events.length) return `${lifecycle.join(', ')} ${ofConnections}`;
  return [
    ...(lifecycle.length > 0 ? [`${lifecycle.join(', ')}, and changes of`] : []),
    entities === null ? 'All entities' : entities.join(', '),
    ofConnections,
    ...(filter === null ? [] : [`where ${filterPhrase(filter)}`]),
    ...(fields === null ? [] : [`with only ${fields.join(', ')}`]),
  ].join(' ');
}

// A filter that is more than a list of conditions is shown as JSON.
function filterPhrase(filter: NonNullable<Subscription['filter']>): string {
  const entered = conditionsOf(filter);
  if (entered === undefined) return JSON.stringify(filter);
  return entered.conditions
    .map(({ field, operator, operand }) => `${field} ${operatorLabel(operator)} ${operand.join(', ')}`.trim())
    .join(entered.match === 'or' ? ' or ' : ' and ');
}
