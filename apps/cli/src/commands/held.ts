import type { HeldWrite, HeldWriteSummary } from '@connectory/client';
import type { Command } from 'commander';
import { managedGroup, tableOf } from '../managed-command.ts';
import { tableText } from '../table.ts';
import type { Terminal } from '../terminal.ts';

/** `connectory held`: lists, shows and decides writes that wait for approval. */
export const heldCommand = (terminal: Terminal): Command =>
  managedGroup(terminal, {
    name: 'held',
    description: 'list, show, approve and refuse writes that wait for approval',
    item: { syntax: '<id>', about: 'ID of the held write', path: 'id' },
    commands: [
      {
        operation: 'listHeldWrites',
        name: 'list',
        description: 'list held writes, with those of the last 30 days that have ended',
        example: '--state held',
        text: tableOf<HeldWriteSummary>({
          id: 'id',
          state: 'state',
          connection: ({ connection }) => connection.name ?? connection.id,
          entity: 'entity',
          action: 'action',
          asked: 'created_at',
          expires: 'expires_at',
        }),
      },
      {
        operation: 'getHeldWrite',
        name: 'get',
        description: 'show a held write: what it would send, and its outcome',
        example: '5b0e6c1d-2f7a-4c8e-9d3b-6a1f0e9c8d7b',
        text: heldText,
      },
      {
        operation: 'approveHeldWrite',
        name: 'approve',
        description: 'approve a held write as it was shown, and send it',
        example: '5b0e6c1d-2f7a-4c8e-9d3b-6a1f0e9c8d7b --preview-hash mU0p3wq2b8sJ1nq0cJtTj4B5m0B8m3yQw1d2r5yQ3kE',
        members: { preview_hash: { flags: '--preview-hash <hash>', isRequired: true } },
        text: heldText,
      },
      {
        operation: 'refuseHeldWrite',
        name: 'refuse',
        description: 'refuse a held write, or withdraw your own',
        example: '5b0e6c1d-2f7a-4c8e-9d3b-6a1f0e9c8d7b --reason "The customer has open invoices."',
        text: heldText,
      },
    ],
  });

function heldText(held: HeldWrite): string {
  const { asked_by: by, decided_by: decided, outcome } = held;
  const rows: (readonly [string, string | null | undefined])[] = [
    ['state', held.state],
    ['reason', held.reason],
    ['connection', held.connection.name ?? held.connection.id],
    ['action', `${held.entity} ${held.action}`],
    ['params', held.params && JSON.stringify(held.params)],
    ['intent', held.intent],
    ['asked by', [by.person?.name, by.agent, `token ${by.token_id}`].filter((name) => name != null).join(', ')],
    ...(held.preview?.requests ?? []).map(
      ({ method, url, body }) =>
        ['sends', `${method} ${url}${body === undefined ? '' : ` ${JSON.stringify(body)}`}`] as const,
    ),
    ['preview hash', held.preview_hash],
    ['decided by', decided && (decided.person?.name ?? (decided.token_id === null ? 'an admin' : decided.token_id))],
    ['expires', held.state === 'held' ? held.expires_at : null],
    ['outcome', outcome && String(outcome.status)],
    ['result', outcome?.result && JSON.stringify(outcome.result.data)],
    ['error', outcome?.error?.message],
  ];
  return tableText(
    ['', ''],
    rows.filter(([, value]) => value != null),
  );
}
