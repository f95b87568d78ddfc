import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { Link } from 'wouter';
import { useSubscriptions } from '../gateway/use-subscriptions.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { Empty } from '../shell/empty.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { Page } from '../shell/page.tsx';
import { SubscriptionTable } from './subscription-table.tsx';

/** The subscriptions of the workspace: what each delivers, where, and whether it arrives. */
export function SubscriptionsPage() {
  const { name } = useWorkspace();
  const subscriptions = useSubscriptions();
  return (
    <Page
      title="Subscriptions"
      lead="Changes of records, delivered to your URLs as signed webhooks."
      actions={
        subscriptions.data !== undefined && (
          <Button component={Link} href={`/${name}/subscriptions/new`} leftSection={<Plus size={16} aria-hidden />}>
            Create a subscription
          </Button>
        )
      }
    >
      <Loaded query={subscriptions} purpose="see the subscriptions">
        {(all) =>
          all.length === 0 ? (
            <Empty title="No subscriptions yet">
              Create one for each program that wants to know when records change.
            </Empty>
          ) : (
            <SubscriptionTable subscriptions={all} />
          )
        }
      </Loaded>
    </Page>
  );
}
