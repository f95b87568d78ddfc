import { type ConnectorEntity, type ConnectorManifest, ConnectoryError } from '@connectory/client';
import { parseExactly, writeExactly } from '@connectory/exact-json';
import type { Schema } from '../describe-connector.ts';
import type { ActionRequest, ActionResponse, ActionRunner } from '../execute/action-runner.ts';
import { RecordComparison } from './compare.ts';
import { type FoundParameters, type Given, ParameterFinder } from './parameters.ts';
import { type JsonObject, type RecordSchema, valueAt } from './record-schema.ts';
import { redacted } from './redact.ts';
import type { ActionReport, RecordReport, VerifyReport } from './report.ts';

type Action = ConnectorEntity['actions'][number];

/** What is verified, and how. */
export interface Verification {
  readonly manifest: ConnectorManifest;
  readonly runner: ActionRunner;
  readonly given: Given;
  readonly maxCalls: number;
  sleep(milliseconds: number): Promise<void>;
  /** Called before each action. */
  onAction(entity: string, action: string): void;
  /** Called with the redacted response of an action. */
  onSample(entity: string, action: string, sample: unknown): Promise<void>;
}

interface Planned {
  readonly entity: ConnectorEntity;
  readonly action: Action;
}

interface Response {
  readonly data: unknown;
  readonly meta: { readonly next_params?: JsonObject | null; readonly limit_headers?: readonly string[] };
}

const order = ['list', 'get', 'api_search', 'download'];
const sizeNames = /^(?:limit|count|first|(?:per_?page)|(?:page_?size)|(?:max_?results)|(?:row_?limit))$/i;
const pageSize = 2;
const maxWaitSeconds = 60;
const maxWaits = 3;
// For the audit of the workspace.
const intent = 'connectory verify';

/** No further call may be made; the message says why. */
class StoppedError extends Error {}

/**
 * Runs every read action of a connection once or a few times, with parameters found in its own lists, and compares the records with their
 * declaration. Throws if the gateway or the credentials are rejected, because no action can work then.
 */
export async function verify(verification: Verification): Promise<VerifyReport> {
  return new Verifier(verification).run();
}

class Verifier {
  readonly #given: Verification;
  readonly #finder: ParameterFinder;
  readonly #comparisons = new Map<string, { readonly comparison: RecordComparison; readonly report: RecordReport }>();
  readonly #actions: ActionReport[] = [];
  #limitHeaders: ReadonlySet<string> | null = null;
  #calls = 0;
  #stopped: string | undefined;

  constructor(given: Verification) {
    this.#given = given;
    this.#finder = new ParameterFinder(given.manifest.entities, given.given);
  }

