import { nearestOf } from './nearest-of.ts';
import { invalidInput, ProblemError } from './problem-error.ts';
import { defaultProfile, type Profile, readProfiles } from './profiles.ts';
import type { Terminal } from './terminal.ts';

/** The URL of a gateway by default. */
export const defaultUrl = 'http://127.0.0.1:8080';

type Given = Pick<Terminal, 'environment' | 'options'>;

/** The URL of a gateway, and the token for it. */
export interface GatewayAccess {
  readonly url: string;
  readonly token: string;
}

/**
 * Chooses the gateway and its token: options take precedence over the environment, the environment over the profile. The token of a profile
 * is only sent to the URL of that profile. Throws a problem that says what is missing.
 */
export function gatewayAccess({ environment, options }: Given): GatewayAccess {
  const chosen = options.profile === undefined ? undefined : profileWith(options.profile, environment);
  const ambient = chosen === undefined ? environment : {};
  const token = options.token ?? (ambient.CONNECTORY_TOKEN || undefined);
  const url = options.url ?? (ambient.CONNECTORY_URL || undefined);
  if (token !== undefined) return { url: url ?? chosen?.url ?? defaultUrl, token: token.trim() };
  const profile = chosen ?? ambientProfile(environment);
  if (profile === undefined) {
    const message =
      'No token is given. Log in with connectory login, or set CONNECTORY_TOKEN; for the demo, run . .connectory-demo/env';
    throw new ProblemError({ status: 401, code: 'unauthenticated', message });
  }
  if (url === undefined || isSame(url, profile.url)) return { url: url ?? profile.url, token: profile.token };
  throw invalidInput(
    `The token of the profile is for ${profile.url}, and is not sent to ${url}. Give a token as well.`,
  );
}

/** Chooses the URL without a token: from the options, the environment or the profile. */
export function gatewayUrl({ environment, options }: Given): string {
  const chosen = options.profile === undefined ? undefined : readProfiles(environment).get(options.profile);
  const ambient = chosen === undefined ? environment.CONNECTORY_URL || undefined : undefined;
  return options.url ?? chosen?.url ?? ambient ?? ambientProfile(environment)?.url ?? defaultUrl;
}

function ambientProfile(environment: Given['environment']): Profile | undefined {
  const named = environment.CONNECTORY_PROFILE || undefined;
  return named === undefined ? readProfiles(environment).get(defaultProfile) : profileWith(named, environment);
}

function profileWith(name: string, environment: Given['environment']): Profile {
  const profiles = readProfiles(environment);
  const found = profiles.get(name);
  if (found !== undefined) return found;
  const near = nearestOf(name, [...profiles.keys()]);
  const question = near === undefined ? '' : ` Did you mean "${near}"?`;
  const message = `There is no profile "${name}".${question} Create it with: connectory login --profile ${name}`;
  throw new ProblemError({ status: 404, code: 'profile_not_found', message });
}

function isSame(one: string, other: string): boolean {
  const [first, second] = [URL.parse(one), URL.parse(other)];
  return first !== null && first.href === second?.href;
}
