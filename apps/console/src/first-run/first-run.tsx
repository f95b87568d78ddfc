import type { CreatedToken } from '@connectory/client';
import { Anchor, Button, Group, Progress, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { Circle, CircleCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { NewWorkspaceForm } from '../gateway/new-workspace-form.tsx';
import { doneCount, type FirstSteps, stepCount, useFirstSteps } from '../gateway/use-first-steps.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { useSession } from '../session/session.tsx';
import { Page } from '../shell/page.tsx';
import { Loaded } from '../shell/states.tsx';
import { FirstCall } from './first-call.tsx';
import classes from './first-run.module.css';
import { FirstToken } from './first-token.tsx';

/** The page without a workspace: an admin creates the first one. */
export function EmptyGateway() {
  const { isAdmin } = useSession();
  if (!isAdmin)
    return (
      <Page title="No workspace">
        <Text size="sm">
          You have no role in a workspace. Ask an owner of one, or an admin of the gateway, to invite you.
        </Text>
      </Page>
    );
  return (
    <FirstRunPage done={0}>
      <Step title="Create a workspace" isDone={false} isCurrent>
        <Text size="sm">It separates a customer or a team: each connection and token belongs to one workspace.</Text>
        <NewWorkspaceForm />
      </Step>
      {['Connect an account', 'Create a token', 'Make the call'].map((title) => (
        <Step key={title} title={title} isDone={false} />
      ))}
    </FirstRunPage>
  );
}

/** The way from an empty workspace to the first result, with what is done already. */
export function FirstRun() {
  const { mayManage } = useSession();
  const steps = useFirstSteps();
  if (!mayManage)
    return (
      <Page title="First steps">
        <Text size="sm">Connecting accounts and creating tokens requires the right to manage the workspace.</Text>
      </Page>
    );
  return <Loaded query={steps}>{(known) => <Steps steps={known} />}</Loaded>;
}

function Steps({ steps }: { readonly steps: FirstSteps }) {
  const { name } = useWorkspace();
  // Only in memory: it is discarded when the page is left.
  const [created, setCreated] = useState<CreatedToken>();
  const { isConnected, hasToken, hasCalled } = steps;
  return (
    <FirstRunPage done={doneCount(steps)}>
      <Step title="Create a workspace" isDone>
        <Text size="sm" c="dimmed">
          {name}
        </Text>
      </Step>
      <Step title="Connect an account" isDone={isConnected} isCurrent={!isConnected}>
        <Text size="sm">
          Choose a system, then enter an API key, consent, or send a link to the owner of the account.
        </Text>
        <Group>
          <Button component={Link} href={`/${name}/connect`} variant={isConnected ? 'default' : 'filled'}>
            {isConnected ? 'Connect another account' : 'Connect an account'}
          </Button>
        </Group>
      </Step>
      <Step title="Create a token" isDone={hasToken} isCurrent={isConnected && !hasToken}>
        <FirstToken created={created} onCreated={setCreated} isFirst={!hasToken} />
      </Step>
      <Step title="Make the call" isDone={hasCalled} isCurrent={isConnected && hasToken && !hasCalled}>
        {isConnected ? (
          <FirstCall token={created?.token} />
        ) : (
          <Text size="sm" c="dimmed">
            It needs a connection.
          </Text>
        )}
      </Step>
      {doneCount(steps) === stepCount && <WhatNext />}
    </FirstRunPage>
  );
}

function WhatNext() {
  const { name } = useWorkspace();
  return (
    <li>
      <Stack gap={4}>
        <Title order={2} size="h5">
          What next?
        </Title>
        <Anchor href="/docs/guide/agents" target="_blank" size="sm">
          Give it to an agent
        </Anchor>
        <Anchor href="/docs/tasks/" target="_blank" size="sm">
          How do I …
        </Anchor>
        <Anchor component={Link} href={`/${name}/connections`} size="sm">
          Go to the connections
        </Anchor>
      </Stack>
    </li>
  );
}

interface FirstRunPageProps {
  /** How many steps are done. */
  readonly done: number;
  readonly children: ReactNode;
}

const whole = 100;

function FirstRunPage({ done, children }: FirstRunPageProps) {
  return (
    <Page title="First steps" lead={`From an empty gateway to a first result: ${done} of ${stepCount} done.`}>
      <Progress value={(done / stepCount) * whole} aria-label="Steps done" maw="44rem" />
      <ol className={classes.steps}>{children}</ol>
    </Page>
  );
}

interface StepProps {
  readonly title: string;
  readonly isDone: boolean;
  /** Whether it is the next one to do. */
  readonly isCurrent?: boolean;
  readonly children?: ReactNode;
}

function Step({ title, isDone, isCurrent = false, children }: StepProps) {
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <li className={classes.step} aria-current={isCurrent ? 'step' : undefined}>
      <Icon size={22} aria-hidden className={isDone ? classes.done : undefined} />
      <Stack gap="xs">
        <Title order={2} size="h5">
          {title}
          <VisuallyHidden>{isDone ? ' (done)' : ' (to do)'}</VisuallyHidden>
        </Title>
        {children}
      </Stack>
    </li>
  );
}
