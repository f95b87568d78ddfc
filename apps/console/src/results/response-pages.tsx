import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ActionResponse, Call } from '../gateway/execute.ts';
import { isRecords, type RecordsView, Result } from './result.tsx';

interface ResponsePagesProps {
  /** The pages read so far. */
  readonly pages: readonly ActionResponse[];
  readonly records: RecordsView;
  /** What a row is. */
  readonly unit?: 'record' | 'group';
  /** Whether the first response was not requested by the person, and so must not move the focus. */
  readonly isQuiet?: boolean;
  readonly isLoading: boolean;
  /** Requests the next page with these params in addition to the first ones. */
  onNext(nextParams: Readonly<Record<string, unknown>>): void;
  /** What to say above the records. */
  readonly children?: ReactNode;
}

/** The response, one page at a time. Loaded pages are kept, so going back sends no request. */
export function ResponsePages(props: ResponsePagesProps) {
  const { pages, records, unit = 'record', isQuiet = false, isLoading, onNext, children } = props;
  const [index, setIndex] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const { length } = pages;
  useEffect(() => {
    setIndex(Math.max(0, length - 1));
    if (length === 0 || isQuiet) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'start' });
  }, [length, isQuiet]);
  const page = pages[Math.min(index, length - 1)];
  if (page === undefined) return null;
  const next = page.meta.next_params as Readonly<Record<string, unknown>> | null | undefined;
  const isLast = index === length - 1;
  const count = isRecords(page.data)
    ? `${page.data.length.toLocaleString('en')} ${page.data.length === 1 ? unit : `${unit}s`}`
    : undefined;
  return (
    <Stack gap="sm" component="section" aria-label="Response">
      <Group justify="space-between">
        <Group gap="xs" align="baseline">
          <Title order={2} size="h5" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
            Response
          </Title>
          <Text size="sm" c="dimmed" role="status">
            {[count, length > 1 || next != null ? `page ${index + 1}` : undefined].filter(Boolean).join(', ')}
          </Text>
        </Group>
        {(length > 1 || next != null) && (
          <Group gap="xs">
            <Button size="xs" variant="default" disabled={index === 0} onClick={() => setIndex(index - 1)}>
              Previous page
            </Button>
            <Button
              size="xs"
              variant="default"
              loading={isLoading}
              disabled={isLast && next == null}
              onClick={() => (isLast ? onNext(next ?? {}) : setIndex(index + 1))}
            >
              Next page
            </Button>
          </Group>
        )}
      </Group>
      {children}
      <Result response={page} records={records} />
    </Stack>
  );
}

type Params = Call['params'];

/** A response that is read page by page. */
export interface ResponseState {
  /** The pages read so far, in order. */
  readonly pages: readonly ActionResponse[];
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
export function useResponsePages(read: (params: Params) => Promise<ActionResponse>): ResponseState {
  const [pages, setPages] = useState<readonly { readonly response: ActionResponse; readonly params: Params }[]>([]);
  const round = useRef(0);
  const { mutate, reset, error, isPending, isSuccess } = useMutation({
    mutationFn: ({ params }: PageRequest) => read(params),
    onSuccess: (response, { params, round: asked }) => {
      if (asked === round.current) setPages((known) => [...known, { response, params }]);
    },
  });
  const forget = () => {
    round.current += 1;
    setPages([]);
  };
  return {
    pages: pages.map(({ response }) => response),
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
