import { wordsOf } from './names.ts';
import type { Random } from './random.ts';
import type { TextShape } from './shape.ts';
import { epochTime, isoTime } from './times.ts';
import {
  cities,
  companyKinds,
  companyNames,
  currencies,
  firstNames,
  headings,
  lastNames,
  qualifiers,
  sentences,
  words,
} from './words.ts';

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
const hexadecimal = '0123456789abcdef';

/** A made-up person. */
export function person(random: Random): { first: string; last: string; email: string } {
  const first = random.pick(firstNames);
  const last = random.pick(lastNames);
  return { first, last, email: `${first}.${last}@example.com`.toLowerCase() };
}

/** A made-up company. */
export function company(random: Random): string {
  return `${random.pick(companyNames)} ${random.pick(companyKinds)}`;
}

/** Text of about this many words: one is a noun, two a short name, three to seven a heading, more are sentences. */
export function plainWords(random: Random, count: number): string {
  if (count <= 1) return random.pick(words);
  if (count === 2) return `${random.pick(qualifiers)} ${random.pick(words)}`;
  return isHeading(count) ? random.pick(headings) : paragraph(random, count);
}

/** True when that many words are a heading. */
export const isHeading = (count: number): boolean => count > 2 && count <= 7;

const countWords = (text: string) => text.split(' ').length;

function paragraph(random: Random, count: number): string {
  const chosen: string[] = [];
  for (let length = 0; length < count; length += countWords(chosen.at(-1) ?? '')) {
    chosen.push(random.pick(sentences.filter((text) => text !== chosen.at(-1))));
  }
  return chosen.join(' ');
}

