import type { Client } from '@connectory/client';
import { useState } from 'react';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { useSession } from '../session/session.tsx';

// A statement may contain personal data, so it is kept in memory only, and released with the client after signing out.
const statements = new WeakMap<Client, Map<string, string>>();

/** The statement in the editor of a workspace. It is still there when a person comes back to the page. */
export function useStatement(): readonly [string, (statement: string) => void] {
  const { client } = useSession();
  const { name } = useWorkspace();
  const [statement, setStatement] = useState(() => statements.get(client)?.get(name) ?? '');
  const change = (next: string) => {
    const kept = statements.get(client) ?? new Map<string, string>();
    statements.set(client, kept.set(name, next));
    setStatement(next);
  };
  return [statement, change];
}
