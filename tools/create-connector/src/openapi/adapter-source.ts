import type { ConnectorNames } from '../names.ts';
import { camelCase, snakeCase } from '../names.ts';
import { commentText, memberName, quoted } from '../source-text.ts';
import { isVersionHeader, onlyValue } from './action-params.ts';
import { arrayOf, type JsonObject, type OpenApiSource, objectOf } from './open-api-source.ts';
import { errorPaths } from './response-paths.ts';
import { clause } from './words.ts';

/** Source of `src/adapter.ts`, and what has to be checked in it. */
export interface AdapterSource {
  readonly source: string;
  readonly notes: readonly string[];
}

/** Generates the adapter from the servers, the authentication and the error responses of a document, for the chosen operations. */
export function adapterSource(
  { vendor, id }: ConnectorNames,
  source: OpenApiSource,
  operations: readonly JsonObject[],
): AdapterSource {
  const { document } = source;
  const info = objectOf(document.info);
  const notes: string[] = [];
  const baseUrl = baseUrlOf(document, id, notes);
  const ways = authentications(source, vendor, operations, notes);
  const { url } = objectOf(document.externalDocs);
  const documentation = typeof url === 'string' && URL.canParse(url) ? url : undefined;
  const version = versionHeader(source, operations);
  notes.push(
    `src/adapter.ts: ${documentation === undefined ? 'set documentation to' : 'check that documentation is'} the URL of the vendor's API reference.`,
  );
  const described = errorPaths(source, operations);
  const isDescribed = described.messages.length > 0;
  const messages = isDescribed ? described.messages : commonMessages;
  const codes = isDescribed ? described.codes : ['error.code', 'code'];
  notes.push(
    `src/adapter.ts: failure.message and failure.code ${!isDescribed ? 'list the usual paths' : 'are guessed from the described errors'}; compare them with an error response of the vendor.`,
  );
  return {
    notes,
    source: `import { auth, defineUpstream, restApi } from '@connectory/connector-sdk';

/** The API of ${commentText(vendor)}${typeof info.title === 'string' ? `, as described by ${commentText(info.title)}` : ''}. */
export const upstream = defineUpstream({
  baseUrl: ${quoted(baseUrl)},
  documentation: ${quoted(documentation ?? `https://${id}.example/docs`)},
  version: { pinned: ${quoted(version?.value ?? (typeof info.version === 'string' && info.version !== '' ? info.version : '1'))}, sunset: null },${
    version === undefined ? '' : `\n  headers: { ${memberName(version.name)}: '{api_version}' },`
  }
  authentication: {
    ${ways.join('\n    ')}
  },
  // Guessed: the first path with a string is used. Compare the paths with an error response of the vendor.
  failure: { message: [${messages.map(quoted).join(', ')}]${codes.length === 0 ? '' : `, code: [${codes.map(quoted).join(', ')}]`} },
});

/** Declares an action of the vendor. */
export const api = restApi();
`,
  };
}

// The version is a setting of every connection, so its header is not repeated by each action.
function versionHeader(source: OpenApiSource, operations: readonly JsonObject[]) {
  const declared = operations.flatMap(({ parameters }) => arrayOf(parameters)).map(source.resolve);
  const header = declared.find((one) => one.in === 'header' && isVersionHeader(String(one.name)));
  return header === undefined
    ? undefined
    : { name: String(header.name), value: onlyValue(source.resolve(header.schema)) };
}

const commonMessages = ['error.message', 'message', 'detail', 'title', 'error'];
function baseUrlOf(document: JsonObject, id: string, notes: string[]): string {
  const server = objectOf(arrayOf(document.servers)[0]);
  const variables = objectOf(server.variables);
  const url = String(server.url ?? '').replaceAll(/\{([^{}]+)\}/g, (_, name: string) =>
    String(objectOf(variables[name]).default ?? name),
  );
  if (/^https:\/\//.test(url) && URL.canParse(url)) {
    if (Object.keys(variables).length > 0)
      notes.push(
        'src/adapter.ts: the server URL has variables; declare those that differ between accounts as settings.',
      );
    return url.replace(/\/$/, '');
  }
  notes.push('src/adapter.ts: the description has no https server; set the base URL.');
  return `https://api.${id}.example`;
}

