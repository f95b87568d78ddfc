import type { Token } from '@connectory/client';
import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { ForeignText } from '../shell/foreign-text.tsx';
import { Question } from '../shell/question.tsx';

interface RevokeTokenProps {
  readonly token: Token;
  onClose(): void;
}

/** Asks whether a token is to end, and ends it. */
export function RevokeToken({ token: { id, name }, onClose }: RevokeTokenProps) {
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
      title="Revoke this token?"
      command="Revoke"
      isWorking={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      <Text size="sm">
        Every program that uses <ForeignText value={name} limit={128} /> is refused from now on, and connect links that
        the token made stop working. This cannot be undone. Tokens that it made stay valid: revoke them as well if it
        fell into the wrong hands.
      </Text>
    </Question>
  );
}
