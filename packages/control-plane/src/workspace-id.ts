declare const brand: unique symbol;

/**
 * The id of a workspace that was looked up or authenticated, never just a text a caller sent. Every operation on
 * connections, tokens, audit rows and idempotency keys asks for one, so that none can be written without deciding whose
 * data it touches.
 */
export type WorkspaceId = string & { readonly [brand]: 'WorkspaceId' };

/** Marks the id of a row that the database returned. */
export function storedWorkspaceId(id: string): WorkspaceId {
  return id as WorkspaceId;
}

/** Stands in the audit for the workspace of a request that belongs to none, such as the one that creates a workspace. */
export const workspaceless = storedWorkspaceId('-');
