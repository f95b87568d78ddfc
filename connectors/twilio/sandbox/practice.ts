import type { RawValue } from '@connectory/connector-sdk';
import { simulate } from '@connectory/sandbox';
import { accounts } from '../src/entities/accounts.ts';
import { addresses } from '../src/entities/addresses.ts';
import { incomingPhoneNumbers } from '../src/entities/incoming-phone-numbers.ts';
import { outgoingCallerIds } from '../src/entities/outgoing-caller-ids.ts';
import { usageRecords } from '../src/entities/usage-records.ts';
import { phoneNumberOf, sidOf } from '../src/sample-practice.ts';
import { withErrorCode } from '../src/shared.ts';

/** A practice: its name, its area code, its address. The account of the first one owns the others. */
type PracticeLine = readonly [name: string, area: string, street: string, city: string, region: string, postal: string];

const practices: readonly PracticeLine[] = [
  ['Northwind Dental', '510', '1200 Harbor Street', 'Oakland', 'CA', '94607'],
  ['Northwind Dental Portland', '503', '415 Alder Street', 'Portland', 'OR', '97205'],
  ['Northwind Dental Austin', '512', '88 Congress Avenue', 'Austin', 'TX', '78701'],
  ['Northwind Dental Reno', '775', '30 Liberty Street', 'Reno', 'NV', '89501'],
];

/** The practice at a position of the list of accounts. Later positions have the same practices again: `nth` counts how often. */
export function practiceAt(index: number) {
  const position = index % practices.length;
  const [name, area, street, city, region, postal] = practices[position] as PracticeLine;
  const opened = Date.UTC(2023, 2 + 5 * position, 14, 17, 5, 31);
  const nth = Math.floor(index / practices.length);
  return { sid: sidOf('AC', position), nth, position, opened, name, area, street, city, region, postal };
}

/** A phone number as Twilio shows it to people: `(510) 555-0142`. */
export const formatted = (number: string): string =>
  number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, (_, area, exchange, line) => `(${area}) ${exchange}-${line}`);

const newest = Date.UTC(2026, 9, 30, 22);

/** When something at a position of a history happened, newest first, five a day; `after` are seconds later. */
export const momentOf = (index: number, after = 0): string =>
  rfcTime(newest - Math.floor(index / 5) * 86_400_000 - (index % 5) * 5_820_000 + after * 1000);

/** A time as Twilio writes it. */
export const rfcTime = (time: number | string): string => new Date(time).toUTCString().replace('GMT', '+0000');

/** Paths of what belongs to a sample record: `AddOnResults` is found under `add_on_results`. */
const subresourceUris = (path: string, names: readonly string[]) =>
  Object.fromEntries(
    names.map((name) => [name.replace(/\B[A-Z]/g, '_$&').toLowerCase(), `/2010-04-01/Accounts/${path}/${name}.json`]),
  );

/**
 * What nearly every sample record has. `kind` is its place below the account, `holds` what stands below itself; it came into being at the
 * position `age` of a history.
 */
export function sampleResource(
  prefix: string,
  kind: string,
  account: string,
  { index, age = index, holds }: { readonly index: number; readonly age?: number; readonly holds?: readonly string[] },
) {
  const sid = sidOf(prefix, index);
  const path = `${account}/${kind}/${sid}`;
  return {
    sid,
    account_sid: account,
    date_created: momentOf(age),
    date_updated: momentOf(age, 2),
    uri: `/2010-04-01/Accounts/${path}.json`,
    ...(holds && { subresource_uris: subresourceUris(path, holds) }),
  };
}

/** A text message: whether a patient wrote it, and its text. */
type MessageLine = readonly [isInbound: boolean, text: string];

