import { type HeldWriteDetails, isOpen } from '@connectory/control-plane';
import { errorTable, GatewayError, type Problem } from '@connectory/errors';
import { parseExactly, parseVerbatim, writeExactly } from '@connectory/exact-json';
import type { ExecuteResult } from '../request.ts';
import { heldContent } from './held-call.ts';

const endings: Readonly<Record<string, string>> = {
  refused: 'The write was refused.',
  expired: 'The write was not approved in time.',
  void: 'The write was approved, but not sent, because something had changed.',
};

/**
 * What a call led to that was held: that it waits, its result once it was carried out, or its error. Throws `approval_required` when it was
 * refused, is void or expired.
 */
export function heldResult(held: HeldWriteDetails): ExecuteResult {
  const { id, workspaceId, state, expiresAt, content, outcome, reason } = held;
  if (isOpen(state)) {
    const requests = content === null ? [] : heldContent(content).requests;
    return { kind: 'held', held: { id, workspaceId, state, expiresAt, requests } };
  }
  const ending = endings[state];
  if (ending !== undefined) {
    throw new GatewayError('approval_required', `${ending}${reason === null ? '' : ` ${reason}`} Held write ${id}.`);
  }
  if (outcome === null) throw lost(held);
  const text = outcome.toString('utf8');
  if (state !== 'executed') throw errorOf(parseExactly(text) as Problem);
  const { data, meta } = parseVerbatim(text) as { readonly data: unknown; readonly meta: Record<string, unknown> };
  return {
    kind: 'record',
    json: Buffer.from(JSON.stringify(data)),
    meta: { ...meta, held: id, idempotent_replay: true },
  };
}

/** The body of a successful outcome. */
export const outcomeBody = (json: Buffer, meta: Readonly<Record<string, unknown>>): Buffer =>
  Buffer.concat([Buffer.from('{"data":'), json, Buffer.from(`,"meta":${writeExactly(meta)}}`)]);

const lost = ({ id, state }: HeldWriteDetails) =>
  new GatewayError(
    'idempotency_conflict',
    `The held write ${id} has ended (${state}), but its response is not stored: it was too large, or was erased. Read the record instead.`,
    state === 'unknown' ? { outcome: 'unknown' } : {},
  );

function errorOf({ code, message, errors, outcome }: Problem): GatewayError {
  return new GatewayError(Object.hasOwn(errorTable, code) ? code : 'internal', message, {
    errors,
    retryable: false,
    ...(outcome === 'unknown' && { outcome }),
  });
}
