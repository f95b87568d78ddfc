import { randomBytes } from 'node:crypto';
import type { Database } from '@connectory/database';
import { describeDatabases } from '@connectory/database/testing';
import { beforeEach, expect, it, vi } from 'vitest';
import { openControlPlane } from '../test/fixture.ts';
import { type ConfirmationOwner, Confirmations } from './confirmations.ts';
import { EncryptionKeys } from './connections/encryption-keys.ts';

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];

describeDatabases('a question whose state travels with the client', ({ open }) => {
  let database: Database;
  let owner: ConfirmationOwner;
  let confirmations: Confirmations;
  beforeEach(async () => {
    database = await open();
    const { workspaces } = await openControlPlane(database);
    owner = { workspaceId: (await workspaces.create('acme')).id, tokenId: 'token-1' };
    confirmations = new Confirmations(database, new EncryptionKeys([oldKey]));
  });

  it('takes one reply, also of many at once and at another process', async () => {
    const state = confirmations.open(owner, 'write');
    const other = new Confirmations(database, new EncryptionKeys([newKey, oldKey]));
    const takes = [confirmations, other, confirmations, other].map((one) => one.take(owner, state, 'write'));
    expect((await Promise.all(takes)).toSorted()).toEqual(['taken', 'used', 'used', 'used']);
  });

  it('is not replied to by another token, workspace or subject, and can be replied to afterwards', async () => {
    const state = confirmations.open(owner, 'write');
    const others = [
      { ...owner, tokenId: 'token-2' },
      { ...owner, workspaceId: 'other' as typeof owner.workspaceId },
    ];
    for (const other of others) expect(await confirmations.take(other, state, 'write')).toBe('unknown');
    expect(await confirmations.take(owner, state, 'another write')).toBe('unknown');
    expect(await confirmations.take(owner, state, 'write')).toBe('taken');
  });

  it('is not replied to once any character of its state was changed', async () => {
    const state = confirmations.open(owner, 'write');
    for (let position = 0; position < state.length; position += 7) {
      const changed = state[position] === 'A' ? 'B' : 'A';
      const other = state.slice(0, position) + changed + state.slice(position + 1);
      expect(await confirmations.take(owner, other, 'write'), `at ${position}`).toBe('unknown');
    }
    for (const other of ['', '.', 'made up', `${state}.${state}x`.repeat(10)])
      expect(await confirmations.take(owner, other, 'write')).toBe('unknown');
  });

  it('ends after 15 minutes, and is forgotten once its time is over', async () => {
    const state = confirmations.open(owner, 'write');
    vi.useFakeTimers({ now: Date.now() + 15 * 60_000, toFake: ['Date'] });
    expect(await confirmations.take(owner, state, 'write')).toBe('unknown');
    vi.useRealTimers();
    expect(await confirmations.take(owner, state, 'write')).toBe('taken');
    expect(await confirmations.removeExpired(10)).toBe(0);
    await database
      .tables<{ used_confirmations: { expires_at: string } }>()
      .updateTable('used_confirmations')
      .set({ expires_at: '2020-01-01T00:00:00.000Z' })
      .execute();
    expect(await confirmations.removeExpired(10)).toBe(1);
  });
});
