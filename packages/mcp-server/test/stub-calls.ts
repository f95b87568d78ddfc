import type { Calls } from '../src/calls.ts';

/** Calls that return nothing, of a token that may do everything; `responses` replaces some. */
export function stubCalls(responses: Partial<Calls> = {}): Calls {
  const unexpected = async (): Promise<never> => {
    throw new Error('nobody expected this call');
  };
  return {
    findActions: async () => ({ data: [], meta: { total: 1 } }),
    describeEntity: unexpected,
    connection: async () => undefined,
    connections: async () => [],
    changes: unexpected,
    sql: unexpected,
    ownFields: async () => [],
    find: unexpected,
    titleOf: async () => ({ title: null, url: null }),
    connectLink: unexpected,
    connectLinkStatus: unexpected,
    resolve: unexpected,
    ...responses,
  };
}
