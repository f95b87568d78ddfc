import { randomUUID } from 'node:crypto';
import type { RawValue } from '@connectory/connector-sdk';
import { openDatabase } from '@connectory/database';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectProblem } from './expect-problem.ts';
import { adminToken, type RunningGateway, startRunningGateway } from './running-gateway.ts';

interface MadeToken {
  readonly id: string;
  readonly token: string;
}

let gateway: RunningGateway;
let approver: MadeToken;
const workspace = '/api/v1/workspaces/test';
const hold = { effects: ['write', 'delete', 'outward'] };

const make = async (policy: object, maker = adminToken, name = 'any'): Promise<MadeToken> => {
  const { json, status, text } = await gateway.send('POST', `${workspace}/tokens`, {
    body: { name, policy },
    token: maker,
  });
  expect(status, text).toBe(201);
  return json;
};
const newTicket = () => ({
  entity: 'tickets',
  action: 'create',
  params: { ticket: { subject: `Ticket ${randomUUID()}`, description: 'Please look.' } },
});
const ask = async (token: string, connection = 'help-centre', headers = {}): Promise<string> => {
  const { json, status, text } = await gateway.execute(connection, newTicket(), { token, headers });
  expect(status, text).toBe(202);
  return json.data.held.id;
};
const shown = async (id: string): Promise<RawValue> =>
  (await gateway.send('GET', `${workspace}/held/${id}`, { token: adminToken })).json;
const approve = async (id: string, token: string, hash?: string) => {
  const body = { preview_hash: hash ?? (await shown(id)).preview_hash };
  return gateway.send('POST', `${workspace}/held/${id}/approve`, { token, body });
};
const writesDuring = async (work: () => Promise<unknown>) =>
  (await gateway.arrivalsDuring(work)).filter(({ method }) => method !== 'GET');

beforeAll(async () => {
  gateway = await startRunningGateway();
  approver = await make({ approve: true });
});

afterAll(() => gateway.stop());

describe('a write cannot be approved by', () => {
  // A manager that may approve, and whose children's writes wait.
  let parent: MadeToken;
  let child: MadeToken;
  beforeEach(async () => {
    parent = await make({ manage: true, approve: true, hold });
    child = await make({ manage: true, approve: true }, parent.token);
  });

  const refused = async (id: string, token: string, code: 'forbidden' | 'not_found' | 'unauthenticated') => {
    const arrived = await writesDuring(async () => expectProblem(await approve(id, token), code));
    expect(arrived).toEqual([]);
    expect((await shown(id)).state).toBe('held');
  };

  it('the token that asked for it', async () => {
    await refused(await ask(parent.token), parent.token, 'forbidden');
  });

  it('a token that the asking one made', async () => {
    await refused(await ask(parent.token), child.token, 'forbidden');
    const grandchild = await make({ approve: true }, child.token);
    await refused(await ask(parent.token), grandchild.token, 'forbidden');
  });

  it('the token that made the asking one', async () => {
    await refused(await ask(child.token), parent.token, 'forbidden');
  });

  it('a token of the same maker', async () => {
    const sibling = await make({ approve: true }, parent.token);
    await refused(await ask(child.token), sibling.token, 'forbidden');
  });

  it('a token without the right, one of another workspace, and one that was revoked', async () => {
    const id = await ask(child.token);
    await refused(id, (await make({ manage: true })).token, 'not_found');
    const name = `other-${randomUUID()}`;
    await gateway.send('POST', '/api/v1/workspaces', { body: { name }, token: adminToken });
    const { json } = await gateway.send('POST', `/api/v1/workspaces/${name}/tokens`, {
      body: { name, policy: { approve: true, manage: true } },
      token: adminToken,
    });
    await refused(id, json.token, 'not_found');
    const elsewhere = await gateway.send('POST', `/api/v1/workspaces/${name}/held/${id}/approve`, {
      body: { preview_hash: 'x' },
      token: json.token,
    });
    expectProblem(elsewhere, 'not_found');
    const revoked = await make({ approve: true });
    await gateway.send('DELETE', `${workspace}/tokens/${revoked.id}`, { token: adminToken });
    await refused(id, revoked.token, 'unauthenticated');
  });

  it('a token that gives itself the right: it is never inherited, and only given by those who have it', async () => {
    const manager = await make({ manage: true, hold });
    const response = await gateway.send('POST', `${workspace}/tokens`, {
      body: { name: 'wider', policy: { approve: true } },
      token: manager.token,
    });
    expectProblem(response, 'forbidden');
    const without = await gateway.send('POST', `${workspace}/tokens`, {
      body: { name: 'unheld', policy: { hold: { effects: ['write'] } } },
      token: manager.token,
    });
    expectProblem(without, 'forbidden');
    const inheriting = await make({}, manager.token);
    await refused(await ask(inheriting.token), inheriting.token, 'forbidden');
  });

  it('somebody who saw something else', async () => {
    const id = await ask(child.token);
    const other = (await shown(await ask(child.token))).preview_hash;
    for (const hash of [other, 'x']) expectProblem(await approve(id, approver.token, hash), 'conflict');
    expect((await shown(id)).state).toBe('held');
  });
});

