import type { WorkspaceId } from './workspace-id.ts';

/** What a process may remember of the database and has to read anew: one token, all of them, or one connection. */
export type Changed =
  | { readonly kind: 'token'; readonly hash: string }
  | { readonly kind: 'tokens' }
  | { readonly kind: 'connection'; readonly workspaceId: WorkspaceId; readonly id: string };

/** Tells other processes what was changed, and waits until they have forgotten it. */
export type Announce = (changed: Changed) => Promise<void>;

/** Where nobody else has to be told: others see a change within five seconds. */
export const announceNothing: Announce = () => Promise.resolve();
