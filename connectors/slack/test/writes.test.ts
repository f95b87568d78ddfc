import { simulatedCalls } from '@connectory/testkit';
import { describe, expect, it } from 'vitest';
import { sandbox } from '../sandbox/index.ts';
import { canvases } from '../src/entities/canvases.ts';
import { directMessages } from '../src/entities/direct-messages.ts';
import { userStatuses } from '../src/entities/user-statuses.ts';
import { slack } from '../src/index.ts';

describe('requests', () => {
  it('a change of a canvas is a list of one change', () => {
    const { update } = canvases.actions;
    const values = { canvas_id: 'F1', operation: 'insert_at_end', markdown: '## Next' };
    expect(update.request(update.params.parse(values)).body?.value).toEqual({
      canvas_id: 'F1',
      changes: [{ operation: 'insert_at_end', document_content: { type: 'markdown', markdown: '## Next' } }],
    });
  });

  it('people of a direct message are separated by commas', () => {
    const { create } = directMessages.actions;
    const values = create.params.parse({ users: ['U1', 'U2'] });
    expect(create.request(values).body?.value).toEqual({ users: 'U1,U2', return_im: true });
  });

  it('an empty status clears it', () => {
    const { update } = userStatuses.actions;
    const values = update.params.parse({ status_text: '', status_emoji: '' });
    expect(update.request(values).body?.value).toEqual({
      profile: { status_text: '', status_emoji: '', status_expiration: 0 },
    });
  });
});

describe('what was written can be read', () => {
  it('creates a user group, renames it and replaces its members', async () => {
    const call = await simulatedCalls(slack, { sandbox });
    const { id } = await call('user_groups create', { name: 'Trade fair', handle: 'fair' });
    await call('user_groups update', { usergroup: id, name: 'Trade fair 2027' });
    await call('user_group_members update', { usergroup: id, users: ['U1', 'U2'] });
    expect(await call('user_groups list')).toContainEqual(
      expect.objectContaining({ id, name: 'Trade fair 2027', handle: 'fair', users: ['U1', 'U2'] }),
    );
  });

  it('opens a group message with two people', async () => {
    const call = await simulatedCalls(slack, { sandbox });
    expect(await call('direct_messages create', { users: ['U1', 'U2'] })).toMatchObject({ is_mpim: true });
  });
});
