import type { RawValue } from '@connectory/connector-sdk';
import { z } from 'zod';
import { connectorData } from './connector-data.ts';

/** The action a question is about. */
interface ActionName {
  readonly entity: string;
  readonly action: string;
}

/**
 * A request of the gateway to the code of a plugin. Rows in JSON text come with it: for `page`, all rows, the first and the last; for
 * `record`, a row; for `derive`, an array of records; for `hints` and `handshake`, an event.
 */
export type Question =
  | { readonly kind: 'settings'; readonly settings: RawValue; readonly isPartial: boolean }
  | (ActionName & { readonly kind: 'request'; readonly params: RawValue })
  | (ActionName & {
      readonly kind: 'page';
      readonly params: RawValue;
      readonly count: number;
      readonly values: Readonly<Record<string, RawValue>>;
      readonly headers: Readonly<Record<string, string>>;
    })
  | (ActionName & { readonly kind: 'record'; readonly params: RawValue })
  | { readonly kind: 'derive'; readonly entity: string }
  | { readonly kind: 'hints' | 'handshake' };

const raw = z.custom<RawValue>();

const maxIssues = 50;
const issue = z.looseObject({
  path: z.array(z.union([z.string().max(1000), z.number()])).max(100),
  code: z.string().max(100),
  message: z.string().max(1000),
});
const isIssue = (value: unknown) => issue.safeParse(value).success;

const thrown = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('report'),
    code: z.enum(['invalid_params', 'record_not_found', 'upstream_unavailable']),
    message: z.string().max(1000),
    rejected: z.object({ param: z.string().max(1000), rule: z.string().max(1000) }).optional(),
  }),
  z.object({ kind: z.literal('issues'), issues: z.array(z.custom<z.core.$ZodIssue>(isIssue)).max(maxIssues) }),
  z.object({ kind: z.literal('bug'), name: z.string().max(100), frames: z.string().max(10_000) }),
]);

/** What the code of a plugin threw: an error for the caller, parameters that break rules of the schema, or a bug. */
export type Thrown = z.infer<typeof thrown>;

/** What the interpreter of a plugin says about its package. */
export const description = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('loaded'), connector: connectorData }),
  z.object({
    kind: z.literal('refused'),
    message: z.string().transform((text) => text.split('\n', 1)[0] ?? ''),
    /** What it exports instead of a connector, without functions; omitted if it could not be loaded at all. */
    exported: raw.optional(),
    /** Whether the message names the package itself. */
    isWhole: z.boolean(),
  }),
]);

/** What the interpreter of a plugin says to a question. */
export const response = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('response'), response: raw }),
  z.object({ kind: z.literal('thrown'), thrown }),
]);

/** What the code in an interpreter says, before it is validated. */
export type Said =
  | { readonly kind: 'loaded'; readonly connector: RawValue }
  | { readonly kind: 'refused'; readonly message: string; readonly exported?: RawValue; readonly isWhole: boolean }
  | { readonly kind: 'response'; readonly response: RawValue }
  | { readonly kind: 'thrown'; readonly thrown: Thrown };

/** A question on its way to the thread of a plugin. */
export interface Asked {
  readonly question: string;
  readonly rows: readonly (Uint8Array | undefined)[];
  /** The longest response, in characters. */
  readonly maxLength: number;
}

/** Records that a plugin made of rows: a JSON array or an object, and how many there are. */
export interface Records {
  readonly json: Uint8Array;
  readonly count: number;
}

/** A message of the thread of a plugin: what its interpreter said, or why that cannot go on. */
export type ThreadMessage =
  | {
      readonly kind: 'said';
      readonly text: string;
      readonly records: Records | undefined;
      /** Milliseconds of processor time of the thread so far; 0 if the runtime does not report it. */
      readonly processorTime: number;
    }
  | { readonly kind: 'ended'; readonly reason: string };
