import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '@connectory/database';
import { GatewayError } from '@connectory/errors';
import { controlPlaneMigrations } from '../database/schema.ts';
import type { ControlPlaneTables } from '../database/tables.ts';

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** A value encrypted with AES-256-GCM: nonce, tag and ciphertext in `bytes`, and the id of the key that opens it. */
export interface Sealed {
  readonly keyId: string;
  readonly bytes: Uint8Array;
}

interface Key {
  readonly id: string;
  readonly bytes: Uint8Array;
}

/**
 * The keys that protect stored secrets: everything is encrypted with the first, any of them decrypts. A key's id is a
 * one-way fingerprint of it.
 */
export class EncryptionKeys {
  readonly #keys: ReadonlyMap<string, Key>;
  readonly #current: Key;

  /** Takes one or more keys of 32 bytes, the current one first. */
  constructor(keys: readonly [Uint8Array, ...Uint8Array[]]) {
    const [current, ...previous] = keys.map(identify);
    if (current === undefined) throw new Error('At least one encryption key is needed.');
    this.#current = current;
    this.#keys = new Map([current, ...previous].map((key) => [key.id, key]));
  }

  /** Id of the key that encrypts. */
  get currentId(): string {
    return this.#current.id;
  }

  /** Ids of all keys that decrypt. */
  get ids(): readonly string[] {
    return [...this.#keys.keys()];
  }

  /** Ids of the keys that only decrypt. */
  get previousIds(): readonly string[] {
    return this.ids.filter((id) => id !== this.#current.id);
  }

  /** Encrypts with the current key and a random nonce; `open` needs the same `context`, which is authenticated, not stored. */
  seal(plaintext: Uint8Array, context: string): Sealed {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#current.bytes, nonce).setAAD(Buffer.from(context));
    const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
    return { keyId: this.#current.id, bytes: Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]) };
  }

  /**
   * Decrypts what `seal` returned. Throws `internal` when the value was encrypted with a key that is not loaded, or does
   * not belong to `context`.
   */
  open(sealed: Sealed, context: string): Buffer {
    const key = this.#keys.get(sealed.keyId);
    if (key === undefined) {
      throw new GatewayError(
        'internal',
        `A stored secret was encrypted with the key ${sealed.keyId}, but only ${this.ids.join(', ')} is loaded. ` +
          'Start the gateway with the key it was stored with (CONNECTORY_SECRET_KEY or the secret-key file of the data directory), or store the credentials again.',
      );
    }
    const nonce = sealed.bytes.subarray(0, nonceBytes);
    const tag = sealed.bytes.subarray(nonceBytes, nonceBytes + tagBytes);
    try {
      const decipher = createDecipheriv('aes-256-gcm', key.bytes, nonce, { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
      return Buffer.concat([decipher.update(sealed.bytes.subarray(nonceBytes + tagBytes)), decipher.final()]);
    } catch (error) {
      throw new GatewayError(
        'internal',
        'A stored secret is damaged or was moved from another connection. Store the credentials of the connection again.',
        { cause: error },
      );
    }
  }

  /** Re-encrypts a value with the current key; null if it cannot be decrypted. */
  reseal(sealed: Sealed, context: string): Sealed | null {
    let plaintext: Buffer;
    try {
      plaintext = this.open(sealed, context);
    } catch {
      return null;
    }
    return this.seal(plaintext, context);
  }
}

function identify(bytes: Uint8Array): Key {
  if (bytes.length !== keyBytes) throw new Error(`An encryption key has ${keyBytes} bytes, not ${bytes.length}.`);
  const id = hash('sha256', Buffer.concat([Buffer.from('connectory/key-id/1\0'), bytes]), 'hex').slice(0, 16);
  return { id, bytes };
}

/** Where the encryption keys come from. */
export interface KeySource {
  /** Folder of the file `secret-key`, which is created (mode 0600) when there is no environment key. */
  readonly dataDirectory: string;
  /**
   * 32 bytes in base64 or hex. To rotate, first start every process with `old,new`, then with `new,old`: the first key
   * encrypts, and at start stored credentials are encrypted again with it. After that `new` alone suffices.
   */
  readonly environmentKey?: string | undefined;
  /** Whether to create a missing file. It must not be created once anything is encrypted. */
  readonly mayCreate: boolean;
}

/** Path of the key file that is created in a data directory on first use. */
export function keyFileIn(dataDirectory: string): string {
  return join(dataDirectory, 'secret-key');
}

/**
 * Loads the keys from the environment value, else from the key file. Throws an `Error` that says what to do when a value is
 * malformed, or the file is missing and may not be created.
 */
export async function loadEncryptionKeys(source: KeySource): Promise<EncryptionKeys> {
  if (source.environmentKey !== undefined && source.environmentKey.trim() !== '') {
    const [current, ...previous] = source.environmentKey
      .split(',')
      .map((text) => parseKey(text, 'CONNECTORY_SECRET_KEY'));
    if (current !== undefined) return new EncryptionKeys([current, ...previous]);
  }
  const path = keyFileIn(source.dataDirectory);
  if (source.mayCreate) await createKeyFile(source.dataDirectory, path);
  return new EncryptionKeys([parseKey(await readKeyFile(path), path)]);
}

async function readKeyFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Error(
      `The key file ${path} is missing, and stored credentials were encrypted with its key. Restore it from a backup, or set CONNECTORY_SECRET_KEY to its content. If the key is lost, start with a new database and connect the accounts again.`,
      { cause: error },
    );
  }
}

function parseKey(text: string, origin: string): Uint8Array {
  const trimmed = text.trim();
  const bytes = /^[0-9a-f]{64}$/i.test(trimmed) ? Buffer.from(trimmed, 'hex') : Buffer.from(trimmed, 'base64');
  if (bytes.length !== keyBytes || !/^[\w+/=-]+$/.test(trimmed)) {
    throw new Error(
      `${origin} is not a key of ${keyBytes} bytes in base64 or hex. Create one with: openssl rand -base64 32`,
    );
  }
  return bytes;
}

/** Linking a complete file into place lets several processes start at once: one wins, all read the same key. */
async function createKeyFile(folder: string, path: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = join(folder, `secret-key.${randomBytes(8).toString('hex')}`);
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${randomBytes(keyBytes).toString('base64')}\n`);
    await file.sync();
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await file.close();
    await rm(draft, { force: true });
  }
}

const owner = 'control-plane';

/**
 * The encryption keys of a database: from the environment value, else from the key file, which is made only as long as nothing is
 * encrypted yet. Throws an `Error` that says what to do when stored credentials were encrypted with a key that is not among them.
 */
export async function loadKeysOf(database: Database, source: Omit<KeySource, 'mayCreate'>): Promise<EncryptionKeys> {
  await database.migrate(owner, controlPlaneMigrations);
  const stored = await storedSecrets(database);
  const keys = await loadEncryptionKeys({ ...source, mayCreate: stored.length === 0 });
  requireKeys(keys, stored);
  return keys;
}

/** State of a database, as a starting gateway would find it. */
export interface StoredState {
  /** How many steps of the schema's history are missing; a gateway adds them when it starts. */
  readonly missingSteps: number;
  /** A migration unknown to this version, which therefore does not start; null if all are known. */
  readonly unknownStep: string | null;
  /** Whether anything is encrypted; null while steps are missing. */
  readonly hasSecrets: boolean | null;
}

/**
 * Looks at a database as a gateway would that starts on it, and changes nothing. Throws an `Error` that says what to do when the keys are
 * missing that its secrets were encrypted with.
 */
export async function inspectStored(database: Database, source: Omit<KeySource, 'mayCreate'>): Promise<StoredState> {
  const known = controlPlaneMigrations.map(({ name }) => name);
  const applied = await database.appliedMigrations(owner);
  const unknownStep = applied.find((name, position) => name !== known[position]) ?? null;
  const missingSteps = Math.max(0, known.length - applied.length);
  if (unknownStep !== null || missingSteps > 0) return { missingSteps, unknownStep, hasSecrets: null };
  const stored = await storedSecrets(database);
  if (stored.length > 0) requireKeys(await loadEncryptionKeys({ ...source, mayCreate: false }), stored);
  return { missingSteps, unknownStep, hasSecrets: stored.length > 0 };
}

interface StoredSecrets {
  readonly key_id: string | null;
  readonly rows: number;
  readonly secrets: string;
  readonly thing: string;
}

async function storedSecrets(database: Database): Promise<readonly StoredSecrets[]> {
  const tables = database.tables<ControlPlaneTables>();
  const connections = await tables
    .selectFrom('credentials')
    .select(({ fn }) => ['key_id', fn.countAll<number>().as('rows')])
    .groupBy('key_id')
    .execute();
  const apps = await tables
    .selectFrom('oauth_apps')
    .select(({ fn }) => ['key_id', fn.countAll<number>().as('rows')])
    .groupBy('key_id')
    .execute();
  const subscriptions = await tables
    .selectFrom('subscriptions')
    .select(({ fn }) => ['key_id', fn.countAll<number>().as('rows')])
    .groupBy('key_id')
    .execute();
  const endpoints = await tables
    .selectFrom('event_endpoints')
    .select(({ fn }) => ['key_id', fn.countAll<number>().as('rows')])
    .groupBy('key_id')
    .execute();
  const workspaces = await tables
    .selectFrom('workspaces')
    .select(({ fn }) => ['hash_key_id as key_id', fn.countAll<number>().as('rows')])
    .where('hash_key_id', 'is not', null)
    .groupBy('hash_key_id')
    .execute();
  return [
    ...workspaces.map((key) => ({ ...key, secrets: 'hash keys', thing: 'workspace' })),
    ...connections.map((key) => ({ ...key, secrets: 'credentials', thing: 'connection' })),
    ...apps.map((key) => ({ ...key, secrets: 'secrets', thing: 'OAuth application' })),
    ...endpoints.map((key) => ({ ...key, secrets: 'secrets', thing: 'event endpoint' })),
    ...subscriptions.map((key) => ({ ...key, secrets: 'secrets', thing: 'subscription' })),
  ];
}

function requireKeys(keys: EncryptionKeys, stored: readonly StoredSecrets[]): void {
  for (const { key_id: id, rows, secrets, thing } of stored) {
    if (id === null || keys.ids.includes(id)) continue;
    const owners = Number(rows) === 1 ? `one ${thing}` : `${rows} ${thing}s`;
    throw new Error(
      `The ${secrets} of ${owners} were encrypted with the key ${id}, but only ${keys.ids.join(', ')} is loaded. ` +
        'Start the gateway with the key they were stored with: CONNECTORY_SECRET_KEY, or the secret-key file of the data directory. ' +
        'To change the key, set CONNECTORY_SECRET_KEY to the new and the old one, separated by a comma.',
    );
  }
}
