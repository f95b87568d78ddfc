import type { Connector } from '@connectory/connector-sdk';
import { isRead } from '@connectory/connector-sdk/engine';
import type { Fault } from '@connectory/sandbox';
import type { ConformanceCheck } from '../conformance-check.ts';
import { type DeclaredAction, declaredActions } from '../declared-actions.ts';
import { require, shown } from '../finding.ts';
import type { Outcome, TestGateway } from '../test-gateway.ts';

const passing: readonly Fault[] = [
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
  for (const fault of passing) {
    const { outcome, sent } = await during(gateway, declared, fault);
    require(outcome.error === undefined, () => {
      return `${declared.title} does not survive ${fault.kind}: ${outcome.error?.code}: ${outcome.error?.message}. Do the codes of upstream.failure call a passing failure something else?`;
    });
    require(sent === 2, () => `${declared.title} was sent ${sent} times after ${fault.kind}, not twice.`);
  }
}

async function isSentOnce(gateway: TestGateway, declared: DeclaredAction): Promise<void> {
  const { connector } = gateway;
  const { title, action } = declared;
  const { outcome, sent } = await during(gateway, declared, { kind: 'failing-after' });
  if ((action.idempotencyHeader ?? connector.upstream.idempotencyHeader) !== undefined) {
    return require(outcome.error === undefined && sent === 2, () => {
      return `${title} has an idempotency header, so that a failure is survived by sending it again; it was sent ${sent} times and ended with ${outcome.error?.code ?? 'success'}.`;
    });
  }
  require(sent === 1, () =>
    `${title} reached the vendor ${sent} times although nobody knows whether the first one was carried out.`);
  require(outcome.error?.code === 'upstream_unavailable' && outcome.error.outcome === 'unknown', () => {
    return `${title} failed after it was carried out and says ${shown(outcome.error?.code ?? 'success')}: it must say upstream_unavailable with outcome "unknown". Do the codes or the "when" of upstream.failure hide a 500?`;
  });
}

/** Runs an action with one injected fault; returns its outcome and how often it reached the vendor. */
async function during(
  gateway: TestGateway,
  { entity, name }: DeclaredAction,
  fault: Fault,
): Promise<{ outcome: Outcome; sent: number }> {
  const params = gateway.example(entity.name, name);
  await gateway.signIn();
  gateway.sandbox.faults.next(gateway.connector.id, fault);
  let outcome: Outcome | undefined;
  const arrived = await gateway.arrivalsDuring(async () => {
    outcome = await gateway.execute({ entity: entity.name, action: name, params });
  });
  gateway.sandbox.faults.clear();
  if (outcome === undefined) throw new Error('the call gave no outcome');
  return { outcome, sent: arrived.length };
}
