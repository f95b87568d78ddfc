import type { Token } from '@connectory/client';
import { Button, Pagination, Stack, Table, Text, TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { tokenState } from '../gateway/use-tokens.ts';
import { Empty } from '../shell/empty.tsx';
import { ForeignText } from '../shell/foreign-text.tsx';
import { ScrolledTable } from '../shell/scrolled-table.tsx';
import { Time } from '../shell/time.tsx';
import { policyPhrase } from './policy-phrase.ts';
import { RevokeToken } from './revoke-token.tsx';
import { TokenStateBadge } from './token-state-badge.tsx';

const rowsPerPage = 25;

/** Tokens, some at a time, to find by name and to revoke. */
export function TokenTable({ tokens }: { readonly tokens: readonly Token[] }) {
  const [wanted, setWanted] = useState('');
  const [page, setPage] = useState(1);
  const [ending, setEnding] = useState<Token>();
  const text = wanted.trim().toLowerCase();
  const found = tokens.filter(({ name }) => name.toLowerCase().includes(text));
  const pages = Math.ceil(found.length / rowsPerPage);
  // A list that was loaded again may be shorter.
  const current = Math.min(page, Math.max(pages, 1));
  const shown = found.slice((current - 1) * rowsPerPage, current * rowsPerPage);
  return (
    <Stack gap="sm">
      <TextInput
        aria-label="Find a token"
        placeholder="Find by name"
        leftSection={<Search size={16} aria-hidden />}
        value={wanted}
        onChange={({ currentTarget }) => {
          setWanted(currentTarget.value);
          setPage(1);
        }}
        maw="22rem"
      />
      {found.length === 0 ? (
        <Empty title="No token has this in its name" />
      ) : (
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
      {pages > 1 && (
        <Pagination
          total={pages}
          value={current}
          onChange={setPage}
          size="sm"
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
        />
      )}
      <RevokeToken token={ending} onClose={() => setEnding(undefined)} />
    </Stack>
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
      <Table.Td>
        {state === 'valid' && (
          <Button size="compact-sm" variant="subtle" color="red" aria-label={`Revoke ${name}`} onClick={onRevoke}>
            Revoke
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
