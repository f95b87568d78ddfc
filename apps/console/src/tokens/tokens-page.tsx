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
      lead="Who may use this workspace, and what each may do."
      actions={
        tokens.data !== undefined && (
          <Button component={Link} href={`/${name}/tokens/new`} leftSection={<Plus size={16} aria-hidden />}>
            Make a token
          </Button>
        )
      }
    >
      <Loaded query={tokens} purpose="see the tokens">
        {(all) =>
          all.length === 0 ? (
            <Empty title="No tokens yet">Make one for each program, with the least it needs.</Empty>
          ) : (
            <TokenTable tokens={all} />
          )
        }
      </Loaded>
    </Page>
  );
}
