import { execute, type HostileRequest, json, type Target } from './hostile-request.ts';
import { largeJson, textOf, textUnits } from './large-texts.ts';

/** A body may have a mebibyte. */
const bodyBytes = 1_000_000;
/** Headers and the path may have 16 KiB together. */
const headBytes = 12_000;

/** Requests as large as they may be, of every kind that a token, or nobody, may send: each text in every place. */
export function largeRequests(target: Target, connector: string, eventPath: string): readonly HostileRequest[] {
  const texts = textUnits.flatMap((unit) => bodiesWith(target, connector, unit, textOf(unit, bodyBytes)));
  const heads = textUnits.flatMap((unit) => headsWith(target, unit));
  const headers = { ...json, authorization: `Bearer ${target.token}` };
  const bodies = largeJson(bodyBytes).flatMap(([about, body]) => [
    {
      ...execute(target, 'params', connector, `{"entity":"customers","action":"list","params":${body}}`),
      about: `${about} as params`,
    },
    { about: `${about} as MCP`, method: 'POST', path: '/mcp', headers: { ...headers, ...mcpHeaders }, body },
    { about: `${about} as an event`, method: 'POST', path: eventPath, headers: json, body },
  ]);
  return [...texts, ...heads, ...bodies];
}

const mcpHeaders = { accept: 'application/json, text/event-stream' };

function bodiesWith(target: Target, connector: string, unit: string, text: string): readonly HostileRequest[] {
  const call = (about: string, body: object) => ({
    ...execute(target, 'params', connector, JSON.stringify({ entity: 'customers', action: 'list', ...body })),
    about: `${JSON.stringify(unit)} as ${about}`,
  });
  const search = (about: string, params: object) => call(about, { action: 'context_store_search', params });
  const filter = (operator: string) => search(operator, { query: { filter: { [operator]: { name: text } } } });
  const tool = (name: string, given: object) => ({
    about: `${JSON.stringify(unit)} in ${name}`,
    method: 'POST',
    path: '/mcp',
    headers: { ...json, ...mcpHeaders, authorization: `Bearer ${target.token}` },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }),
  });
  return [
    call('a parameter', { params: { starting_after: text } }),
    call('an unknown parameter', { params: { [text.slice(0, 1000)]: text } }),
    call('an entity', { entity: text }),
    call('an intent', { intent: text }),
    call('a selected field', { select_fields: [text], params: { limit: 1 } }),
    call('an excluded field', { exclude_fields: [text], params: { limit: 1 } }),
    ...['eq', 'like', 'keyword', 'fuzzy', 'contains', 'in'].map(filter),
    search('a cursor', { query: {}, cursor: text }),
    search('a field of a search', { query: {}, fields: [[text]] }),
    tool('find_actions', { query: text }),
    tool('describe_action', { connector: text, entity: text.slice(0, 1000), action: 'list' }),
    tool('run_read', { connection: connector, entity: 'customers', action: 'list', params: { starting_after: text } }),
  ];
}

function headsWith(target: Target, unit: string): readonly HostileRequest[] {
  const about = JSON.stringify(unit);
  const authorization = `Bearer ${target.token}`;
  const inPath = encodeURIComponent(unit).repeat(headBytes).slice(0, headBytes).replace(/%.?$/, '');
  const paths = ['/api/v1/actions?q=', '/api/v1/connectors?cursor=', '/api/v1/workspaces/', '/'].map((path) => ({
    about: `${about} in the path ${path}`,
    method: 'GET',
    path: path + inPath,
    headers: { authorization },
  }));
  // Others cannot be sent in a header.
  if (!/^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/.test(unit)) return paths;
  const names = [
    'authorization',
    'idempotency-key',
    'accept',
    'content-type',
    'traceparent',
    'cookie',
    'origin',
    'x-forwarded-for',
  ];
  const headers = names.map((name) => ({
    about: `${about} in the header ${name}`,
    method: 'POST',
    path: '/api/v1/integrations/connectors/x/execute',
    headers: { ...json, authorization, [name]: textOf(unit, headBytes) },
    body: '{}',
  }));
  return [...paths, ...headers];
}
