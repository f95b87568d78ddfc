import type { HeldWrite } from '@connectory/client';
import { Alert, Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from 'wouter';
import { useHeldWrite } from '../gateway/use-held-writes.ts';
import { useTokenNames, useWorkspace } from '../gateway/use-workspace.ts';
import { JsonView } from '../results/json-view.tsx';
import { UpstreamRequestView } from '../results/upstream-request.tsx';
import { EffectBadge } from '../shell/effects.tsx';
import { Fact } from '../shell/fact.tsx';
import { Page } from '../shell/page.tsx';
import { Loaded } from '../shell/states.tsx';
import { ForeignText, Time } from '../shell/text.tsx';
import { Asker } from './approvals-page.tsx';
import { Decision } from './decision.tsx';
import { HeldStateBadge } from './held-state.tsx';

/** One held write: what would be sent, who asks and why, the decision, and the outcome. */
export function HeldWritePage({ id }: { readonly id: string }) {
  const { name } = useWorkspace();
  const write = useHeldWrite(id);
  const { data } = write;
  return (
    <Page
      title={data === undefined ? 'Held write' : `${data.entity} ${data.action}`}
      lead={
        <Anchor component={Link} href={`/${name}/approvals`} size="sm" underline="always">
          All approvals
        </Anchor>
      }
    >
      <Loaded query={write} purpose="see this held write">
        {(found) => (
          <Stack gap="lg">
            <Facts write={found} />
            <Outcome write={found} />
            <Requests write={found} />
            {found.state === 'held' && <Decision key={found.preview_hash} write={found} />}
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function Facts({ write }: { readonly write: HeldWrite }) {
  const { name } = useWorkspace();
  const tokens = useTokenNames();
  const { connection, connector, effect, intent, state, asked_by: asker } = write;
  return (
    <Stack gap="md">
      <Group gap="xs">
        <HeldStateBadge state={state} />
        <EffectBadge effect={effect} />
      </Group>
      <Group gap="xl" align="flex-start">
        <Fact label="Asked by">
          <Asker write={write} />
        </Fact>
        {asker.person !== null && tokens.has(asker.token_id) && (
          <Fact label="Token">
            <ForeignText value={tokens.get(asker.token_id) ?? ''} limit={128} />
          </Fact>
        )}
        <Fact label="Connection">
          {connection.name === null ? (
            <ForeignText value={connector} />
          ) : (
            <Anchor component={Link} href={`/${name}/connections/${connection.id}`} size="sm" underline="always">
              <ForeignText value={connection.name} limit={128} />
            </Anchor>
          )}
        </Fact>
        <Fact label="Asked">
          <Time at={write.created_at} />
        </Fact>
        {state === 'held' && (
          <Fact label="Waits until">
            <Time at={write.expires_at} />
          </Fact>
        )}
        {write.decided_by !== null && (
          <Fact label={state === 'refused' ? 'Refused by' : 'Approved by'}>
            <ForeignText value={deciderOf(write.decided_by, tokens)} limit={128} />, <Time at={write.decided_at} />
          </Fact>
        )}
      </Group>
      <Fact label="Why">
        <ForeignText value={intent ?? 'No reason was given.'} />
      </Fact>
    </Stack>
  );
}

const deciderOf = (
  { person, token_id: id }: NonNullable<HeldWrite['decided_by']>,
  tokens: ReadonlyMap<string, string>,
): string => person?.name ?? (id === null ? 'Admin token' : (tokens.get(id) ?? id));

const outcomes: Readonly<Partial<Record<HeldWrite['state'], { readonly color: string; readonly title: string }>>> = {
  approved: { color: 'blue', title: 'Approved: it is being sent' },
  executed: { color: 'green', title: 'Carried out' },
  failed: { color: 'red', title: 'It failed: nothing was changed' },
  unknown: { color: 'orange', title: 'It is unknown whether it was carried out' },
  refused: { color: 'gray', title: 'Refused: it was not sent' },
  expired: { color: 'gray', title: 'Expired: it was not approved in time, and not sent' },
  void: { color: 'gray', title: 'Void: something changed since it was asked for, and it was not sent' },
};

/** How a write ended, with the response of its call. */
function Outcome({ write: { state, reason, outcome } }: { readonly write: HeldWrite }) {
  const shown = outcomes[state];
  if (shown === undefined) return null;
  return (
    <>
      <Alert color={shown.color} role="status" title={shown.title}>
        {reason !== null && <ForeignText value={reason} />}
      </Alert>
      {outcome !== null && shownOutcome(outcome) !== undefined && (
        <Paper withBorder p="md">
          <Title order={2} size="h5" mb="sm">
            Response
          </Title>
          <JsonView label="Response" value={shownOutcome(outcome)} />
        </Paper>
      )}
    </>
  );
}

const shownOutcome = ({ result, error }: NonNullable<HeldWrite['outcome']>): unknown => result ?? error;

/** The upstream requests of a held write, as a person approves them. */
function Requests({ write: { preview, state } }: { readonly write: HeldWrite }) {
  if (preview === null) return null;
  const { requests } = preview;
  return (
    <Paper withBorder p="md" component="section" aria-label="Request">
      <Stack gap="md">
        <div>
          <Title order={2} size="h5">
            {requests.length === 1 ? 'The request' : `The ${requests.length} requests`}
          </Title>
          <Text size="sm" c="dimmed">
            {state === 'held' && 'Nothing has been sent yet. '}Credentials are masked.
          </Text>
        </div>
        {requests.map((request, index) => (
          <UpstreamRequestView key={index} request={request} />
        ))}
      </Stack>
    </Paper>
  );
}
