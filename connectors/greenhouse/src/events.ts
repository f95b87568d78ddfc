import { type ConnectorEvents, type EventHint, hmacSignature, type RawValue } from '@connectory/connector-sdk';

const hint = (entity: string, id: unknown, gone = false): readonly EventHint[] =>
  typeof id === 'number' ? [{ entity, params: { id }, gone }] : [];

function hintsOf({ action, payload = {} }: RawValue): readonly EventHint[] {
  const { application, candidate, person, job } = payload;
  switch (String(action)) {
    case 'delete_candidate':
    case 'delete_person':
      return hint('candidates', person?.id ?? candidate?.id ?? payload.id, true);
    case 'delete_application':
      return [...hint('applications', application?.id, true), ...hint('candidates', person?.id ?? candidate?.id)];
    case 'merge_candidate':
      return [...hint('candidates', candidate?.id), { entity: 'applications' }];
    case 'job_created':
    case 'job_updated':
    case 'job_approved':
      return hint('jobs', job?.id);
    case 'job_deleted':
      return hint('jobs', job?.id ?? payload.id, true);
    case 'job_post_created':
    case 'job_post_updated':
      return hint('job_posts', payload.id);
    case 'job_post_deleted':
      return hint('job_posts', payload.id, true);
    case 'offer_created':
    case 'offer_updated':
    case 'offer_approved':
      return [...hint('offers', payload.id), ...hint('applications', payload.application_id)];
    case 'offer_deleted':
      return hint('offers', payload.id, true);
    default:
      return [
        ...hint('applications', application?.id),
        ...hint('candidates', application?.candidate?.id ?? application?.candidate_id ?? candidate?.id),
      ];
  }
}

/** Kinds of simulated events, with Greenhouse's verbs. */
export const simulated: Readonly<
  Record<string, (record: RawValue, kind: 'added' | 'changed' | 'removed') => RawValue>
> = {
  candidates: ({ id }, kind) =>
    kind === 'removed'
      ? { action: 'delete_candidate', payload: { person: { id } } }
      : { action: 'update_candidate', payload: { candidate: { id } } },
  applications: ({ id, candidate_id }, kind) =>
    kind === 'removed'
      ? { action: 'delete_application', payload: { application: { id } } }
      : { action: 'application_updated', payload: { application: { id, candidate: { id: candidate_id } } } },
  jobs: ({ id }, kind) => ({ action: `job_${verbs[kind]}`, payload: { job: { id } } }),
  job_posts: ({ id }, kind) => ({ action: `job_post_${verbs[kind]}`, payload: { id } }),
  offers: ({ id, application_id }, kind) => ({ action: `offer_${verbs[kind]}`, payload: { id, application_id } }),
};

const verbs = { added: 'created', changed: 'updated', removed: 'deleted' };

/** https://developers.greenhouse.io/webhooks.html */
export const events: ConnectorEvents = {
  documentation: 'https://developers.greenhouse.io/webhooks.html',
  entities: Object.keys(simulated),
  secret: 'Secret key of the webhook: make one of at least 32 characters, store it here and give it to Greenhouse',
  signature: hmacSignature({ header: 'signature', prefix: 'sha256 ' }),
  id: { header: 'greenhouse-event-id' },
  hints: ({ body }) => (body === undefined ? [] : hintsOf(body)),
};
