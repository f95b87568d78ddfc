import { randomBytes } from 'node:crypto';
import { Secret } from '@connectory/connector-sdk/engine';
import type { Database } from '@connectory/database';
import { GatewayError } from '@connectory/errors';
import { vi } from 'vitest';
import {
  type ControlPlane,
  type ControlPlaneOptions,
  createControlPlane,
  EncryptionKeys,
  type NewConnection,
} from '../src/index.ts';

/** The admin token of `openControlPlane`. */
export const adminToken = new Secret('admin-token-of-the-tests');

/** The keys of `openControlPlane`. */
export const encryptionKeys = new EncryptionKeys([randomBytes(32)]);

/**
 * A control plane as one gateway process opens it; failures in the background fail the test that caused them. It is closed with its
 * database.
 */
export async function openControlPlane(
  database: Database,
  options: Partial<ControlPlaneOptions> = {},
): Promise<ControlPlane> {
  const controlPlane = await createControlPlane({
    database,
    encryptionKeys,
    adminToken,
    onError: (error) => {
      throw error;
    },
    ...options,
  });
  const closeDatabase = database.close.bind(database);
  // What it does at intervals would go on after the suite, which shares its process with the next one.
  database.close = async () => {
    await controlPlane.close();
    await closeDatabase();
  };
  return controlPlane;
}

/** A connection to create, with the given differences. */
export function newConnection(changes: Partial<NewConnection> = {}): NewConnection {
  return {
    connector: 'stripe',
    name: 'stripe',
    authentication: 'api_key',
    settings: { region: 'eu' },
    credentials: { api_key: 'sk_test_1' },
    ...changes,
  };
}

/** The `GatewayError` that work ends with; fails when it ends otherwise. */
export async function failureOf(work: Promise<unknown>): Promise<GatewayError> {
  const outcome: unknown = await work.then(
    (value) => new Error(`expected a failure, got ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
  if (GatewayError.is(outcome)) return outcome;
  throw outcome;
}

const [realMonotonic, realWall] = [performance.now.bind(performance), Date.now.bind(Date)];

/** Sets both clocks of this process, not that of the database, ahead of the true time; undone by `vi.restoreAllMocks`. */
export function setClockAhead(milliseconds: number): void {
  vi.spyOn(performance, 'now').mockImplementation(() => realMonotonic() + milliseconds);
  vi.spyOn(Date, 'now').mockImplementation(() => realWall() + milliseconds);
}
