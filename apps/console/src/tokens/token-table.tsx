import type { Token } from '@connectory/client';
import { Button, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { tokenState } from '../gateway/use-tokens.ts';
import { ForeignText } from '../shell/foreign-text.tsx';
import { FoundRows } from '../shell/found-rows.tsx';
import { ScrolledTable } from '../shell/scrolled-table.tsx';
import { Time } from '../shell/time.tsx';
import { policyPhrase } from './policy-phrase.ts';
import { RevokeToken } from './revoke-token.tsx';
import { TokenStateBadge } from './token-state-badge.tsx';

/** Tokens, some at a time, searchable by name, with a button to revoke each. */
export function TokenTable({ tokens }: { readonly tokens: readonly Token[] }) {
  const [ending, setEnding] = useState<Token>();
  return (
    <>
      <FoundRows
        rows={tokens}
        label="Find a token"
        placeholder="Find by name"
        emptyTitle="No token has this in its name"
        textsOf={({ name }) => [name]}
      >
        {(shown) => (
          <ScrolledTable label="Tokens">
            <Table highlightOnHover>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Name</Table.Th>
                  <Table.Th>May use</Table.Th>
                  <Table.Th>State</Table.Th>
                  <Table.Th>Created</Table.Th>
                  <Table.Th>Expires</Table.Th>
                  <Table.Td />
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {shown.map((token) => (
                  <TokenRow key={token.id} token={token} onRevoke={() => setEnding(token)} />
                ))}
              </Table.Tbody>
            </Table>
          </ScrolledTable>
        )}
      </FoundRows>
      <RevokeToken token={ending} onClose={() => setEnding(undefined)} />
    </>
  );
}

function TokenRow({ token, onRevoke }: { readonly token: Token; onRevoke(): void }) {
  const { name, policy, created_at: createdAt, expires_at: expiresAt } = token;
  const state = tokenState(token);
  return (
    <Table.Tr>
      <Table.Td miw="9rem">
        <Text span size="sm" fw={500}>
          <ForeignText value={name} limit={128} />
        </Text>
      </Table.Td>
      <Table.Td miw="14rem" maw="28rem">
        <ForeignText value={policyPhrase(policy)} limit={200} />
      </Table.Td>
      <Table.Td>
        <TokenStateBadge state={state} />
      </Table.Td>
      <Table.Td miw="7rem">
        <Time at={createdAt} />
      </Table.Td>
      <Table.Td miw="7rem">{expiresAt === null ? 'Never' : <Time at={expiresAt} />}</Table.Td>
      <Table.Td ta="end">
        {state === 'valid' && (
          <Button size="compact-sm" variant="subtle" color="red" aria-label={`Revoke ${name}`} onClick={onRevoke}>
            Revoke
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
