import type { Connector } from '@connectory/connector-sdk';
import { idempotencyPathOf, isRead, type UpstreamRequest } from '@connectory/connector-sdk/engine';
import { type ErrorCode, GatewayError } from '@connectory/errors';
import type { Behavior } from '@connectory/sandbox';
import { type ConformanceCheck, require, shown } from '../conformance-check.ts';
import { type DeclaredAction, declaredActions, failureBody } from '../declarations.ts';
import { startRawVendor } from '../test-doubles.ts';
import type { Outcome, TestGateway } from '../test-gateway.ts';

/** What each status of a vendor means for the caller of a read. */
const meanings: readonly (readonly [status: number, code: ErrorCode])[] = [
  [400, 'upstream_rejected'],
  [401, 'credential_rejected'],
  [404, 'record_not_found'],
  [409, 'upstream_rejected'],
  [422, 'upstream_rejected'],
  [429, 'upstream_rate_limited'],
  [500, 'upstream_unavailable'],
  [503, 'upstream_unavailable'],
];
const words = 'The vendor says why.';

/** What goes wrong at the vendor must reach the caller under the documented code, with the vendor's own words. */
export function failureChecks(connector: Connector): readonly ConformanceCheck[] {
  const actions = declaredActions(connector);
  const write = actions.find(({ name }) => !isRead(name));
  return [
    ...meanings.map(([status, code]) => ({
      group: 'failures' as const,
      name: `a ${status} of the vendor is ${code}, in the vendor's words`,
      run: (gateway: TestGateway) => meansFor(gateway, status, code),
    })),
    { group: 'failures', name: 'a vendor that cannot be reached is upstream_unavailable', run: cannotBeReached },
    ...(write === undefined
      ? []
      : [
          {
            group: 'failures' as const,
            name: `${write.title} that fails with 500 has an unknown outcome`,
            run: (gateway: TestGateway) => endsUnknown(gateway, write),
          },
        ]),
    ...Object.keys(connector.upstream.authentication).map((way) => ({
      group: 'failures' as const,
      name: `wrong credentials of ${way} question the credential`,
      run: (gateway: TestGateway) => refusesCredentials(gateway, way),
    })),
    ...actions
      .filter(({ name, action }) => name === 'get' && keyParam(action) !== undefined)
      .map((declared) => ({
        group: 'failures' as const,
        name: `${declared.title} of what is not there is record_not_found`,
        run: (gateway: TestGateway) => findsNothing(gateway, declared),
      })),
  ];
}

async function meansFor(gateway: TestGateway, status: number, code: ErrorCode): Promise<void> {
  const error = await responded(gateway, status);
  require(error !== undefined, () => {
    return `a ${status} with the message at ${gateway.connector.upstream.failure.message[0]} was taken for a success: look at upstream.failure.`;
  });
  // A rejected token is refreshed first; this vendor rejects that as well.
  const isRefused = code === 'credential_rejected' && error.code === 'reauthorization_required';
  require(error.code === code || isRefused, () =>
    `a ${status} is reported as ${error.code}, not ${code}: look at upstream.failure.codes. ${error.message}`);
  if (isRefused) return;
  require(error.upstream?.status === status, () =>
    `the error of a ${status} does not say the status the vendor answered with.`);
  require(error.upstream?.message === words, () => {
    return `the vendor's message is not found: upstream.failure.message begins with "${gateway.connector.upstream.failure.message[0]}", where the vendor wrote "${words}", and the error says ${shown(error.upstream?.message)}.`;
  });
}

/** The error of the check action at a vendor that always returns one status. */
async function responded(gateway: TestGateway, status: number): Promise<GatewayError | undefined> {
  const body = JSON.stringify(failureBody(gateway.connector.upstream.failure, words, false));
  const vendor = await startFailingVendor(gateway, status, body);
  try {
    return await gateway.check(await gateway.connect({ baseUrl: vendor.origin }));
  } finally {
    await vendor.stop();
  }
}

