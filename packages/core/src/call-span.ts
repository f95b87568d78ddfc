/**
 * The attributes of a call's span: names from manifests, codes, numbers and IDs. There is no member for parameters, records, URLs or
 * credentials.
 */
export interface SpanFacts {
  readonly requestId?: string;
  readonly workspaceId?: string;
  readonly connector?: string;
  readonly entity?: string;
  readonly action?: string;
  /** Error code of the failure. */
  readonly code?: string;
  /** HTTP status that was sent or received. */
  readonly status?: number;
  /** Number of an upstream attempt, from 1. */
  readonly attempt?: number;
}

/** Parts of a call that take time. */
export type SpanName =
  | 'auth'
  | 'execute'
  | 'mcp'
  | 'store audit'
  | 'store search'
  | 'store write'
  | 'upstream'
  | 'upstream token';

/** A traced call, or a part of one. Untraced calls have none and cost nothing. */
export interface CallSpan {
  /** Begins a part of this one. */
  begin(name: SpanName, facts?: SpanFacts): CallSpan;
  tell(facts: SpanFacts): void;
  end(): void;
}

/** Where calls begin to be traced. */
export interface Tracer {
  /** Begins a call. It continues the trace that `traceparent`, the W3C header of its caller, names. */
  begin(name: 'execute' | 'mcp', traceparent: string | string[] | undefined, facts: SpanFacts): CallSpan;
}
