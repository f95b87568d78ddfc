import type { Token } from '@connectory/client';
import { Badge, Button, Modal, Table, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { type TokenState, tokenState, useTokens, useWorkspace } from '../gateway/use-workspace.ts';
import { DataRules } from '../policy/data-rules.tsx';
import { Page } from '../shell/page.tsx';
import { Question } from '../shell/question.tsx';
import { FoundRows, ScrolledTable } from '../shell/scrolled-table.tsx';
import { Empty, Loaded } from '../shell/states.tsx';
import { ForeignText, Time } from '../shell/text.tsx';

/** The tokens of the workspace: what each may do, and whether it still can. */
export function TokensPage() {
  const { name } = useWorkspace();
  const tokens = useTokens();
  return (
    <Page
      title="Tokens"
      lead="Who can use this workspace, and what each token allows."
      actions={
        tokens.data !== undefined && (
          <Button component={Link} href={`/${name}/tokens/new`} leftSection={<Plus size={16} aria-hidden />}>
            Create a token
          </Button>
        )
      }
    >
      <Loaded query={tokens} purpose="see the tokens">
        {(all) =>
          all.length === 0 ? (
            <Empty title="No tokens yet">Create one for each program, with the least access it needs.</Empty>
          ) : (
            <TokenTable tokens={all} />
          )
        }
      </Loaded>
    </Page>
  );
}

/** Tokens, some at a time, searchable by name, with a button to revoke each. */
export function TokenTable({ tokens }: { readonly tokens: readonly Token[] }) {
  const [ending, setEnding] = useState<Token>();
  return (
    <>
      <FoundRows
        rows={tokens}
        label="Find a token"
        placeholder="Find by name, person or agent"
        emptyTitle="No token has this in its name"
        textsOf={({ name, person, agent }) => [name, person?.name ?? '', person?.email ?? '', agent ?? '']}
      >
        {(shown) => (
          <ScrolledTable label="Tokens">
            <Table highlightOnHover>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Name</Table.Th>
                  <Table.Th>Rights</Table.Th>
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
  const { name, rights, policy, created_at: createdAt, expires_at: expiresAt, person } = token;
  const state = tokenState(token);
  return (
    <Table.Tr>
      <Table.Td miw="9rem">
        <Text span size="sm" fw={500}>
          <ForeignText value={name} limit={128} />
        </Text>
        {person !== undefined && (
          <Text size="xs">
            for <ForeignText value={person.name || (person.email ?? person.id)} limit={128} />
          </Text>
        )}
      </Table.Td>
      <Table.Td miw="14rem" maw="28rem">
        <ForeignText value={rights} limit={600} />
        <DataRules policy={policy} />
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

interface RevokeTokenProps {
  /** Undefined while the dialog is closed. */
  readonly token: Token | undefined;
  onClose(): void;
}

/** Revokes a token after a confirmation. */
export function RevokeToken({ token, onClose }: RevokeTokenProps) {
  return (
    <Modal opened={token !== undefined} onClose={onClose} title="Revoke this token?">
      {token !== undefined && <RevokeQuestion token={token} onClose={onClose} />}
    </Modal>
  );
}

function RevokeQuestion({ token: { id, name }, onClose }: RevokeTokenProps & { readonly token: Token }) {
  const { name: workspace, client } = useWorkspace();
  const queries = useQueryClient();
  const revoke = async () => {
    await client.tokens.revoke(id);
    await queries.invalidateQueries({ queryKey: ['tokens', workspace] });
    onClose();
  };
  return (
    <Question command="Revoke" onConfirm={revoke} onCancel={onClose}>
      <Text size="sm">
        Programs that use <ForeignText value={name} limit={128} /> and connect links created with it stop working
        immediately. If you are signed in with it, you will be signed out. You cannot undo this. Tokens that it created
        stay valid: revoke them too if it was leaked.
      </Text>
    </Question>
  );
}

const states: Readonly<Record<TokenState, { readonly color: string; readonly label: string }>> = {
  valid: { color: 'green', label: 'Valid' },
  expired: { color: 'gray', label: 'Expired' },
  revoked: { color: 'gray', label: 'Revoked' },
};

/** Whether a token can be used. */
export function TokenStateBadge({ state }: { readonly state: TokenState }) {
  const { color, label } = states[state];
  return (
    <Badge color={color} variant="light" tt="none" miw="max-content">
      {label}
    </Badge>
  );
}