/** Text messages between practices and patients, newest first. */
export const messageLines: readonly MessageLine[] = [
  [false, 'Thank you for your visit today. How did we do? Reply with a number from 1 to 5.'],
  [true, 'C'],
  [false, 'Reminder from Northwind Dental: your cleaning is on Tuesday, November 3 at 9:30 AM. Reply C to confirm.'],
  [true, 'Running 10 minutes late, sorry!'],
  [false, 'Your appointment with Dr. Castillo was moved to Thursday, November 5 at 2:00 PM. Reply C to confirm.'],
  [false, 'Your retainer is ready. You can pick it up Monday to Friday from 8 AM to 5 PM.'],
  [true, 'Can I bring my son on Thursday as well? He has a loose tooth.'],
  [false, 'It is time for your six-month check-up. Call us or book at https://northwind.example/book.'],
  [true, '5'],
  [false, 'We received your insurance card, thank you. See you on Friday at 11:15 AM.'],
  [true, 'Please cancel my appointment tomorrow, I have a cold.'],
  [false, 'Your invoice of $84.00 is due on November 15. Pay at https://northwind.example/pay.'],
];

/** Texts of voicemails. */
export const voicemails: readonly string[] = [
  'Hi, this is Daniel Reyes. I would like to move my appointment from Tuesday to later in the week. Please call me back.',
  'Hello, my crown came off this morning. Is there any chance that somebody can see me today?',
  'This is the lab. The impressions for Mrs. Okafor arrived, and we will have them back to you by Wednesday.',
  'Good morning, I have a question about the estimate you sent me. I am home until noon.',
  'Hi, it is Priya. I think I left my scarf in the waiting room. Could you have a look?',
];

export const errorCodeRow = withErrorCode(Number);

const accountRow = (record: RawValue) => ({ ...record, auth_token: record.sid?.slice(2) });

const uses = ['Practice', 'Billing', 'X-ray lab', 'Storage'];

const lines = ['Front desk', 'Appointments', 'Emergencies', 'Billing', 'Reminders', 'Orthodontics', 'Implants'];

const owners = [
  'Dr. Castillo, mobile',
  'Dr. Lindqvist, mobile',
  'Old front desk',
  'Practice manager',
  'On-call dentist',
];

// Category, description, count and its unit, usage and its unit, price.
const categories = [
  ['calls', 'Voice Minutes', 1310, 'calls', 2090, 'minutes', 22.495],
  ['calls-inbound', 'Inbound Voice Minutes', 870, 'calls', 1230, 'minutes', 10.455],
  ['calls-outbound', 'Outbound Voice Minutes', 440, 'calls', 860, 'minutes', 12.04],
  ['sms', 'SMS', 3120, 'messages', 3480, 'segments', 28.884],
  ['phonenumbers', 'Phone Numbers', 84, 'numbers', 84, 'number-months', 96.6],
  ['recordings', 'Recordings', 190, 'recordings', 410, 'minutes', 1.025],
] as const;

