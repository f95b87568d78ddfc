import { type Action, type Connector, type Entity, type Page, type RawValue, valueAt } from '@connectory/connector-sdk';
import { type ArrayStyle, type DirectActionName, EncodedText, syncParams } from '@connectory/connector-sdk/engine';
import type { RunningSandbox } from '../src/index.ts';

/** What came back for an action. */
export interface ActionResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; undefined if it is not JSON. */
  readonly body: RawValue;
  /** The rows or the row where the action reads them, before they are made records. */
  readonly rows: RawValue[];
  /** What a caller would merge into the parameters for the next page. */
  readonly next: Readonly<Record<string, unknown>> | null;
  readonly page: Page;
}

/** The action of a connector; throws if there is none. */
export function actionOf(
  connector: Connector,
  entity: string,
  name: DirectActionName,
): { entity: Entity; action: Action } {
  const found = connector.entities.find((one) => one.name === entity);
  const action = found?.actions[name];
  if (found === undefined || action === undefined) throw new Error(`${connector.id} has no ${entity} ${name}`);
  return { entity: found, action };
}

/** Headers with the demo credentials of a connector's authentication method, by default the first. */
export async function demoHeaders(
  { sandbox, origin }: RunningSandbox,
  connector: Connector,
  name?: string,
): Promise<Record<string, string>> {
  const fields: Record<string, string> = { ...sandbox.credentials(connector.id, name) };
  const [first] = Object.keys(connector.upstream.authentication);
  const scheme = connector.upstream.authentication[name ?? first ?? ''];
  if (scheme?.token?.grant === 'client_credentials') {
    fields.access_token = await clientToken(`${sandbox.baseUrl(origin, connector.id)}/oauth/token`, fields);
  }
  const fill = (template: string) => template.replace(/\{([^{}]+)\}/g, (_, field: string) => fields[field] ?? '');
  const sent = Object.entries(scheme?.headers ?? {}).map(([header, template]) => [header, fill(template)]);
  const headers = sent.filter(([, value]) => value !== '');
  if (scheme?.basic === undefined) return Object.fromEntries(headers);
  const pair = `${fill(scheme.basic.username)}:${fill(scheme.basic.password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

async function clientToken(url: string, fields: Readonly<Record<string, string>>): Promise<string> {
  const pair = Buffer.from(`${fields.client_id}:${fields.client_secret}`).toString('base64');
  const body = new URLSearchParams({ grant_type: 'client_credentials' });
  const response = await fetch(url, { method: 'POST', headers: { authorization: `Basic ${pair}` }, body });
  return ((await response.json()) as RawValue).access_token;
}

/** Sends an action as the gateway does, with the parameters of a caller or a sync plan. */
export async function sendAction(
  running: RunningSandbox,
  connector: Connector,
  entity: string,
  name: DirectActionName,
  params: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<ActionResponse> {
  const { action } = actionOf(connector, entity, name);
  const values = syncParams(action).parse(params);
  const request = action.request(values);
  const path = /^[a-z]+:\/\/[^/]+(\/.*)?$/.exec(connector.upstream.baseUrl)?.[1] ?? '';
  const query = encode(request.query ?? {}, request.arrays);
  const isForm = request.body?.encoding === 'form';
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  const body = isForm ? encode(request.body?.value ?? {}, request.arrays) : JSON.stringify(request.body?.value);
  const response = await fetch(
    `${running.sandbox.baseUrl(running.origin, connector.id)}${path}${request.path}${query && `?${query}`}`,
    {
      method: request.method,
      headers: {
        ...(await demoHeaders(running, connector)),
        ...(body !== undefined && { 'content-type': type }),
        ...request.headers,
        ...headers,
      },
      ...(body !== undefined && { body }),
    },
  );
  const text = await response.text();
  return read(action, name, values, response, text);
}

function read(
  action: Action,
  name: DirectActionName,
  params: RawValue,
  response: Response,
  text: string,
): ActionResponse {
  const body = parsed(text);
  const isList = name === 'list' || name === 'api_search';
  const place = isList || action.match !== undefined ? action.recordsAt : action.recordAt;
  const found = valueAt(body, place);
  const rows = isList ? (found ?? []) : [action.match === undefined ? found : matching(found, action.match, params)];
  const page: Page = {
    params,
    count: rows.length,
    value: (path) => valueAt(body, path),
    first: (path) => valueAt(rows[0], path),
    last: (path) => valueAt(rows.at(-1), path),
    header: (header) => response.headers.get(header) ?? undefined,
  };
  const next = isList ? (action.paging?.next(page) ?? null) : null;
  return { status: response.status, headers: response.headers, text, body, rows, next, page };
}

function matching(rows: RawValue, match: Readonly<Record<string, string>>, params: RawValue): RawValue {
  return rows?.find((row: RawValue) =>
    Object.entries(match).every(([path, param]) => String(valueAt(row, path)) === String(params[param])),
  );
}

function parsed(text: string): RawValue {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function encode(values: Readonly<Record<string, unknown>>, arrays: ArrayStyle): string {
  const pairs: string[] = [];
  const append = (name: string, value: unknown): void => {
    if (EncodedText.is(value)) pairs.push(`${encodeURIComponent(name)}=${value.text}`);
    else if (Array.isArray(value)) {
      if (arrays === 'comma') append(name, value.join(','));
      else
        for (const [index, item] of value.entries()) {
          append(arrays === 'repeat' ? name : `${name}[${arrays === 'indices' ? index : ''}]`, item);
        }
    } else if (typeof value === 'object' && value !== null) {
      for (const [member, inner] of Object.entries(value)) append(`${name}[${member}]`, inner);
    } else if (value !== undefined)
      pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(String(value ?? ''))}`);
  };
  for (const [name, value] of Object.entries(values)) append(name, value);
  return pairs.join('&');
}
