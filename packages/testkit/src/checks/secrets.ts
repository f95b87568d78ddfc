import { randomBytes } from 'node:crypto';
import type { Connector } from '@connectory/connector-sdk';
import { type Authentication, isRead } from '@connectory/connector-sdk/engine';
import { type ConformanceCheck, require } from '../conformance-check.ts';
import { declaredActions, failureBody } from '../declarations.ts';
import { type RawResponse, startRawVendor, watchOutput } from '../test-doubles.ts';
import { jsonOf, type Outcome, type TestGateway } from '../test-gateway.ts';

const statuses = [400, 401, 403, 404, 429, 500];

/** Secrets that are easy to recognize are used at a vendor that repeats them; they must appear nowhere. */
export function secretChecks(connector: Connector): readonly ConformanceCheck[] {
  return Object.entries(connector.upstream.authentication).map(([way, authentication]) => ({
    group: 'secrets',
    name: `secrets of ${way} appear in no answer, error, dry run, audit or output`,
    run: (gateway) => keepsSecrets(gateway, way, authentication),
  }));
}

async function keepsSecrets(gateway: TestGateway, way: string, { fields }: Authentication): Promise<void> {
  const { connector } = gateway;
  const credentials = Object.fromEntries(
    Object.keys(fields).map((field) => [field, `canary-${field}-${randomBytes(12).toString('hex')}`]),
  );
  // If no token was fetched yet, the vendor of this check could only reject the request for one.
  const secrets = Object.entries(credentials).filter(([field]) => fields[field]?.secret !== false);
  const seen: [where: string, text: string][] = [];
  const output = watchOutput();
  const vendor = await startRawVendor(repeating(connector));
  try {
    const actions = declaredActions(connector);
    const write = actions.find(({ name }) => !isRead(name));
    const { check } = connector;
    const calls = [
      { entity: check.entity, action: check.action, params: check.params },
      ...(write === undefined
        ? []
        : [{ entity: write.entity.name, action: write.name, params: gateway.example(write.entity.name, write.name) }]),
    ];
    for (const status of statuses) {
      const baseUrl = `${vendor.origin}/${status}`;
      const connection = await gateway.connect({ authentication: way, credentials, baseUrl });
      seen.push(['a stored connection', JSON.stringify(connection)]);
      seen.push([`the check at a vendor that answers ${status}`, textOf(await gateway.check(connection))]);
      for (const call of calls) {
        const about = `${call.entity} ${call.action}`;
        seen.push([`${about} at a vendor that answers ${status}`, textOf(await gateway.execute(call, connection))]);
        seen.push([`the dry run of ${about}`, textOf(await gateway.execute({ ...call, dry_run: true }, connection))]);
      }
    }
    seen.push(['the audit', await gateway.audit()]);
  } finally {
    await vendor.stop();
    for (const { where, text } of output.stop()) seen.push([where, text]);
  }
  for (const [field, secret] of secrets) {
    const leak = seen.find(([, text]) => formsOf(secret).some((form) => text.includes(form)));
    require(leak === undefined, () => {
      return `the value of ${field} appears in ${leak?.[0]}. Only the templates of an authentication may use it, and nothing may print it.`;
    });
  }
}

// Errors are looked at as their caller gets them and as a log could print them, without what caused them.
function textOf(outcome: Outcome | Error | undefined): string {
  if (outcome === undefined) return '';
  if (outcome instanceof Error) return `${outcome.message} ${JSON.stringify(outcome)}`;
  const { result, error } = outcome;
  if (error !== undefined) return `${error.message} ${JSON.stringify(error)}`;
  return JSON.stringify(result.kind === 'preview' ? result.requests : (jsonOf(result) ?? null));
}

function formsOf(secret: string): readonly string[] {
  return [secret, Buffer.from(secret).toString('base64').replace(/=+$/, ''), encodeURIComponent(secret)];
}

/** Responds with the status the path begins with, and repeats all it was sent in the places where this vendor puts its words. */
function repeating({ upstream }: Connector): RawResponse {
  return (request, body, response) => {
    const status = Number(/^\/(\d{3})/.exec(request.url ?? '')?.[1] ?? 404);
    const headers = Object.values(request.headers).flat().join(' ; ');
    const pairs = [...headers.matchAll(/Basic (\S+)/g)].map(([, pair = '']) => Buffer.from(pair, 'base64').toString());
    const words = `Refused: ${headers} ; ${pairs.join(' ; ')} ; ${body.toString().slice(0, 2000)} ; ${request.url}`;
    const { requestId } = upstream.failure;
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(requestId !== undefined && { [requestId]: words.replaceAll(/[^\x20-\x7e]/g, '-').slice(0, 2000) }),
    });
    response.end(JSON.stringify(failureBody(upstream.failure, words, true)));
  };
}
