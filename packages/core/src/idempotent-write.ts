import { type Connection, type IdempotencyKeys, notStored } from '@connectory/control-plane';
import { GatewayError } from '@connectory/errors';
import { writeExactly } from '@connectory/exact-json';
import { withoutRemoteText } from './data-view/live-calls.ts';
import { toGatewayError } from './errors.ts';
import type { ExecuteEnvelope, ExecuteRequest, ExecuteResult } from './request.ts';

/** What is protected by a key. */
export interface KeyedCall extends ExecuteEnvelope, Pick<ExecuteRequest, 'file'> {
  /** Names what is shown of the response: another token may see less of it. */
  readonly view?: string | undefined;
}

interface Stored {
  readonly json: string;
  readonly meta: Readonly<Record<string, unknown>>;
}

/**
 * Carries a write out once per Idempotency-Key: a repeat gets the stored result. A failure that surely changed nothing frees
 * the key; one whose outcome is unknown keeps it, so that the write is never repeated by accident. Where a key the vendor knows makes
 * the repeat harmless, the same request may be sent again, and `carryOut` learns that it may have happened already. With
 * `resumable`, the same goes for a request whose process died.
 */
export async function protectedByKey(
  keys: IdempotencyKeys,
  connection: Connection,
  key: string,
  { entity, action, params, selectFields, excludeFields, file, view }: KeyedCall,
  carryOut: (mayHaveHappened: boolean) => Promise<ExecuteResult>,
  resumable = false,
): Promise<ExecuteResult> {
  // The bytes of a file are not known before they are sent.
  const fileFacts = file === undefined ? [] : [[file.name, file.type, file.size]];
  const fingerprint = writeExactly([
    ...[entity, action, params, selectFields, excludeFields],
    ...fileFacts,
    ...(view === undefined ? [] : [{ view }]),
  ]);
  const start = await keys.begin(connection.workspaceId, connection.id, key, fingerprint, resumable).catch(refuse);
  if (start.state === 'replay') return replay(start);
  const { attempt } = start;
  let result: ExecuteResult;
  try {
    result = await carryOut(attempt.mayHaveHappened);
  } catch (thrown) {
    const error = toGatewayError(thrown);
    // An unforeseen failure may have come after the write.
    const isUnknown = error.code === 'internal' || error.outcome === 'unknown';
    const shown = view === undefined ? error : withoutRemoteText(error);
    if (isUnknown && !error.retryable) await attempt.finish(error.status, Buffer.from(shown.message));
    else if (isUnknown || attempt.mayHaveHappened) await attempt.reopen();
    else await attempt.abandon();
    throw error;
  }
  if (result.kind === 'record') await attempt.finish(200, toStored(result));
  return result;
}

// Without its key the write must not leave; nothing has happened.
function refuse(thrown: unknown): never {
  if (GatewayError.is(thrown)) throw thrown;
  throw notStored('The Idempotency-Key', thrown);
}

function toStored({ json, meta }: { readonly json: Buffer; readonly meta: Readonly<Record<string, unknown>> }): Buffer {
  const stored: Stored = { json: json.toString('utf8'), meta };
  return Buffer.from(JSON.stringify(stored));
}

function replay({ status, body }: { readonly status: number; readonly body: Uint8Array }): ExecuteResult {
  const text = Buffer.from(body).toString('utf8');
  if (status !== 200) {
    throw new GatewayError(
      'idempotency_conflict',
      `The earlier request with this Idempotency-Key ended with an unknown outcome: ${text}`,
      { outcome: 'unknown' },
    );
  }
  const { json, meta } = JSON.parse(text) as Stored;
  return { kind: 'record', json: Buffer.from(json), meta: { ...meta, idempotent_replay: true } };
}
