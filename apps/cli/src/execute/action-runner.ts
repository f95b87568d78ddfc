/** The response of an action: JSON text as received, also of a write that waits for approval, or the bytes of a file. */
export type ActionResponse =
  | { readonly kind: 'json'; readonly text: string; readonly isHeld?: boolean }
  | { readonly kind: 'file'; readonly bytes: AsyncIterable<Uint8Array> };

/** An execute request: `entity`, `action`, `params`, … (spec/execute.md), validated by the gateway. */
export type ActionRequest = Readonly<Record<string, unknown>>;

/** Runs actions of one connection. */
export interface ActionRunner {
  /** Runs one action; `file` is that of an upload. Throws its problem if it fails. */
  run(request: ActionRequest, idempotencyKey?: string, file?: File): Promise<ActionResponse>;
  /** Releases all resources, including open files. */
  close(): Promise<void>;
}
