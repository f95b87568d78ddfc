import type { TokenPrincipal } from '@connectory/control-plane';
import { GatewayError } from '@connectory/errors';

/** How many calls may run at the same time in one process (spec/execute.md); a workspace can have another limit of its own. */
export const runningCallLimits = Object.freeze({ token: 50, workspace: 100, process: 1_000 });

type Caller = Pick<TokenPrincipal, 'tokenId' | 'workspaceId' | 'workspaceLimits'>;

/** A limit of the process and how far it is used, for the metrics. */
interface Bound {
  readonly name: string;
  readonly help: string;
  readonly limit: number;
  inUse(): number;
}

/** Counts the calls that run in this process, by token and by workspace. */
export class RunningCalls {
  readonly #ofToken = new Map<string, number>();
  readonly #ofWorkspace = new Map<string, number>();
  #all = 0;

  /** The bounds of this process: all calls, and those of the token and of the workspace that have the most. */
  readonly bounds: readonly Bound[] = [
    {
      name: 'running_calls',
      help: 'Calls that run',
      limit: runningCallLimits.process,
      inUse: () => this.#all,
    },
    {
      name: 'running_calls_of_workspace',
      help: 'Calls that run of the workspace that has the most; the limit is the default one',
      limit: runningCallLimits.workspace,
      inUse: () => most(this.#ofWorkspace),
    },
    {
      name: 'running_calls_of_token',
      help: 'Calls that run of the token that has the most',
      limit: runningCallLimits.token,
      inUse: () => most(this.#ofToken),
    },
  ];

  /** Counts a call in. Throws `rate_limited` at the limit of its token or workspace, and `gateway_busy` at that of the process. */
  begin({ tokenId, workspaceId, workspaceLimits }: Caller): void {
    const ofToken = this.#ofToken.get(tokenId) ?? 0;
    if (ofToken >= runningCallLimits.token) throw tooMany('The token', ofToken);
    const ofWorkspace = this.#ofWorkspace.get(workspaceId) ?? 0;
    const mostOfWorkspace = workspaceLimits.runningCalls ?? runningCallLimits.workspace;
    if (ofWorkspace >= mostOfWorkspace) throw tooMany('The workspace', ofWorkspace);
    if (this.#all >= runningCallLimits.process) {
      throw new GatewayError('gateway_busy', `This process has ${this.#all} calls running. Try again in a moment.`, {
        retryAfterSeconds: 1,
      });
    }
    this.#ofToken.set(tokenId, ofToken + 1);
    this.#ofWorkspace.set(workspaceId, ofWorkspace + 1);
    this.#all++;
  }

  /** Counts a call out that `begin` counted in. */
  end({ tokenId, workspaceId }: Caller): void {
    countDown(this.#ofToken, tokenId);
    countDown(this.#ofWorkspace, workspaceId);
    this.#all--;
  }
}

function countDown(counts: Map<string, number>, key: string): void {
  const left = (counts.get(key) ?? 1) - 1;
  if (left === 0) counts.delete(key);
  else counts.set(key, left);
}

const most = (counts: ReadonlyMap<string, number>) => Math.max(0, ...counts.values());

const tooMany = (who: string, running: number) =>
  new GatewayError('rate_limited', `${who} has ${running} calls running. Wait for some of them to end.`, {
    retryAfterSeconds: 1,
  });
