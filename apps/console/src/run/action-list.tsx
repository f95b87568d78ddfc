import type { ConnectorEntity } from '@connectory/client';
import { Loader, NavLink, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useSession } from '../session/session.tsx';
import { EffectBadge } from '../shell/effect-badge.tsx';
import type { Effect } from '../shell/effects.ts';
import { Problem } from '../shell/problem.tsx';
import { withCode } from '../shell/with-code.tsx';
import classes from './run-page.module.css';

/** The entity and name of an action. */
interface ActionPlace {
  readonly entity: string;
  readonly action: string;
}

interface ActionListProps {
  readonly connector: string;
  readonly entities: readonly ConnectorEntity[];
  readonly chosen: ActionPlace | undefined;
  addressOf(place: ActionPlace): string;
}

interface ListedAction extends ActionPlace {
  readonly summary: string;
  readonly effect: Effect;
}

const whileTyping = 200;
const mostFound = 20;

/** The actions of a connector by entity, or those that the gateway finds for the typed text. */
export function ActionList({ connector, entities, chosen, addressOf }: ActionListProps) {
  const { client } = useSession();
  const [wish, setWish] = useState('');
  const [wanted] = useDebouncedValue(wish.trim(), whileTyping);
  const found = useQuery({
    queryKey: ['actions', connector, wanted],
    queryFn: () => client.connectors.findActions({ q: wanted, connector, limit: mostFound }),
    enabled: wanted !== '',
    placeholderData: keepPreviousData,
  });
  const item = (action: ListedAction, isGrouped = false) => (
    <ActionLink
      key={`${action.entity}/${action.action}`}
      action={action}
      label={isGrouped ? action.action : `${action.entity} ${action.action}`}
      isChosen={chosen?.entity === action.entity && chosen.action === action.action}
      href={addressOf(action)}
    />
  );
  return (
    <>
      <TextInput
        label="Find an action"
        placeholder="What do you want to do?"
        value={wish}
        maxLength={500}
        onChange={({ currentTarget }) => setWish(currentTarget.value)}
        leftSection={found.isFetching ? <Loader size={14} aria-hidden /> : <Search size={16} aria-hidden />}
      />
      <nav aria-label="Actions" className={classes.list}>
        {wanted === '' ? (
          entities.map(({ name, actions }) => (
            <Stack key={name} gap={0} mb="sm">
              <Text component="h2" size="xs" fw={600} c="dimmed" px="xs" py={4} m={0}>
                {name}
              </Text>
              {actions.map(({ action, summary, effect }) => item({ entity: name, action, summary, effect }, true))}
            </Stack>
          ))
        ) : found.isError ? (
          <Problem error={found.error} />
        ) : found.data?.length === 0 ? (
          <Text size="sm" c="dimmed" px="xs" role="status">
            No action fits these words.
          </Text>
        ) : (
          found.data?.map((action) => item(action))
        )}
      </nav>
    </>
  );
}

function ActionLink({ action: { summary, effect }, label, isChosen, href }: ActionLinkProps) {
  return (
    <NavLink
      component={Link}
      href={href}
      active={isChosen}
      aria-current={isChosen ? 'page' : undefined}
      className={classes.action}
      py={6}
      px="xs"
      label={label}
      description={withCode(summary)}
      rightSection={<EffectBadge effect={effect} />}
      disableRightSectionRotation
    />
  );
}

interface ActionLinkProps {
  readonly action: ListedAction;
  readonly label: string;
  readonly isChosen: boolean;
  readonly href: string;
}
