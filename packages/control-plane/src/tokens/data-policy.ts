import { isDeepStrictEqual } from 'node:util';
import { type PersonalKind, personalKinds } from '@connectory/connector-sdk/engine';
import { type DetectedKind, detectedKinds } from '@connectory/personal-data';
import { z } from 'zod';

/** What becomes of a field: left out, replaced by its form (`xxx@xx.xx`), or by a hash that is equal for equal values of the workspace. */
export const fieldTreatments = ['hash', 'mask', 'drop'] as const;

/** What becomes of a field, the mildest first. */
export type FieldTreatment = (typeof fieldTreatments)[number];

/** What becomes of personal data in a text: a hash or a placeholder in its position, or the whole call is refused. The mildest first. */
export const textTreatments = ['hash', 'redact', 'refuse'] as const;

/** What becomes of personal data in a text. */
export type TextTreatment = (typeof textTreatments)[number];

/** Which fields of records are shown, by dotted paths in the record; a path includes everything below it. All rules for a record apply together. */
export interface FieldRule {
  /** Id of a connector, or name of a connection; all of them without it. */
  readonly connector?: string | undefined;
  /** All entities without it. */
  readonly entity?: string | undefined;
  /** Only these, and what identifies the record. */
  readonly allow?: readonly string[] | undefined;
  readonly drop?: readonly string[] | undefined;
  readonly mask?: readonly string[] | undefined;
  readonly hash?: readonly string[] | undefined;
}

/** Which records of an entity exist: those that match a filter of the search language. All rules for an entity apply together. */
export interface RecordRule {
  /** Id of a connector, or name of a connection. */
  readonly connector: string;
  readonly entity: string;
  readonly where: Readonly<Record<string, unknown>>;
}

/** What becomes of fields that connectors mark as personal, by kind; `all` for kinds that are not named. */
export type PersonalPolicy = { readonly [Kind in PersonalKind | 'all']?: FieldTreatment | undefined };

/** What becomes of personal data and secrets found in texts, by kind; `all` for kinds that are not named. */
export type DetectPolicy = { readonly [Kind in DetectedKind | 'all']?: TextTreatment | undefined };

/** The parts of a policy that restrict what records contain. */
export interface DataPolicy {
  readonly fields?: readonly FieldRule[] | undefined;
  readonly records?: readonly RecordRule[] | undefined;
  readonly personal?: PersonalPolicy | undefined;
  readonly detect?: DetectPolicy | undefined;
  /** Whether results say where texts of records seem to instruct a language model. It restricts nothing. */
  readonly flagInstructions?: boolean | undefined;
}

const name = z.string().min(1).max(128);
const paths = z.array(z.string().min(1).max(500)).min(1).max(200);

const fieldRuleSchema = z
  .strictObject({
    connector: name.optional(),
    entity: name.optional(),
    allow: paths.optional(),
    drop: paths.optional(),
    mask: paths.optional(),
    hash: paths.optional(),
  })
  .refine(({ allow, drop, mask, hash }) => [allow, drop, mask, hash].some((given) => given !== undefined), {
    message: 'needs at least one of allow, drop, mask and hash',
  });

const recordRuleSchema = z.strictObject({ connector: name, entity: name, where: z.record(z.string(), z.unknown()) });

/** The most rules of a kind that a policy has. */
export const maxRules = 100;

/** Accepts the parts of a stored policy that restrict what records contain. */
export const dataPolicySchemas = {
  fields: z.array(fieldRuleSchema).max(maxRules).optional(),
  records: z.array(recordRuleSchema).max(maxRules).optional(),
  personal: z.partialRecord(z.enum([...personalKinds, 'all']), z.enum(fieldTreatments)).optional(),
  detect: z.partialRecord(z.enum([...detectedKinds, 'all']), z.enum(textTreatments)).optional(),
  flagInstructions: z.boolean().optional(),
} as const;

