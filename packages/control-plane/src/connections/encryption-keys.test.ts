import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EncryptionKeys, loadEncryptionKeys } from './encryption-keys.ts';

const secret = Buffer.from('the plain text');

describe('EncryptionKeys', () => {
  it('opens what it sealed, in the same context only', () => {
    const keys = new EncryptionKeys([randomBytes(32)]);
    const sealed = keys.seal(secret, 'a');
    expect(keys.open(sealed, 'a').equals(secret)).toBe(true);
    expect(() => keys.open(sealed, 'b')).toThrow(/moved from another connection/);
  });

  it('never seals twice alike and refuses every changed byte', () => {
    const keys = new EncryptionKeys([randomBytes(32)]);
    const sealed = keys.seal(secret, 'a');
    expect(Buffer.compare(sealed.bytes, keys.seal(secret, 'a').bytes)).not.toBe(0);
    for (let position = 0; position < sealed.bytes.length; position++) {
      const bytes = Buffer.from(sealed.bytes);
      bytes[position] = (bytes[position] ?? 0) ^ 1;
      expect(() => keys.open({ ...sealed, bytes }, 'a')).toThrow(/damaged/);
    }
    for (const length of [0, 12, 27]) {
      expect(() => keys.open({ ...sealed, bytes: sealed.bytes.subarray(0, length) }, 'a')).toThrow(/damaged/);
    }
  });

  it('names both keys when the right one is not loaded', () => {
    const [one, other] = [new EncryptionKeys([randomBytes(32)]), new EncryptionKeys([randomBytes(32)])];
    const failure = () => other.open(one.seal(secret, 'a'), 'a');
    expect(failure).toThrow(`encrypted with the key ${one.currentId}, but only ${other.currentId} is loaded`);
    expect(failure).toThrow(/CONNECTORY_SECRET_KEY/);
  });

  it('encrypts with the first key and decrypts with all', () => {
    const [previous, current] = [randomBytes(32), randomBytes(32)];
    const before = new EncryptionKeys([previous]).seal(secret, 'a');
    const keys = new EncryptionKeys([current, previous]);
    expect(keys.open(before, 'a').equals(secret)).toBe(true);
    expect(keys.seal(secret, 'a').keyId).toBe(new EncryptionKeys([current]).currentId);
  });

  it('shows no key when it is printed', () => {
    const key = randomBytes(32);
    const printed = inspect(new EncryptionKeys([key]), { depth: 10, showHidden: true });
    expect(printed).not.toContain(key.toString('hex').match(/../g)?.slice(0, 4).join(' '));
  });
});

describe('loadEncryptionKeys', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'connectory-keys-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('takes hex, base64 and base64url from the environment, several for rotation', async () => {
    const key = randomBytes(32);
    const { currentId } = new EncryptionKeys([key]);
    for (const encoding of ['hex', 'base64', 'base64url'] as const) {
      const dataDirectory = join(folder, 'unused');
      const keys = await loadEncryptionKeys({
        mayCreate: true,
        dataDirectory,
        environmentKey: ` ${key.toString(encoding)}\n`,
      });
      expect(keys.currentId).toBe(currentId);
    }
    const environmentKey = `${key.toString('hex')},${randomBytes(32).toString('hex')}`;
    const keys = await loadEncryptionKeys({ mayCreate: true, dataDirectory: folder, environmentKey });
    expect(keys.currentId).toBe(currentId);
    expect(keys.ids).toHaveLength(2);
    expect(await readdir(folder)).toEqual([]);
  });

  it('says how to make a key when the environment value is none, without repeating it', async () => {
    for (const environmentKey of ['password', randomBytes(31).toString('hex'), 'ü'.repeat(43), 'x,y', ',']) {
      const failure = loadEncryptionKeys({ mayCreate: true, dataDirectory: folder, environmentKey });
      await expect(failure).rejects.toThrow(
        'CONNECTORY_SECRET_KEY is not a key of 32 bytes in base64 or hex. Create one with: openssl rand -base64 32',
      );
    }
  });

  it('creates a key file of mode 0600 once, also when several processes start together', async () => {
    const dataDirectory = join(folder, 'data');
    const source = { dataDirectory, environmentKey: '', mayCreate: true };
    const loaded = await Promise.all(Array.from({ length: 8 }, () => loadEncryptionKeys(source)));
    expect(new Set(loaded.map((keys) => keys.currentId)).size).toBe(1);
    expect(await readdir(dataDirectory)).toEqual(['secret-key']);
    expect((await stat(join(dataDirectory, 'secret-key'))).mode & 0o777).toBe(0o600);
    const text = await readFile(join(dataDirectory, 'secret-key'), 'utf8');
    expect((await loadEncryptionKeys({ mayCreate: false, dataDirectory })).currentId).toBe(loaded[0]?.currentId);
    expect(await readFile(join(dataDirectory, 'secret-key'), 'utf8')).toBe(text);
  });

  it('does not make a key file where one is missing that something was encrypted with', async () => {
    const dataDirectory = join(folder, 'lost');
    const failure = loadEncryptionKeys({ dataDirectory, mayCreate: false });
    await expect(failure).rejects.toThrow(/secret-key is missing.*Restore it from a backup/);
    expect(await readdir(folder)).not.toContain('lost');
  });

  it('names a key file that was damaged', async () => {
    const path = join(folder, 'secret-key');
    await writeFile(path, 'no key');
    await expect(loadEncryptionKeys({ mayCreate: true, dataDirectory: folder })).rejects.toThrow(
      `${path} is not a key`,
    );
  });
});
