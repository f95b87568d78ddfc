import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Answer, Call } from '../gateway/execute.ts';

type Params = Call['params'];

/** A response that is read page by page. */
export interface AnswerState {
  /** The pages read so far, in order. */
  readonly pages: readonly Answer[];
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly isSuccess: boolean;
  /** Requests the first page. */
  begin(params: Params): void;
  /** Requests the page after the last one, with its params and the next ones it returned. */
  next(nextParams: Params): void;
  /** Clears the outcome of the last request. The pages stay. */
  reset(): void;
  /** Clears everything, including requests in progress. */
  clear(): void;
}

interface PageRequest {
  readonly params: Params;
  readonly round: number;
}

/** Reads the pages of a response with `read`. A page that arrives after another response has begun is dropped. */
export function useAnswerPages(read: (params: Params) => Promise<Answer>): AnswerState {
  const [pages, setPages] = useState<readonly { readonly answer: Answer; readonly params: Params }[]>([]);
  const round = useRef(0);
  const { mutate, reset, error, isPending, isSuccess } = useMutation({
    mutationFn: ({ params }: PageRequest) => read(params),
    onSuccess: (answer, { params, round: asked }) => {
      if (asked === round.current) setPages((known) => [...known, { answer, params }]);
    },
  });
  const forget = () => {
    round.current += 1;
    setPages([]);
  };
  return {
    pages: pages.map(({ answer }) => answer),
    error,
    isPending,
    isSuccess,
    begin: (params) => {
      forget();
      mutate({ params, round: round.current });
    },
    next: (nextParams) => mutate({ params: { ...pages.at(-1)?.params, ...nextParams }, round: round.current }),
    reset,
    clear: () => {
      forget();
      reset();
    },
  };
}
