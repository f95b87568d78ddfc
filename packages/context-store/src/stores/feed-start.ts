import { emptyFeed, type FeedPosition } from './change-feed.ts';

/** How far the feed of a connection goes. */
export interface FeedState {
  readonly id: string;
  /** Sequence of the last change, 0 before the first. */
  readonly last: number;
  /** Sequence of the last change that is no longer kept, 0 when all are. */
  readonly floor: number;
  /** Time of that change, 0 when all are kept. */
  readonly floorAt: number;
}

/** The sequence after which a reader continues; null if changes after it are no longer available, or belong to another feed. */
export function feedStart({ id, last, floor }: FeedState, from: FeedPosition | null): number | null {
  const { feed, sequence } = from ?? emptyFeed;
  const isOurs = feed === id || (feed === emptyFeed.feed && sequence === 0);
  return isOurs && sequence >= floor && sequence <= last ? sequence : null;
}

/** The end of a feed. */
export function headOf({ id, last }: FeedState): FeedPosition {
  return { feed: id, sequence: last };
}
