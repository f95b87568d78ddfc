import type { Client, SqlResult } from '@connectory/client';
import { parseExact } from './execute.ts';

/** Runs a statement over the copies of a workspace; numbers in the response stay exact. Throws `ConnectoryError`. */
export async function runSql(
  client: Client,
  workspace: string,
  body: { readonly sql: string; readonly limit: number },
  signal: AbortSignal,
): Promise<SqlResult> {
  const { data } = await client.transport.POST('/api/v1/workspaces/{workspace}/sql', {
    params: { path: { workspace } },
    body,
    signal,
    parseAs: 'text',
  });
  return parseExact(String(data)) as SqlResult;
}
