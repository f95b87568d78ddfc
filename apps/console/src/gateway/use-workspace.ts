import type { WorkspaceClient } from '@connectory/client';
import { useParams } from 'wouter';
import { useSession } from '../session/session.tsx';

/** The workspace of the URL, with its client. */
export function useWorkspace(): { readonly name: string; readonly client: WorkspaceClient } {
  const { client } = useSession();
  const { workspace: name = '' } = useParams<{ workspace: string }>();
  return { name, client: client.workspace(name) };
}
