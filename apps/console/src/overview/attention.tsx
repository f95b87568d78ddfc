import type { Overview } from '@connectory/client';
import { Anchor, Group, Paper, Text, Title } from '@mantine/core';
import {
  CircleCheck,
  CloudOff,
  Hourglass,
  KeyRound,
  type LucideIcon,
  Stamp,
  TriangleAlert,
  Webhook,
} from 'lucide-react';
import { Link } from 'wouter';
import { maxHeldWrites, useWaitingCount } from '../gateway/use-held-writes.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { ForeignText, Time } from '../shell/text.tsx';
import classes from './overview.module.css';

type Attention = Overview['data']['attention'][number];

interface Cure {
  readonly icon: LucideIcon;
  readonly label: string;
  /** The page that has the cure, below the workspace. */
  readonly page: (item: Attention) => string;
}

const cures: Readonly<Record<Exclude<Attention['kind'], 'version_ends'>, Cure>> = {
  reconnect: { icon: KeyRound, label: 'Reconnect', page: ({ connection_id: id }) => `connect/${id}` },
  failing_sync: { icon: CloudOff, label: 'See the copies', page: ({ connection_id: id }) => `connections/${id}` },
  stale_copy: { icon: Hourglass, label: 'Sync now', page: ({ connection_id: id }) => `connections/${id}` },
  failed_deliveries: {
    icon: Webhook,
    label: 'See the deliveries',
    page: ({ subscription_id: id }) => `subscriptions/${id}`,
  },
};

/** What needs attention, each with one link to its cure. */
export function AttentionList({ items }: { readonly items: readonly Attention[] }) {
  const waiting = useWaitingCount() ?? 0;
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="attention">
      <Title order={2} size="h5" id="attention" mb={items.length + waiting === 0 ? 4 : 'xs'}>
        Needs attention
      </Title>
      {items.length + waiting === 0 ? (
        <Group gap="xs" wrap="nowrap">
          <CircleCheck size={18} color="var(--mantine-color-green-light-color)" aria-hidden />
          <Text size="sm" c="dimmed">
            Nothing: connections, copies and deliveries work.
          </Text>
        </Group>
      ) : (
        <ul className={classes.needs}>
          {waiting > 0 && (
            <li>
              <WaitingItem count={waiting} />
            </li>
          )}
          {items.map((item) => (
            <li key={[item.kind, item.connection_id, item.subscription_id, item.message].join(' ')}>
              <AttentionItem item={item} />
            </li>
          ))}
        </ul>
      )}
    </Paper>
  );
}

function WaitingItem({ count }: { readonly count: number }) {
  const { name } = useWorkspace();
  const number = count < maxHeldWrites ? count : `At least ${maxHeldWrites}`;
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start" py="xs">
      <Stamp size={18} color="var(--mantine-color-orange-light-color)" aria-hidden style={{ flexShrink: 0 }} />
      <Text size="sm" style={{ flexGrow: 1, minWidth: 0 }}>
        {count === 1 ? 'A write waits' : `${number} writes wait`} for approval.
      </Text>
      <Anchor component={Link} href={`/${name}/approvals`} size="sm" underline="always" miw="max-content">
        Decide
      </Anchor>
    </Group>
  );
}

function AttentionItem({ item }: { readonly item: Attention }) {
  const { name } = useWorkspace();
  const cure = item.kind === 'version_ends' ? undefined : cures[item.kind];
  const Icon = cure?.icon ?? TriangleAlert;
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start" py="xs">
      <Icon size={18} color="var(--mantine-color-orange-light-color)" aria-hidden style={{ flexShrink: 0 }} />
      <Text component="div" size="sm" style={{ flexGrow: 1, minWidth: 0 }}>
        <ForeignText value={item.message} limit={300} />
        {cure !== undefined && (
          <Text span size="xs" c="dimmed" display="block">
            <Time at={item.since} />
          </Text>
        )}
      </Text>
      {cure === undefined ? (
        <Anchor
          href="/docs/guide/operate#upgrades-and-downgrades"
          target="_blank"
          size="sm"
          underline="always"
          miw="max-content"
        >
          How to upgrade
        </Anchor>
      ) : (
        <Anchor component={Link} href={`/${name}/${cure.page(item)}`} size="sm" underline="always" miw="max-content">
          {cure.label}
        </Anchor>
      )}
    </Group>
  );
}
