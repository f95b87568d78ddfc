import { simulatedCalls } from '@connectory/testkit';
import { expect, it } from 'vitest';
import { sandbox } from '../sandbox/index.ts';
import { messages } from '../src/entities/messages.ts';
import { twilio } from '../src/index.ts';

it('removes the text of a message with an empty body', () => {
  const { update } = messages.actions;
  expect(update.request({ AccountSid: 'AC1', sid: 'SM1', Body: '' })).toMatchObject({
    method: 'POST',
    path: '/Accounts/AC1/Messages/SM1.json',
    body: { encoding: 'form', value: { Body: '' } },
  });
});

it('removes the text of a message, and deletes it', async () => {
  const call = await simulatedCalls(twilio, { sandbox });
  const [{ sid: AccountSid }] = await call('accounts list');
  const [{ sid }] = await call('messages list', { AccountSid });
  const message = { AccountSid, sid };
  await call('messages update', { ...message, Body: '' });
  expect(await call('messages get', message)).toMatchObject({ body: '' });
  expect(await call('messages delete', message)).toEqual({ sid });
  await expect(call('messages get', message)).rejects.toMatchObject({ code: 'record_not_found' });
});
