import type { GroupRole, Member, Person, Role } from '@connectory/client';
import { type Command, Option } from 'commander';
import { type CommandContext, factsText, managedGroup, tableOf } from '../managed-command.ts';
import { invalidInput, ProblemError } from '../problem-error.ts';
import type { Terminal } from '../terminal.ts';
import { withPolicy } from './policy-options.ts';

const adminExample = (rest: string) =>
  `\nExample:\n  CONNECTORY_TOKEN=$CONNECTORY_ADMIN_TOKEN connectory people ${rest}\n`;

/** `connectory people`: manages the people of the gateway. */
export const peopleCommand = (terminal: Terminal): Command =>
  managedGroup(terminal, {
    name: 'people',
    description: 'list, invite and remove people of the gateway; requires the admin token',
    item: {
      syntax: '<person>',
      about: 'e-mail address or ID of the person',
      path: 'id',
      find: async ({ client }, named) => personIn(await Array.fromAsync(client.people.list()), named, 'people'),
    },
    commands: [
      {
        operation: 'listPeople',
        name: 'list',
        description: 'list people, including invited ones',
        help: adminExample('list'),
        text: tableOf<Person>({
          name: 'name',
          'e-mail': 'email',
          id: 'id',
          state: 'state',
          admin: ({ is_admin: isAdmin }) => (isAdmin ? 'yes' : ''),
          'signed in': 'signed_in_at',
        }),
      },
      {
        operation: 'invitePerson',
        name: 'invite',
        description: 'let a person sign in, without a role in a workspace',
        help: adminExample('invite ada@example.com'),
        arguments: [{ syntax: '<email>', about: 'e-mail address', body: 'email' }],
        text: (person: Person) => `${calledBy(person)} (${person.id}) can sign in.`,
      },
      {
        operation: 'removePerson',
        name: 'remove',
        description: 'remove a person from all workspaces; ends sessions and tokens',
        help: adminExample('remove ada@example.com --yes'),
        confirmation: (name) => ({
          warning: `This removes ${name} from all workspaces, and ends sessions, tokens and agents of the person at once.`,
          typed: name,
        }),
        text: (person: Person) => `${calledBy(person)} (${person.id}) is removed.`,
      },
    ],
  });

/** `connectory members`: manages the members of a workspace. */
export const membersCommand = (terminal: Terminal): Command =>
  managedGroup(terminal, {
    name: 'members',
    description: 'list, invite and remove members of a workspace, and give them roles',
    item: { syntax: '<person>', about: 'e-mail address or ID of the member', path: 'person', find: findMember },
    commands: [
      {
        operation: 'listMembers',
        name: 'list',
        description: 'list members with their roles',
        text: tableOf<Member>({
          name: 'name',
          'e-mail': 'email',
          id: 'id',
          state: 'state',
          role: 'role',
          'by group': 'group',
          since: 'created_at',
        }),
      },
      {
        operation: 'inviteMember',
        name: 'invite',
        description: 'give a role to the person with an e-mail address, who can then sign in',
        example: 'ada@example.com --role reader',
        arguments: [{ syntax: '<email>', about: 'e-mail address', body: 'email' }],
        members: { role: { isRequired: true } },
        text: memberText,
      },
      {
        operation: 'putMember',
        name: 'update',
        description: 'give a member another role',
        example: 'ada@example.com --role owner',
        members: { role: { isRequired: true } },
        text: memberText,
      },
      {
        operation: 'removeMember',
        name: 'remove',
        description: 'remove a member; ends its tokens in the workspace',
        example: 'ada@example.com --yes',
        confirmation: (name) => ({
          warning: `This removes ${name} from the workspace, and ends tokens and agents of the person there at once.`,
        }),
        text: (member: Member) => `${calledBy(member)} (${member.id}) is removed.`,
      },
    ],
  });

/** `connectory roles`: manages the roles of a workspace, and which groups have them. */
export const rolesCommand = (terminal: Terminal): Command =>
  managedGroup(terminal, {
    name: 'roles',
    description: 'list, set and delete roles of a workspace, and give them to groups',
    item: { syntax: '<role>', about: 'name of the role', path: 'name' },
    commands: [
      {
        operation: 'listRoles',
        name: 'list',
        description: 'list roles',
        text: tableOf<Role>({ name: 'name', may: 'rights', updated: 'updated_at' }),
      },
      {
        operation: 'getRole',
        name: 'show',
        description: 'show what a role may do',
        example: 'support',
        text: (role: Role) => factsText({ role: role.name, may: role.rights }),
      },
      {
        operation: 'putRole',
        name: 'set',
        description: 'create a role, or replace its policy for everybody who has it',
        example: 'support --connectors zendesk --deny-effects delete',
        ...withPolicy({}, { policy: {} }),
        text: (role: Role) => factsText({ role: role.name, may: role.rights }),
      },
      {
        operation: 'deleteRole',
        name: 'delete',
        description: 'delete a role that no member and no group has',
        example: 'support --yes',
        confirmation: (name) => ({ warning: `This deletes the role "${name}".` }),
        text: ({ name }: Role) => `The role "${name}" is deleted.`,
      },
      {
        operation: 'getGroupRoles',
        name: 'groups',
        description: 'list the roles that groups of the identity provider give',
        text: groupsText,
      },
      {
        operation: 'putGroupRoles',
        name: 'set-groups',
        description: 'replace the roles of all groups; the first group that a person is in counts',
        example: '--group support-team=member --group staff=reader',
        members: { groups: null },
        options: [
          new Option('--group <name=role>', 'a group and its role; in order, once for each group')
            .argParser((text: string, before: readonly string[] = []) => [...before, text])
            .default([], 'none'),
        ],
        body: ({ options }) => ({ groups: (options.group as readonly string[]).map(groupRoleOf) }),
        text: groupsText,
      },
    ],
  });

function groupRoleOf(text: string): GroupRole {
  const at = text.lastIndexOf('=');
  if (at > 0 && at < text.length - 1) return { group: text.slice(0, at), role: text.slice(at + 1) };
  throw invalidInput(`--group is "${text}". Give a group and its role, such as support-team=support.`);
}

const groupTable = tableOf<GroupRole>({ group: 'group', role: 'role' });

function groupsText({ groups }: { readonly groups: readonly GroupRole[] }): string {
  return groups.length === 0 ? 'No group has a role.' : groupTable(groups);
}

const memberText = (member: Member): string => `${calledBy(member)} (${member.id}) has the role "${member.role}".`;

type Named = Pick<Person, 'id' | 'name' | 'email'>;

const calledBy = ({ name, email, id }: Named): string => email ?? (name || id);

const findMember = async ({ client, workspace }: CommandContext, named: string) =>
  personIn(await Array.fromAsync(client.workspace(workspace).members.list()), named, 'members');

function personIn(people: readonly Named[], named: string, noun: 'people' | 'members'): { id: string; name: string } {
  const found = people.find(({ id, email }) => id === named || email === named.toLowerCase());
  if (found !== undefined) return { id: found.id, name: calledBy(found) };
  const message = `There is nobody with the e-mail address or ID "${named}". List them with: connectory ${noun} list`;
  throw new ProblemError({ status: 404, code: 'not_found', message });
}