/** Whether a policy restricts what records contain, or which of them exist. */
export const hidesData = ({ fields = [], records = [], personal = {}, detect = {} }: DataPolicy): boolean =>
  fields.length > 0 || records.length > 0 || Object.keys(personal).length > 0 || Object.keys(detect).length > 0;

/** What becomes of a kind of personal field; undefined if it is shown. */
export const personalTreatment = (personal: PersonalPolicy, kind: PersonalKind): FieldTreatment | undefined =>
  personal[kind] ?? personal.all;

/** What becomes of a kind of detected text; undefined if it is shown. */
export const detectTreatment = (detect: DetectPolicy, kind: DetectedKind): TextTreatment | undefined =>
  detect[kind] ?? detect.all;

/** What hides as much as each of two policies, and no more. */
export function bothDataPolicies(one: DataPolicy, other: DataPolicy): DataPolicy {
  const both: DataPolicy = {
    fields: union(one.fields, other.fields),
    records: union(one.records, other.records),
    personal: stricterOfEach(personalKinds, fieldTreatments, one.personal, other.personal),
    detect: stricterOfEach(detectedKinds, textTreatments, one.detect, other.detect),
    flagInstructions: one.flagInstructions === true || other.flagInstructions === true ? true : undefined,
  };
  return Object.fromEntries(Object.entries(both).filter(([, part]) => part !== undefined));
}

// A rule hides by itself, so that those of both hide what either hides.
function union<Rule>(
  one: readonly Rule[] | undefined,
  other: readonly Rule[] | undefined,
): readonly Rule[] | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return [...one, ...other.filter((rule) => !one.some((known) => isDeepStrictEqual(known, rule)))];
}

type Treatments<Kind extends string, Treatment> = { readonly [Name in Kind | 'all']?: Treatment | undefined };

function stricterOfEach<Kind extends string, Treatment extends string>(
  kinds: readonly Kind[],
  order: readonly Treatment[],
  one: Treatments<Kind, Treatment> | undefined,
  other: Treatments<Kind, Treatment> | undefined,
): Treatments<Kind, Treatment> | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const stricter = (treatments: readonly Treatment[]) => order.findLast((candidate) => treatments.includes(candidate));
  // Kinds of a later version are treated like the others.
  const all = stricter([one, other].flatMap((given) => given.all ?? []));
  const named = kinds.flatMap((kind) => {
    const treatment = stricter([one, other].flatMap((given) => given[kind] ?? given.all ?? []));
    return treatment === undefined || treatment === all ? [] : [[kind, treatment]];
  });
  return Object.fromEntries([...named, ...(all === undefined ? [] : [['all', all]])]) as Treatments<Kind, Treatment>;
}

/** For each part, whether a policy shows more than another one. Rules are compared as they are written. */
export const showsMore: {
  readonly [Part in keyof DataPolicy]-?: (part: DataPolicy[Part], than: DataPolicy[Part]) => boolean;
} = {
  fields: lacksRule,
  records: lacksRule,
  personal: (part, than) => isMilder(personalKinds, fieldTreatments, part, than),
  detect: (part, than) => isMilder(detectedKinds, textTreatments, part, than),
  flagInstructions: (flags, than) => than === true && flags !== true,
};

function lacksRule(rules: readonly unknown[] | undefined, than: readonly unknown[] | undefined): boolean {
  return than?.some((rule) => !rules?.some((own) => isDeepStrictEqual(own, rule))) ?? false;
}

function isMilder<Kind extends string, Treatment extends string>(
  kinds: readonly Kind[],
  order: readonly Treatment[],
  part: Treatments<Kind, Treatment> = {},
  than: Treatments<Kind, Treatment> = {},
): boolean {
  const strictness = (given: Treatments<Kind, Treatment>, kind: Kind) => {
    const treatment = given[kind] ?? given.all;
    return treatment === undefined ? -1 : order.indexOf(treatment);
  };
  return kinds.some((kind) => strictness(part, kind) < strictness(than, kind));
}
