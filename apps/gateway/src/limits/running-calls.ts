import type { TokenPrincipal } from '@connectory/control-plane';
import type { Bound } from '@connectory/core';
import { GatewayError } from '@connectory/errors';

/** How many calls may run at the same time in one process (spec/execute.md); a workspace can have another limit of its own. */
const runningCallLimits = Object.freeze({ token: 50, workspace: 100, process: 1_000 });

type Caller = Pick<TokenPrincipal, 'tokenId' | 'workspaceId' | 'workspaceLimits'>;

/** How many of those without a running call are kept, as they are likely to call again. */
const fewEntries = 1_000;

/** Counts the calls that run in this process, by token and by workspace. */
export class RunningCalls {
  readonly #ofToken = new Counters();
  readonly #ofWorkspace = new Counters();
  #all = 0;

  /** The bounds of this process: all calls, and those of the token and of the workspace that have the most. */
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
      inUse: () => this.#ofWorkspace.most,
    },
    {
      name: 'running_calls_of_token',
      help: 'Running calls of the token with the most',
      limit: runningCallLimits.token,
      inUse: () => this.#ofToken.most,
    },
  ];

  /** Counts a call in. Throws `rate_limited` at the limit of its token or workspace, and `gateway_busy` at that of the process. */
  begin({ tokenId, workspaceId, workspaceLimits }: Caller): void {
    const ofToken = this.#ofToken.of(tokenId);
    if (ofToken.running >= runningCallLimits.token) throw tooMany('The token', ofToken.running);
    const ofWorkspace = this.#ofWorkspace.of(workspaceId);
    const mostOfWorkspace = workspaceLimits.runningCalls ?? runningCallLimits.workspace;
    if (ofWorkspace.running >= mostOfWorkspace) throw tooMany('The workspace', ofWorkspace.running);
    if (this.#all >= runningCallLimits.process) {
      throw new GatewayError(
        'gateway_busy',
        `This process is at its limit of ${this.#all} running calls. Try again in a moment.`,
        {
          retryAfterSeconds: 1,
        },
      );
    }
    ofToken.running++;
    ofWorkspace.running++;
    this.#all++;
  }

  /** Counts a call out that `begin` counted in. */
  end({ tokenId, workspaceId }: Caller): void {
    this.#ofToken.of(tokenId).running--;
    this.#ofWorkspace.of(workspaceId).running--;
    this.#all--;
  }
}

interface Counter {
  running: number;
}

class Counters {
  readonly #byKey = new Map<string, Counter>();
  #sweepAt = fewEntries;

  get most(): number {
    let most = 0;
    for (const { running } of this.#byKey.values()) most = Math.max(most, running);
    return most;
  }

  of(key: string): Counter {
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    if (this.#byKey.size >= this.#sweepAt) this.#sweep();
    const added = { running: 0 };
    this.#byKey.set(key, added);
    return added;
  }

  #sweep(): void {
    for (const [key, { running }] of this.#byKey) if (running === 0) this.#byKey.delete(key);
    this.#sweepAt = Math.max(fewEntries, 2 * this.#byKey.size);
  }
}

const tooMany = (who: string, running: number) =>
  new GatewayError('rate_limited', `${who} has ${running} calls running. Wait for some of them to end.`, {
    retryAfterSeconds: 1,
  });
