import type { Token } from '@connectory/client';
import { Modal, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { ForeignText } from '../shell/foreign-text.tsx';
import { Question } from '../shell/question.tsx';

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
  const revoke = useMutation({
    mutationFn: () => client.tokens.revoke(id),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['tokens', workspace] });
      onClose();
    },
  });
  return (
    <Question
      command="Revoke"
      isWorking={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
      onCancel={onClose}
    >
      <Text size="sm">
        Programs that use <ForeignText value={name} limit={128} /> and connect links created with it stop working
        immediately. If you are signed in with it, you will be signed out. You cannot undo this. Tokens that it created
        stay valid: revoke them too if it was leaked.
      </Text>
    </Question>
  );
}
