import type { HeldWriteSummary } from '@connectory/client';
import { Anchor, Chip, Group, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { maxHeldWrites, useHeldWrites } from '../gateway/use-held-writes.ts';
import { useTokenNames, useWorkspace } from '../gateway/use-workspace.ts';
import { EffectBadge } from '../shell/effects.tsx';
import { Page } from '../shell/page.tsx';
import { ScrolledTable } from '../shell/scrolled-table.tsx';
import { Empty, Loaded } from '../shell/states.tsx';
import { ForeignText, Time } from '../shell/text.tsx';
import { HeldStateBadge } from './held-state.tsx';

/** Writes that wait until a person approves them, and those that were decided. */
export function ApprovalsPage() {
  const [isWaiting, setWaiting] = useState(true);
  const held = useHeldWrites(isWaiting ? 'held' : undefined);
  return (
    <Page title="Approvals" lead="Writes that are not sent until a person has seen and approved them.">
      <Stack gap="md">
        <Chip.Group value={isWaiting ? 'waiting' : 'all'} onChange={(chosen) => setWaiting(chosen === 'waiting')}>
          <Group gap="xs" role="radiogroup" aria-label="State">
            <Chip value="waiting" size="xs">
              Waiting
            </Chip>
            <Chip value="all" size="xs">
              All
            </Chip>
          </Group>
        </Chip.Group>
        <Loaded query={held} purpose="see held writes">
          {(writes) =>
            writes.length === 0 ? (
              <Empty title={isWaiting ? 'Nothing waits for approval' : 'No write was held yet'}>
                Writes wait here if the policy of their token says so.
              </Empty>
            ) : (
              <HeldTable writes={writes} />
            )
          }
        </Loaded>
        {held.data !== undefined && held.data.length >= maxHeldWrites && (
          <Text size="sm" c="dimmed">
            These are the newest {maxHeldWrites}.
          </Text>
        )}
      </Stack>
    </Page>
  );
}

const maxName = 128;

function HeldTable({ writes }: { readonly writes: readonly HeldWriteSummary[] }) {
  const { name: workspace } = useWorkspace();
  return (
    <ScrolledTable label="Held writes">
      <Table highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>What</Table.Th>
            <Table.Th>Effect</Table.Th>
            <Table.Th>Connection</Table.Th>
            <Table.Th>Asked by</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th>Asked</Table.Th>
            <Table.Th>Waits until</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {writes.map((write) => (
            <Table.Tr key={write.id}>
              <Table.Td miw="9rem">
                <Anchor component={Link} href={`/${workspace}/approvals/${write.id}`} size="sm" fw={500}>
                  <ForeignText value={`${write.entity} ${write.action}`} />
                </Anchor>
              </Table.Td>
              <Table.Td>
                <EffectBadge effect={write.effect} />
              </Table.Td>
              <Table.Td miw="8rem">
                <ForeignText value={write.connection.name ?? write.connector} limit={maxName} />
              </Table.Td>
              <Table.Td miw="9rem">
                <Asker write={write} />
              </Table.Td>
              <Table.Td>
                <HeldStateBadge state={write.state} />
              </Table.Td>
              <Table.Td miw="7rem">
                <Time at={write.created_at} />
              </Table.Td>
              <Table.Td miw="7rem">
                <Time at={write.expires_at} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrolledTable>
  );
}

/** Who asked for a write: the person or the token, and the agent that acted for the person. */
export function Asker({ write: { asked_by: asker } }: { readonly write: HeldWriteSummary }) {
  const tokens = useTokenNames();
  return (
    <>
      <ForeignText value={asker.person?.name ?? tokens.get(asker.token_id) ?? asker.token_id} limit={maxName} />
      {asker.agent !== null && (
        <Text component="div" size="xs" c="dimmed">
          through <ForeignText value={asker.agent} limit={maxName} />
        </Text>
      )}
    </>
  );
}
