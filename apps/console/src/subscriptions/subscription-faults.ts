import { ConnectoryError } from '@connectory/client';
import { rowOf } from '../conditions/filter.ts';
import type { SubscriptionDraft } from './subscription-draft.ts';

/** The errors of each input of a subscription. */
interface SubscriptionFaults {
  readonly name: string | undefined;
  readonly url: string | undefined;
  readonly connections: string | undefined;
  readonly entities: string | undefined;
  readonly fields: string | undefined;
  readonly filter: string | undefined;
  /** Whether every error belongs to an input. */
  readonly isLocated: boolean;
  /** The error of a condition, by its index. */
  condition(index: number): string | undefined;
}

/** The errors the gateway found in a subscription, by input. */
export function faultsOfSubscription(error: Error | null, draft: SubscriptionDraft): SubscriptionFaults {
  const { code, problem } = error instanceof ConnectoryError ? error : { code: undefined, problem: undefined };
  const errors = problem?.errors ?? [];
  const message = problem?.detail ?? error?.message;
  const inputs = ['name', 'url', 'connections', 'entities', 'fields', 'filter', 'from'];
  const inputOf = (field: string) => (rowOf(field) === undefined ? field.split('/')[1] : 'filter');
  const below = (input: 'name' | 'url' | 'connections' | 'entities' | 'fields') => {
    const found = errors.find(({ field }) => inputOf(field) === input);
    if (found === undefined) return undefined;
    const index = found.field.split('/')[2];
    const entered = index === undefined ? undefined : draft[input][Number(index)];
    return entered === undefined ? found.message : `${entered} ${found.message}`;
  };
  const named = (wanted: string) => (code === wanted ? message : undefined);
  const isNamed = code === 'connector_not_found' || code === 'unknown_entity';
  const ofFilter = errors.find(({ field }) => field.startsWith('/filter') || field.startsWith('/params/query'));
  return {
    name: below('name'),
    url: below('url'),
    connections: below('connections') ?? named('connector_not_found'),
    entities: below('entities') ?? named('unknown_entity'),
    fields: below('fields'),
    filter: ofFilter !== undefined && rowOf(ofFilter.field) === undefined ? ofFilter.message : undefined,
    isLocated:
      isNamed ||
      (errors.length > 0 &&
        errors.every(({ field }) => inputs.includes(inputOf(field) ?? '') || field === ofFilter?.field)),
    condition: (index) => errors.find(({ field }) => rowOf(field) === index)?.message,
  };
}
