import type { WorkspaceId } from './workspace-id.ts';

/** Cached values to drop: one token, all tokens, or one connection. */
export type Changed =
  | { readonly kind: 'token'; readonly hash: string }
  | { readonly kind: 'tokens' }
  | { readonly kind: 'connection'; readonly workspaceId: WorkspaceId; readonly id: string };

/** Notifies other processes of a change, and waits until they have dropped the cached value. */
export type Announce = (changed: Changed) => Promise<void>;

/** For a single process, or where others may see a change up to five seconds later. */
export const announceNothing: Announce = () => Promise.resolve();
