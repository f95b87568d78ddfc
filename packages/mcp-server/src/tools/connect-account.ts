import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { CallProblem, toCallProblem } from '../call-problem.ts';
import type { Calls, ConnectLinkStatus } from '../calls.ts';
import { always, defineTool, type ToolContext, type ToolOutput } from '../tool.ts';
import { connection, name } from './arguments.ts';
import { connectionOf } from './names.ts';

/** Lets a person connect an account, or connect one again: the agent sees neither their credentials nor their consent. */
export const connectAccount = defineTool({
  name: 'connect_account',
  description:
    'Get a link with which the user connects an account of a connector, or a connection again. Give them the link, then call this with its id.',
  input: z.strictObject({
    connector: name.optional(),
    name: name.optional(),
    connection: connection.optional(),
    link: z.string().min(1).max(128).optional(),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
  isOffered: always,
  run: async ({ link, ...wanted }, context) => {
    const known = link ?? context.returned;
    return sayingWhoCan(() => (known === undefined ? begin(wanted, context) : outcome(known, context)));
  },
});

interface Wanted {
  readonly connector?: string | undefined;
  readonly name?: string | undefined;
  readonly connection?: string | undefined;
}

async function begin(wanted: Wanted, { calls, visit }: ToolContext): Promise<ToolOutput> {
  const { id, url, expires_at } = await calls.connectLink(await draftOf(wanted, calls));
  visit?.('Connect the account on this page.', url, id);
  const next = 'Give the user this URL. When they have connected, call connect_account with "link".';
  return { text: JSON.stringify({ link: id, url, expires_at, next_step: next }) };
}

async function draftOf({ connector, name: own, connection: again }: Wanted, calls: Calls) {
  if (again !== undefined) {
    const { id, connector: its } = await connectionOf(calls, again);
    return { connector: its, connection_id: id };
  }
  if (connector !== undefined) return { connector, ...(own !== undefined && { name: own }) };
  const message = 'needs a connector, a connection or a link';
  throw new CallProblem({ code: 'invalid_params', message: `connect_account ${message}.` });
}

const turns = 10;
const turn = 2_000;

/** How a link has ended; waits some seconds for a person who is about to connect. */
async function outcome(id: string, { calls, signal }: ToolContext): Promise<ToolOutput> {
  let status = await calls.connectLinkStatus(id);
  for (let waited = 0; status.state === 'open' && waited < turns; waited++) {
    await pause(turn, undefined, { signal });
    status = await calls.connectLinkStatus(id);
  }
  const { state, connector, last_problem: problem } = status;
  const made = await Promise.all(status.connections.map((one) => calls.connection(one)));
  const connections = made.flatMap((one) => (one === undefined ? [] : [one.name]));
  return {
    text: JSON.stringify({
      state,
      connector,
      ...(connections.length > 0 && { connections }),
      ...(problem !== null && { last_problem: problem }),
      next_step: nextSteps[state],
    }),
  };
}

const nextSteps: Readonly<Record<ConnectLinkStatus['state'], string>> = {
  open: 'The user has not connected yet. Tell them, and call again with the same "link" when they have.',
  connected: 'Use the connection now.',
  expired: 'The link has expired. Call connect_account for another one.',
  revoked: 'The link was revoked. Tell the user.',
};

async function sayingWhoCan<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    const problem = toCallProblem(thrown);
    if (problem.problem.code !== 'forbidden') throw problem;
    const nextStep =
      'Give the user the URL of the message. When the account is connected, list_connections has it; go on with it then.';
    throw new CallProblem(problem.problem, { nextStep, cause: problem });
  }
}
