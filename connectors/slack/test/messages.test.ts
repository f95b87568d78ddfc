import { describe, expect, it } from 'vitest';
import { upstream } from '../src/adapter.ts';
import { channelMessages } from '../src/entities/channel-messages.ts';
import { messages } from '../src/entities/messages.ts';
import { users } from '../src/entities/users.ts';

describe('messages update', () => {
  it('returns a message with its timestamp, which Slack has outside of it', () => {
    const { recordAt, toRecord } = messages.actions.update;
    const response = { ok: true, channel: 'C1', ts: '1.2', text: 'Live.', message: { text: 'Live.', user: 'U1' } };
    const params = { channel: 'C1', ts: '1.2', text: 'Live.' };
    expect(recordAt).toBe('');
    const record = toRecord?.(response, params);
    expect(record).toEqual({ text: 'Live.', user: 'U1', channel: 'C1', ts: '1.2' });
    expect(messages.record.safeParse(record).success).toBe(true);
  });
});

describe('the copy of channel_messages', () => {
  it('finds the first replies to messages of the last days', () => {
    expect(channelMessages.sync?.cursor?.lookBack).toEqual({ days: 3 });
  });
});

describe('the copy of users', () => {
  it('keeps deactivated accounts, which Slack marks as deleted', () => {
    expect(Object.keys(users.record.shape)).toContain('deleted');
    expect(users.sync).not.toHaveProperty('gone');
  });
});

describe('the setting team_id', () => {
  it('is sent with every read, for tokens of an organization', () => {
    const accepts = (team_id: string) => upstream.settings.safeParse({ team_id }).success;
    expect(upstream.query).toEqual({ team_id: '{team_id}' });
    expect(accepts('T07EXAMPLE')).toBe(true);
    expect(accepts('E07EXAMPLE')).toBe(false);
  });
});