// Tokens are given out as usual: only what they are for fails.
const startFailingVendor = (gateway: TestGateway, status: number, body: string) =>
  startRawVendor(
    (_request, _body, response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    },
    (request, response) => gateway.responsesToken(request, response),
  );

async function cannotBeReached(gateway: TestGateway): Promise<void> {
  const vendor = await startRawVendor(() => undefined);
  await vendor.stop();
  const error = await gateway.check(await gateway.connect({ baseUrl: vendor.origin }));
  require(error?.code === 'upstream_unavailable', () =>
    `nobody listens there, and the call says ${error?.code ?? 'success'}.`);
}

async function endsUnknown(gateway: TestGateway, { entity, name, title }: DeclaredAction): Promise<void> {
  const params = gateway.example(entity.name, name);
  const body = JSON.stringify(failureBody(gateway.connector.upstream.failure, words, false));
  const vendor = await startFailingVendor(gateway, 500, body);
  try {
    const connection = await gateway.connect({ baseUrl: vendor.origin });
    const { error } = await gateway.execute({ entity: entity.name, action: name, params }, connection);
    require(error?.code === 'upstream_unavailable' && error.outcome === 'unknown', () => {
      return `${title} says ${error?.code ?? 'success'} with outcome ${error?.outcome}: after a 500 nobody knows whether it was carried out.`;
    });
  } finally {
    await vendor.stop();
  }
}

async function refusesCredentials(gateway: TestGateway, authentication: string): Promise<void> {
  const right = gateway.sandbox.credentials(gateway.connector.id, authentication);
  // A client that the vendor does not accept says nothing about the grant.
  const isRenewed = gateway.connector.upstream.authentication[authentication]?.token?.grant === 'refresh_token';
  const isKept = (field: string) => isRenewed && (field === 'client_id' || field === 'client_secret');
  const wrong = Object.fromEntries(
    Object.entries(right).map(([field, value]) => [field, isKept(field) ? value : 'wrong']),
  );
  const error = await gateway.check(await gateway.connect({ authentication, credentials: wrong }));
  const isNamed = GatewayError.is(error, 'credential_rejected') || GatewayError.is(error, 'reauthorization_required');
  require(isNamed, () => {
    return `wrong credentials end with ${error?.code ?? 'success'}: ${error?.message ?? 'are they sent at all? Look at the headers of the authentication.'}`;
  });
}

async function findsNothing(gateway: TestGateway, { entity, name, action, title }: DeclaredAction): Promise<void> {
  const params = gateway.example(entity.name, name);
  const param = keyParam(action) ?? '';
  const there = new Set(leavesOf(gateway.sandbox.records(gateway.connector.id, entity.name)).map(String));
  const other = missingValues(params[param]).find(
    (value) => !there.has(String(value)) && action.params.safeParse({ ...params, [param]: value }).success,
  );
  // A parameter that takes only certain values, or reaches the vendor within another text, names nothing the sandbox could miss.
  if (other === undefined || isSentWithinText(action.request(action.params.parse(params)), params[param])) return;
  const outcome = await gateway.execute({ entity: entity.name, action: name, params: { ...params, [param]: other } });
  require(outcome.error?.code === 'record_not_found', () => {
    return `${title} with ${param}: ${shown(other)} ends with ${outcome.error?.code ?? 'success'}, not record_not_found. ${outcome.error?.message ?? 'Does the parameter reach the vendor?'}`;
  });
}

/** The parameter that names the record: the last required one of the path, or of the document. */
function keyParam({ routes, params }: DeclaredAction['action']): string | undefined {
  const required = Object.entries(params.shape).filter(([, schema]) => !schema.safeParse(undefined).success);
  const names = required.map(([name]) => name);
  const places = routes[0]?.placeholders.filter((place) => names.includes(place)) ?? [];
  return places.at(-1) ?? names.at(-1);
}

function isSentWithinText({ path, query, body }: UpstreamRequest, value: unknown): boolean {
  const leaves = [...path.split(/[/?&=]/).map(decodeURIComponent), ...leavesOf([query, body?.value]).map(String)];
  const text = String(value);
  return !leaves.includes(text) && leaves.some((leaf) => leaf.includes(text));
}

