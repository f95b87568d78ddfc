import type { TokenPrincipal } from '@connectory/control-plane';
import type { Bound } from '@connectory/core';
import { GatewayError } from '@connectory/errors';
import { OwnCallSlots } from './call-slots.ts';

/** Maximum concurrent calls (spec/execute.md); a workspace can have its own limit. */
export const runningCallLimits = Object.freeze({ token: 50, workspace: 100, process: 1_000 });

/** The token and workspace that make a call. */
export type Caller = Pick<TokenPrincipal, 'tokenId' | 'workspaceId' | 'workspaceLimits'>;

// The busiest token or workspace of one process is usually the busiest in all.
const sharedLimit = { inUse: 'sum', limit: 'max' } as const;

/** Counts the running calls of this process, by token and by workspace. */
export class RunningCalls {
  readonly #ofToken = new OwnCallSlots();
  readonly #ofWorkspace = new OwnCallSlots();
  #all = 0;

  /** The bounds of this process: all calls, and those of the busiest token and workspace. */
  readonly bounds: readonly Bound[] = [
    {
      name: 'running_calls',
      help: 'Running calls',
      limit: runningCallLimits.process,
      inUse: () => this.#all,
    },
    {
      name: 'running_calls_of_workspace',
      help: 'Running calls of the workspace with the most; the limit is the default one',
      limit: runningCallLimits.workspace,
      ofProcesses: sharedLimit,
      inUse: () => this.#ofWorkspace.most,
    },
    {
      name: 'running_calls_of_token',
      help: 'Running calls of the token with the most',
      limit: runningCallLimits.token,
      ofProcesses: sharedLimit,
      inUse: () => this.#ofToken.most,
    },
  ];

  /** Starts counting a call. Throws `rate_limited` at the limit of its token or workspace, and `gateway_busy` at that of the process. */
  begin({ tokenId, workspaceId, workspaceLimits }: Caller): void {
    const mostOfWorkspace = workspaceLimits.runningCalls ?? runningCallLimits.workspace;
    if (!this.#ofToken.take(tokenId, runningCallLimits.token)) throw tooMany('The token', runningCallLimits.token);
    const isWithinWorkspace = this.#ofWorkspace.take(workspaceId, mostOfWorkspace);
    if (isWithinWorkspace && this.#all < runningCallLimits.process) {
      this.#all++;
      return;
    }
    this.#ofToken.give(tokenId);
    if (!isWithinWorkspace) throw tooMany('The workspace', mostOfWorkspace);
    this.#ofWorkspace.give(workspaceId);
    throw new GatewayError(
      'gateway_busy',
      `This process is at its limit of ${this.#all} running calls. Try again in a moment.`,
      {
        retryAfterSeconds: 1,
      },
    );
  }

  /** Stops counting a call that `begin` counted. */
  end({ tokenId, workspaceId }: Caller): void {
    this.#ofToken.give(tokenId);
    this.#ofWorkspace.give(workspaceId);
    this.#all--;
  }
}

/** The error for a call whose token or workspace already runs this many calls. */
export const tooMany = (who: string, running: number) =>
  new GatewayError('rate_limited', `${who} has ${running} calls running. Wait for some of them to end.`, {
    retryAfterSeconds: 1,
  });
