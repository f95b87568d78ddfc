import type { z } from 'zod';
import type { ActionSearch, Calls, Effect } from './calls.ts';
import type { Taken } from './questions.ts';

/** A person's decision about a write, or why there is none. */
export type Decision = 'accept' | 'decline' | 'cancel' | 'unanswered' | 'unasked' | Exclude<Taken, 'taken'>;

/** Context of a running tool. */
export interface ToolContext {
  readonly calls: Calls;
  /** Request ID of the call in the gateway's log, if known. */
  readonly requestId?: string | undefined;
  /** Asks the person to confirm `message`; undefined if the client cannot. */
  readonly ask: ((message: string) => Promise<Decision>) | undefined;
  /** Ends the call by sending the person to a page; the client repeats it with `state` then. Undefined if the client cannot. */
  readonly visit?: ((message: string, url: string, state: string) => never) | undefined;
  /** The state of a visit after which the client repeats the call; it has passed through the client. */
  readonly returned?: string | undefined;
  /** Aborts when the caller cancels the call or has gone. */
  readonly signal?: AbortSignal | undefined;
}

/** The effect of a tool as protocol annotations. */
interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint?: boolean;
  readonly openWorldHint: boolean;
}

/** What a tool returns: text for a model and, for a tool with an `output`, the same for a program. Both keep to the asked length. */
export interface ToolOutput {
  readonly text: string;
  readonly structured?: object;
}

/** One tool. Its name, description, input and output cost tokens in every conversation, so they are short. */
export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly description: string;
  readonly input: Input;
  /** JSON Schema of the structured result, if it has one. */
  readonly output?: { readonly type: 'object'; readonly properties: Readonly<Record<string, object>> };
  readonly annotations: ToolAnnotations;
  /** Whether the token may use it; otherwise it is not listed. */
  isOffered(calls: Calls): Promise<boolean>;
  /** Runs it. Throws `CallProblem`. */
  run(input: z.output<Input>, context: ToolContext): Promise<ToolOutput>;
}

/** Makes a tool whose `run` knows the type of its input. */
export function defineTool<Input extends z.ZodObject>(tool: Tool<Input>): Tool {
  return tool as unknown as Tool;
}

/** Offered to every token. */
export const always = async (): Promise<boolean> => true;

/** Offered to a token that may use at least one such action. */
export const whereThereIs =
  (part: { readonly action?: ActionSearch['action']; readonly effects?: readonly Effect[] }) =>
  async (calls: Calls): Promise<boolean> => {
    const { action, effects = [undefined] } = part;
    for (const effect of effects) {
      // Clients list the tools once, and connections may be added later.
      const { meta } = await calls.findActions({ action, effect, connected: false, limit: 1 });
      if (meta.total > 0) return true;
    }
    return false;
  };
