import type { Workspace } from '@connectory/client';
import {
  Anchor,
  Badge,
  Box,
  Burger,
  Drawer,
  Group,
  Kbd,
  type MantineColorScheme,
  NavLink,
  SegmentedControl,
  Select,
  Stack,
  Text,
  UnstyledButton,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import {
  BookOpen,
  Bot,
  Braces,
  Building2,
  Cable,
  ChartColumn,
  Database,
  KeyRound,
  LogOut,
  Play,
  Rocket,
  ScrollText,
  Search,
  ShieldCheck,
  Stamp,
  Users,
  Webhook,
} from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { doneCount, stepCount, useFirstSteps } from '../gateway/use-first-steps.ts';
import { maxHeldWrites, useWaitingCount } from '../gateway/use-held-writes.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { useSession } from '../session/session.tsx';
import classes from './shell.module.css';
import { WhoAmI } from './who-am-i.tsx';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));

interface Room {
  readonly path: string;
  readonly label: string;
  readonly icon: typeof Cable;
  /** Other paths that belong to it. */
  readonly further?: readonly string[];
  /** What a token needs to use it: to run actions, which the admin token cannot, to approve writes or have its own approved, to manage the workspace, or the admin token. */
  readonly needs?: 'run' | 'approve' | 'manage' | 'admin';
}

const rooms: readonly Room[] = [
  { path: 'overview', label: 'Overview', icon: ChartColumn },
  { path: 'connections', label: 'Connections', icon: Cable, further: ['connect'] },
  { path: 'run', label: 'Run an action', icon: Play, needs: 'run' },
  { path: 'search', label: 'Search', icon: Search, needs: 'run' },
  { path: 'sql', label: 'SQL', icon: Database, needs: 'run' },
  { path: 'approvals', label: 'Approvals', icon: Stamp, needs: 'approve' },
  { path: 'subscriptions', label: 'Subscriptions', icon: Webhook, needs: 'manage' },
  { path: 'agents', label: 'Agents', icon: Bot, needs: 'manage' },
  { path: 'audit', label: 'Calls', icon: ScrollText, needs: 'manage' },
  { path: 'tokens', label: 'Tokens', icon: KeyRound, needs: 'manage' },
  { path: 'people', label: 'People', icon: Users, needs: 'manage', further: ['roles'] },
  { path: 'oauth-apps', label: 'OAuth apps', icon: ShieldCheck, needs: 'manage' },
  { path: 'workspaces', label: 'Workspaces', icon: Building2, needs: 'admin' },
];

const documents = [
  { href: '/docs/', label: 'Documentation', icon: BookOpen },
  { href: '/reference/', label: 'API reference', icon: Braces },
] as const;

interface ShellProps {
  /** The workspace of the URL; undefined if there is none with that name. */
  readonly workspace: Workspace | undefined;
  readonly children: ReactNode;
}

