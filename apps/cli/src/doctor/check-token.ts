import { type Client, ConnectoryError } from '@connectory/client';
import { problemOf } from '../gateway.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

/** What a token has access to; `workspaces` is undefined if the gateway rejects the token. */
export interface TokenCheck {
  readonly findings: readonly Finding[];
  readonly workspaces: readonly string[] | undefined;
}

/** Checks whether the gateway accepts a token, and what the token may do. */
export async function checkToken(client: Client, given: string | undefined): Promise<TokenCheck> {
  const all = await attempt(async () => (await Array.fromAsync(client.workspaces.list())).map(({ name }) => name));
  if (all instanceof ConnectoryError) {
    const advice = 'Log in with a valid token: connectory login';
    return { findings: [fail('token', problemOf(all)?.message ?? all.message, advice)], workspaces: undefined };
  }
  const workspaces = given === undefined ? all : [given];
  const isAdmin = !((await attempt(() => client.audit.list().next())) instanceof ConnectoryError);
  if (isAdmin) {
    const message = `The admin token is accepted: it manages all workspaces (${all.length}), and cannot run actions.`;
    return { findings: [ok('token', message)], workspaces };
  }
  const [workspace = ''] = workspaces;
  const listed = await attempt(() => client.workspace(workspace).tokens.list().next());
  const found = await attempt(() =>
    client.transport.GET('/api/v1/actions', { params: { query: { limit: 1, connected: 'true' } } }),
  );
  const total = found instanceof ConnectoryError ? 0 : (found.data?.meta.total ?? 0);
  const may = listed instanceof ConnectoryError ? 'and not manage it' : 'and manage it';
  const message = `The token is accepted: it may run ${total} actions in the workspace "${workspace}", ${may}.`;
  const advice = 'Add a connection, or use a token whose policy allows more.';
  return { findings: [total === 0 ? warn('token', message, advice) : ok('token', message)], workspaces };
}

/** Returns the result of a call, or the error that it threw. */
export async function attempt<Result>(call: () => Promise<Result>): Promise<Result | ConnectoryError> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ConnectoryError) return error;
    throw error;
  }
}
