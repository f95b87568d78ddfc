import type { Connection, ConnectorEntity, ConnectorManifest } from '@connectory/client';
import { Alert, Anchor, Badge, Button, Group, Modal, Paper, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { inputIdOf } from '../form/field-errors.ts';
import { type Call, download } from '../gateway/execute.ts';
import { CopyAs } from '../results/copy-as.tsx';
import { JsonView } from '../results/json-view.tsx';
import { ResponsePages } from '../results/response-pages.tsx';
import { useSession } from '../session/session.tsx';
import { EffectBadge, effects } from '../shell/effects.tsx';
import { NotFound, Problem } from '../shell/states.tsx';
import { ForeignText, withCode } from '../shell/text.tsx';
import { ParamsInput } from './params-input.tsx';
import { type UpstreamRequest, useActionCall } from './use-action-call.ts';

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
  return (
    <Stack gap="md">
      <div>
        <Group gap="xs">
          <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
            {entityName} {actionName}
          </Title>
          <EffectBadge effect={action.effect} />
        </Group>
        <Text size="sm" c="dimmed">
          {withCode(action.summary)}
        </Text>
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
            <CopyAs call={call} connection={connection} />
          </Group>
          {!isRead && (
            <Text size="sm" c="dimmed">
              Nothing is sent until you have reviewed and confirmed the request.
            </Text>
          )}
        </Stack>
      </Paper>
      {preview.isError && <Problem error={preview.error} />}
      {preview.data !== undefined && (
        <RequestPreview requests={preview.data.requests}>
          {!isRead && !response.isSuccess && (
            <ConfirmedSend
              action={action}
              vendor={vendor}
              connection={connection.name}
              isSending={response.isPending}
              onConfirm={() => response.begin(call.params)}
            />
          )}
        </RequestPreview>
      )}
      {response.error !== null && <Problem error={response.error} />}
      <ResponsePages
        pages={response.pages}
        recordKey={entity.key}
        isLoading={response.isPending}
        onNext={response.next}
      />
    </Stack>
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

interface ConfirmedSendProps {
  readonly action: ConnectorEntity['actions'][number];
  readonly vendor: string;
  readonly connection: string;
  readonly isSending: boolean;
  onConfirm(): void;
}

/** Sends a request that is not a read, after a confirmation that names its effect. */
function ConfirmedSend({ action, vendor, connection, isSending, onConfirm }: ConfirmedSendProps) {
  const [isAsking, setAsking] = useState(false);
  const { consequence, command, color } = effects[action.effect];
  return (
    <>
      <Group>
        <Button color={color} onClick={() => setAsking(true)} loading={isSending}>
          Send to {vendor} …
        </Button>
      </Group>
      <Modal opened={isAsking} onClose={() => setAsking(false)} title={`Send this to ${vendor}?`}>
        <Stack gap="md">
          <Group gap="xs" wrap="nowrap" align="flex-start">
            <EffectBadge effect={action.effect} />
            <Text size="sm">
              {withCode(action.summary)}. It goes to {vendor} through the connection {connection}, and {consequence}.
            </Text>
          </Group>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => setAsking(false)} data-autofocus>
              Cancel
            </Button>
            <Button
              color={color}
              onClick={() => {
                setAsking(false);
                onConfirm();
              }}
            >
              {command}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}

interface RequestPreviewProps {
  readonly requests: readonly UpstreamRequest[];
  /** The button that sends them. */
  readonly children: ReactNode;
}

/** The upstream requests that would be sent, from a dry run. */
function RequestPreview({ requests, children }: RequestPreviewProps) {
  return (
    <Paper withBorder p="md" component="section" aria-label="Request">
      <Stack gap="md">
        <div>
          <Title order={3} size="h5">
            {requests.length === 1 ? 'This request would be sent' : `These ${requests.length} requests would be sent`}
          </Title>
          <Text size="sm" c="dimmed">
            Nothing has been sent yet. Credentials are masked.
          </Text>
        </div>
        {requests.map((request, index) => (
          <OneRequest key={index} request={request} />
        ))}
        {children}
      </Stack>
    </Paper>
  );
}

function OneRequest({ request: { method, url, headers, body } }: { readonly request: UpstreamRequest }) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <Stack gap="xs">
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Badge variant="light" color="gray" style={{ flexShrink: 0 }}>
          {method}
        </Badge>
        <Text component="div" size="sm" ff="monospace" style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
          <ForeignText value={url} />
        </Text>
      </Group>
      <JsonView label={`Headers of ${method}`} value={lines.join('\n')} />
      {body !== undefined && <JsonView label={`Body of ${method}`} value={body} />}
    </Stack>
  );
}
