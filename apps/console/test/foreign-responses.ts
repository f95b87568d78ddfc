import type { AuditEntry, AuditPage, Connection, ConnectorManifest, EntitySync, Overview } from '@connectory/client';
import type { Page } from 'playwright-core';

/** Text a vendor might send to attack the person who looks at it. */
export const hostileText = '<img src=x onerror="window.isHurt=true"><script>window.isHurt=true</script>';

/** A connection of a connector that does not exist, with a name of ligatures and both directions. */
export const foreignConnection: Connection = {
  id: '7e5e3cc0-4e04-485e-8cf9-4a5e3eea51ab',
  name: 'ligature ﬁ مكتب <b>',
  connector: 'post-office',
  vendor: 'Post Office',
  authentication: 'api_key',
  settings: {},
  sync: {},
  limits: { deadline_seconds: 120, response_bytes: 8_388_608 },
  account: null,
  paused: false,
  state: 'active',
  state_reason: null,
  state_since: '2026-01-02T03:04:05.000Z',
  created_at: '2026-01-02T03:04:05.000Z',
  updated_at: '2026-01-02T03:04:05.000Z',
};

/** What its connector offers. */
const foreignManifest: ConnectorManifest = {
  id: 'post-office',
  kind: 'letters',
  version: '1.0.0',
  contract: 1,
  logo: null,
  events: null,
  access: 'read and write',
  vendor: 'Post Office',
  documentation: 'https://example.org/',
  upstream: { version: '1', sunset: null },
  auth: [],
  settings: {},
  entities: [
    {
      name: 'letters',
      summary: 'Letters',
      key: 'id',
      personal: {},
      record: {},
      actions: [
        {
          action: 'list',
          summary: 'List letters',
          effect: 'read',
          params: { type: 'object', properties: {} },
          result: 'records',
          meta: [],
        },
        {
          action: 'get',
          summary: 'Get one letter of `list`',
          effect: 'read',
          params: {
            type: 'object',
            properties: {
              number: { type: 'integer', description: 'The `id` of the letter' },
              weight: { type: 'number' },
              style: { type: 'string', enum: ['plain', 'bold'], default: 'plain', description: 'How `notes` look' },
              stamps: { type: 'array', items: { type: 'string' }, description: 'The `names` of stamps' },
            },
          },
          result: 'record',
          meta: [],
        },
      ],
      search: null,
    },
  ],
};

const sync: EntitySync = {
  entity: 'letters',
  phase: 'running',
  pass: 2,
  kind: 'full',
  ready: true,
  records: 1800,
  enabled: true,
  interval_minutes: 60,
  pages: 12,
  rows: 1200,
  added: 1000,
  changed: 200,
  removed: 0,
  errors: [{ partition: null, code: 'upstream_unavailable', message: 'The upstream does not answer.' }],
  held: null,
  coverage: { done: 3, failed: 1, total: 12 },
  started_at: '2026-01-02T03:04:05.000Z',
  finished_at: null,
  synced_at: '2026-01-02T03:04:05.000Z',
  next_run_at: null,
};

/** An audit entry: an otherwise empty call with the given fields. */
export const auditEntry = (entry: Partial<AuditEntry>): AuditEntry => ({
  id: crypto.randomUUID(),
  at: '2026-01-02T03:04:05.000Z',
  kind: 'execute',
  state: 'finished',
  token_id: null,
  actor: { person: null, token: null, agent: null },
  connection_id: foreignConnection.id,
  connector: foreignConnection.connector,
  entity: 'letters',
  action: 'get',
  subject_id: null,
  record: { entity: 'letters', key: { id: 'letter-1' } },
  via: 'api',
  request_id: crypto.randomUUID(),
  intent: null,
  outcome: 200,
  error_code: null,
  upstream_status: 200,
  records: 1,
  duration_ms: 12,
  dry_run: false,
  ...entry,
});

/** The problem of a token without any rights. */
export const forbidden = {
  type: 'urn:connectory:error:forbidden',
  title: 'Forbidden',
  status: 403,
  detail: 'The policy of this token allows nothing.',
  message: 'The policy of this token allows nothing.',
  code: 'forbidden',
  errors: [],
  origin: 'caller',
  retryable: false,
  request_id: 'f0e2',
};

/** The responses a test makes up. */
export interface MadeResponses {
  readonly connections?: readonly Connection[];
  /** The response to every execute call. */
  readonly execute?: { readonly status?: number; readonly body: object | string };
  /** Figures and what needs attention. */
  readonly overview?: Overview['data'];
  /** The pages of the audit, newest first. */
  readonly audit?: readonly (readonly AuditEntry[])[];
  /** Whether everything in a workspace is forbidden. */
  readonly isForbidden?: boolean;
}

/** Serves made-up responses that no test gateway would send; the gateway serves everything else. */
export async function responseWith(
  page: Page,
  { connections, execute, audit, overview, isForbidden }: MadeResponses,
): Promise<void> {
  const json = 'application/json';
  if (connections !== undefined) {
    const [first] = connections;
    await page.route('**/connections?*', (route) =>
      route.fulfill({ json: { data: connections, meta: { next_cursor: null } } }),
    );
    await page.route(`**/connections/${first?.id}`, (route) => route.fulfill({ json: first }));
    await page.route('**/syncs', (route) => route.fulfill({ json: { data: [sync] } }));
    await page.route('**/api/v1/connectors/post-office', (route) => route.fulfill({ json: foreignManifest }));
  }
  if (overview !== undefined)
    await page.route('**/overview?*', (route) => route.fulfill({ json: { data: overview, meta: {} } }));
  if (audit !== undefined)
    await page.route(/\/api\/v1\/workspaces\/[^/]+\/audit/, (route) => {
      const { pathname } = new URL(route.request().url());
      const opened = audit.flat().find(({ id }) => pathname.endsWith(`/${id}`));
      if (opened !== undefined) return route.fulfill({ json: opened });
      const index = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
      const next = index + 1 < audit.length ? String(index + 1) : null;
      const response: AuditPage = { data: [...(audit[index] ?? [])], meta: { next_cursor: next } };
      return route.fulfill({ json: response });
    });
  if (isForbidden === true)
    await page.route('**/api/v1/workspaces/*/**', (route) =>
      route.fulfill({ status: 403, contentType: 'application/problem+json', body: JSON.stringify(forbidden) }),
    );
  if (execute !== undefined) {
    const { status = 200, body } = execute;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const contentType = status < 400 ? json : 'application/problem+json';
    await page.route('**/execute', (route) => route.fulfill({ status, contentType, body: text }));
  }
}
