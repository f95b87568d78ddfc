import { describe, expect, it } from 'vitest';
import { auditListQuerySchema } from './audit.ts';
import { connectionChangeSchema, newConnectionSchema } from './connection.ts';
import { listQuerySchema } from './list.ts';
import { newTokenSchema } from './token.ts';
import { newWorkspaceSchema } from './workspace.ts';

describe('list queries', () => {
  it('read limits as they stand in a URL', () => {
    expect(listQuerySchema.parse({})).toEqual({ limit: 50 });
    expect(listQuerySchema.parse({ limit: '100', cursor: 'abc' })).toEqual({ limit: 100, cursor: 'abc' });
    for (const limit of ['0', '101', '1.5', '', 'ten', ['1', '2'], 'Infinity']) {
      expect(listQuerySchema.safeParse({ limit }).success, String(limit)).toBe(false);
    }
  });

  it('refuse unknown parameters', () => {
    expect(listQuerySchema.safeParse({ offset: '10' }).success).toBe(false);
    expect(auditListQuerySchema.safeParse({ connection: 'x' }).success).toBe(false);
  });
});

describe('connections', () => {
  it('are checked unless told not to', () => {
    const connection = newConnectionSchema.parse({ connector: 'stripe', credentials: { api_key: 'sk' } });
    expect(connection.check).toBe(true);
  });

  it('take credentials as text only', () => {
    expect(newConnectionSchema.safeParse({ connector: 'stripe', credentials: { api_key: 1 } }).success).toBe(false);
    expect(newConnectionSchema.safeParse({ connector: 'stripe' }).success).toBe(false);
  });

  it('change the way to authenticate only together with credentials', () => {
    const { error } = connectionChangeSchema.safeParse({ authentication: 'api_key' });
    expect(error?.issues.map(({ path }) => path)).toEqual([['credentials']]);
    expect(
      connectionChangeSchema.safeParse({ authentication: 'api_key', credentials: { api_key: 'sk' } }).success,
    ).toBe(true);
  });
});

describe('tokens and workspaces', () => {
  it('refuse a policy with a restriction that does not exist', () => {
    expect(newTokenSchema.safeParse({ name: 'bot', policy: { readonly: true } }).success).toBe(false);
    expect(newTokenSchema.safeParse({ name: 'bot', policy: { read_only: true } }).success).toBe(true);
  });

  it('refuse names that do not fit into a path', () => {
    for (const name of ['', 'Demo', '-demo', 'a b', 'x'.repeat(64)]) {
      expect(newWorkspaceSchema.safeParse({ name }).success, name).toBe(false);
    }
    expect(newWorkspaceSchema.safeParse({ name: 'demo-2' }).success).toBe(true);
  });
});
