import { sqlRequestSchema } from '@connectory/errors/validation';
import { operations } from '@connectory/openapi';
import { workspacePathSchema } from '../workspaces/schemas.ts';
import { sqlResultSchema } from './schemas.ts';

/** SQL over the copies of a workspace. */
export const sqlOperations = operations({
  runSql: {
    method: 'post',
    path: '/api/v1/workspaces/{workspace}/sql',
    access: 'use',
    tag: 'Execute',
    summary: 'Run SQL over the copies',
    description:
      'Runs one SELECT statement in the dialect of DuckDB. Its tables are the synchronized copies of all connections, written as `connection.entity`; a table that the policy of the token does not let search does not exist. Nothing can be written. Requires a gateway in hosted mode with the package `@duckdb/node-api`, and a workspace token.',
    pathParameters: workspacePathSchema,
    body: {
      schema: sqlRequestSchema,
      examples: {
        owing: {
          summary: 'Open tickets of each customer with an unpaid invoice',
          value: {
            sql: "SELECT i.customer_email, count(DISTINCT t.id) AS tickets FROM stripe.invoices i JOIN zendesk.users u ON u.email = i.customer_email JOIN zendesk.tickets t ON t.requester_id = u.id WHERE i.status = 'open' AND t.status <> 'closed' GROUP BY ALL ORDER BY tickets DESC",
          },
        },
      },
    },
    isSafe: true,
    success: {
      200: {
        description: 'The rows.',
        content: {
          'application/json': {
            schema: sqlResultSchema,
            examples: {
              owing: {
                summary: 'Two customers',
                value: {
                  data: [
                    { customer_email: 'ada@example.com', tickets: 3 },
                    { customer_email: 'grace@example.com', tickets: 1 },
                  ],
                  meta: {
                    columns: [
                      { name: 'customer_email', type: 'VARCHAR' },
                      { name: 'tickets', type: 'BIGINT' },
                    ],
                    has_more: false,
                    took_ms: 184,
                    tables: [
                      { connection: 'stripe', entity: 'invoices', synced_at: '2026-11-20T10:31:00.000Z', rows: 1_204 },
                      { connection: 'zendesk', entity: 'users', synced_at: '2026-11-20T10:30:12.000Z', rows: 873 },
                      { connection: 'zendesk', entity: 'tickets', synced_at: '2026-11-20T10:30:12.000Z', rows: 5_310 },
                    ],
                  },
                },
              },
            },
          },
        },
      },
    },
    errors: [
      'invalid_params',
      'invalid_query',
      'hosted_mode_required',
      'context_store_not_ready',
      'copy_too_old',
      'sql_not_installed',
      'gateway_busy',
      'store_busy',
      'search_timeout',
    ],
  },
});
