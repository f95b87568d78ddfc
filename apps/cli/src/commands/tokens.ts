import type { Token, TokenPreview } from '@connectory/client';
import { Command } from 'commander';
import { type CommandContext, example, type MemberOption, managedCommand, tableOf } from '../managed-command.ts';
import { invalidInput, ProblemError } from '../problem-error.ts';
import { momentOf, printable, tableText } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { momentAfter } from '../time-input.ts';

const policyMembers: Readonly<Record<string, MemberOption>> = {
  'policy.effects.allow': { flags: '--effects <effects...>' },
  'policy.effects.deny': { flags: '--deny-effects <effects...>' },
};

type PreviewedConnection = TokenPreview['data'][number];

/** `connectory tokens`: manages the tokens of a workspace. */
export function tokensCommand(terminal: Terminal): Command {
  return new Command('tokens')
    .description('list, create, preview and revoke tokens')
    .addCommand(
      managedCommand(terminal, {
        operation: 'listTokens',
        name: 'list',
        description: 'list tokens, including expired and revoked ones',
        help: example('connectory tokens list'),
        text: tableOf<Token>({
          name: (token) => token.name,
          id: (token) => token.id,
          may: (token) => policyText(token.policy),
          created: (token) => momentOf(token.created_at),
          expires: (token) => momentOf(token.expires_at),
          revoked: (token) => momentOf(token.revoked_at),
        }),
      }),
    )
    .addCommand(
      managedCommand<Token & { readonly token: string }>(terminal, {
        operation: 'createToken',
        name: 'create',
        description: 'create a token; its text is shown only once',
        help: example('connectory tokens create reporting --read-only --connectors payments --expires 90d'),
        arguments: { '<name>': { about: 'who uses it, and for what', body: 'name' } },
        members: {
          ...policyMembers,
          expires_at: {
            flags: '--expires <time>',
            about: 'when it expires: a date such as 2027-01-31, or a duration such as 90d or 12h',
            read: (text) => momentAfter(text, Date.now()),
          },
        },
        text: ({ id, token }) => `${token}\nStore it now: it cannot be shown again. ID: ${id}`,
      }),
    )
    .addCommand(
      managedCommand<readonly PreviewedConnection[]>(terminal, {
        operation: 'previewToken',
        name: 'preview',
        description: 'show what a token could do, without creating it',
        help: example('connectory tokens preview --read-only'),
        members: policyMembers,
        body: (_context, body) => ({ policy: {}, ...body }),
        text: previewText,
      }),
    )
    .addCommand(
      managedCommand<Token>(terminal, {
        operation: 'revokeToken',
        name: 'revoke',
        description: 'revoke a token; this cannot be undone',
        help: example('connectory tokens revoke reporting'),
        arguments: { '<token>': { about: 'name or ID of the token', find: findToken } },
        text: ({ name, id }) => `Token "${name}" (${id}) is revoked.`,
      }),
    );
}

function previewText(found: readonly PreviewedConnection[]): string {
  const denied = found.filter(({ allowed }) => !allowed).map(({ name }) => name);
  return [
    previewTable(found.filter(({ allowed }) => allowed)),
    ...(denied.length === 0 ? [] : [`No access: ${denied.map(printable).join(', ')}`]),
  ].join('\n');
}

const previewTable = (found: readonly PreviewedConnection[]) =>
  tableText(
    ['connection', 'connector', 'entity', 'allowed', 'not allowed'],
    found.flatMap(({ name, connector, entities }) =>
      entities.map(({ entity, actions }) => {
        const named = (wanted: boolean) =>
          actions.filter(({ allowed }) => allowed === wanted).map(({ action }) => action);
        return [name, connector, entity, named(true).join(' '), named(false).join(' ')];
      }),
    ),
  );

async function findToken({ client, workspace }: CommandContext, nameOrId: string): Promise<string> {
  const found = await Array.fromAsync(client.workspace(workspace).tokens.list());
  const withId = found.find(({ id }) => id === nameOrId);
  if (withId !== undefined) return withId.id;
  const [named, ...others] = found.filter(({ name, revoked_at: revoked }) => name === nameOrId && revoked === null);
  if (named === undefined) {
    const message = `There is no valid token "${nameOrId}". List them with: connectory tokens list`;
    throw new ProblemError({ status: 404, code: 'not_found', message });
  }
  if (others.length === 0) return named.id;
  const ids = [named, ...others].map(({ id }) => id).join(', ');
  throw invalidInput(`Several tokens are named "${nameOrId}". Name one by its ID: ${ids}.`);
}

/** Summarizes a policy in a few words. */
function policyText({
  manage,
  read_only: readOnly,
  connectors,
  entities,
  actions,
  effects: { allow, deny } = {},
  max_records: most,
  calls_per_minute: perMinute,
  calls_per_day: perDay,
}: Token['policy']): string {
  const parts = [
    ...(readOnly === true ? ['read'] : []),
    ...[connectors, entities, actions, allow].flatMap((names) =>
      names === undefined ? [] : [names.join(' ') || 'nothing'],
    ),
    ...(deny === undefined || deny.length === 0 ? [] : [`no ${deny.join(' ')}`]),
    ...(most === undefined ? [] : [`${most} records`]),
    ...(perMinute === undefined ? [] : [`${perMinute} calls a minute`]),
    ...(perDay === undefined ? [] : [`${perDay} calls a day`]),
  ];
  return [parts.join(', ') || 'everything', ...(manage === true ? ['manage'] : [])].join(', ');
}
