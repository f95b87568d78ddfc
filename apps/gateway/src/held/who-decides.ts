import {
  type Connection,
  type HeldWrite,
  hidesData,
  type Policy,
  type Principal,
  policyAllowsConnection,
} from '@connectory/control-plane';

/** Why a principal may not decide about a held write; undefined if it may. */
export function refusalOf(held: HeldWrite, principal: Principal, requiresPerson: boolean): string | undefined {
  const person = principal.kind === 'token' ? principal.actor.person : principal.person;
  const isSession = principal.kind === 'token' ? principal.tokenKind === 'session' : person !== null;
  if (principal.kind === 'token' && principal.policy.approve !== true)
    return 'The policy of this token does not allow to approve held writes.';
  if (hidesHeld(held, principal))
    return 'The policy of this token hides data, so what this write would send is not shown. Somebody who sees it has to decide.';
  if (requiresPerson && !isSession)
    return 'Held writes are approved by people on this gateway: sign in to the console.';
  if (!isSession && isOfSameOrigin(held, principal))
    return 'A write cannot be approved with the token that asked for it, nor with one of the same origin.';
  if (held.secondPerson && person !== null && person.id === held.person?.id)
    return 'This write has to be approved by another person than the one who asked for it.';
  return undefined;
}

/** Whether what a held write would send is not shown to a principal: that of others to one whose policy hides data. */
export const hidesHeld = (held: HeldWrite, principal: Principal): boolean =>
  principal.kind === 'token' && hidesData(principal.policy) && !isAsker(held, principal);

/** Whether a token is the asking one, or made by, for or with the same token or person. */
function isOfSameOrigin(held: HeldWrite, principal: Principal): boolean {
  if (principal.kind === 'admin') return false;
  const { tokenId, rootId, actor } = principal;
  if ([tokenId, rootId].some((id) => id === held.tokenId || id === held.rootId)) return true;
  return actor.person !== null && actor.person.id === held.person?.id;
}

/** Whether a held write was asked for with this token, or by an agent or a session of this signed-in person. */
export function isAsker(held: HeldWrite, principal: Principal): boolean {
  if (principal.kind === 'admin') return false;
  const { tokenId, tokenKind, actor } = principal;
  if (held.tokenId === tokenId) return true;
  return tokenKind === 'session' && actor.person !== null && actor.person.id === held.person?.id;
}

/** Whether a principal sees held writes of others: who may approve them, as far as connections and entities go. */
export function mayReview(policy: Policy, held: HeldWrite, connection: Connection | null): boolean {
  if (policy.approve !== true) return false;
  const named = { connector: held.connector, connection: connection?.name ?? '' };
  if (!policyAllowsConnection(policy, named)) return false;
  return policy.entities === undefined || policy.entities.includes(held.entity);
}
