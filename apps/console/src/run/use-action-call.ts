import { ConnectoryError } from '@connectory/client';
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, type Call, execute } from '../gateway/execute.ts';
import { useSession } from '../session/session.tsx';

/** The requests that would leave, and the key under which they leave at most once. */
interface Preview {
  readonly requests: readonly UpstreamRequest[];
  readonly idempotencyKey: string;
}

/** A request to an upstream; its credentials are masked. */
export interface UpstreamRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** One action with its params on the way from the form to its answers. */
export interface ActionCall {
  readonly call: Call;
  setParams(params: Readonly<Record<string, unknown>>): void;
  readonly preview: UseMutationResult<Preview, Error, void>;
  readonly run: UseMutationResult<Answer, Error, Call['params']>;
  /** The pages read so far, in order. */
  readonly pages: readonly Answer[];
  /** Forgets the answers. */
  restart(): void;
  /** The faults of the params, by JSON pointer. */
  readonly errors: NonNullable<ConnectoryError['problem']>['errors'];
}

/** Keeps what is known of one action: params, the preview made of exactly these params, and the pages of its answer. */
export function useActionCall(connectionId: string, entity: string, action: string): ActionCall {
  const { client } = useSession();
  const [params, setParams] = useState<Call['params']>({});
  const [pages, setPages] = useState<readonly Answer[]>([]);
  const call: Call = { connectionId, entity, action, params };
  const preview = useMutation({
    mutationFn: async (): Promise<Preview> => {
      const { data } = await execute(client, call, { dryRun: true });
      const { requests } = data as { requests: readonly UpstreamRequest[] };
      return { requests, idempotencyKey: crypto.randomUUID() };
    },
  });
  const run = useMutation({
    mutationFn: (pageParams: Call['params']) => {
      const key = preview.data?.idempotencyKey;
      return execute(client, { ...call, params: pageParams }, key === undefined ? {} : { idempotencyKey: key });
    },
    onSuccess: (answer) => setPages((known) => [...known, answer]),
  });
  return {
    call,
    setParams: (next) => {
      setParams(next);
      // They were about other params.
      preview.reset();
      run.reset();
    },
    preview,
    run,
    pages,
    restart: () => setPages([]),
    errors: problemErrors(run.error) ?? problemErrors(preview.error) ?? [],
  };
}

const problemErrors = (error: Error | null) => (error instanceof ConnectoryError ? error.problem?.errors : undefined);
