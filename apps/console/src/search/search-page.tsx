import { Page } from '../shell/page.tsx';

interface SearchProps {
  readonly connectionId: string | undefined;
  readonly entity: string | undefined;
}

/** Searches the synchronised copy of an entity. */
export function SearchPage(_props: SearchProps) {
  return <Page title="Search">.</Page>;
}
