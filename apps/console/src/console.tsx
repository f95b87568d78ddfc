import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { ConnectPage } from './connections/connect-page.tsx';
import { ConnectionPage } from './connections/connection-page.tsx';
import { ConnectionsPage } from './connections/connections-page.tsx';
import { useFirstSteps } from './gateway/use-first-steps.ts';
import { useWorkspace } from './gateway/use-workspace.ts';
import { OverviewPage } from './overview/overview-page.tsx';
import { SessionProvider, useSession } from './session/session.tsx';
import { Page } from './shell/page.tsx';
import { Shell } from './shell/shell.tsx';
import { NotFound, Waiting } from './shell/states.tsx';

const EmptyGateway = lazy(async () => ({ default: (await import('./first-run/first-run.tsx')).EmptyGateway }));
const FirstRun = lazy(async () => ({ default: (await import('./first-run/first-run.tsx')).FirstRun }));
const RunPage = lazy(async () => ({ default: (await import('./run/run-page.tsx')).RunPage }));
const AuditPage = lazy(async () => ({ default: (await import('./audit/audit-page.tsx')).AuditPage }));
const AgentsPage = lazy(async () => ({ default: (await import('./agents/agents-page.tsx')).AgentsPage }));
const ApprovalsPage = lazy(async () => ({ default: (await import('./approvals/approvals-page.tsx')).ApprovalsPage }));
const HeldWritePage = lazy(async () => ({ default: (await import('./approvals/held-write-page.tsx')).HeldWritePage }));
const EntryPage = lazy(async () => ({ default: (await import('./audit/entry-page.tsx')).EntryPage }));
const PeoplePage = lazy(async () => ({ default: (await import('./people/people-page.tsx')).PeoplePage }));
const RolePage = lazy(async () => ({ default: (await import('./people/role-page.tsx')).RolePage }));
const SearchPage = lazy(async () => ({ default: (await import('./search/search-page.tsx')).SearchPage }));
const SqlPage = lazy(async () => ({ default: (await import('./sql/sql-page.tsx')).SqlPage }));
const TokensPage = lazy(async () => ({ default: (await import('./tokens/tokens-page.tsx')).TokensPage }));
const NewTokenPage = lazy(async () => ({ default: (await import('./tokens/new-token-page.tsx')).NewTokenPage }));
const SubscriptionsPage = lazy(async () => ({
  default: (await import('./subscriptions/subscriptions-page.tsx')).SubscriptionsPage,
}));
const NewSubscriptionPage = lazy(async () => ({
  default: (await import('./subscriptions/new-subscription-page.tsx')).NewSubscriptionPage,
}));
const SubscriptionPage = lazy(async () => ({
  default: (await import('./subscriptions/subscription-page.tsx')).SubscriptionPage,
}));
const WorkspacesPage = lazy(async () => ({
  default: (await import('./workspaces/workspaces-page.tsx')).WorkspacesPage,
}));
const OAuthAppsPage = lazy(async () => ({ default: (await import('./oauth-apps/oauth-apps-page.tsx')).OAuthAppsPage }));

/** The whole console: sign-in, then the pages of a workspace by path. */
export function Console() {
  return (
    <SessionProvider>
      {({ workspaces, person, queryClient }) => (
        <QueryClientProvider client={queryClient}>
          <Route path="/:workspace?/*?">
            {({ workspace }) => {
              const [first] = workspaces;
              if (workspace === undefined && first !== undefined) return <Redirect to={`/${first.name}`} replace />;
              const current = workspaces.find(({ name }) => name === workspace);
              const hasNone = workspaces.length === 0 && (workspace === undefined || person !== null);
              const outside = hasNone ? <EmptyGateway /> : <NotFound />;
              return (
                <Shell workspace={current}>
                  <Suspense fallback={<LoadingRoom />}>{current === undefined ? outside : <Rooms />}</Suspense>
                </Shell>
              );
            }}
          </Route>
        </QueryClientProvider>
      )}
    </SessionProvider>
  );
}

/** Leads to the first steps while a workspace is empty, and otherwise to its overview. */
function Landing() {
  const { mayManage } = useSession();
  const { name } = useWorkspace();
  const { data, isError } = useFirstSteps();
  if (mayManage && data === undefined && !isError) return <Waiting />;
  const isEmpty = data !== undefined && (!data.isConnected || !(data.hasToken || data.hasCalled));
  return <Redirect to={`/${name}/${isEmpty ? 'start' : 'overview'}`} replace />;
}

function LoadingRoom() {
  return (
    <Page title="Loading …">
      <Waiting />
    </Page>
  );
}

// Not an interface: the library requires a type with arbitrary names.
type RoomParams = Readonly<Partial<Record<'connection' | 'entity' | 'action', string>>>;

function Rooms() {
  return (
    <Switch>
      <Route path="/:workspace">
        <Landing />
      </Route>
      <Route path="/:workspace/start">
        <FirstRun />
      </Route>
      <Route path="/:workspace/overview">
        <OverviewPage />
      </Route>
      <Route path="/:workspace/connections">
        <ConnectionsPage />
      </Route>
      <Route path="/:workspace/connections/:id/:part?">
        {({ id, part }) => <ConnectionPage key={id} id={id} part={part} />}
      </Route>
      <Route path="/:workspace/connect/:connection?">
        {({ connection }) => <ConnectPage key={connection} connectionId={connection} />}
      </Route>
      <Route<RoomParams> path="/:workspace/run/:connection?/:entity?/:action?">
        {({ connection, entity, action }) => <RunPage connectionId={connection} entity={entity} action={action} />}
      </Route>
      <Route<RoomParams> path="/:workspace/search/:connection?/:entity?">
        {({ connection, entity }) => <SearchPage connectionId={connection} entity={entity} />}
      </Route>
      <Route path="/:workspace/sql">
        <SqlPage />
      </Route>
      <Route path="/:workspace/subscriptions">
        <SubscriptionsPage />
      </Route>
      <Route path="/:workspace/subscriptions/new">
        <NewSubscriptionPage />
      </Route>
      <Route path="/:workspace/subscriptions/:id">{({ id }) => <SubscriptionPage key={id} id={id} />}</Route>
      <Route path="/:workspace/agents">
        <AgentsPage />
      </Route>
      <Route path="/:workspace/approvals">
        <ApprovalsPage />
      </Route>
      <Route path="/:workspace/approvals/:id">{({ id }) => <HeldWritePage key={id} id={id} />}</Route>
      <Route path="/:workspace/audit">
        <AuditPage />
      </Route>
      <Route path="/:workspace/audit/:id">{({ id }) => <EntryPage key={id} id={id} />}</Route>
      <Route path="/:workspace/tokens">
        <TokensPage />
      </Route>
      <Route path="/:workspace/tokens/new">
        <NewTokenPage />
      </Route>
      <Route path="/:workspace/people/:part?">{({ part }) => <PeoplePage part={part} />}</Route>
      <Route path="/:workspace/roles/:name?">{({ name }) => <RolePage key={name} name={name} />}</Route>
      <Route path="/:workspace/oauth-apps">
        <OAuthAppsPage />
      </Route>
      <Route path="/:workspace/workspaces">
        <WorkspacesPage />
      </Route>
      <Route>
        <NotFound />
      </Route>
    </Switch>
  );
}
