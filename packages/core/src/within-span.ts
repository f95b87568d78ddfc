import type { UpstreamCall, UpstreamStep } from '@connectory/upstream';
import type { CallSpan, SpanName } from './call-span.ts';
import { toGatewayError } from './to-gateway-error.ts';

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
