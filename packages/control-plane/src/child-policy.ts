import { effects } from '@connectory/connector-sdk/engine';
import { GatewayError } from '@connectory/errors';
import { type EffectPolicy, type Policy, policyAllowsEffect } from './policy.ts';

type Wider = { readonly [Part in keyof Policy]-?: (part: Policy[Part], than: Policy[Part]) => boolean };

const isMore = (most: number | undefined, than: number | undefined): boolean =>
  than !== undefined && (most === undefined || most > than);

const namesMore = (names: readonly string[] | undefined, than: readonly string[] | undefined): boolean =>
  than !== undefined && (names === undefined || names.some((name) => !than.includes(name)));

const effectsMore = (asked: EffectPolicy | undefined, than: EffectPolicy | undefined): boolean =>
  effects.some(
    (effect) => policyAllowsEffect({ effects: asked }, effect) && !policyAllowsEffect({ effects: than }, effect),
  );

// Names are compared as they are written: what a connection is called today may name another one tomorrow.
const wider: Wider = {
  manage: (may, than) => may === true && than !== true,
  readOnly: (only, than) => than === true && only !== true,
  connectors: namesMore,
  entities: namesMore,
  actions: namesMore,
  effects: effectsMore,
  maxRecords: isMore,
  callsPerMinute: isMore,
  callsPerDay: isMore,
};

/** The first part in which a policy allows more than another one; undefined when it allows nothing that the other forbids. */
export function widerPart(policy: Policy, than: Policy): keyof Policy | undefined {
  const parts = Object.keys(wider) as (keyof Policy)[];
  return parts.find((part) => {
    // The compiler cannot see that both values are of the same part.
    const compare = wider[part] as (part: unknown, than: unknown) => boolean;
    return compare(policy[part], than[part]);
  });
}

/**
 * The policy of a token that is made with another one: what `asked` leaves out is as in the policy of the maker, but the right to
 * manage, which has to be asked for. Throws `forbidden` with the name of a part that would be wider, and for a maker whose requests are
 * limited: each token is counted by itself, so that tokens it makes would multiply its limit.
 */
export function childPolicy(asked: Policy, maker: Policy): Policy {
  if (maker.callsPerMinute !== undefined || maker.callsPerDay !== undefined) throw limitedMaker();
  const { manage: _notInherited, ...inherited } = maker;
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
  const policy: Policy = { ...inherited, ...given };
  const part = widerPart(policy, maker);
  if (part === undefined) return policy;
  const name = part.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  throw tooWide(`policy.${name}`, 'allows more than the policy of the token that creates it');
}

/** The policy of a token for which `asked` is asked: {@link childPolicy} when another token makes it, `asked` itself when the admin does. */
export const newTokenPolicy = (asked: Policy, maker: { readonly policy: Policy } | undefined): Policy =>
  maker === undefined ? asked : childPolicy(asked, maker.policy);

/**
 * The end of a token that is made with another one: that of the maker unless `asked` is earlier. Both are UTC ISO strings, null for no
 * end. Throws `forbidden` for one that is later.
 */
export function childExpiry(asked: string | null, maker: string | null): string | null {
  if (asked === null || maker === null) return asked ?? maker;
  if (Date.parse(asked) <= Date.parse(maker)) return asked;
  throw tooWide('expires_at', 'is later than the expiry of the token that creates it');
}

const limitedMaker = () =>
  new GatewayError(
    'forbidden',
    'A token with calls_per_minute or calls_per_day cannot create tokens, because each would have the full limit again. Use another token that can manage the workspace, or the admin token.',
  );

function tooWide(path: string, why: string): GatewayError {
  return new GatewayError('forbidden', `The new token would have more rights than yours: ${path} ${why}.`, {
    errors: [{ field: `/${path.replace('.', '/')}`, message: why, error_code: 'not_allowed' }],
  });
}
