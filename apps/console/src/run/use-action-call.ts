import { ConnectoryError } from '@connectory/client';
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Call, execute, randomKey, rememberedCall } from '../gateway/execute.ts';
import { type ResponseState, useResponsePages } from '../results/response-pages.tsx';
import type { UpstreamRequest } from '../results/upstream-request.tsx';
import { useSession } from '../session/session.tsx';
import type { Effect } from '../shell/effects.tsx';

/** The requests that would be sent, and the idempotency key that makes them run at most once. */
interface Preview {
  readonly requests: readonly UpstreamRequest[];
  readonly idempotencyKey: string;
}

/** One action with its params, from the form to its responses. */
export interface ActionCall {
  readonly call: Call;
  /** Whether it began with the params of the call to run again. */
  readonly isRemembered: boolean;
  setParams(params: Readonly<Record<string, unknown>>): void;
  readonly preview: UseMutationResult<Preview, Error, void>;
  readonly response: ResponseState;
  /** The errors of the params, by JSON pointer. */
  readonly errors: NonNullable<ConnectoryError['problem']>['errors'];
}

/**
 * Holds the state of one action: params, the preview of exactly these params, and its response. `again` is the request id of a call whose
 * params are used first, if this session made that call.
 */
export function useActionCall(
  connectionId: string,
  entity: string,
  { action, effect }: { readonly action: string; readonly effect: Effect },
  again: string | undefined,
): ActionCall {
  const { client } = useSession();
  const [remembered] = useState(() => (again === undefined ? undefined : rememberedCall(client, again)));
  const isRemembered =
    remembered?.connectionId === connectionId && remembered.entity === entity && remembered.action === action;
  const [params, setParams] = useState<Call['params']>(isRemembered ? remembered.params : {});
  const call: Call = { connectionId, entity, action, params };
  const preview = useMutation({
    mutationFn: async (): Promise<Preview> => {
      const { data } = await execute(client, call, { dryRun: true });
      const { requests } = data as { requests: readonly UpstreamRequest[] };
      return { requests, idempotencyKey: randomKey() };
    },
  });
  const response = useResponsePages((pageParams) => {
    // A read is sent anew each time.
    const key = effect === 'read' ? undefined : preview.data?.idempotencyKey;
    return execute(client, { ...call, params: pageParams }, key === undefined ? {} : { idempotencyKey: key });
  });
  return {
    call,
    isRemembered,
    setParams: (next) => {
      setParams(next);
      // The preview belongs to other params.
      preview.reset();
      response.reset();
    },
    preview,
    response,
    errors: problemErrors(response.error) ?? problemErrors(preview.error) ?? [],
  };
}

const problemErrors = (error: Error | null) => (error instanceof ConnectoryError ? error.problem?.errors : undefined);