function authentications(
  { document, resolve }: OpenApiSource,
  vendor: string,
  operations: readonly JsonObject[],
  notes: string[],
): string[] {
  const schemes = Object.entries(objectOf(objectOf(document.components).securitySchemes));
  const needs = operations.flatMap(({ security }) => arrayOf(security ?? document.security).map(objectOf));
  const ways = schemes.flatMap(([name, scheme]) => {
    const needed = [...new Set(needs.flatMap((need) => arrayOf(need[name])))].map(String);
    const way = authentication(resolve(scheme), vendor, needed);
    if (way?.includes('scopes: [') && needed.length === 0)
      notes.push(`src/adapter.ts: the description does not say which scopes of ${commentText(name)} the actions need.`);
    const { type, name: header = '' } = resolve(scheme);
    if (type === 'apiKey' && /^authorization$/i.test(String(header)))
      notes.push(
        'src/adapter.ts: compare the header Authorization with an example of the vendor: what precedes the key?',
      );
    if (way === undefined) notes.push(`src/adapter.ts: the security scheme ${commentText(name)} is not supported.`);
    return way === undefined ? [] : [`${memberName(camelCase(snakeCase(name).split('_')))}: ${way},`];
  });
  if (ways.length > 0) return ways;
  notes.push('src/adapter.ts: no authentication was recognized; a bearer token is assumed.');
  return [`token: auth.bearer('token', ${quoted(`API token of the ${vendor} account`)}),`];
}

// What stands before the key in the description of a header: `Token token=<API key>`.
function prefixOf(description: unknown): string | undefined {
  const text = typeof description === 'string' ? description : '';
  return /(?:^|[\s`'":])([A-Z][\w-]* (?:\w+=)?)["']?[<{[$](?:\w*[ _-])*(?:key|token|apikey)/i.exec(text)?.[1];
}

function authentication(scheme: JsonObject, vendor: string, needed: readonly string[]): string | undefined {
  const about = (fallback: string) => quoted(clause(scheme.description, fallback));
  if (scheme.type === 'http' && String(scheme.scheme).toLowerCase() === 'bearer') {
    return `auth.bearer('token', ${about(`API token of the ${vendor} account`)})`;
  }
  if (scheme.type === 'http' && String(scheme.scheme).toLowerCase() === 'basic') {
    return `auth.basic({
      description: ${about('User name and password')},
      username: '{username}',
      password: '{password}',
      fields: {
        username: { description: 'User name', secret: false, required: true },
        password: { description: 'Password', secret: true, required: true },
      },
    })`;
  }
  if (scheme.type === 'apiKey' && scheme.in === 'header' && typeof scheme.name === 'string') {
    const prefix = /^authorization$/i.test(scheme.name) ? prefixOf(scheme.description) : undefined;
    const template = prefix === undefined ? '' : `, ${quoted(`${prefix}{api_key}`)}`;
    return `auth.header(${quoted(scheme.name)}, 'api_key', ${about(`API key of the ${vendor} account`)}${template})`;
  }
  if (scheme.type !== 'oauth2') return undefined;
  const flows = objectOf(scheme.flows);
  const code = objectOf(flows.authorizationCode);
  const client = objectOf(flows.clientCredentials);
  const scopes = (flow: JsonObject) =>
    `[${(needed.length > 0 ? needed : Object.keys(objectOf(flow.scopes))).slice(0, 50).map(quoted).join(', ')}]`;
  if (typeof code.authorizationUrl === 'string' && typeof code.tokenUrl === 'string') {
    return `auth.oauth2({
      description: ${about(`OAuth application of ${vendor}`)},
      authorizationUrl: ${quoted(code.authorizationUrl)},
      tokenUrl: ${quoted(code.tokenUrl)},
      scopes: ${scopes(code)},
    })`;
  }
  if (typeof client.tokenUrl !== 'string') return undefined;
  return `auth.clientCredentials({
      description: ${about(`OAuth application of ${vendor}`)},
      tokenUrl: ${quoted(client.tokenUrl)},
      scopes: ${scopes(client)},
    })`;
}