export const simulatedPractice = [
  simulate(accounts, {
    sample: (source) => {
      const { sid, name, opened, position } = practiceAt(source.index);
      return {
        sid,
        friendly_name: name,
        status: 'active',
        type: 'Full',
        owner_account_sid: sidOf('AC', 0),
        auth_token: '***',
        date_created: rfcTime(opened),
        date_updated: rfcTime(Date.UTC(2026, 7, 3 + position, 18, 40, 12)),
        uri: `/2010-04-01/Accounts/${sid}.json`,
        subresource_uris: subresourceUris(sid, ['Calls', 'Messages', 'Recordings', 'Usage']),
      };
    },
    actions: {
      list: { toRow: accountRow },
      get: { toRow: accountRow },
    },
  }),
  simulate(addresses, {
    sample: ({ index }) => {
      const { sid: account, nth, name, street, city, region, postal } = practiceAt(index);
      return {
        ...sampleResource('AD', 'Addresses', account, { index, age: 350 + index * 13 }),
        customer_name: name,
        friendly_name: `${city}, ${uses[nth % uses.length]?.toLowerCase()}`,
        street,
        street_secondary: nth === 0 ? null : `Suite ${nth}0${index % 4}`,
        city,
        region,
        postal_code: postal,
        iso_country: 'US',
        emergency_enabled: nth === 0,
        validated: true,
        verified: nth === 0,
      };
    },
  }),
  simulate(incomingPhoneNumbers, {
    sample: ({ index }) => {
      const { sid: account, area, nth } = practiceAt(index);
      return {
        ...sampleResource('PN', 'IncomingPhoneNumbers', account, {
          index,
          age: 400 + index * 11,
          holds: ['AssignedAddOns'],
        }),
        date_updated: momentOf(60 + index * 3),
        friendly_name: lines[nth % lines.length],
        phone_number: phoneNumberOf(index, area),
        voice_url: 'https://phone.northwind.example/voice',
        voice_method: 'POST',
        voice_fallback_url: null,
        voice_fallback_method: 'POST',
        voice_caller_id_lookup: false,
        sms_url: 'https://phone.northwind.example/messages',
        sms_method: 'POST',
        sms_fallback_url: null,
        sms_fallback_method: 'POST',
        address_requirements: 'none',
        beta: false,
        capabilities: { voice: true, sms: true, mms: true, fax: false },
        voice_receive_mode: 'voice',
        status_callback: null,
        status_callback_method: 'POST',
        api_version: '2010-04-01',
        voice_application_sid: null,
        sms_application_sid: null,
        origin: 'twilio',
        trunk_sid: null,
        emergency_status: 'Inactive',
        emergency_address_sid: null,
        emergency_address_status: 'unregistered',
        address_sid: null,
        identity_sid: null,
        bundle_sid: null,
        status: 'in-use',
        type: 'local',
      };
    },
    actions: {
      create: {
        values: ({ PhoneNumber, AreaCode, FriendlyName, ...webhooks }) => {
          const bought = PhoneNumber ?? phoneNumberOf(99, AreaCode);
          return {
            phone_number: bought,
            friendly_name: FriendlyName ?? formatted(bought),
            voice_url: webhooks.VoiceUrl ?? null,
            voice_method: webhooks.VoiceMethod ?? 'POST',
            sms_url: webhooks.SmsUrl ?? null,
            sms_method: webhooks.SmsMethod ?? 'POST',
            status_callback: webhooks.StatusCallback ?? null,
            voice_application_sid: webhooks.VoiceApplicationSid ?? null,
            sms_application_sid: webhooks.SmsApplicationSid ?? null,
          };
        },
      },
    },
  }),
  simulate(outgoingCallerIds, {
    sample: ({ index }) => {
      const { sid: account, nth, area } = practiceAt(index);
      return {
        ...sampleResource('PN', 'OutgoingCallerIds', account, { index: 3000 + index, age: 350 + index * 13 }),
        friendly_name: owners[nth % owners.length],
        phone_number: phoneNumberOf(60 + index, area),
      };
    },
  }),
  simulate(usageRecords, {
    sample: ({ index }) => {
      const { sid, opened, position } = practiceAt(Math.floor(index / categories.length));
      const line = categories[index % categories.length] as (typeof categories)[number];
      const [category, description, count, countUnit, usage, usageUnit, price] = line;
      const size = 4 - position;
      const path = `/2010-04-01/Accounts/${sid}/Usage/Records`;
      const query = `.json?Category=${category}`;
      return {
        account_sid: sid,
        api_version: '2010-04-01',
        as_of: '2026-10-31T23:52:10+00:00',
        category,
        count: String(count * size),
        count_unit: countUnit,
        description,
        end_date: '2026-10-31',
        price: (price * size).toFixed(3),
        price_unit: 'usd',
        start_date: new Date(opened).toISOString().slice(0, 10),
        subresource_uris: { daily: `${path}/Daily${query}`, monthly: `${path}/Monthly${query}` },
        uri: `${path}${query}`,
        usage: String(usage * size),
        usage_unit: usageUnit,
      };
    },
    actions: {
      list: { fields: { IncludeSubaccounts: null } },
    },
  }),
];
