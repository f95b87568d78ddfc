/** What an action answered: JSON text as it came, or the bytes of a file. */
export type ActionAnswer =
  | { readonly kind: 'json'; readonly text: string }
  | { readonly kind: 'file'; readonly bytes: AsyncIterable<Uint8Array> };

/** An execute request: `entity`, `action`, `params`, … (spec/execute.md), validated by the gateway. */
export type ActionRequest = Readonly<Record<string, unknown>>;

/** Runs actions of one connection. */
export interface ActionRunner {
  /** Runs one action. Throws the problem it failed with. */
  run(request: ActionRequest, idempotencyKey?: string): Promise<ActionAnswer>;
  /** Lets go of everything; no file is open any more. */
  close(): Promise<void>;
}
