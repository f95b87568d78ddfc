import { expect } from 'vitest';
import { runInTest } from './test-terminal.ts';

/** The commands whose help has examples that can be run against a gateway. */
export const commands: readonly (readonly string[])[] = [
  ['run'],
  ['execute'],
  ['batch'],
  ['sql'],
  ['find'],
  ['actions'],
  ['connectors', 'list'],
  ['connectors', 'describe'],
  ['connections', 'list'],
  ['oauth-apps', 'list'],
  ['oauth-apps', 'set'],
  ['oauth-apps', 'show'],
  ['oauth-apps', 'delete'],
  ['connections', 'connect'],
  ['connections', 'links'],
  ['connections', 'revoke-link'],
  ['connections', 'add'],
  ['connections', 'show'],
  ['connections', 'update'],
  ['connections', 'rename'],
  ['connections', 'pause'],
  ['connections', 'resume'],
  ['connections', 'check'],
  ['connections', 'events'],
  ['connections', 'remove'],
  ['verify'],
  ['sync', 'start'],
  ['sync', 'status'],
  ['sync', 'history'],
  ['sync', 'fields'],
  ['sync', 'choose'],
  ['changes'],
  ['export'],
  ['subscriptions', 'list'],
  ['held', 'approve'],
  ['held', 'get'],
  ['held', 'list'],
  ['held', 'refuse'],
  ['tokens', 'create'],
  ['tokens', 'list'],
  ['tokens', 'preview'],
  ['tokens', 'preview-record'],
  ['tokens', 'revoke'],
  ['roles', 'set'],
  ['roles', 'show'],
  ['roles', 'list'],
  ['roles', 'delete'],
  ['roles', 'set-groups'],
  ['roles', 'groups'],
  ['people', 'invite'],
  ['members', 'invite'],
  ['members', 'list'],
  ['members', 'update'],
  ['members', 'remove'],
  ['people', 'list'],
  ['people', 'remove'],
  ['person', 'find'],
  ['person', 'export'],
  ['person', 'remove'],
  ['backup'],
  ['workspaces', 'create'],
  ['workspaces', 'delete'],
  ['workspaces', 'list'],
  ['workspaces', 'update'],
  ['audit'],
  ['doctor'],
  ['whoami'],
  ['login'],
  ['profiles'],
  ['logout'],
];

/** The held write in examples, and the hash of what it would send. */
export const shownHeldWrite = {
  id: '5b0e6c1d-2f7a-4c8e-9d3b-6a1f0e9c8d7b',
  previewHash: 'mU0p3wq2b8sJ1nq0cJtTj4B5m0B8m3yQw1d2r5yQ3kE',
};

/** The connector in the examples, a built-in one. */
export const shownConnector = 'stripe';

/** A connector whose vendor requests consent. */
export const shownConsentConnector = 'zendesk';

/** Returns the lines below "Example:" or "Examples:" in the help of a command. */
export async function examplesOf(command: readonly string[]): Promise<readonly string[]> {
  const { code, out } = await runInTest([...command, '--help']);
  expect(code).toBe(0);
  const [, listed = ''] = /^Examples?:\n((?: {2}.*\n)+)/m.exec(out) ?? [];
  return listed.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
}
