import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { Link } from 'wouter';
import { useTokens } from '../gateway/use-tokens.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { Empty } from '../shell/empty.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { Page } from '../shell/page.tsx';
import { TokenTable } from './token-table.tsx';

/** The tokens of the workspace: what each may do, and whether it still can. */
export function TokensPage() {
  const { name } = useWorkspace();
  const tokens = useTokens();
  return (
    <Page
      title="Tokens"
      lead="Who can use this workspace, and what each token allows."
      actions={
        tokens.data !== undefined && (
          <Button component={Link} href={`/${name}/tokens/new`} leftSection={<Plus size={16} aria-hidden />}>
            Create a token
          </Button>
        )
      }
    >
      <Loaded query={tokens} purpose="see the tokens">
        {(all) =>
          all.length === 0 ? (
            <Empty title="No tokens yet">Create one for each program, with the least access it needs.</Empty>
          ) : (
            <TokenTable tokens={all} />
          )
        }
      </Loaded>
    </Page>
  );
}