/** A random UUID of version 4. */
function uuid(random: Random): string {
  const part = (length: number) => random.text(length, hexadecimal);
  return `${part(8)}-${part(4)}-4${part(3)}-${random.pick(['8', '9', 'a', 'b'])}${part(3)}-${part(12)}`;
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const slug = (random: Random) => plainWords(random, 2).replace(' ', '-');

/**
 * Days before the fixed day at which something named so happened to a record of that age: it was created when it came to be,
 * changed at some time since.
 */
export function daysAgo(name: readonly string[], age: number, random: Random): { days: number; fraction: number } {
  const created = isCreation(name);
  return { days: created ? age : Math.floor(random.fraction() * age), fraction: created ? 0 : random.fraction() / 2 };
}

/** True for the name of a time at which something came to be. */
export const isCreation = (name: readonly string[]): boolean =>
  name.some((word) => word === 'created' || word === 'creation');

function textTime(random: Random, name: readonly string[], age: number): string {
  const { days, fraction } = daysAgo(name, age, random);
  return isoTime(days, fraction);
}

const formats: Readonly<Record<string, (random: Random, name: readonly string[], age: number) => string>> = {
  'date-time': textTime,
  'iso-8601': textTime,
  date: (random, name, age) => isoTime(daysAgo(name, age, random).days).slice(0, 10),
  time: (random) => isoTime(0, random.fraction()).slice(11, 19),
  decimal: (random) => `${random.integer(1, 500)}.${random.text(2, '0123456789')}`,
  duration: (random) => `P${random.integer(1, 30)}D`,
  email: (random) => person(random).email,
  uri: (random) => `https://example.com/${slug(random)}`,
  uuid,
  ipv4: (random) => `192.0.2.${random.integer(1, 254)}`,
  ipv6: (random) => `2001:db8::${random.text(4, hexadecimal)}`,
};

type Maker = (random: Random, name: readonly string[], age: number) => string;

const has =
  (...some: readonly string[]) =>
  (name: readonly string[]) =>
    name.some((word) => some.includes(word));
const ends =
  (...some: readonly string[]) =>
  (name: readonly string[]) =>
    some.includes(name.at(-1) ?? '');

// The first matching rule decides, so narrow rules come before wide ones.
const rules: readonly [(name: readonly string[]) => boolean, Maker][] = [
  [ends('at', 'on', 'date', 'datetime', 'timestamp', 'created', 'updated', 'modified', 'since'), textTime],
  [has('email', 'mail'), formats.email as Maker],
  [has('url', 'uri', 'href', 'link', 'website', 'avatar', 'image', 'logo', 'webhook'), formats.uri as Maker],
  [ends('id', 'ids', 'uuid', 'guid', 'gid'), uuid],
  [has('sha', 'oid', 'hash', 'digest', 'checksum', 'etag', 'fingerprint'), (random) => random.text(40, hexadecimal)],
  [has('phone', 'mobile', 'fax'), (random) => `+1555${random.integer(1000000, 9999999)}`],
  [has('currency'), (random) => random.pick(currencies)],
  [has('locale', 'language'), (random) => random.pick(['en-US', 'de', 'fr', 'ja'])],
  [has('timezone'), (random) => random.pick(['America/New_York', 'Europe/Berlin', 'Asia/Tokyo'])],
  [(name) => name.includes('time') && name.includes('zone'), (random) => random.pick(['UTC', 'Europe/Berlin'])],
  [has('country'), (random) => random.pick(cities)[1]],
  [has('city', 'town', 'location'), (random) => random.pick(cities)[0]],
  [has('region', 'province'), (random) => random.pick(['CA', 'NY', 'TX', 'WA'])],
  [has('zip', 'postal', 'postcode'), (random) => String(random.integer(10000, 99999))],
  [has('line1', 'street', 'address'), (random) => `${random.integer(1, 200)} ${random.pick(companyNames)} Street`],
  [has('ip'), formats.ipv4 as Maker],
  [has('domain', 'host', 'hostname'), (random) => `${random.pick(words)}.example.com`],
  [has('color', 'colour'), (random) => `#${random.text(6, hexadecimal)}`],
  [(name) => name.includes('content') && name.includes('type'), () => 'application/octet-stream'],
  [has('mime', 'mimetype'), () => 'application/octet-stream'],
  [has('file', 'filename'), (random) => `${slug(random)}.bin`],
  [has('path'), (random) => `${random.pick(words)}/${random.pick(words)}.md`],
  [ends('token', 'secret', 'cursor'), (random) => random.text(24, letters)],
  [has('login', 'username', 'slug', 'handle', 'alias', 'subdomain'), slug],
  [has('version'), (random) => `${random.integer(1, 9)}.${random.integer(0, 20)}.0`],
  [has('company', 'organization', 'organisation', 'vendor', 'brand'), company],
  [(name) => name.includes('first') && name.includes('name'), (random) => random.pick(firstNames)],
  [(name) => name.includes('last') && name.includes('name'), (random) => random.pick(lastNames)],
  [has('person', 'author', 'owner', 'creator', 'sender', 'recipient'), (random) => fullName(random)],
  [has('status', 'state'), () => 'active'],
  [has('title', 'subject', 'headline', 'summary'), (random) => plainWords(random, 3)],
  [has('name', 'label'), (random) => sentence(plainWords(random, 2))],
  [
    has('description', 'body', 'text', 'comment', 'message', 'note', 'content', 'readme', 'reason'),
    (random) => plainWords(random, 8),
  ],
];

const fullName = (random: Random) => {
  const { first, last } = person(random);
  return `${first} ${last}`;
};

const ruleFor = (name: readonly string[]) => rules.find(([knows]) => knows(name))?.[1];

/** Whether the name gives no hint about the text. */
export function isNondescript(shape: TextShape, name: string): boolean {
  return shape.format === undefined && ruleFor(wordsOf(name)) === undefined;
}

/** Plausible text for a field of that name, of the length and format its shape wants. `age` is that of the record in days. */
export function generatedText(shape: TextShape, name: string, random: Random, age: number): string {
  const parts = wordsOf(name);
  const format = shape.format === undefined ? undefined : formats[shape.format];
  const make = format ?? ruleFor(parts) ?? ((source) => plainWords(source, 2));
  const text = make(random, parts, age);
  if (format !== undefined) return text;
  const cut = text.length > shape.maximum ? text.slice(0, shape.maximum) : text.padEnd(shape.minimum, 'x');
  return fitsPattern(cut, shape) ? cut : matching(shape, random);
}

const fitsPattern = (text: string, { pattern }: TextShape) =>
  pattern === undefined || new RegExp(pattern, 'u').test(text);

// Patterns cannot be satisfied in general; these are the usual formats of identifiers and codes.
function matching(shape: TextShape, random: Random): string {
  const lengths = [shape.minimum, 1, 2, 3, 4, 6, 8, 10, 12, 16, 20, 24, 32, 40, 64].filter(
    (length) => length >= Math.max(1, shape.minimum) && length <= shape.maximum,
  );
  const alphabets = ['0123456789', hexadecimal, 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', letters];
  const candidates = alphabets.flatMap((alphabet) => lengths.map((length) => random.text(length, alphabet)));
  const others = [isoTime(random.integer(0, 300)), isoTime(random.integer(0, 300)).slice(0, 10), String(epochTime(0))];
  const fitting = [...candidates, ...others].find((text) => fitsPattern(text, shape));
  if (fitting !== undefined) return fitting;
  throw new TypeError(`no text matches ${shape.pattern}; give the field a value in the sample of its entity`);
}
