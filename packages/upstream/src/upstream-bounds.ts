import type { AnswerBytes, AnswerBytesLimits } from './answer-bytes.ts';
import type { Exchange } from './exchange.ts';

/** A figure and its limit, as the metrics of a gateway take them. */
export interface UpstreamBound {
  readonly name: string;
  readonly help: string;
  /** `Infinity` where nothing limits it. */
  readonly limit: number;
  inUse(): number;
}

/** The limits of a client: bytes of responses, responses that wait for room, open connections. */
export function boundsOf(
  answers: AnswerBytes,
  { perProcess }: AnswerBytesLimits,
  exchange: Exchange,
): readonly UpstreamBound[] {
  const unlimited = Number.POSITIVE_INFINITY;
  return [
    {
      name: 'answer_bytes',
      help: 'Bytes of upstream responses in memory, from reading until they are sent',
      limit: perProcess,
      inUse: () => answers.inUse(),
    },
    {
      name: 'answers_waiting',
      help: 'Upstream responses waiting for memory',
      limit: unlimited,
      inUse: () => answers.waiting(),
    },
    {
      name: 'upstream_connections',
      help: 'Open connections to upstreams',
      limit: unlimited,
      inUse: () => exchange.connections(),
    },
  ];
}
