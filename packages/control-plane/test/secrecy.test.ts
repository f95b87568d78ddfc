import { readFile } from 'node:fs/promises';
import { inspect } from 'node:util';
import { Secret } from '@connectory/connector-sdk/engine';
import type { Database } from '@connectory/database';
import { describeDatabases } from '@connectory/database/testing';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { ControlPlane } from '../src/index.ts';
import { adminToken, newConnection, openControlPlane } from './fixture.ts';

const canary = 'canary-credential-7Qx2';
const bodyCanary = 'canary-body-5Kf8';
const newLink = {
  makerId: null,
  connector: 'stripe',
  name: 'stripe',
  settings: {},
  authentication: 'oauth2',
  expiresInSeconds: 60,
};

describeDatabases('secrecy', ({ dialect, open, urlOf }) => {
  /** Everything the database holds: for SQLite the bytes of the file and its WAL, for PostgreSQL every row as text. */
  async function stored(database: Database): Promise<Buffer> {
    if (dialect === 'sqlite') {
      const path = urlOf(database);
      return Buffer.concat([await readFile(path), await readFile(`${path}-wal`)]);
    }
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public'`.execute(
      database.tables(),
    );
    const contents = tables.map(async ({ name }) => {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(database.tables());
      return rows.flatMap((row) =>
        Object.values(row).map((value) =>
          value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(String(value)),
        ),
      );
    });
    return Buffer.concat((await Promise.all(contents)).flat());
  }

  /** The forms in which a secret could be found. */
  function formsOf(secret: string): Buffer[] {
    const bytes = Buffer.from(secret);
    const base64 = [0, 1, 2].map((shift) =>
      Buffer.concat([Buffer.alloc(shift), bytes])
        .toString('base64')
        .slice(4, -4),
    );
    return [
      bytes,
      Buffer.from(secret, 'utf16le'),
      Buffer.from(bytes.toString('hex')),
      ...base64.map((text) => Buffer.from(text)),
    ];
  }

  async function useEverything(controlPlane: ControlPlane): Promise<{ texts: readonly string[]; printed: string }> {
    const { id: workspaceId } = await controlPlane.workspaces.create('acme');
    const { connections, eventEndpoints, tokens, idempotency, audit } = controlPlane;
    const connection = await connections.create(
      workspaceId,
      newConnection({ name: 'visible-name', credentials: { api_key: canary } }),
    );
    await connections.updateCredentials(workspaceId, connection.id, {
      credentials: { api_key: canary, refresh_token: canary },
    });
    const endpoint = await eventEndpoints.change(workspaceId, connection.id, { secret: canary });
    const credentials = await connections.used(workspaceId, connection.id);
    const app = { clientId: 'visible-client', clientSecret: canary, fields: { developer_token: canary } };
    await controlPlane.oauthApps.put(workspaceId, 'stripe', app);
    const { link, token: linkToken } = await controlPlane.connectLinks.create(workspaceId, newLink);
    const attempt = { browser: new Secret(canary), state: new Secret(canary), secrets: { verifier: canary } };
    await controlPlane.connectLinks.begin(link, attempt);
    const { token, text } = await tokens.create(workspaceId, { name: 'reader' });
    const principals = [await tokens.authenticate(text.reveal()), await tokens.authenticate(adminToken.reveal())];
    const started = await idempotency.begin(workspaceId, connection.id, 'key-1', `fingerprint with ${canary}`);
    if (started.state === 'new') await started.attempt.finish(200, Buffer.from(bodyCanary));
    const names = { connector: 'stripe', entity: 'customers', action: 'create' };
    await audit.recordDurably({
      ...audit.moment(),
      workspaceId,
      tokenId: token.id,
      connectionId: connection.id,
      ...names,
      requestId: 'r',
      outcome: 200,
      durationMs: 1,
      dryRun: false,
    });
    const usedApp = await controlPlane.oauthApps.used(workspaceId, 'stripe');
    const seen = [
      connection,
      endpoint,
      credentials,
      usedApp,
      link,
      linkToken,
      token,
      text,
      principals,
      await audit.list(workspaceId),
      controlPlane,
    ];
    return {
      texts: [text.reveal(), text.reveal().slice(4), linkToken.reveal(), endpoint.urlSecret.reveal()],
      printed: `${inspect(seen, { depth: 12, showHidden: true })}${JSON.stringify(seen.slice(0, -1))}`,
    };
  }

  it('keeps no credential, token or stored response in plain text, and prints none', async () => {
    const database = await open();
    const { texts, printed } = await useEverything(await openControlPlane(database));
    const bytes = await stored(database);
    expect(bytes.includes('visible-name')).toBe(true);
    for (const secret of [canary, bodyCanary, ...texts, adminToken.reveal()]) {
      for (const form of formsOf(secret)) expect(bytes.includes(form)).toBe(false);
      expect(printed).not.toContain(secret);
    }
    expect(formsOf('visible-name').some((form) => bytes.includes(form))).toBe(true);
  });
});
