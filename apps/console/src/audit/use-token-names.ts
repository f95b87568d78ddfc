import { useMemo } from 'react';
import { useTokens } from '../gateway/use-workspace.ts';

/** The names of the tokens that this one may see, by their ids. */
export function useTokenNames(): ReadonlyMap<string, string> {
  const { data } = useTokens();
  return useMemo(() => new Map(data?.map(({ id, name }) => [id, name])), [data]);
}
