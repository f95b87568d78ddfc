import { Button, Group, SegmentedControl, Stack } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { useSession } from '../session/session.tsx';
import { Page } from '../shell/page.tsx';
import { Everyone } from './everyone.tsx';
import { GroupRoles } from './group-roles.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { Members } from './members.tsx';
import { Roles } from './roles.tsx';

/** The parts of the page, by the last segment of the path. */
const parts = [
  { value: 'members', label: 'Members' },
  { value: 'roles', label: 'Roles' },
  { value: 'groups', label: 'Groups' },
  { value: 'everyone', label: 'Everyone' },
] as const;

/** Who has which role in the workspace, what the roles allow, and which groups give them. */
export function PeoplePage({ part: wanted }: { readonly part: string | undefined }) {
  const { name: workspace } = useWorkspace();
  const { isAdmin } = useSession();
  const [, go] = useLocation();
  const [isInviting, setInviting] = useState(false);
  const usable = parts.filter(({ value }) => value !== 'everyone' || isAdmin);
  const part = usable.find(({ value }) => value === wanted)?.value ?? 'members';
  return (
    <Page
      title="People"
      lead="Who may sign in to this workspace, and what each role allows."
      actions={
        <>
          {part === 'roles' && (
            <Button
              component={Link}
              href={`/${workspace}/roles`}
              variant="default"
              leftSection={<Plus size={16} aria-hidden />}
            >
              Create a role
            </Button>
          )}
          <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setInviting(true)}>
            Invite a person
          </Button>
        </>
      }
    >
      <Stack gap="md">
        <Group>
          <SegmentedControl
            aria-label="What to show"
            data={[...usable]}
            value={part}
            onChange={(chosen) => go(`/${workspace}/people${chosen === 'members' ? '' : `/${chosen}`}`)}
          />
        </Group>
        {part === 'members' && <Members />}
        {part === 'roles' && <Roles />}
        {part === 'groups' && <GroupRoles />}
        {part === 'everyone' && <Everyone />}
      </Stack>
      <InviteDialog isOpen={isInviting} onClose={() => setInviting(false)} />
    </Page>
  );
}
