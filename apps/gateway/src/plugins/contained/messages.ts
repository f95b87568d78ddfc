import type { RawValue } from '@connectory/connector-sdk';
import type { ConnectorData } from './connector-data.ts';

/** The action a question is about. */
interface ActionName {
  readonly entity: string;
  readonly action: string;
}

/**
 * A request of the gateway to the process of a plugin. Its frame also carries bytes: for `page`, the first and last row, one after the
 * other; for `record`, a row; for `derive`, an array of records; for `hints` and `handshake`, an event.
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
      /** Bytes of the first and last row; null for a missing row. */
      readonly lengths: readonly (number | null)[];
    })
  | (ActionName & { readonly kind: 'record'; readonly params: RawValue })
  | { readonly kind: 'derive'; readonly entity: string }
  | { readonly kind: 'hints' | 'handshake' };

/** What the plugin's code threw: an error for the caller, parameters that break rules of the schema, or a bug. */
export type Thrown =
  | {
      readonly kind: 'report';
      readonly code: string;
      readonly message: string;
      readonly error?: { readonly param: string; readonly rule: string } | undefined;
    }
  | { readonly kind: 'issues'; readonly issues: readonly RawValue[] }
  | { readonly kind: 'error'; readonly name: string; readonly frames: string };

/** A message of a plugin's process: what its package is, responses in the order of the questions, and failures outside them. */
export type Said =
  | { readonly kind: 'loaded'; readonly connector: ConnectorData }
  | {
      readonly kind: 'refused';
      readonly message: string;
      /** What it exports instead of a connector, without functions; omitted if it could not be loaded at all. */
      readonly exported?: RawValue;
      /** Whether the message names the package itself. */
      readonly isWhole: boolean;
    }
  | { readonly kind: 'answer'; readonly response: RawValue }
  | { readonly kind: 'thrown'; readonly thrown: Thrown }
  | { readonly kind: 'outside'; readonly thrown: Thrown };
