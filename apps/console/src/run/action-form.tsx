import type { Connection, ConnectorEntity } from '@connectory/client';
import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { inputIdOf } from '../form/field-errors.ts';
import { AnswerPages } from '../results/answer-pages.tsx';
import { CopyAs } from '../results/copy-as.tsx';
import { Problem } from '../shell/problem.tsx';
import { ConfirmedSend } from './confirmed-send.tsx';
import { DownloadButton } from './download-button.tsx';
import { ParamsInput } from './params-input.tsx';
import { RequestPreview } from './request-preview.tsx';
import { useActionCall } from './use-action-call.ts';

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
export function ActionForm({ connection, vendor, entity, action, again }: ActionFormProps) {
  const [isUsable, setUsable] = useState(true);
  const state = useActionCall(connection.id, entity.name, action, again);
  const { call, preview, answer, errors } = state;
  const isRead = action.effect === 'read';
  useFocusOnFault(errors);
  const runRead = () => answer.begin(call.params);
  const show = () => {
    answer.clear();
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
              <Button onClick={runRead} loading={answer.isPending} disabled={!isUsable}>
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
          {!isRead && !answer.isSuccess && (
            <ConfirmedSend
              action={action}
              vendor={vendor}
              connection={connection.name}
              isSending={answer.isPending}
              onConfirm={() => answer.begin(call.params)}
            />
          )}
        </RequestPreview>
      )}
      {answer.error !== null && <Problem error={answer.error} />}
      <AnswerPages pages={answer.pages} recordKey={entity.key} isLoading={answer.isPending} onNext={answer.next} />
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

function useFocusOnFault(errors: readonly { readonly field: string }[]): void {
  useEffect(() => {
    for (const { field } of errors) {
      const input = document.getElementById(inputIdOf(field));
      if (input === null) continue;
      input.focus();
      return;
    }
  }, [errors]);
}