/** Header and navigation around a page; on a narrow screen the navigation is behind a button. */
export function Shell({ workspace, children }: ShellProps) {
  const [isOpen, setOpen] = useState(false);
  const menu = useRef<HTMLButtonElement>(null);
  const [address] = useLocation();
  const close = () => {
    setOpen(false);
    menu.current?.focus();
  };
  useEffect(() => setOpen(false), [address]);
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#main">
        Skip to content
      </a>
      <header className={classes.header}>
        <Burger
          ref={menu}
          className={classes.burger}
          size="sm"
          opened={isOpen}
          onClick={() => setOpen(!isOpen)}
          aria-label="Menu"
        />
        <Anchor component={Link} href="/" className={classes.name} underline="never">
          <Mark />
          <Text component="span" fw={600} size="md" c="var(--mantine-color-text)">
            Connectory
          </Text>
        </Anchor>
        <Box className={classes.workspace}>
          <WorkspaceSelect workspace={workspace} />
        </Box>
        {workspace !== undefined && <PaletteButton />}
        <Box className={classes.wide}>
          <AppearanceSwitch />
        </Box>
        <WhoAmI />
      </header>
      <nav className={classes.navigation} aria-label="Console">
        <Navigation workspace={workspace} />
      </nav>
      {/* Following a link opens another page, which takes the focus. */}
      <Drawer opened={isOpen} onClose={close} returnFocus={false} title="Menu" size="18rem">
        <Stack gap="md">
          <nav aria-label="Console">
            <Navigation workspace={workspace} />
          </nav>
          <AppearanceSwitch />
        </Stack>
      </Drawer>
      <main id="main" className={classes.main} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

/** Opens the palette, as Ctrl+K or Cmd+K does. */
function PaletteButton() {
  const [isOpen, setOpen] = useState(false);
  const pages = useRooms();
  useHotkeys([['mod+K', () => setOpen(true)]], []);
  return (
    <>
      <UnstyledButton className={classes.find} onClick={() => setOpen(true)} aria-label="Go to Ctrl K">
        <Search size={16} aria-hidden />
        <Text component="span" size="sm" c="dimmed" className={classes.wide}>
          Go to <Kbd size="xs">Ctrl K</Kbd>
        </Text>
      </UnstyledButton>
      {isOpen && (
        <Suspense>
          <Palette pages={pages} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The pages of the menu that the token may use. */
function useRooms(): readonly Room[] {
  const { isAdmin, mayRun, mayApprove, mayBeHeld, mayManage } = useSession();
  return useMemo(
    () =>
      rooms.filter(
        ({ needs }) =>
          needs === undefined ||
          { run: mayRun, approve: mayApprove || mayBeHeld, manage: mayManage, admin: isAdmin }[needs],
      ),
    [isAdmin, mayRun, mayApprove, mayBeHeld, mayManage],
  );
}

function Navigation({ workspace }: Pick<ShellProps, 'workspace'>) {
  const { signOut, mayManage } = useSession();
  const [address] = useLocation();
  const usable = useRooms();
  return (
    <Stack gap={4}>
      {workspace !== undefined && mayManage && <FirstStepsLink />}
      {workspace !== undefined &&
        usable.map(({ path, label, icon: Icon, further = [] }) => {
          const isHere = [path, ...further].includes(address.split('/')[2] ?? '');
          return (
            <NavLink
              key={path}
              component={Link}
              href={`/${workspace.name}/${path}`}
              label={label}
              leftSection={<Icon size={18} aria-hidden />}
              rightSection={path === 'approvals' ? <WaitingBadge /> : undefined}
              active={isHere}
              aria-current={isHere ? 'page' : undefined}
              className={classes.link}
            />
          );
        })}
      <div className={classes.rule} />
      {documents.map(({ href, label, icon: Icon }) => (
        <NavLink
          key={href}
          href={href}
          // In this tab, the token would be lost, because it is kept only in memory.
          target="_blank"
          label={label}
          leftSection={<Icon size={18} aria-hidden />}
          className={classes.link}
        />
      ))}
      <NavLink
        component="button"
        label="Sign out"
        onClick={signOut}
        leftSection={<LogOut size={18} aria-hidden />}
        className={classes.link}
      />
    </Stack>
  );
}

/** The number of writes that wait for approval. */
function WaitingBadge() {
  const count = useWaitingCount();
  if (count === undefined || count === 0) return null;
  return (
    <Badge size="sm" color="yellow" variant="light">
      {count < maxHeldWrites ? count : `${maxHeldWrites}+`}
      <VisuallyHidden> waiting</VisuallyHidden>
    </Badge>
  );
}

/** Leads to the first steps from everywhere, until all are done. */
function FirstStepsLink() {
  const { name } = useWorkspace();
  const { data, refetch } = useFirstSteps();
  const [address] = useLocation();
  const isDone = data !== undefined && doneCount(data) === stepCount;
  // Each page may have done a step.
  useEffect(() => {
    if (!isDone) void refetch();
  }, [address, isDone, refetch]);
  const isHere = address === `/${name}/start`;
  if (data === undefined || (isDone && !isHere)) return null;
  return (
    <NavLink
      component={Link}
      href={`/${name}/start`}
      label="First steps"
      leftSection={<Rocket size={18} aria-hidden />}
      rightSection={
        <Text span size="xs">
          {doneCount(data)} of {stepCount}
        </Text>
      }
      active={isHere}
      aria-current={isHere ? 'page' : undefined}
      className={classes.link}
    />
  );
}

function WorkspaceSelect({ workspace }: Pick<ShellProps, 'workspace'>) {
  const { workspaces } = useSession();
  const [, go] = useLocation();
  if (workspaces.length < 2 && workspace !== undefined)
    return (
      <Group gap={6} wrap="nowrap">
        <Text size="sm" c="dimmed" className={classes.wide}>
          Workspace
        </Text>
        <Text size="sm" fw={500} truncate>
          {workspace.name}
        </Text>
      </Group>
    );
  return (
    <Select
      size="xs"
      aria-label="Workspace"
      placeholder="Workspace"
      searchable
      data={workspaces.map(({ name }) => name)}
      value={workspace?.name ?? null}
      allowDeselect={false}
      onChange={(name) => name !== null && go(`/${name}`)}
    />
  );
}

const choices: readonly { readonly value: MantineColorScheme; readonly label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
];

/** Chooses light, dark or the system's setting. Stored in this browser. */
function AppearanceSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      size="xs"
      aria-label="Appearance"
      data={[...choices]}
      value={colorScheme}
      onChange={(value) => setColorScheme(value as MantineColorScheme)}
    />
  );
}

/** The logo, without the name. */
export const Mark = () => <img src="/console/icon.svg" alt="" width={28} height={28} />;
