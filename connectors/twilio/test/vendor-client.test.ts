import { startSandbox } from '@connectory/sandbox';
import twilio from 'twilio';
import { afterAll, describe, expect, it } from 'vitest';
import { sandbox as simulation } from '../sandbox/index.ts';
import { twilio as connector } from '../src/index.ts';

const { origin, sandbox, stop } = await startSandbox({ connectors: [connector], sandboxes: [simulation] });
afterAll(stop);

const base = sandbox.baseUrl(origin, 'twilio');

// The client only knows the host of Twilio. The simulated one puts its own into the URLs of next pages.
const httpClient = new twilio.RequestClient();
httpClient.axios.interceptors.request.use((config) => {
  const host = 'https://api.twilio.com';
  config.url = config.url?.replace(`${host}/http:`, 'http:').replace(host, base) ?? '';
  return config;
});

const { account_sid, auth_token } = sandbox.credentials('twilio');
const accountSid = String(sandbox.records('twilio', 'accounts')[0]?.sid);
const client = twilio(account_sid, auth_token, { accountSid, httpClient });
const { api } = client;

const own = (entity: string) =>
  sandbox.records('twilio', entity).filter(({ account_sid: owner = accountSid }) => owner === accountSid);

interface Listed {
  readonly sid: string;
  toJSON(): unknown;
}

// Two records a page, so that the client has to follow the URLs of next pages.
const paged = { pageSize: 2 };

const resources: readonly [
  entity: string,
  list: () => Promise<readonly Listed[]>,
  get: (sid: string) => Promise<Listed>,
][] = [
  ['calls', () => client.calls.list(paged), (sid) => client.calls(sid).fetch()],
  ['messages', () => client.messages.list(paged), (sid) => client.messages(sid).fetch()],
  [
    'incoming_phone_numbers',
    () => client.incomingPhoneNumbers.list(paged),
    (sid) => client.incomingPhoneNumbers(sid).fetch(),
  ],
  ['recordings', () => client.recordings.list(paged), (sid) => client.recordings(sid).fetch()],
  ['conferences', () => client.conferences.list(paged), (sid) => client.conferences(sid).fetch()],
  ['addresses', () => client.addresses.list(paged), (sid) => client.addresses(sid).fetch()],
  ['queues', () => client.queues.list(paged), (sid) => client.queues(sid).fetch()],
  ['transcriptions', () => client.transcriptions.list(paged), (sid) => client.transcriptions(sid).fetch()],
  ['outgoing_caller_ids', () => client.outgoingCallerIds.list(paged), (sid) => client.outgoingCallerIds(sid).fetch()],
  ['accounts', () => api.accounts.list(paged), (sid) => api.accounts(sid).fetch()],
];

describe("Twilio's own client", () => {
  it.each(resources)('lists and gets %s', async (entity, list, get) => {
    const listed = await list();
    expect(listed.map(({ sid }) => sid)).toEqual(own(entity).map(({ sid }) => sid));
    const last = listed.at(-1);
    expect(last).toBeDefined();
    expect((await get(last?.sid ?? '')).toJSON()).toEqual(last?.toJSON());
  });

  it('lists usage_records', async () => {
    const listed = await client.usage.records.list(paged);
    expect(listed.map(({ category }) => category)).toEqual(own('usage_records').map(({ category }) => category));
  });

  it('asks for calls since a day by the same name', async () => {
    const startTimeAfter = new Date('2026-10-29T00:00:00Z');
    const listed = await client.calls.list({ startTimeAfter });
    const since = own('calls').filter(({ start_time }) => Date.parse(String(start_time)) >= startTimeAfter.getTime());
    expect(listed.map(({ sid }) => sid)).toEqual(since.map(({ sid }) => sid));
    expect(sandbox.requests.at(-1)?.url).toContain('StartTime%3E=2026-10-29');
  });

  it('sends a message and calls somebody', async () => {
    const [from = '', to] = ['+15105550100', '+19255550103'];
    const message = await client.messages.create({ from, to, body: 'Your retainer is ready.', mediaUrl: [] });
    expect(await client.messages(message.sid).fetch()).toMatchObject({ from, to, body: 'Your retainer is ready.' });
    const call = await client.calls.create({ from, to, twiml: '<Response><Say>Hello</Say></Response>' });
    expect(await client.calls(call.sid).fetch()).toMatchObject({ from, to, status: 'queued' });
  });
});
