import type { Connector } from '@connectory/connector-sdk';
import { describeConnector, type JsonSchema } from '@connectory/connector-sdk/engine';
import type { OAuthApp } from '@connectory/control-plane';
import { GatewayError } from '@connectory/errors';
import { hasConsent } from '@connectory/upstream';
import { unknownAlternative } from '../connections/choose-authentication.ts';
import { type Input, labelOf } from './pages/page.ts';

/** Settings that the person is never asked for, because they decide where credentials are sent. */
const settingsOfMakers = ['base_url', 'api_version'];
/** Fields that come from the consent and the application. */
const consentFields = ['access_token', 'refresh_token', 'client_id', 'client_secret'];

/** What determines the questions of a link. */
export interface AskedLink {
  readonly connector: Connector;
  readonly authentication: string;
  /** Fixed settings; null if no settings are requested because a connection is reconnected. */
  readonly fixed: Readonly<Record<string, unknown>> | null;
  /** Names of credential fields that are already known. */
  readonly known: readonly string[];
}

/** The submitted values of a form; missing ones are omitted. */
export interface Responses {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly credentials: Readonly<Record<string, string>>;
}

/** Returns the setting and credential fields that come from the accounts of a consent. */
export function accountFields(connector: Connector, authentication: string): readonly string[] {
  return Object.keys(connector.upstream.authentication[authentication]?.authorization?.accounts?.settings ?? {});
}

/** Returns the questions of a link: credential fields, then settings; required ones first. */
export function inputsOf(asked: AskedLink): readonly Input[] {
  return [...credentialInputs(asked), ...settingInputs(asked)];
}

function credentialInputs({ connector, authentication, known }: AskedLink): readonly Input[] {
  const scheme = connector.upstream.authentication[authentication];
  const consents = hasConsent(scheme);
  const brought = [...(consents ? consentFields : []), ...accountFields(connector, authentication), ...known];
  return Object.entries(scheme?.fields ?? {})
    .filter(([name, { required }]) => !brought.includes(name) && (required || !consents))
    .map(([name, { description, secret, required }]) => ({
      name: `credentials.${name}`,
      label: labelOf(name),
      hint: description,
      kind: secret ? 'secret' : 'text',
      choices: [],
      required,
      initial: '',
    }));
}

function settingInputs({ connector, authentication, fixed }: AskedLink): readonly Input[] {
  if (fixed === null) return [];
  const { properties = {}, required = [] } = describeConnector(connector).settings as {
    readonly properties?: Readonly<Record<string, JsonSchema>>;
    readonly required?: readonly string[];
  };
  const brought = [...settingsOfMakers, ...accountFields(connector, authentication), ...Object.keys(fixed)];
  return Object.entries(properties).flatMap(([name, schema]) => {
    const kind = kindOf(schema);
    if (kind === null || brought.includes(name)) return [];
    const choices = Array.isArray(schema.enum) ? schema.enum.map(String) : [];
    const isRequired = required.includes(name);
    return {
      name: `settings.${name}`,
      label: labelOf(name),
      hint: typeof schema.description === 'string' ? schema.description : null,
      kind,
      // An optional choice may stay empty.
      choices: kind === 'choice' && !isRequired && schema.default === undefined ? ['', ...choices] : choices,
      required: isRequired,
      initial: schema.default === undefined ? '' : String(schema.default),
    };
  });
}

function kindOf({ type, enum: choices }: JsonSchema): Input['kind'] | null {
  if (Array.isArray(choices)) return 'choice';
  if (type === 'boolean') return 'switch';
  if (type === 'integer' || type === 'number') return 'number';
  return type === 'string' ? 'text' : null;
}

/** Reads the values of the inputs from a form; other fields are ignored. */
export function readResponses(inputs: readonly Input[], form: URLSearchParams): Responses {
  const settings: Record<string, unknown> = {};
  const credentials: Record<string, string> = {};
  for (const { name, kind } of inputs) {
    const text = (form.get(name) ?? '').trim();
    const [group, field = ''] = name.split('.');
    if (group === 'credentials' && text !== '') credentials[field] = text;
    else if (group === 'settings' && kind === 'switch') settings[field] = text === 'true';
    else if (group === 'settings' && text !== '') settings[field] = kind === 'number' ? numberOf(text) : text;
  }
  return { settings, credentials };
}

const numberOf = (text: string) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text);

/**
 * Returns how a person who uses a link authenticates: the named alternative, otherwise consent if there is an application for it, otherwise
 * the first alternative with keys. Throws `invalid_params` for a name the connector does not have, and if consent has no application.
 */
export function linkAuthentication(connector: Connector, named: string | undefined, app: OAuthApp | null): string {
  const { authentication } = connector.upstream;
  const alternatives = Object.entries(authentication);
  if (named !== undefined) {
    const scheme = alternatives.find(([name]) => name === named)?.[1];
    if (scheme === undefined) throw unknownAlternative(connector, named);
    if (hasConsent(scheme) && app === null) throw applicationNeeded(connector);
    return named;
  }
  const consents = (name: string) => hasConsent(authentication[name]);
  const names = alternatives.map(([name]) => name);
  const chosen = (app === null ? undefined : names.find(consents)) ?? names.find((name) => !consents(name));
  if (chosen === undefined) throw applicationNeeded(connector);
  return chosen;
}

function applicationNeeded({ id, vendor }: Connector): GatewayError {
  const message = `needs an application that is registered with ${vendor}`;
  return new GatewayError(
    'invalid_params',
    `authentication ${message}. Store its client ID and secret with PUT …/oauth-apps/${id} first.`,
    { errors: [{ field: '/authentication', message, error_code: 'oauth_app_missing' }] },
  );
}

/**
 * Throws `invalid_params` if the settings point elsewhere than the application, because its client secret would be sent there. Callers with
 * the right to manage can store an application for another place, with its secret.
 */
export function requireSamePlace(
  { vendor }: Connector,
  app: OAuthApp,
  settings: Readonly<Record<string, unknown>>,
): void {
  if (isSamePlace(app, settings)) return;
  const meant = app.baseUrl ?? `${vendor} itself`;
  const message = `must be that of the OAuth application, which is for ${meant}`;
  throw new GatewayError('invalid_params', `settings.base_url ${message}.`, {
    errors: [{ field: '/settings/base_url', message, error_code: 'not_allowed' }],
  });
}

/** Whether the settings point to the place the application is for. */
export function isSamePlace({ baseUrl }: OAuthApp, settings: Readonly<Record<string, unknown>>): boolean {
  const place = (url: unknown) => (typeof url === 'string' ? (URL.parse(url)?.href.replace(/\/$/, '') ?? url) : null);
  return place(settings.base_url) === place(baseUrl);
}
