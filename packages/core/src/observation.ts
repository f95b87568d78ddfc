import type { UpstreamCall, UpstreamStep } from '@connectory/upstream';
import { toGatewayError } from './errors.ts';

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

/** Runs work as a part of a traced call; where nothing is traced, it just runs. */
export function withinSpan<Result>(
  parent: CallSpan | undefined,
  name: SpanName,
  work: () => Promise<Result>,
): Promise<Result> {
  return parent === undefined ? work() : timed(parent.begin(name), work);
}

async function timed<Result>(span: CallSpan, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    span.tell({ code: toGatewayError(thrown).code });
    throw thrown;
  } finally {
    span.end();
  }
}

const names: Readonly<Record<UpstreamStep, SpanName>> = { attempt: 'upstream', token: 'upstream token' };

/** Follows an upstream call with spans: one for each attempt, and one for a token that has to be waited for. */
export function upstreamSpans(parent: CallSpan): NonNullable<UpstreamCall['onStep']> {
  return (step, attempt) => {
    const span = parent.begin(names[step], { attempt });
    return (end) => {
      span.tell(end);
      span.end();
    };
  };
}

/** Something of which a process has only so much, and how much of it is in use. Metrics show both side by side. */
export interface Bound {
  /** Becomes `connectory_<name>_in_use` and `connectory_<name>_limit`: snake case, with the unit where it is not a number of things. */
  readonly name: string;
  /** What is counted, in a few words. */
  readonly help: string;
  /** `Infinity` where nothing limits it. */
  readonly limit: number;
  inUse(): number;
}
