import type { RawValue } from '@connectory/connector-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { found, startHostedGateway, syncsPath, untilStates, untilSynced } from './hosted-gateway.ts';
import type { RunningGateway, SendOptions } from './running-gateway.ts';

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await startHostedGateway({ recordsPerEntity: 5 });
  await untilSynced(gateway, 'ledger', ['customers']);
  await untilSynced(gateway, 'help-centre', ['users', 'tickets']);
  await untilSynced(gateway, 'repository-host', ['issues']);
});

afterAll(() => gateway.stop());

async function write(
  connector: string,
  entity: string,
  action: string,
  params: object,
  options: Omit<SendOptions, 'body'> = {},
): Promise<RawValue> {
  const response = await gateway.execute(connector, { entity, action, params }, options);
  expect(response.status, response.text.slice(0, 500)).toBe(200);
  return response.json;
}

describe('a write of this gateway is found as soon as it is answered', () => {
  it('in the ledger: create, update and delete', async () => {
    const { data: ada } = await write('ledger', 'customers', 'create', {
      name: 'Ada Lovelace',
      email: 'ada@x.example',
    });
    const byName = { fuzzy: { name: 'lovelace' } };
    expect(await found(gateway, 'ledger', 'customers', byName)).toMatchObject([{ id: ada.id, email: 'ada@x.example' }]);
    await write('ledger', 'customers', 'update', { id: ada.id, name: 'Ada King' });
    expect(await found(gateway, 'ledger', 'customers', byName)).toEqual([]);
    expect(await found(gateway, 'ledger', 'customers', { eq: { name: 'Ada King' } })).toMatchObject([{ id: ada.id }]);
    await write('ledger', 'customers', 'delete', { id: ada.id });
    expect(await found(gateway, 'ledger', 'customers', { eq: { id: ada.id } })).toEqual([]);
  });

  it('in the help centre: create and update', async () => {
    const { data: user } = await write('help-centre', 'users', 'create', { user: { name: 'Grace Hopper' } });
    expect(await found(gateway, 'help-centre', 'users', { eq: { name: 'Grace Hopper' } })).toMatchObject([
      { id: user.id },
    ]);
    await write('help-centre', 'users', 'update', { user_id: user.id, user: { name: 'Amazing Grace' } });
    expect(await found(gateway, 'help-centre', 'users', { eq: { id: user.id } })).toMatchObject([
      { name: 'Amazing Grace' },
    ]);
    const ticket = { subject: 'Printer on fire', comment: { body: 'Help!' } };
    const { data: created } = await write('help-centre', 'tickets', 'create', { ticket });
    const byWord = { keyword: { subject: 'fire' } };
    expect(await found(gateway, 'help-centre', 'tickets', byWord)).toMatchObject([{ id: created.id }]);
    await write('help-centre', 'tickets', 'update', { ticket_id: created.id, ticket: { subject: 'Printer is fine' } });
    expect(await found(gateway, 'help-centre', 'tickets', byWord)).toEqual([]);
  });

  it('though not where the response is another kind of record: the next pass brings it', async () => {
    const [repository] = await found(gateway, 'repository-host', 'repositories', {});
    const [owner, repo] = String(repository?.nameWithOwner).split('/');
    await write('repository-host', 'issues', 'create', { owner, repo, title: 'Typo in the manual' });
    const byTitle = { eq: { title: 'Typo in the manual' } };
    expect(await found(gateway, 'repository-host', 'issues', byTitle)).toEqual([]);
    const path = syncsPath(gateway.connection('repository-host'));
    const asked = await gateway.send('POST', path, { body: { entities: ['issues'] } });
    expect(asked.status).toBe(202);
    await untilStates(gateway, 'repository-host', ({ pass, phase }) => pass === 2 && phase === 'idle', ['issues']);
    expect(await found(gateway, 'repository-host', 'issues', byTitle)).toHaveLength(1);
  });

  it('once, also when it is repeated with its key', async () => {
    const headers = { 'idempotency-key': 'create-joan' };
    const create = () => write('ledger', 'customers', 'create', { name: 'Joan Clarke' }, { headers });
    const first = await create();
    await write('ledger', 'customers', 'delete', { id: first.data.id });
    const replay = await create();
    expect(replay.meta).toEqual({ idempotent_replay: true });
    // A replay writes nothing, so the deleted record stays deleted.
    expect(await found(gateway, 'ledger', 'customers', { eq: { name: 'Joan Clarke' } })).toEqual([]);
  });
});

describe('the copy does not change by', () => {
  const byName = { eq: { name: 'Nobody' } };

  it('a dry run', async () => {
    const body = { entity: 'customers', action: 'create', params: { name: 'Nobody' }, dry_run: true };
    expect((await gateway.execute('ledger', body)).status).toBe(200);
    expect(await found(gateway, 'ledger', 'customers', byName)).toEqual([]);
  });

  it('a write that failed', async () => {
    gateway.sandbox.behaviors.next('ledger', { kind: 'failing-before' }, { times: 5, match: { method: 'POST' } });
    const body = { entity: 'customers', action: 'create', params: { name: 'Nobody' } };
    const { status } = await gateway.execute('ledger', body);
    gateway.sandbox.behaviors.clear('ledger');
    expect(status).toBe(502);
    expect(await found(gateway, 'ledger', 'customers', byName)).toEqual([]);
  });
});

it('a write before the first pass is answered all the same, and synchronized later', async () => {
  gateway.sandbox.behaviors.next(
    'ledger',
    { kind: 'slow', milliseconds: 800 },
    { match: { entity: 'customers', action: 'list' } },
  );
  const id = await gateway.connect('ledger', 'early', { check: false });
  const { data } = await write(id, 'customers', 'create', { name: 'Early Bird' });
  await untilSynced(gateway, id);
  const path = syncsPath(id);
  await gateway.send('POST', path, { body: { entities: ['customers'], full: true } });
  await untilStates(gateway, id, ({ pass, phase }) => pass >= 2 && phase === 'idle', ['customers']);
  expect(await found(gateway, id, 'customers', { eq: { id: data.id } })).toHaveLength(1);
});
