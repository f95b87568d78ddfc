import type { RawValue } from '@connectory/connector-sdk';
import type { ConnectorData } from './connector-data.ts';

/** Which action a question is about. */
interface ActionName {
  readonly entity: string;
  readonly action: string;
}

/**
 * What a gateway asks the process of a plugin. The bytes beside `page` are rows, first and last row one after the other, those beside
 * `record` a row, those beside `derive` an array of records, those beside `hints` and `handshake` an event.
 */
export type Question =
  | { readonly kind: 'ping' }
  | (ActionName & { readonly kind: 'request'; readonly params: RawValue })
  | (ActionName & {
      readonly kind: 'page';
      readonly params: RawValue;
      readonly count: number;
      readonly values: Readonly<Record<string, RawValue>>;
      readonly headers: Readonly<Record<string, string>>;
      /** Bytes of rows, first and last row; null for one there is not. */
      readonly lengths: readonly (number | null)[];
    })
  | (ActionName & { readonly kind: 'record'; readonly params: RawValue })
  | { readonly kind: 'derive'; readonly entity: string }
  | { readonly kind: 'hints' | 'handshake' };

/** What code threw: a report to the caller, parameters that break rules of the schema, or a fault. */
export type Thrown =
  | {
      readonly kind: 'report';
      readonly code: string;
      readonly message: string;
      readonly fault?: { readonly param: string; readonly rule: string } | undefined;
    }
  | { readonly kind: 'issues'; readonly issues: readonly RawValue[] }
  | { readonly kind: 'fault'; readonly name: string; readonly frames: string };

/** What the process of a plugin says: what its package is, answers in the order of the questions, and what failed outside of them. */
export type Said =
  | { readonly kind: 'loaded'; readonly connector: ConnectorData }
  | {
      readonly kind: 'refused';
      readonly message: string;
      /** What it exports instead of a connector, without functions; absent where it could not be loaded at all. */
      readonly exported?: RawValue;
      /** True where the message names the package itself. */
      readonly isWhole: boolean;
    }
  | { readonly kind: 'answer'; readonly answer: RawValue }
  | { readonly kind: 'thrown'; readonly thrown: Thrown }
  | { readonly kind: 'outside'; readonly thrown: Thrown };
