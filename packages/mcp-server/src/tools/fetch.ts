import { parseExactly, parseVerbatim } from '@connectory/exact-json';
import { z } from 'zod';
import { type CallProblem, toCallProblem } from '../call-problem.ts';
import type { Calls, DescribedEntity, ExecuteResponse } from '../calls.ts';
import { maxBudget } from '../results/rows-output.ts';
import { shortenedJson } from '../results/shortened-value.ts';
import { defineTool, whereThereIs } from '../tool.ts';
import { showingParams } from './names.ts';
import { type RecordCall, readRecordId } from './record-id.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** Returns a record that `search` found, in the shape that research agents expect of a tool with this name. */
export const fetch = defineTool({
  name: 'fetch',
  description: 'A record that search found, live or else from the copy.',
  input: z.strictObject({ id: z.string().min(1).max(5_000) }),
  annotations: { readOnlyHint: true, openWorldHint: true },
  isOffered: whereThereIs({ action: 'context_store_search' }),
  run: async ({ id }, { calls }) => {
    const call = readRecordId(id);
    const { response, source, connection } = await read(call, calls);
    const text = response.data.toString('utf8');
    const { title, url } = await calls.titleOf(connection, call.entity, firstOf(parseExactly(text)));
    const { name, connector } = connection;
    const found = {
      id,
      title: title ?? `${call.entity} ${Object.values(call.params).join(' ')}`,
      text: shortenedJson(firstOf(parseVerbatim(text)), maxBudget / 2) ?? 'The record is too long to show.',
      url: url ?? `connectory:${encodeURI(id)}`,
      metadata: { connection: name, connector, entity: call.entity, source },
    };
    return { text: JSON.stringify(found), structured: found };
  },
});

/** Errors of the system behind a connection, in spite of which its copy can be read. */
const away: ReadonlySet<string> = new Set(['upstream', 'credential', 'gateway']);

async function read(call: RecordCall, calls: Calls) {
  const { connection, action, execute } = await calls.resolve(call);
  const isCopy = call.action === 'context_store_search';
  const run = () => execute({ params: call.params });
  try {
    const response = await showingParams(action, run);
    return { response, connection, source: isCopy ? 'copy' : 'live' };
  } catch (thrown) {
    const problem = toCallProblem(thrown);
    if (isCopy || !isAway(problem)) throw problem;
    const response = await fromCopy(call, calls, connection.connector).catch(() => undefined);
    if (response === undefined) throw problem;
    return { response, connection, source: 'copy' };
  }
}

const isAway = ({ problem: { code, origin = '' } }: CallProblem) => code === 'connection_paused' || away.has(origin);

/** The only record of the copy whose fields have the values of the parameters; undefined if there is none, or more than one. */
async function fromCopy(call: RecordCall, calls: Calls, connector: string): Promise<ExecuteResponse | undefined> {
  const eq = equalities(call.params, await calls.describeEntity(connector, call.entity));
  if (Object.keys(eq).length === 0) return undefined;
  const { execute } = await calls.resolve({ ...call, action: 'context_store_search' });
  const response = await execute({ params: { query: { filter: { eq } }, limit: 2 } });
  const records = parseVerbatim(response.data.toString('utf8'));
  return Array.isArray(records) && records.length === 1 ? response : undefined;
}

/** The search fields that have the values of parameters: those of the same name, and the key for the parameter that names the record. */
function equalities(params: JsonObject, { key, search }: DescribedEntity): JsonObject {
  const fields = new Set(search?.fields.map(({ name }) => name));
  const named = Object.entries(params).filter(([name]) => fields.has(name));
  const others = Object.entries(params).filter(([name]) => !fields.has(name));
  const [only] = others;
  const isKey = others.length === 1 && only !== undefined && typeof key === 'string' && fields.has(key);
  return Object.fromEntries(isKey ? [...named, [key, only[1]] as const] : named);
}

function firstOf(value: unknown): JsonObject {
  const [record] = [value].flat();
  return typeof record === 'object' && record !== null ? (record as JsonObject) : {};
}
