import type { Change, Delivery, DeliveryPage, DeliveryState, Subscription } from '@connectory/client';
import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useWorkspace } from './use-workspace.ts';

/** The subscriptions of the workspace that this token may see, ordered by name. */
export function useSubscriptions(): UseQueryResult<readonly Subscription[]> {
  const { name, client } = useWorkspace();
  return useQuery({
    queryKey: ['subscriptions', name],
    queryFn: (): Promise<readonly Subscription[]> => Array.fromAsync(client.subscriptions.list()),
    // The gateway may pause a subscription whose receiver fails.
    staleTime: 0,
  });
}

/** One subscription of the workspace. */
export function useSubscription(id: string): UseQueryResult<Subscription> {
  const { name, client } = useWorkspace();
  return useQuery({
    queryKey: ['subscription', name, id],
    queryFn: () => client.subscriptions.get(id),
    staleTime: 0,
  });
}

/** Returns a function that reloads everything shown about a subscription. */
export function useRenewSubscription(id: string): () => Promise<unknown> {
  const { name } = useWorkspace();
  const queries = useQueryClient();
  return () =>
    Promise.all(
      [
        ['subscriptions', name],
        ['subscription', name, id],
        ['deliveries', name, id],
      ].map((queryKey) => queries.invalidateQueries({ queryKey })),
    );
}

/** Maximum deliveries to count. */
export const maxCounted = 100;

/** Counts of the deliveries of a subscription, up to {@link maxCounted}. */
export interface DeliverySummary {
  readonly waiting: number;
  readonly failed: number;
  readonly lastDelivered: Delivery | undefined;
}

/** The outcomes of the deliveries of a subscription. */
export function useDeliverySummary(id: string): UseQueryResult<DeliverySummary> {
  const { name, client } = useWorkspace();
  return useQuery({
    queryKey: ['deliveries', name, id, 'summary'],
    queryFn: async () => {
      const newest = async (state: DeliveryState, limit: number) =>
        (await client.subscriptions.deliveryPage(id, { state }, { limit })).data;
      const [waiting, failed, [lastDelivered]] = await Promise.all([
        newest('waiting', maxCounted),
        newest('failed', maxCounted),
        newest('delivered', 1),
      ]);
      return { waiting: waiting.length, failed: failed.length, lastDelivered };
    },
  });
}

const perPage = 25;
const whileOpen = 3_000;

/** Deliveries of a subscription, newest first, as far as they have been loaded. They are polled while only the first page is loaded. */
export function useDeliveries(
  id: string,
  state: DeliveryState | undefined,
): UseInfiniteQueryResult<InfiniteData<DeliveryPage, string | null>> {
  const { name, client } = useWorkspace();
  return useInfiniteQuery({
    queryKey: ['deliveries', name, id, 'log', state ?? 'all'],
    queryFn: ({ pageParam: cursor }) =>
      client.subscriptions.deliveryPage(id, state === undefined ? {} : { state }, {
        limit: perPage,
        ...(cursor !== null && { cursor }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data !== undefined && data.pages.length > 1 ? false : whileOpen),
  });
}

/** Maximum changes to keep: older ones are dropped. */
export const maxChanges = 200;

/** The state of a feed that is being followed. */
export interface FollowedChanges {
  /** Newest first. */
  readonly changes: readonly Change[];
  /** Number of changes read in total. */
  readonly count: number;
  /** Why it is no longer followed; null while it is. */
  readonly error: Error | null;
}

const nothing: FollowedChanges = { changes: [], count: 0, error: null };
const whileReading = 250;

/** Follows the changes of a connection since a time (ISO 8601) for as long as it is shown. */
export function useFollowedChanges(id: string, since: string): FollowedChanges {
  const { client } = useWorkspace();
  const [followed, setFollowed] = useState(nothing);
  // The workspace's client is created anew on each render.
  const [{ changes }] = useState(client);
  useEffect(() => {
    const ending = new AbortController();
    let newest: Change[] = [];
    let count = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (error: Error | null = null) => {
      clearTimeout(timer);
      timer = undefined;
      if (!ending.signal.aborted) setFollowed({ changes: newest, count, error });
    };
    setFollowed(nothing);
    const follow = async () => {
      for await (const change of changes.follow(id, { since, signal: ending.signal })) {
        newest = [change, ...newest.slice(0, maxChanges - 1)];
        count += 1;
        // Batched, because a thousand changes may arrive at once.
        timer ??= setTimeout(show, whileReading);
      }
    };
    follow().catch((error: unknown) => show(error instanceof Error ? error : new Error(String(error))));
    return () => {
      ending.abort();
      clearTimeout(timer);
    };
  }, [changes, id, since]);
  return followed;
}
