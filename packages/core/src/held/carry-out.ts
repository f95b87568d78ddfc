import type { ControlPlane, HeldOutcome, HeldWriteDetails, Token, TokenPrincipal } from '@connectory/control-plane';
import { GatewayError, problemOf } from '@connectory/errors';
import { writeExactly } from '@connectory/exact-json';
import { toGatewayError } from '../errors.ts';
import type { Executor } from '../executor.ts';
import { differenceOf, fingerprintOf, heldContent } from './held-call.ts';
import { outcomeBody } from './held-result.ts';

/** How long an approved write is tried: less than its Idempotency-Key is kept, without which it could be sent again. */
const maxAge = 12 * 60 * 60 * 1_000;

/** Dependencies of carrying out approved writes. */
export interface CarryOutParts {
  readonly executor: Executor;
  readonly controlPlane: Pick<ControlPlane, 'tokens'>;
}

/**
 * Sends an approved write, if the token may still do it and nothing has changed, and returns its outcome. Repeating it sends nothing twice.
 * Throws a `GatewayError` that allows to repeat it later.
 */
export async function carryOutHeld(
  { executor, controlPlane }: CarryOutParts,
  held: HeldWriteDetails,
  signal: AbortSignal,
): Promise<HeldOutcome> {
  if (Date.now() - Date.parse(held.decidedAt ?? held.createdAt) > maxAge) {
    return { state: 'unknown', reason: 'The gateway was away for too long after the approval. Look at the record.' };
  }
  if (held.content === null) return voided('What was approved was changed or removed.');
  const { request, parts } = heldContent(held.content);
  if (fingerprintOf(parts) !== held.fingerprint) return voided('What was approved was changed.');
  const token = await controlPlane.tokens.valid(held.workspaceId, held.tokenId).catch((thrown: unknown) => {
    throw toGatewayError(thrown);
  });
  if (token === null) return voided('The token that asked for the write is not valid any more.');
  const requestId = `held-${held.id}`;
  let isChecked = false;
  try {
    const result = await executor.execute({
      principal: principalOf(token, held),
      connectionId: held.connectionId,
      body: { entity: held.entity, action: held.action, ...request },
      requestId,
      idempotencyKey: held.key,
      signal,
      approved: {
        id: held.id,
        requireSame: (now) => {
          const difference = differenceOf(parts, now);
          if (difference !== undefined) throw new GatewayError('approval_required', difference);
          isChecked = true;
        },
      },
    });
    if (result.kind !== 'record') throw new TypeError(`a held write returned ${result.kind}`);
    return { state: 'executed', status: 200, body: outcomeBody(result.json, result.meta) };
  } catch (thrown) {
    const error = toGatewayError(thrown);
    if (error.retryable && error.outcome === undefined) throw error;
    if (!isChecked) return voided(error.message);
    return {
      state: mayHaveHappened(error) ? 'unknown' : 'failed',
      reason: error.message,
      status: error.status,
      body: Buffer.from(writeExactly(problemOf(error, requestId))),
    };
  }
}

const voided = (reason: string): HeldOutcome => ({ state: 'void', reason });

/** Whether a write may have been carried out: an unforeseen failure may have come after it. */
const mayHaveHappened = ({ code, outcome }: GatewayError) =>
  outcome === 'unknown' || code === 'internal' || code === 'idempotency_conflict';

/** The token that asked for the write, with what it may do today. */
function principalOf(token: Token, { rootId }: HeldWriteDetails): TokenPrincipal {
  return {
    kind: 'token',
    tokenId: token.id,
    tokenName: token.name,
    tokenKind: token.kind,
    rootId,
    actor: token.actor,
    workspaceId: token.workspaceId,
    policy: token.policy,
    // The call was counted when it was asked for.
    workspaceLimits: {},
    expiresAt: token.expiresAt,
  };
}
