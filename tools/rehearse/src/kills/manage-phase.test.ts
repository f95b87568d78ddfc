import { expect, it } from 'vitest';
import { Failures } from '../failures.ts';
import type { Answer } from '../gateway/gateway-client.ts';
import type { Workspace } from '../gateway/workspace.ts';
import { ManagePhase } from './manage-phase.ts';

const draft = { connector: 'ledger', authentication: 'key', credentials: {}, settings: {}, check: false };

/** A gateway that dies while it makes what is named `new-…`, of which the answers are lost; the audit has these rows of it. */
async function failuresWith(interrupted: readonly { readonly entity: string; readonly action: string }[]) {
  const lists: Record<string, { id: string; name: string; settings?: object }[]> = { connections: [], tokens: [] };
  const audit: object[] = interrupted.map((row) => ({
    kind: 'manage',
    state: 'interrupted',
    subject_id: null,
    ...row,
  }));
  const answer = (status: number, json?: object): Answer => ({ status, headers: {}, text: '', json });
  const workspace = {
    path: '',
    manage: async (method: string, path: string, body?: { readonly name?: string; readonly settings?: object }) => {
      const [, resource = '', id] = path.split('/');
      const entries = lists[resource] ?? [];
      const action = { POST: 'create', PATCH: 'update', DELETE: 'delete' }[method] ?? '';
      const entry = entries.find((one) => one.id === id) ?? { id: `${resource}-${body?.name}`, name: body?.name ?? '' };
      if (method === 'POST') entries.push(entry);
      if (method === 'PATCH') Object.assign(entry, body);
      if (method === 'DELETE') entries.splice(entries.indexOf(entry), 1);
      if (method === 'POST' && entry.name.startsWith('new-')) return answer(0);
      audit.push({ kind: 'manage', state: 'finished', entity: resource, action, subject_id: entry.id });
      return answer(method === 'POST' ? 201 : 200, entry);
    },
    client: { askAll: async (path: string) => (path === '/audit' ? audit : [...(lists[path.slice(1)] ?? [])]) },
  };
  const failures = new Failures();
  const surroundings = { workspace: workspace as unknown as Workspace, failures, longestStuck: 0 };
  const phase = new ManagePhase(surroundings, draft);
  const work = await phase.begin(0);
  await work.settle();
  await work.verify();
  await phase.conclude();
  return failures.texts;
}

const rows = [
  { entity: 'connections', action: 'create' },
  { entity: 'tokens', action: 'create' },
];

it('takes the row of an interrupted creation for what nobody was answered about', async () => {
  expect(await failuresWith(rows)).toEqual([]);
});

it('misses the row of what was made and nobody was answered about', async () => {
  expect(await failuresWith(rows.slice(1))).toEqual([expect.stringContaining('create connections new-0')]);
});