describe('an approved write is not sent', () => {
  const voided = async (id: string, reason: RegExp) => {
    const arrived = await writesDuring(async () => {
      const { status, json, text } = await approve(id, approver.token);
      expect(status, text).toBe(200);
      expect(json).toMatchObject({ state: 'void', outcome: null });
      expect(json.reason).toMatch(reason);
    });
    expect(arrived).toEqual([]);
  };

  it('when its token was revoked, even if one of the same name was made since', async () => {
    const asker = await make({ hold }, adminToken, 'robot');
    const id = await ask(asker.token);
    await gateway.send('DELETE', `${workspace}/tokens/${asker.id}`, { token: adminToken });
    await make({ hold }, adminToken, 'robot');
    await voided(id, /not valid any more/);
  });

  it('when what its token may do has changed', async () => {
    const asker = await make({ hold });
    const [narrower, other] = [await ask(asker.token), await ask(asker.token)];
    const database = await openDatabase(gateway.databaseFile);
    const tokens = database.tables<{ tokens: { id: string; policy: string } }>();
    const change = (policy: object) =>
      tokens
        .updateTable('tokens')
        .set({ policy: JSON.stringify(policy) })
        .where('id', '=', asker.id)
        .execute();
    await change({ hold, readOnly: true });
    await voided(narrower, /does not allow/);
    await change({ maxRecords: 5 });
    await voided(other, /may do has changed/);
    await database.close();
  });

  it('when its connection was paused, changed or removed', async () => {
    const asker = await make({ hold });
    const baseUrl = gateway.sandbox.baseUrl(gateway.sandboxOrigin, 'help-centre');
    const changes: readonly (readonly [string, object | null, RegExp])[] = [
      ['paused', { paused: true }, /paused/],
      ['changed', { settings: { subdomain: 'another', base_url: baseUrl } }, /connection was changed/],
      ['removed', null, /no connection/],
    ];
    for (const [name, change, reason] of changes) {
      const connection = await gateway.connect('help-centre', `${name} ${randomUUID()}`);
      const id = await ask(asker.token, connection);
      const path = `${workspace}/connections/${connection}`;
      const response = await gateway.send(change === null ? 'DELETE' : 'PATCH', path, {
        token: adminToken,
        ...(change !== null && { body: change }),
      });
      expect(response.status, response.text).toBe(200);
      await voided(id, reason);
    }
  });

  it.each(['sealed', 'fingerprint', 'connection_id', 'token_id', 'entity', 'action', 'preview_hash'] as const)(
    'when its %s was changed in the database',
    async (column) => {
      const asker = await make({ hold });
      const id = await ask(asker.token);
      const { preview_hash: hash } = await shown(id);
      const database = await openDatabase(gateway.databaseFile);
      const tables = database.tables<{ held_writes: Record<string, unknown> }>();
      const row = await tables.selectFrom('held_writes').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      const sealed = Buffer.from(row.sealed as Uint8Array);
      sealed[40] = (sealed[40] ?? 0) ^ 1;
      const values = {
        sealed,
        fingerprint: 'other',
        connection_id: gateway.connection('ledger'),
        token_id: approver.id,
        entity: 'users',
        action: 'update',
        preview_hash: hash,
      };
      const changed = column === 'preview_hash' ? { preview_hash: 'changed' } : { [column]: values[column] };
      await tables.updateTable('held_writes').set(changed).where('id', '=', id).execute();
      await database.close();
      const second = await make({ approve: true });
      const arrived = await writesDuring(async () => {
        const response = await approve(id, second.token);
        if (response.status === 200) expect(response.json.state).toBe('void');
        else expect(response.status).toBeGreaterThanOrEqual(400);
      });
      expect(arrived).toEqual([]);
    },
  );
});

describe('an approval', () => {
  it('is carried out once, however often it is given at the same time', async () => {
    const asker = await make({ hold });
    const id = await ask(asker.token);
    const { preview_hash: hash } = await shown(id);
    const arrived = await writesDuring(async () => {
      const responses = await Promise.all(Array.from({ length: 20 }, () => approve(id, approver.token, hash)));
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(19).fill(409)]);
      expectProblem(await approve(id, approver.token, hash), 'conflict');
    });
    expect(arrived).toHaveLength(1);
  });

  it('does not bring back what was refused or withdrawn', async () => {
    const asker = await make({ hold });
    const id = await ask(asker.token);
    const withdrawn = await gateway.send('POST', `${workspace}/held/${id}/refuse`, { body: {}, token: asker.token });
    expect(withdrawn.json.state).toBe('refused');
    const arrived = await writesDuring(async () => expectProblem(await approve(id, approver.token), 'conflict'));
    expect(arrived).toEqual([]);
  });

  it('is not for another call with the same key', async () => {
    const asker = await make({ hold });
    const key = { 'idempotency-key': randomUUID() };
    const id = await ask(asker.token, 'help-centre', key);
    const other = { ...newTicket(), params: { ticket: { subject: 'Changed', description: 'x' } } };
    const repeated = await gateway.execute('help-centre', other, { token: asker.token, headers: key });
    expectProblem(repeated, 'idempotency_conflict');
    const thief = await make({ hold });
    const stolen = await gateway.execute('help-centre', other, { token: thief.token, headers: key });
    expectProblem(stolen, 'idempotency_conflict');
    expect((await shown(id)).params.ticket.subject).toMatch(/^Ticket/);
  });

  it('cannot be had with files: uploads that would wait are refused', async () => {
    const asker = await make({ hold });
    const form = new FormData();
    const call = { entity: 'attachments', action: 'upload', params: { file_name: 'a.txt' } };
    form.set('call', new Blob([JSON.stringify(call)], { type: 'application/json' }));
    form.set('file', new Blob(['text']), 'a.txt');
    const path = `${gateway.url}/api/v1/integrations/connectors/${gateway.connection('help-centre')}/execute`;
    const arrived = await writesDuring(async () => {
      const response = await fetch(path, {
        method: 'POST',
        body: form,
        headers: { authorization: `Bearer ${asker.token}` },
      });
      expect(await response.json()).toMatchObject({ code: 'approval_required', status: 403 });
    });
    expect(arrived).toEqual([]);
  });
});
