import type { Connection, ConnectorEntity, ConnectorManifest, HeldCall } from '@connectory/client';
import { Alert, Anchor, Button, Code, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { inputIdOf } from '../form/field-errors.ts';
import { type Call, download, heldOf } from '../gateway/execute.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { CopyAs } from '../results/copy-as.tsx';
import { ResponsePages } from '../results/response-pages.tsx';
import { type UpstreamRequest, UpstreamRequestView } from '../results/upstream-request.tsx';
import { recordAddress } from '../search/search-draft.ts';
import { useSession } from '../session/session.tsx';
import { EffectBadge, effects } from '../shell/effects.tsx';
import { NotFound, Problem } from '../shell/states.tsx';
import { Time, withCode } from '../shell/text.tsx';
import { doneText, titleOf } from './action-words.ts';
import { ParamsInput } from './params-input.tsx';
import { useActionCall } from './use-action-call.ts';

interface ActionPanelProps {
  readonly connection: Connection;
  readonly manifest: ConnectorManifest;
  readonly entityName: string;
  readonly actionName: string;
  /** The request id of the call to run again, from the audit. */
  readonly again: string | undefined;
}

/** One action: its description, and the form that runs it. */
export function ActionPanel({ connection, manifest, entityName, actionName, again }: ActionPanelProps) {
  const entity = manifest.entities.find(({ name }) => name === entityName);
  const action = entity?.actions.find((candidate) => candidate.action === actionName);
  if (entity === undefined || action === undefined) return <NotFound />;
  const { title, rest } = titleOf(action.summary);
  return (
    <Stack gap="md">
      <div>
        <Group gap="xs">
          <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
            {withCode(title)}
          </Title>
          <EffectBadge effect={action.effect} />
          <Code>
            {entityName} {actionName}
          </Code>
        </Group>
        {rest !== '' && (
          <Text size="sm" c="dimmed">
            {withCode(rest)}
          </Text>
        )}
      </div>
      {action.deprecated !== undefined && (
        <Alert color="yellow" title={`May be gone from ${action.deprecated.until} on`}>
          {withCode(action.deprecated.instead)}
        </Alert>
      )}
      <ActionForm connection={connection} vendor={manifest.vendor} entity={entity} action={action} again={again} />
    </Stack>
  );
}

interface ActionFormProps {
  readonly connection: Connection;
  readonly vendor: string;
  readonly entity: ConnectorEntity;
  readonly action: ConnectorEntity['actions'][number];
  /** The request id of the call to run again. */
  readonly again: string | undefined;
}

/**
 * The params of an action, the button that sends it, and its response. A read runs immediately; for other actions, the request is shown
 * before it is sent.
 */
function ActionForm({ connection, vendor, entity, action, again }: ActionFormProps) {
  const [isUsable, setUsable] = useState(true);
  const state = useActionCall(connection.id, entity.name, action, again);
  const { call, preview, response, errors } = state;
  const isRead = action.effect === 'read';
  const held = isRead ? undefined : heldOf(response.pages.at(-1));
  useFocusOnError(errors);
  const runRead = () => response.begin(call.params);
  const show = () => {
    response.clear();
    preview.mutate();
  };
  const submit = isRead && action.result !== 'file' ? runRead : show;
  return (
    <Stack gap="md">
      {again !== undefined && <AgainNotice isRemembered={state.isRemembered} />}
      <Paper withBorder p="md">
        <Stack gap="md">
          <ParamsInput
            schema={action.params}
            value={call.params}
            errors={errors}
            onChange={state.setParams}
            onUsable={setUsable}
            onSubmit={submit}
          />
          <Group gap="xs">
            {isRead && action.result !== 'file' && (
              <Button onClick={runRead} loading={response.isPending} disabled={!isUsable}>
                Run
              </Button>
            )}
            {action.result === 'file' && <DownloadButton call={call} isUsable={isUsable} />}
            <Button
              variant={isRead ? 'default' : 'filled'}
              onClick={show}
              loading={preview.isPending}
              disabled={!isUsable}
            >
              Show request
            </Button>
            <CopyAs call={call} connection={connection} effect={action.effect} />
          </Group>
          {!isRead && (
            <Text size="sm" c="dimmed">
              Nothing is sent until you have seen the request.
            </Text>
          )}
        </Stack>
      </Paper>
      {preview.isError && <Problem error={preview.error} />}
      {preview.data !== undefined && (
        <RequestPreview requests={preview.data.requests} isSent={!isRead && response.isSuccess && held === undefined}>
          {!isRead && !response.isSuccess && (
            <SendButton
              action={action}
              vendor={vendor}
              connection={connection.name}
              isSending={response.isPending}
              onSend={() => response.begin(call.params)}
            />
          )}
        </RequestPreview>
      )}
      {response.error !== null && <Problem error={response.error} />}
      {held !== undefined ? (
        <Held held={held} />
      ) : (
        <ResponsePages
          pages={response.pages}
          records={{ recordKey: entity.key, schema: action.result_schema ?? entity.record }}
          isLoading={response.isPending}
          onNext={response.next}
        >
          {!isRead && response.isSuccess && (
            <Done action={action} connection={connection} entity={entity} record={response.pages.at(-1)?.data} />
          )}
        </ResponsePages>
      )}
    </Stack>
  );
}

interface DoneProps {
  readonly action: ConnectorEntity['actions'][number];
  readonly connection: Connection;
  readonly entity: ConnectorEntity;
  /** The data of the response. */
  readonly record: unknown;
}

/** Says that a write was carried out, with a link to the record in the copy. */
function Done({ action, connection, entity, record }: DoneProps) {
  const { name: workspace } = useWorkspace();
  const address = action.effect === 'delete' ? undefined : recordAddress(entity, record);
  return (
    <Alert color="green" role="status" title={doneText(action.summary)}>
      {address === undefined ? (
        `${connection.vendor} has carried it out.`
      ) : (
        <Anchor
          component={Link}
          href={`/${workspace}/search/${connection.id}/${entity.name}${address}`}
          underline="always"
        >
          Find the record in the copy
        </Anchor>
      )}
    </Alert>
  );
}

/** Says that a write was not sent but waits for approval, with a link to it. */
function Held({ held: { id, expires_at: until } }: { readonly held: HeldCall }) {
  const { name: workspace } = useWorkspace();
  return (
    <Alert color="yellow" role="status" title="It waits for approval">
      Nothing was sent. It ends without approval <Time at={until} />.{' '}
      <Anchor component={Link} href={`/${workspace}/approvals/${id}`} c="inherit" underline="always">
        See what happens to it
      </Anchor>
    </Alert>
  );
}

function AgainNotice({ isRemembered }: { readonly isRemembered: boolean }) {
  return (
    <Alert color="blue" role="status" title="Run again as a dry run">
      {isRemembered
        ? 'These are the parameters of that call. '
        : 'The audit does not store parameters, and the call was not made in this session. Enter them again. '}
      Show request makes a dry run, which sends nothing.
    </Alert>
  );
}

function useFocusOnError(errors: readonly { readonly field: string }[]): void {
  useEffect(() => {
    for (const { field } of errors) {
      const input = document.getElementById(inputIdOf(field));
      if (input === null) continue;
      const folded = input.closest('details');
      if (folded !== null) folded.open = true;
      input.focus();
      return;
    }
  }, [errors]);
}

/** Downloads a file, then offers to save it. */
function DownloadButton({ call, isUsable }: { readonly call: Call; readonly isUsable: boolean }) {
  const { client } = useSession();
  const file = useMutation({
    mutationFn: async () => {
      const { bytes, name } = await download(client, call);
      return { address: URL.createObjectURL(bytes), name: name ?? call.entity, size: bytes.size };
    },
  });
  const { data } = file;
  useEffect(() => () => data && URL.revokeObjectURL(data.address), [data]);
  return (
    <>
      <Button onClick={() => file.mutate()} loading={file.isPending} disabled={!isUsable}>
        Download
      </Button>
      {data !== undefined && (
        <Text size="sm" role="status">
          <Anchor href={data.address} download={data.name} underline="always">
            Save {data.name}
          </Anchor>{' '}
          ({data.size.toLocaleString('en')} bytes)
        </Text>
      )}
      {file.isError && <Problem error={file.error} />}
    </>
  );
}

interface SendButtonProps {
  readonly action: ConnectorEntity['actions'][number];
  readonly vendor: string;
  readonly connection: string;
  readonly isSending: boolean;
  onSend(): void;
}

/** Sends the request that is shown, with the effect it will have next to the button. */
function SendButton({ action, vendor, connection, isSending, onSend }: SendButtonProps) {
  const { consequence, color } = effects[action.effect];
  return (
    <Group gap="sm">
      <Button color={color} onClick={onSend} loading={isSending}>
        Send to {vendor}
      </Button>
      <Text size="sm" flex="1 1 14rem">
        It goes through the connection {connection}, and {consequence}.
      </Text>
    </Group>
  );
}

interface RequestPreviewProps {
  readonly requests: readonly UpstreamRequest[];
  readonly isSent: boolean;
  /** The button that sends them. */
  readonly children: ReactNode;
}

/** The upstream requests of an action, from a dry run, brought into view. */
function RequestPreview({ requests, isSent, children }: RequestPreviewProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'start' });
  }, [requests]);
  const subject = requests.length === 1 ? 'This request' : `These ${requests.length} requests`;
  const verb = requests.length === 1 ? 'was' : 'were';
  return (
    <Paper withBorder p="md" component="section" aria-label="Request">
      <Stack gap="md">
        <div>
          <Title order={3} size="h5" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
            {subject} {isSent ? `${verb} sent` : 'would be sent'}
          </Title>
          <Text size="sm" c="dimmed">
            {!isSent && 'Nothing has been sent yet. '}Credentials are masked.
          </Text>
        </div>
        {requests.map((request, index) => (
          <UpstreamRequestView key={index} request={request} />
        ))}
        {children}
      </Stack>
    </Paper>
  );
}