  async run(): Promise<VerifyReport> {
    const { id, version, upstream, entities } = this.#given.manifest;
    const planned = order.flatMap((name) =>
      entities.flatMap((entity) =>
        entity.actions
          .filter(({ action, effect }) => action === name && effect === 'read')
          .map((action): Planned => ({ entity, action })),
      ),
    );
    const left = new Set(planned);
    // Records that one action returns give the parameters of others; what nothing gives is guessed last.
    for (const mayGuess of [false, true]) {
      for (let isProgress = true; isProgress; ) {
        isProgress = false;
        for (const plan of left) {
          const parameters = this.#finder.find(plan.entity, plan.action, mayGuess);
          if ('missing' in parameters || this.#stopped !== undefined) continue;
          left.delete(plan);
          isProgress = true;
          await this.#try(plan, parameters.found);
        }
      }
    }
    for (const plan of left) this.#actions.push(notTried(plan, this.#stopped ?? this.#reasonFor(plan)));
    const position = ({ entity, action }: ActionReport) =>
      planned.findIndex((plan) => plan.entity.name === entity && plan.action.action === action);
    return {
      connector: id,
      version,
      upstream,
      calls: this.#calls,
      actions: this.#actions.sort((one, other) => position(one) - position(other)),
      records: [...this.#comparisons.values()].map(({ comparison, report }) => ({
        ...report,
        differences: comparison.differences().filter(({ kind }) => kind !== 'undeclared'),
        undeclared: comparison.differences().filter(({ kind }) => kind === 'undeclared'),
        unseen: comparison.unseen(),
      })),
      limit_headers: this.#limitHeaders && [...this.#limitHeaders].sort(),
    };
  }

  #reasonFor({ entity, action }: Planned): string {
    const parameters = this.#finder.find(entity, action, true);
    return 'missing' in parameters ? `nothing gives ${parameters.missing.join(', ')}` : 'no parameters were found';
  }

  // Another parent is tried if the first has no records or is rejected.
  async #try(plan: Planned, candidates: readonly FoundParameters[]): Promise<void> {
    const { entity, action } = plan;
    this.#given.onAction(entity.name, action.action);
    const before = this.#calls;
    let last: Attempt | undefined;
    for (const candidate of candidates) {
      try {
        const attempt = await this.#attempt(plan, candidate);
        if (last === undefined || attempt.outcome === 'accepted') last = attempt;
        if (attempt.outcome === 'accepted' && (action.result !== 'records' || attempt.records > 0)) break;
      } catch (error) {
        if (!(error instanceof StoppedError)) throw error;
        this.#stopped = error.message;
        break;
      }
    }
    const names = { entity: entity.name, action: action.action, calls: this.#calls - before };
    if (last === undefined) this.#actions.push(notTried(plan, this.#stopped ?? ''));
    else this.#actions.push({ ...names, ...last });
  }

  async #attempt(plan: Planned, { params, guessed }: FoundParameters): Promise<Attempt> {
    const notes = guessed.length === 0 ? {} : { guessed };
    try {
      return { ...notes, ...(await this.#read(plan, params)) };
    } catch (error) {
      return { records: 0, ...notes, ...refusal(error, guessed) };
    }
  }

  async #read({ entity, action }: Planned, params: JsonObject): Promise<Attempt> {
    const sized = { ...params, ...smallPage(action) };
    const request = { entity: entity.name, action: action.action, params: sized, intent, limit_headers: true };
    const response = await this.#call(request);
    if (response.kind === 'file') {
      // One chunk shows that the file can be read; ending the loop cancels the rest.
      for await (const _chunk of response.bytes) break;
      return { outcome: 'accepted', records: 0 };
    }
    const { data, meta: all } = parseExactly(response.text) as Response;
    const { limit_headers = [], ...meta } = all;
    this.#limitHeaders = new Set([...(this.#limitHeaders ?? []), ...limit_headers]);
    const records = action.result === 'records' ? (data as readonly unknown[]) : [data];
    this.#take({ entity, action }, params, records);
    if (records.length > 0) await this.#sample({ entity, action }, meta, records);
    if (action.result !== 'records') return { outcome: 'accepted', records: 1 };
    const { next_params: next } = meta;
    if (next === null || next === undefined)
      return { outcome: 'accepted', records: records.length, second_page: 'none' };
    const following = { ...request, params: { ...sized, ...next } };
    const second = await this.#secondPage({ entity, action }, params, following, records);
    return { ...second, records: records.length + second.records };
  }

  async #secondPage(
    plan: Planned,
    params: JsonObject,
    request: ActionRequest,
    first: readonly unknown[],
  ): Promise<Attempt> {
    try {
      const response = await this.#call(request);
      const { data } = parseExactly(response.kind === 'json' ? response.text : '') as Response;
      const records = data as readonly unknown[];
      this.#take(plan, params, records);
      const seen = new Set(first.map((record) => identityOf(plan.entity, record)));
      const isRepeated = records.length > 0 && records.every((record) => seen.has(identityOf(plan.entity, record)));
      return { outcome: 'accepted', records: records.length, second_page: isRepeated ? 'repeated' : 'read' };
    } catch (error) {
      if (!(error instanceof StoppedError)) return { records: 0, second_page: 'failed', ...refusal(error, []) };
      this.#stopped = error.message;
      return { outcome: 'accepted', records: 0 };
    }
  }

  #take({ entity, action }: Planned, params: JsonObject, records: readonly unknown[]): void {
    const own = action.result_schema;
    if (own === undefined) this.#finder.learn(entity.name, params, records);
    const key = own === undefined ? entity.name : `${entity.name} ${action.action}`;
    const { comparison, report } = this.#comparisons.get(key) ?? {
      comparison: new RecordComparison((own ?? entity.record) as RecordSchema),
      report: {
        entity: entity.name,
        ...(own && { action: action.action }),
        records: 0,
        differences: [],
        undeclared: [],
        unseen: [],
      },
    };
    for (const record of records) comparison.add(record);
    this.#comparisons.set(key, { comparison, report: { ...report, records: report.records + records.length } });
  }

  async #sample({ entity, action }: Planned, meta: unknown, records: readonly unknown[]): Promise<void> {
    const schema = (action.result_schema ?? entity.record) as RecordSchema;
    const data = records.map((record) => redacted(record, schema));
    const sample = { data: action.result === 'records' ? data : data[0], meta: redacted(meta) };
    await this.#given.onSample(entity.name, action.action, sample);
  }

  async #call(request: ActionRequest): Promise<ActionResponse> {
    for (let waits = 0; ; waits += 1) {
      if (this.#calls >= this.#given.maxCalls) throw new StoppedError('the budget of calls is used up');
      this.#calls += 1;
      try {
        return await this.#given.runner.run(request);
      } catch (error) {
        const reason = error instanceof ConnectoryError ? pauses[error.code] : undefined;
        if (!(error instanceof ConnectoryError) || reason === undefined) throw error;
        const { retryAfterSeconds: seconds } = error;
        if (seconds === undefined || seconds > maxWaitSeconds || waits === maxWaits) throw new StoppedError(reason);
        await this.#given.sleep(seconds * 1000);
      }
    }
  }
}

