import { personalKinds } from '@connectory/connector-sdk/engine';
import {
  type DataPolicy,
  type DetectPolicy,
  detectTreatment,
  type FieldRule,
  type PersonalPolicy,
  personalTreatment,
  type RecordRule,
} from '@connectory/control-plane';
import { detectedKinds } from '@connectory/personal-data';
import { conditionWords } from './condition-words.ts';
import { detectedWords, personalWords } from './data-words.ts';

const max = 8;
const maxName = 60;

/** What a policy shows of records, in plain sentences without their full stops. */
export const dataSentences = ({
  fields = [],
  records = [],
  personal = {},
  detect = {},
  flagInstructions,
}: DataPolicy): readonly string[] => [
  ...bounded(records.flatMap(recordText), 'records'),
  ...bounded(fields.map(fieldText), 'fields'),
  ...personalTexts(personal),
  ...detectTexts(detect),
  ...(flagInstructions === true ? ['Texts that seem to instruct a language model are marked'] : []),
];

const bounded = (sentences: readonly string[], of: string): readonly string[] =>
  sentences.length <= max
    ? sentences
    : [...sentences.slice(0, max), `${sentences.length - max} more rules restrict ${of}`];

const subjectOf = ({ connector, entity }: Pick<FieldRule, 'connector' | 'entity'>): string =>
  connector === undefined && entity === undefined ? 'all records' : [connector, entity ?? 'records'].join(' ').trim();

function recordText(rule: RecordRule): readonly string[] {
  if (Object.keys(rule.where).length === 0) return [];
  const words = conditionWords(rule.where);
  return [`Of ${subjectOf(rule)}, only those ${words === null ? 'that match a condition' : `with ${words}`}`];
}

function fieldText(rule: FieldRule): string {
  const { allow, drop, mask, hash } = rule;
  const parts = [
    ...(allow === undefined ? [] : [`only ${someOf(allow)}`]),
    ...(drop === undefined ? [] : [`without ${someOf(drop)}`]),
    ...(mask === undefined ? [] : [`only the form of ${someOf(mask)}`]),
    ...(hash === undefined ? [] : [`hashes instead of ${someOf(hash)}`]),
  ];
  return `Of ${subjectOf(rule)}, ${parts.join('; ')}`;
}

function someOf(names: readonly string[]): string {
  const rest = names.length - max;
  return `${names.slice(0, max).map(short).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

const short = (name: string) => (name.length > maxName ? `${name.slice(0, maxName)}…` : name);

function personalTexts(personal: PersonalPolicy): readonly string[] {
  const texts = { drop: 'Without', mask: 'Only the form of', hash: 'Hashes instead of' } as const;
  return Object.entries(texts).flatMap(([treatment, words]) => {
    const kinds = personalKinds.filter((kind) => personalTreatment(personal, kind) === treatment);
    if (kinds.length === personalKinds.length) return [`${words} personal data`];
    return kinds.length === 0 ? [] : [`${words} ${listed(kinds.map((kind) => personalWords[kind]))}`];
  });
}

function detectTexts(detect: DetectPolicy): readonly string[] {
  const of = (treatment: string) => {
    const kinds = detectedKinds.filter((kind) => detectTreatment(detect, kind) === treatment);
    const all = kinds.length === detectedKinds.length;
    return all ? 'personal data and secrets' : listed(kinds.map((kind) => detectedWords[kind]));
  };
  const [redacted, hashed, refused] = [of('redact'), of('hash'), of('refuse')];
  return [
    ...(redacted === '' ? [] : [`${capitalized(redacted)} in texts are replaced`]),
    ...(hashed === '' ? [] : [`${capitalized(hashed)} in texts are replaced by hashes`]),
    ...(refused === '' ? [] : [`Responses with ${refused} in texts are refused`]),
  ];
}

// Words of one kind may have commas and "and" themselves.
const listed = (parts: readonly string[]): string =>
  parts.some((part) => part.includes(' and '))
    ? parts.join('; ')
    : [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter((part) => part !== '').join(' and ');

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
