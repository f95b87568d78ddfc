import type { CreatedToken } from '@connectory/client';
import { useState } from 'react';
import { usePublishedSchema } from '../gateway/use-published-schema.ts';
import { useTokenPreview } from '../gateway/use-token-preview.ts';
import { Loaded } from '../shell/loaded.tsx';
import { Page } from '../shell/page.tsx';
import { MadeToken } from './made-token.tsx';
import { TokenForm } from './token-form.tsx';

const everything = {};

/** Creates a token, with its policy and what that allows side by side. */
export function NewTokenPage() {
  const schema = usePublishedSchema('NewPolicy');
  const widest = useTokenPreview(everything);
  // Neither cached nor stored: it is discarded when the user leaves the page.
  const [made, setMade] = useState<CreatedToken>();
  return (
    <Page title="Create a token" lead="Give every program its own token, with the least access it needs.">
      {made !== undefined ? (
        <MadeToken token={made} onAgain={() => setMade(undefined)} />
      ) : (
        <Loaded query={widest} purpose="make tokens">
          {({ pages }) => (
            <Loaded query={schema}>
              {(policy) => <TokenForm schema={policy} widest={pages.flatMap(({ data }) => data)} onMade={setMade} />}
            </Loaded>
          )}
        </Loaded>
      )}
    </Page>
  );
}
