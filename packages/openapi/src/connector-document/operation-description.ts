import type { ActionManifest, Effect } from '@connectory/connector-sdk/engine';
import type { DescribedAction } from './described-action.ts';

const ofEffect: Readonly<Record<Effect, string>> = {
  read: 'It changes nothing.',
  write: 'It writes; an `Idempotency-Key` makes a repeat harmless.',
  delete: 'It deletes; an `Idempotency-Key` makes a repeat harmless.',
  outward: 'It reaches people or systems beyond the vendor; an `Idempotency-Key` makes a repeat harmless.',
};

/** What an operation answers and what it does to the upstream, in two or three sentences. */
export function operationDescription({ action, kind }: DescribedAction): string {
  const answer =
    kind === 'search'
      ? 'Answers a page of records from the synchronised copy, which may be behind the vendor.'
      : answers[action.result];
  const { deprecated } = action;
  const notice =
    deprecated === undefined
      ? []
      : [`Deprecated since ${deprecated.since}, may be gone from ${deprecated.until} on.`, deprecated.instead];
  return [answer, ofEffect[action.effect], ...notice].join(' ');
}

const answers: Readonly<Record<ActionManifest['result'], string>> = {
  records: 'Answers a page of records; `meta.next_params` leads to the next one.',
  record: 'Answers one record.',
  file: 'Answers the bytes of a file.',
};