function leavesOf(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value];
}

function missingValues(known: unknown): readonly unknown[] {
  if (typeof known === 'number') return [999_999_937, 1, 9];
  const text = String(known);
  // Of the same form, so that a pattern accepts it.
  const alike = text.replaceAll(/[a-z]/g, 'z').replaceAll(/[A-Z]/g, 'Z').replaceAll(/\d/g, '9');
  // One that is short may be there: longer ones are tried as well.
  const longer = [alike.repeat(3), alike.repeat(9)].filter(() => /^\w{1,8}$/.test(alike));
  return [alike, ...longer, 'nothing-is-called-so'];
}

const transient: readonly Behavior[] = [
  { kind: 'rate-limited', retryAfterSeconds: 1 },
  { kind: 'failing-before' },
  { kind: 'connection-reset' },
];

/** Reads must survive a failure that passes; a write that reached the vendor is never sent twice, unless the vendor knows its key. */
export function retryChecks(connector: Connector): readonly ConformanceCheck[] {
  // A download streams: what has begun cannot be begun again.
  const actions = declaredActions(connector).filter(({ name }) => name !== 'download');
  return actions.map((declared) => {
    const isReading = isRead(declared.name);
    return {
      group: 'retries',
      name: isReading
        ? `${declared.title} survives a failure that passes`
        : `${declared.title} is carried out once at most`,
      run: (gateway) => (isReading ? survives(gateway, declared) : isSentOnce(gateway, declared)),
    };
  });
}

async function survives(gateway: TestGateway, declared: DeclaredAction): Promise<void> {
  for (const behavior of transient) {
    const { outcome, sent } = await during(gateway, declared, behavior);
    require(outcome.error === undefined, () => {
      return `${declared.title} does not survive ${behavior.kind}: ${outcome.error?.code}: ${outcome.error?.message}. Do the codes of upstream.failure call a passing failure something else?`;
    });
    require(sent === 2, () => `${declared.title} was sent ${sent} times after ${behavior.kind}, not twice.`);
  }
}

async function isSentOnce(gateway: TestGateway, declared: DeclaredAction): Promise<void> {
  const { connector } = gateway;
  const { title, action } = declared;
  const { outcome, sent } = await during(gateway, declared, { kind: 'failing-after' });
  if (idempotencyPathOf(action, connector.upstream) !== undefined) {
    return require(outcome.error === undefined && sent === 2, () => {
      return `${title} has an idempotency key, so that a failure is survived by sending it again; it was sent ${sent} times and ended with ${outcome.error?.code ?? 'success'}.`;
    });
  }
  require(sent === 1, () =>
    `${title} reached the vendor ${sent} times although nobody knows whether the first one was carried out.`);
  require(outcome.error?.code === 'upstream_unavailable' && outcome.error.outcome === 'unknown', () => {
    return `${title} failed after it was carried out and says ${shown(outcome.error?.code ?? 'success')}: it must say upstream_unavailable with outcome "unknown". Do the codes or the "when" of upstream.failure hide a 500?`;
  });
}

/** Runs an action with one injected behavior; returns its outcome and how often it reached the vendor. */
async function during(
  gateway: TestGateway,
  { entity, name }: DeclaredAction,
  behavior: Behavior,
): Promise<{ outcome: Outcome; sent: number }> {
  const params = gateway.example(entity.name, name);
  await gateway.signIn();
  // The request for the URL of a file is not the write.
  const isUpload = name === 'upload';
  gateway.sandbox.behaviors.next(gateway.connector.id, behavior, isUpload ? { match: { action: name } } : {});
  let outcome: Outcome | undefined;
  const arrived = await gateway.arrivalsDuring(async () => {
    outcome = await gateway.execute({ entity: entity.name, action: name, params });
  });
  gateway.sandbox.behaviors.clear();
  if (outcome === undefined) throw new Error('the call gave no outcome');
  const sent = isUpload ? arrived.filter(({ meant }) => meant?.action === name) : arrived;
  return { outcome, sent: sent.length };
}
