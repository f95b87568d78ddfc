import { describe, expect, it } from 'vitest';
import { findName, isSameName, namesEntity, singular, withoutEntity, wordsOf } from './names.ts';

describe('names', () => {
  it('are taken apart into words', () => {
    expect(wordsOf('createdAt')).toEqual(['created', 'at']);
    expect(wordsOf('HTMLUrl_2')).toEqual(['html', 'url', '2']);
    expect(isSameName('updated_at', 'UpdatedAt')).toBe(true);
    expect(findName(['createdAt', 'created_at'], 'created_at')).toBe('created_at');
    expect(findName(['createdAt'], 'created_at')).toBe('createdAt');
  });

  it.each([
    ['categories', 'category'],
    ['statuses', 'status'],
    ['branches', 'branch'],
    ['releases', 'release'],
    ['invoices', 'invoice'],
    ['addresses', 'address'],
    ['status', 'status'],
    ['analysis', 'analysis'],
    ['balance', 'balance'],
  ])('%s becomes %s', (plural, single) => {
    expect(singular(plural)).toBe(single);
  });

  it('say what they say of an entity', () => {
    expect(withoutEntity('ticket_id', 'tickets')).toBe('id');
    expect(withoutEntity('applicationId', 'applications')).toBe('id');
    expect(withoutEntity('attachment_id', 'article_attachments')).toBe('id');
    expect(withoutEntity('author_id', 'tickets')).toBeUndefined();
    expect(withoutEntity('ticket', 'tickets')).toBeUndefined();
    expect(namesEntity('branch', 'branches')).toBe(true);
    expect(namesEntity('team', 'teams')).toBe(true);
    expect(namesEntity('user', 'teams')).toBe(false);
  });
});
