import { type ConnectorEvents, type EventHint, hmacSignature, type RawValue } from '@connectory/connector-sdk';

interface Kind {
  readonly entity: string;
  readonly param: string;
}

const candidates: Kind = { entity: 'candidates', param: 'id' };

/** Entities with events, by the member of Ashby's data. */
export const kinds: Readonly<Record<string, Kind>> = {
  candidate: candidates,
  application: { entity: 'applications', param: 'applicationId' },
  job: { entity: 'jobs', param: 'id' },
  jobPosting: { entity: 'job_postings', param: 'jobPostingId' },
};

const hint = ({ entity, param }: Kind, id: string, gone: boolean): EventHint => ({
  entity,
  params: { [param]: id },
  key: { id },
  gone,
});

// Of two candidates that were merged, one is left.
function mergedHints({ deletedCandidate, mergedCandidate }: RawValue): readonly EventHint[] {
  const both: readonly (readonly [RawValue, boolean])[] = [
    [deletedCandidate?.id, true],
    [mergedCandidate?.id, false],
  ];
  return both.flatMap(([id, gone]) => (typeof id === 'string' ? [hint(candidates, id, gone)] : []));
}

// An application has its candidate with it.
function hintsOf({ action, data }: RawValue): readonly EventHint[] {
  if (action === 'candidateMerge') return mergedHints(data ?? {});
  const isDeletion = /Delete$/.test(String(action));
  return Object.entries(kinds).flatMap(([member, kind]) => {
    const id = data?.[member]?.id;
    const own = typeof id === 'string' ? [hint(kind, id, isDeletion && action === `${member}Delete`)] : [];
    const within = member === 'candidate' ? data?.application?.candidate?.id : undefined;
    return typeof within === 'string' ? [...own, hint(kind, within, false)] : own;
  });
}

/** https://developers.ashbyhq.com/docs/setting-up-webhooks */
export const events: ConnectorEvents = {
  documentation: 'https://developers.ashbyhq.com/docs/setting-up-webhooks',
  entities: Object.values(kinds).map(({ entity }) => entity),
  secret: 'Secret token of the webhook: make one, store it here and give it to Ashby',
  signature: hmacSignature({ header: 'ashby-signature', prefix: 'sha256=' }),
  hints: ({ body }) => (body === undefined ? [] : hintsOf(body)),
};
