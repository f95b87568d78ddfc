import type { NewPolicy, TokenPreview } from '@connectory/client';
import { Badge, Button, Group, Paper, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useTokenPreview } from '../gateway/use-workspace.ts';
import { type Effect, effects } from '../shell/effects.tsx';
import { Empty, Loaded, Problem } from '../shell/states.tsx';
import { ForeignText } from '../shell/text.tsx';
import classes from './previewed-connection.module.css';
import { RecordPreview } from './record-preview.tsx';
import { lackOf } from './treatments.ts';

interface PreviewProps {
  readonly title: string;
  readonly policy: NewPolicy;
}

/** What a token or a person with a policy could see and do, from the gateway. */
export function Preview({ title, policy }: PreviewProps) {
  const lack = lackOf(policy);
  const preview = useTokenPreview(policy, lack === undefined);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = preview;
  return (
    <Paper withBorder p="md" component="section" aria-label="Preview">
      <Stack gap="md">
        <Title order={2} size="h5">
          {title}
        </Title>
        {/* A rejected policy can be changed; only the preview failed, not the page. */}
        {lack !== undefined ? (
          <Text size="sm" role="status">
            {lack}
          </Text>
        ) : preview.isError && preview.data === undefined ? (
          <Problem error={preview.error} />
        ) : (
          <Loaded query={preview}>{({ pages }) => <Summary pages={pages} />}</Loaded>
        )}
        <RecordPreview policy={policy} isEnabled={lack === undefined} />
        {lack === undefined && preview.data !== undefined && <Connections pages={preview.data.pages} />}
        {hasNextPage && (
          <Group>
            <Button size="xs" variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Show more connections
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  );
}

interface PagesProps {
  readonly pages: readonly TokenPreview[];
}

function Summary({ pages }: PagesProps) {
  const last = pages.at(-1)?.meta;
  if (last === undefined) return null;
  const connections = pages.flatMap(({ data }) => data);
  const allowed = connections.filter((connection) => connection.allowed).length;
  const first = last.next_cursor === null ? '' : 'the first ';
  return (
    <div role="status">
      <Text size="sm">
        It can use {allowed} of {first}
        {connections.length} connections.
      </Text>
      <Text component="div" size="sm" c="dimmed">
        <ForeignText value={last.rights} />
      </Text>
    </div>
  );
}

function Connections({ pages }: PagesProps) {
  const connections = pages.flatMap(({ data }) => data);
  if (connections.length === 0) return <Empty title="The workspace has no connections yet" />;
  return (
    <Stack gap={0}>
      {connections.map((connection) => (
        <PreviewedConnection key={connection.id} connection={connection} />
      ))}
    </Stack>
  );
}

interface PreviewedConnectionProps {
  readonly connection: TokenPreview['data'][number];
}

const allEffects = Object.keys(effects) as Effect[];

/** One connection with what a token could do: the number of actions of each effect and, when opened, their names. */
function PreviewedConnection({ connection }: PreviewedConnectionProps) {
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

/** The entities of a connection with the actions to show. */
type PreviewedEntities = TokenPreview['data'][number]['entities'];

interface PreviewedActionsProps {
  readonly effect: Effect;
  readonly entities: PreviewedEntities;
}

/** The actions of one effect by entity; those the token could not run are struck out. */
function PreviewedActions({ effect, entities }: PreviewedActionsProps) {
  return (
    <div className={classes.effect}>
      <Text size="xs" fw={600} c="dimmed">
        {effects[effect].label}
      </Text>
      <ul className={classes.entities}>
        {entities.map(({ entity, actions }) => (
          <li key={entity}>
            <Text span inherit c="dimmed">
              {entity}
            </Text>
            {actions.map(({ action, allowed }) => (
              <span key={action}>{allowed ? action : <Refused action={action} />}</span>
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Refused({ action }: { readonly action: string }) {
  return (
    <Text span inherit c="dimmed">
      <s>{action}</s>
      <VisuallyHidden> (not allowed)</VisuallyHidden>
    </Text>
  );
}
