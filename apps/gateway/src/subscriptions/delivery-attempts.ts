import { randomUUID } from 'node:crypto';
import type { AttemptOutcome, Delivery, UsedSubscription } from '@connectory/control-plane';
import type { WebhookSender } from '@connectory/upstream';
import { Webhook } from 'standardwebhooks';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Wait after each attempt; the last one repeats. */
const waits = [5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 3 * hour];
const maxWaiting = 72 * hour;

/** Result of an attempt: the status of the response, or why there was none. */
export type Responded = { readonly status: number } | { readonly error: string };

/** Sends a delivery, signed according to Standard Webhooks. Never rejects. */
export async function attempt(
  sender: WebhookSender,
  { url, secrets }: UsedSubscription,
  { id, body }: Pick<Delivery, 'id' | 'body'>,
  now: number,
  signal: AbortSignal,
): Promise<Responded> {
  try {
    const sentAt = new Date(now);
    const signatures = secrets.map((secret) => new Webhook(secret.reveal()).sign(id, sentAt, body));
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now / second)),
      'webhook-signature': signatures.join(' '),
    };
    return { status: await sender.send(new URL(url), { headers, body }, signal) };
  } catch (error) {
    return { error: reasonOf(error) };
  }
}

/** Whether the receiver accepted the delivery. */
export const isTaken = (responded: Responded): boolean =>
  'status' in responded && responded.status >= 200 && responded.status < 300;

/** State of a delivery after an attempt: delivered, retried after a longer wait each time, or failed after three days. */
export function outcomeOf(
  { attempts, createdAt }: Pick<Delivery, 'attempts' | 'createdAt'>,
  responded: Responded,
  now: number,
  random: () => number,
): AttemptOutcome {
  const wait = (waits[Math.min(attempts, waits.length - 1)] ?? 0) * (0.8 + 0.4 * random());
  const nextAttemptAt = new Date(now + wait).toISOString();
  const status = 'status' in responded ? responded.status : null;
  if (isTaken(responded)) return { state: 'delivered', nextAttemptAt, status, error: null };
  const error = 'error' in responded ? responded.error : `The receiver responded with status ${responded.status}.`;
  const isLate = now + wait > Date.parse(createdAt) + maxWaiting;
  return { state: isLate ? 'failed' : 'waiting', nextAttemptAt, status, error };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'The receiver cannot be reached.';
  if (error.name === 'TimeoutError') return 'The receiver did not respond within 15 seconds.';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && !('status' in error) ? `The receiver cannot be reached (${code}).` : error.message;
}

/** Sends a test event to the receiver of a subscription, once. */
export async function sendTest(
  sender: WebhookSender,
  subscription: UsedSubscription,
): Promise<{ readonly delivered: boolean; readonly status: number | null; readonly error: string | null }> {
  const now = Date.now();
  const type = 'subscription.test';
  const data = { subscription_id: subscription.id };
  const body = JSON.stringify({ type, timestamp: new Date(now).toISOString(), data });
  const responded = await attempt(sender, subscription, { id: randomUUID(), body }, now, new AbortController().signal);
  return 'status' in responded
    ? { delivered: isTaken(responded), status: responded.status, error: null }
    : { delivered: false, status: null, error: responded.error };
}
