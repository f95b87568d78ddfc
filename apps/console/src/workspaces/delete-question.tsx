import type { Workspace } from '@connectory/client';
import { List, Text } from '@mantine/core';
import { useLocation } from 'wouter';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { useSession } from '../session/session.tsx';
import { Question } from '../shell/question.tsx';

interface DeleteQuestionProps {
  readonly workspace: Workspace;
  onClose(): void;
}

/** Deletes a workspace after its name was typed, and leaves it if it is the one that is open. */
export function DeleteQuestion({ workspace: { name }, onClose }: DeleteQuestionProps) {
  const { client, reloadWorkspaces } = useSession();
  const { name: opened } = useWorkspace();
  const [, go] = useLocation();
  const remove = async () => {
    await client.workspaces.delete(name);
    await reloadWorkspaces();
    if (name === opened) go('/', { replace: true });
  };
  return (
    <Question command="Delete the workspace" typed={name} onConfirm={remove} onCancel={onClose}>
      <Text size="sm">This deletes everything in it. You cannot undo it:</Text>
      <List size="sm" spacing={4}>
        <List.Item>connections with their credentials, and OAuth applications</List.Item>
        <List.Item>copies of their records, and the changes of these</List.Item>
        <List.Item>tokens and connect links: programs that use them stop working immediately</List.Item>
        <List.Item>subscriptions, with what is not delivered yet</List.Item>
        <List.Item>the audit of the workspace</List.Item>
      </List>
      <Text size="sm">
        The records at the vendors stay. The credentials stay valid there until you revoke them at the vendor.
      </Text>
    </Question>
  );
}
