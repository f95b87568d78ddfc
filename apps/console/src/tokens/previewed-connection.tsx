import type { TokenPreview } from '@connectory/client';
import { Badge, Group, Text, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { type Effect, effects } from '../shell/effects.ts';
import { ForeignText } from '../shell/foreign-text.tsx';
import classes from './previewed-connection.module.css';

interface PreviewedAction {
  readonly name: string;
  readonly effect: Effect;
  readonly isAllowed: boolean;
}

type Connection = TokenPreview['data'][number];

const allEffects = Object.keys(effects) as Effect[];

/** One connection with what a token could do with it: how many actions of each effect, and which. What it could not is struck out. */
export function PreviewedConnection({ connection }: { readonly connection: Connection }) {
  const { name, vendor, connector, allowed } = connection;
  const [isOpen, setOpen] = useState(false);
  const actions = actionsOf(connection);
  const offered = allEffects
    .map((effect) => ({ effect, actions: actions.filter((action) => action.effect === effect) }))
    .filter((group) => group.actions.length > 0);
  return (
    <details className={classes.connection} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={classes.summary}>
        <Text span size="sm" fw={500} {...(!allowed && { c: 'dimmed', td: 'line-through' })}>
          <ForeignText value={name} limit={128} />
        </Text>{' '}
        <Text span size="sm" c="dimmed">
          {vendor ?? `${connector} (not installed)`}
        </Text>
        <Group component="span" gap={6} mt={4}>
          {allowed ? (
            offered.map((group) => <Count key={group.effect} {...group} />)
          ) : (
            <Text span size="xs" c="dimmed">
              Not visible to the token
            </Text>
          )}
        </Group>
      </summary>
      {isOpen && offered.map((group) => <ActionNames key={group.effect} {...group} />)}
    </details>
  );
}

const actionsOf = ({ entities }: Connection): readonly PreviewedAction[] =>
  entities.flatMap(({ entity, actions }) =>
    actions.map(({ action, effect, allowed }) => ({ name: `${entity} ${action}`, effect, isAllowed: allowed })),
  );

interface GroupProps {
  readonly effect: Effect;
  readonly actions: readonly PreviewedAction[];
}

function Count({ effect, actions }: GroupProps) {
  const allowed = actions.filter(({ isAllowed }) => isAllowed).length;
  const { label, color } = effects[effect];
  return (
    <Badge
      component="span"
      color={allowed === 0 ? 'gray' : color}
      variant={allowed === 0 ? 'outline' : 'light'}
      size="sm"
      tt="none"
    >
      {label} {allowed === actions.length ? allowed : `${allowed} of ${actions.length}`}
    </Badge>
  );
}

function ActionNames({ effect, actions }: GroupProps) {
  return (
    <div className={classes.effect}>
      <Text size="xs" fw={600} c="dimmed">
        {effects[effect].label}
      </Text>
      <ul className={classes.actions}>
        {actions.map(({ name, isAllowed }) => (
          <li key={name}>{isAllowed ? name : <Refused name={name} />}</li>
        ))}
      </ul>
    </div>
  );
}

function Refused({ name }: { readonly name: string }) {
  return (
    <Text span inherit c="dimmed">
      <s>{name}</s>
      <VisuallyHidden> (not allowed)</VisuallyHidden>
    </Text>
  );
}
