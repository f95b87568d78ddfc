import type { ConsentConnector } from '@connectory/client';
import { Modal, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { Question } from '../shell/question.tsx';

interface RemoveAppProps {
  /** The connector of the application; undefined while the dialog is closed. */
  readonly connector: ConsentConnector | undefined;
  onClose(): void;
}

/** Removes an application after a confirmation. */
export function RemoveApp({ connector, onClose }: RemoveAppProps) {
  return (
    <Modal opened={connector !== undefined} onClose={onClose} title="Remove this application?">
      {connector !== undefined && <RemoveQuestion connector={connector} onClose={onClose} />}
    </Modal>
  );
}

function RemoveQuestion({
  connector: { connector, vendor },
  onClose,
}: RemoveAppProps & { readonly connector: ConsentConnector }) {
  const { name: workspace, client } = useWorkspace();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => client.oauthApps.delete(connector),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['oauth-apps', workspace] });
      onClose();
    },
  });
  return (
    <Question
      command="Remove"
      isWorking={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onCancel={onClose}
    >
      <Text size="sm">
        This deletes the application for {vendor} and its secret. Existing connections keep working. New ones, and links
        that need the application, do not work until you store another one.
      </Text>
    </Question>
  );
}
