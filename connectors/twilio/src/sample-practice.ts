/**
 * The business of the samples: dental practices, each with an account. Identifiers and times follow from positions, so that accounts, numbers
 * and what happens on them belong together.
 */
const spread = 0x9e3779b97f4a7c15f39cc0605cedc835n;

/** SID of the sample record at a position. */
export function sidOf(prefix: string, index: number): string {
  const kind = [...prefix].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 0);
  return `${prefix}${BigInt.asUintN(128, BigInt(kind * 1_000_003 + index) * spread)
    .toString(16)
    .padStart(32, '0')}`;
}

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

/** The sample phone number of a practice at a position. */
export const phoneNumberOf = (index: number, area = '510'): string => `+1${area}5550${100 + (index % 100)}`;

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
export const subresourceUris = (path: string, names: readonly string[]) =>
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
