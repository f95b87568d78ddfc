import { type Page, type RawValue, valueAt } from '@connectory/connector-sdk';
import { describe, expect, it } from 'vitest';
import { accounts } from '../src/entities/accounts.ts';
import { calls } from '../src/entities/calls.ts';
import { messages } from '../src/entities/messages.ts';

const AccountSid = 'AC538454127b096499a94942a28a807973';

describe('requests', () => {
  it('name the filter by day with its >', () => {
    const { params, request } = calls.actions.list;
    expect(request(params.parse({ AccountSid, 'StartTime>': '2026-10-01' }))).toMatchObject({
      path: `/Accounts/${AccountSid}/Calls.json`,
      query: { PageSize: 50, 'StartTime>': '2026-10-01' },
    });
  });

  it('send a message as a form that repeats the name of a list', () => {
    const media = ['https://example.com/1.jpg', 'https://example.com/2.jpg'];
    const { params, request } = messages.actions.create;
    const message = { To: '+19255550103', From: '+15105550100', MediaUrl: media };
    expect(request(params.parse({ AccountSid, ...message }))).toMatchObject({
      arrays: 'repeat',
      body: { encoding: 'form', value: message },
    });
  });

  it.each([
    [calls.actions.create, { From: '+15105550100', Url: 'https://example.com/twiml' }, 'To'],
    [calls.actions.create, { To: '+19255550103', Url: 'https://example.com/twiml' }, 'From'],
    [messages.actions.create, { From: '+15105550100', Body: 'Hello' }, 'To'],
  ])('are refused without a recipient or a caller', ({ params }, values, missing) => {
    expect(params.safeParse({ AccountSid, ...values }).error?.issues.map(({ path }) => path)).toEqual([[missing]]);
  });
});

it('continues a list with both parameters of the next page', () => {
  const body = { next_page_uri: `/2010-04-01/Accounts/${AccountSid}/Calls.json?PageSize=50&Page=1&PageToken=PACA1` };
  const page = (content: RawValue) => ({ params: {}, value: (path: string) => valueAt(content, path) }) as Page;
  const { paging } = calls.actions.list;
  expect(paging?.next(page(body))).toEqual({ Page: '1', PageToken: 'PACA1' });
  expect(paging?.next(page({ next_page_uri: null }))).toBeNull();
});

it.each([30003, null])('makes a text of the error code %s', (error_code) => {
  const { toRecord } = messages.actions.get;
  const record = toRecord?.({ sid: 'SM1', error_code }, { AccountSid, sid: 'SM1' });
  expect(record).toEqual({ sid: 'SM1', error_code: error_code === null ? null : '30003' });
});

it('keeps the tokens of accounts to itself', () => {
  const { toRecord } = accounts.actions.get;
  expect(toRecord?.({ sid: 'AC1', auth_token: 'f00d' }, { sid: 'AC1' })).toEqual({ sid: 'AC1', auth_token: '***' });
  expect(toRecord?.({ sid: 'AC1', auth_token: null }, { sid: 'AC1' })).toEqual({ sid: 'AC1', auth_token: null });
});
