import type { RecordPreview, Token, TokenPreview } from '@connectory/client';
import type { Command } from 'commander';
import { type CommandContext, type MemberOption, managedGroup, tableOf } from '../managed-command.ts';
import { invalidInput, ProblemError } from '../problem-error.ts';
import { printable, tableText } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { momentAfter } from '../time-input.ts';
import { withPolicy } from './policy-options.ts';

const expiry: MemberOption = {
  flags: '--expires <time>',
  about: 'when it expires: a date such as 2027-01-31, or a duration such as 90d or 12h',
  read: (text) => momentAfter(text, Date.now()),
};

type PreviewedConnection = TokenPreview['data'][number];

/** `connectory tokens`: manages the tokens of a workspace. */
export const tokensCommand = (terminal: Terminal): Command =>
  managedGroup(terminal, {
    name: 'tokens',
    description: 'list, create, preview and revoke tokens',
    item: { syntax: '<token>', about: 'name or ID of the token', path: 'id', find: findToken },
    commands: [
      {
        operation: 'listTokens',
        name: 'list',
        description: 'list tokens, including expired and revoked ones',
        text: tableOf<Token>({
          name: 'name',
          id: 'id',
          may: 'rights',
          created: 'created_at',
          expires: 'expires_at',
          revoked: 'revoked_at',
        }),
      },
      {
        operation: 'createToken',
        name: 'create',
        description: 'create a token; its text is shown only once',
        example: 'reporting --read-only --connectors stripe --expires 90d',
        arguments: [{ syntax: '<name>', about: 'who uses it, and for what', body: 'name' }],
        ...withPolicy({ expires_at: expiry }),
        text: ({ id, token }: Token & { readonly token: string }) =>
          `${token}\nStore it now: it cannot be shown again. ID: ${id}`,
      },
      {
        operation: 'previewToken',
        name: 'preview',
        description: 'show what a token could do, without creating it',
        example: '--read-only',
        ...withPolicy({}, { policy: {} }),
        text: previewText,
      },
      {
        operation: 'previewRecord',
        name: 'preview-record',
        description: 'show a record as you see it, and as a token with a policy would',
        example: 'stripe customers --personal mask',
        arguments: [
          { syntax: '<connection>', about: 'name or ID of the connection', body: 'connection' },
          { syntax: '<entity>', about: 'the entity of the record', body: 'entity' },
        ],
        ...withPolicy({ key: { about: 'values that identify the record; by default the first one' } }),
        text: recordText,
      },
      {
        operation: 'revokeToken',
        name: 'revoke',
        description: 'revoke a token; this cannot be undone',
        example: 'reporting --yes',
        confirmation: (name) => ({
          warning: `This revokes the token "${name}": every program that uses it is refused at once. It cannot be undone.`,
        }),
        text: ({ name, id }: Token) => `Token "${name}" (${id}) is revoked.`,
      },
    ],
  });

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

function recordText({ data: { before, after, reason } }: RecordPreview): string {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const cell = (record: RecordPreview['data']['before'], field: string) =>
    record === null || record[field] === undefined ? '' : JSON.stringify(record[field]);
  const rows = fields.map((field) => [field, cell(before, field), cell(after, field)]);
  return [
    ...(rows.length === 0 ? [] : [tableText(['field', 'you see', 'the token sees'], rows)]),
    ...(reason === null ? [] : [printable(reason)]),
  ].join('\n');
}

async function findToken({ client, workspace }: CommandContext, nameOrId: string): Promise<Token> {
  const found = await Array.fromAsync(client.workspace(workspace).tokens.list());
  const withId = found.find(({ id }) => id === nameOrId);
  if (withId !== undefined) return withId;
  const [named, ...others] = found.filter(({ name, revoked_at: revoked }) => name === nameOrId && revoked === null);
  if (named === undefined) {
    const message = `There is no valid token "${nameOrId}". List them with: connectory tokens list`;
    throw new ProblemError({ status: 404, code: 'not_found', message });
  }
  if (others.length === 0) return named;
  const ids = [named, ...others].map(({ id }) => id).join(', ');
  throw invalidInput(`Several tokens are named "${nameOrId}". Name one by its ID: ${ids}.`);
}
