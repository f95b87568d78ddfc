import type { ActionManifest, Effect } from '@connectory/connector-sdk/engine';
import type { DescribedAction } from './described-action.ts';

const ofEffect: Readonly<Record<Effect, string>> = {
  read: 'It changes nothing.',
  write: 'It writes; with an `Idempotency-Key`, it is safe to retry.',
  delete: 'It deletes; with an `Idempotency-Key`, it is safe to retry.',
  outward: 'It reaches people or systems beyond the vendor; with an `Idempotency-Key`, it is safe to retry.',
};

/** What an operation returns and does to the upstream, in two or three sentences. */
export function operationDescription({ action, kind }: DescribedAction): string {
  const response =
    kind === 'search'
      ? 'Returns a page of records from the synchronized copy, which may lag behind the vendor.'
      : responses[action.result];
  const { deprecated } = action;
  const notice =
    deprecated === undefined
      ? []
      : [`Deprecated since ${deprecated.since}; may be removed on or after ${deprecated.until}.`, deprecated.instead];
  return [response, ofEffect[action.effect], ...notice].join(' ');
}

const responses: Readonly<Record<ActionManifest['result'], string>> = {
  records: 'Returns a page of records; `meta.next_params` leads to the next one.',
  record: 'Returns one record.',
  file: 'Returns the bytes of a file.',
};