type Attempt = Omit<ActionReport, 'entity' | 'action' | 'calls'>;

/** The codes after which a call is worth repeating, and why no more calls are made if the wait is too long. */
const pauses: Readonly<Partial<Record<string, string>>> = {
  upstream_rate_limited: 'rate limited',
  rate_limited: 'rate limited',
  quota_exceeded: 'rate limited',
  circuit_open: 'the upstream failed repeatedly',
  gateway_busy: 'the gateway is at capacity',
};

const fatal: ReadonlySet<string> = new Set([
  'unauthenticated',
  'gateway_unreachable',
  'reauthorization_required',
  'connector_not_found',
]);

/** How a call that was not accepted counts. Throws what makes all further calls pointless. */
function refusal(error: unknown, guessed: readonly string[]): Pick<Attempt, 'outcome' | 'code' | 'reason'> {
  if (!(error instanceof ConnectoryError) || fatal.has(error.code)) throw error;
  const { code, problem } = error;
  const status = problem?.upstream?.status;
  if (code === 'credential_rejected' && status !== 403) throw error;
  const known = { code, ...(status !== undefined && { upstream_status: status }) };
  if (code === 'credential_rejected' || code === 'forbidden')
    return { outcome: 'unclear', ...known, reason: 'the account or the token may not read this' };
  if (guessed.length === 0) return { outcome: 'failed', ...known };
  const hint = guessed.map((name) => `--param ${name}=…`).join(' ');
  return { outcome: 'unclear', ...known, reason: `guessed ${guessed.join(', ')}; give ${hint}` };
}

const notTried = ({ entity, action }: Planned, reason: string): ActionReport => ({
  entity: entity.name,
  action: action.action,
  outcome: 'not_tried',
  calls: 0,
  records: 0,
  reason,
});

function smallPage({ result, params }: Action): JsonObject {
  const { properties = {} } = params as Schema;
  const [size] = Object.entries(properties).filter(([name, { type }]) => sizeNames.test(name) && type === 'integer');
  return result !== 'records' || size === undefined ? {} : { [size[0]]: Math.max(pageSize, size[1].minimum ?? 0) };
}

function identityOf({ key }: ConnectorEntity, record: unknown): string {
  const parts = [key ?? []].flat().map((path) => valueAt(record, path));
  // Without its key, a record is known by all of its fields.
  return writeExactly(parts.length === 0 || parts.includes(undefined) ? record : parts);
}
