import type { TokenPreview } from '@connectory/client';
import { Badge, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { type Effect, effects } from '../shell/effects.ts';
import { ForeignText } from '../shell/foreign-text.tsx';
import { PreviewedActions, type PreviewedEntities } from './previewed-actions.tsx';
import classes from './previewed-connection.module.css';

interface PreviewedConnectionProps {
  readonly connection: TokenPreview['data'][number];
}

const allEffects = Object.keys(effects) as Effect[];

/** One connection with what a token could do: the number of actions of each effect and, when opened, their names. */
export function PreviewedConnection({ connection }: PreviewedConnectionProps) {
  const { name, vendor, connector, allowed, entities } = connection;
  const [isOpen, setOpen] = useState(false);
  const groups = allEffects
    .map((effect) => ({ effect, entities: withEffect(entities, effect) }))
    .filter((group) => group.entities.length > 0);
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
            groups.map((group) => <Count key={group.effect} {...group} />)
          ) : (
            <Text span size="xs" c="dimmed">
              Not visible to the token
            </Text>
          )}
        </Group>
      </summary>
      {isOpen && groups.map((group) => <PreviewedActions key={group.effect} {...group} />)}
    </details>
  );
}

const withEffect = (entities: PreviewedEntities, effect: Effect): PreviewedEntities =>
  entities.flatMap(({ entity, actions }) => {
    const found = actions.filter((action) => action.effect === effect);
    return found.length === 0 ? [] : [{ entity, actions: found }];
  });

function Count({ effect, entities }: { readonly effect: Effect; readonly entities: PreviewedEntities }) {
  const actions = entities.flatMap((entity) => entity.actions);
  const allowed = actions.filter((action) => action.allowed).length;
  const { label, color } = effects[effect];
  return (
    <Badge component="span" color={allowed === 0 ? 'gray' : color} variant="light" size="sm" tt="none">
      {label} {allowed === actions.length ? allowed : `${allowed} of ${actions.length}`}
    </Badge>
  );
}
