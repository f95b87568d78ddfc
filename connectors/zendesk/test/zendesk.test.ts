import type { Page } from '@connectory/connector-sdk';
import { describe, expect, it } from 'vitest';
import { upstream } from '../src/adapter.ts';
import { articleAttachments } from '../src/entities/article-attachments.ts';
import { attachments } from '../src/entities/attachments.ts';
import { ticketAudits } from '../src/entities/ticket-audits.ts';
import { ticketBulkUpdates } from '../src/entities/ticket-bulk-updates.ts';
import { ticketComments } from '../src/entities/ticket-comments.ts';
import { tickets } from '../src/entities/tickets.ts';

const pageWith = (params: Record<string, unknown>, body: Record<string, unknown>, count = 2): Page => ({
  params,
  count,
  value: (path) => body[path],
  first: () => undefined,
  last: () => undefined,
  header: () => undefined,
});

describe('tickets create', () => {
  const { params, request } = tickets.actions.create;
  const sent = (ticket: Record<string, unknown>) => request(params.parse({ ticket })).body?.value;

  it('makes the description the first comment', () => {
    expect(sent({ subject: 'Refund', description: 'Please.', priority: 'low' })).toEqual({
      ticket: { subject: 'Refund', priority: 'low', comment: { body: 'Please.', public: true } },
    });
  });

  it('prefers the text of the comment', () => {
    expect(sent({ subject: 'Refund', description: 'Please.', comment: { html_body: '<p>Now.</p>' } })).toEqual({
      ticket: { subject: 'Refund', comment: { html_body: '<p>Now.</p>', public: true } },
    });
  });

  it('keeps an internal note internal when its text is the description', () => {
    expect(sent({ subject: 'Refund', description: 'Angry.', comment: { public: false } })).toEqual({
      ticket: { subject: 'Refund', comment: { body: 'Angry.', public: false } },
    });
  });

  it('repeats the subject when there is no other text', () => {
    expect(sent({ subject: 'Refund' })).toEqual({
      ticket: { subject: 'Refund', comment: { body: 'Refund', public: true } },
    });
  });
});

describe('custom fields of a ticket', () => {
  const { params } = tickets.actions.update;
  const accepts = (field: unknown) => params.safeParse({ ticket_id: 35, ticket: { custom_fields: [field] } }).success;

  it('take what the field holds, and null to empty it', () => {
    expect(['745', 745, true, ['red', 'blue'], null].every((value) => accepts({ id: 27642, value }))).toBe(true);
    expect(accepts({ id: 27642, value: {} })).toBe(false);
  });

  it('are named', () => {
    expect(accepts({ value: '745' })).toBe(false);
  });
});

describe('a ticket', () => {
  it('has an object for its rating, also where Zendesk has a word for none', () => {
    const { toRecord, params } = tickets.actions.get;
    const rated = (satisfaction_rating: unknown) =>
      toRecord?.({ id: 35, satisfaction_rating }, params.parse({ ticket_id: 35 }));
    expect(rated('unoffered')).toEqual({ id: 35, satisfaction_rating: { score: 'unoffered' } });
    expect(rated({ score: 'good' })).toEqual({ id: 35, satisfaction_rating: { score: 'good' } });
    expect(rated(null)).toEqual({ id: 35, satisfaction_rating: null });
  });

  it('returns so wherever it is answered', () => {
    const actions = [...Object.values(tickets.actions), ticketComments.actions.create];
    expect(actions.every(({ toRecord }) => toRecord === tickets.actions.get.toRecord)).toBe(true);
  });
});

describe('ticket_comments create', () => {
  it('updates the ticket and answers it', () => {
    const { params, request, result } = ticketComments.actions.create;
    const given = { ticket_id: 35, ticket: { comment: { body: 'Done.', public: false } } };
    expect(request(params.parse(given))).toMatchObject({
      method: 'PUT',
      path: '/tickets/35',
      body: { encoding: 'json', value: { ticket: given.ticket } },
    });
    expect(result).toBe(tickets.record);
  });
});

describe('ticket_bulk_updates create', () => {
  const { params, request } = ticketBulkUpdates.actions.create;

  it('names the tickets in the query and the change in the body', () => {
    expect(request(params.parse({ ids: '1,2,3', ticket: { status: 'solved' } }))).toMatchObject({
      method: 'PUT',
      path: '/tickets/update_many',
      query: { ids: '1,2,3' },
      body: { value: { ticket: { status: 'solved' } } },
    });
  });

  it('takes no more tickets than Zendesk does', () => {
    const ids = Array.from({ length: 100 }, (_, index) => index + 1).join();
    expect(params.safeParse({ ids, ticket: {} }).success).toBe(true);
    expect(params.safeParse({ ids: `${ids},101`, ticket: {} }).success).toBe(false);
  });
});

describe('ticket_audits list', () => {
  const { params, request, paging, meta } = ticketAudits.actions.list;

  it('pages the audits of one ticket by number', () => {
    const given = { ticket_id: 35, page: 2, per_page: 50 };
    expect(request(params.parse(given))).toMatchObject({
      path: '/tickets/35/audits',
      query: { page: 2, per_page: 50 },
    });
    const next = 'https://example.zendesk.com/api/v2/tickets/35/audits?page=3&per_page=50';
    expect(paging?.next(pageWith(given, { next_page: next, before_cursor: 'fDE' }))).toEqual({ page: 3 });
    expect(paging?.next(pageWith(given, { next_page: null }))).toBeNull();
  });

  it('pages the audits of all tickets by cursor, back in time', () => {
    const given = { per_page: 50, cursor: 'fDE1MDE=' };
    expect(request(params.parse(given))).toMatchObject({ path: '/ticket_audits' });
    expect(request(params.parse(given)).query).toEqual({ 'page[size]': 50, 'page[before]': 'fDE1MDE=' });
    const body = { 'meta.has_more': false, 'meta.before_cursor': 'fDE0OTk=', 'meta.after_cursor': 'MTUw' };
    expect(paging?.next(pageWith(given, body))).toEqual({ cursor: 'fDE0OTk=' });
    expect(paging?.next(pageWith(given, { before_cursor: 'fDE0OTg=' }))).toEqual({ cursor: 'fDE0OTg=' });
    expect(paging?.next(pageWith(given, { ...body, 'meta.before_cursor': null }))).toBeNull();
    expect(paging?.next(pageWith(given, body, 0))).toBeNull();
  });

  it('asks for no more audits than a page may have', () => {
    expect(request(params.parse({})).query).toEqual({ 'page[size]': 100 });
  });

  it('refuses a page number where Zendesk has none', () => {
    expect(params.safeParse({ page: 1 }).success).toBe(true);
    expect(request(params.parse({ page: 1 })).query).toEqual({ 'page[size]': 100 });
    const refused = params.safeParse({ page: 2 });
    expect(refused.error?.issues).toMatchObject([{ path: ['page'] }]);
    expect(params.safeParse({ page: 2, ticket_id: 35 }).success).toBe(true);
  });

  it('refuses unknown parameters on either route', () => {
    expect(params.safeParse({ limit: 10 }).success).toBe(false);
  });

  it('shows the neighboring pages of either route under the same names', () => {
    const read = (body: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(meta).map(([name, field]) => [name, field.read(pageWith({}, body))]));
    expect(read({ next_page: 'n', previous_page: null, count: 3 })).toEqual({
      next_page: 'n',
      previous_page: null,
      count: 3,
    });
    const older = { next_page: 'older', previous_page: 'newer', count: null };
    expect(read({ before_url: 'older', after_url: 'newer' })).toEqual(older);
    expect(read({ 'links.prev': 'older', 'links.next': 'newer' })).toEqual(older);
  });
});

describe('downloads', () => {
  it('find the file in the described attachment', () => {
    expect(attachments.actions.download.fileAt).toBe('attachment.content_url');
    expect(attachments.actions.download.request({ attachment_id: 7 }).path).toBe('/attachments/7');
    expect(articleAttachments.actions.download.fileAt).toBe('article_attachment.content_url');
    expect(articleAttachments.actions.download.request({ article_id: 5, attachment_id: 7 }).path).toBe(
      '/help_center/articles/5/attachments/7',
    );
  });
});

describe('settings', () => {
  it('take the name of the account only', () => {
    const accepted = (subdomain: string) => upstream.settings.safeParse({ subdomain }).success;
    expect(['acme', 'acme-2'].every(accepted)).toBe(true);
    expect(['acme.zendesk.com', 'evil.example/', '-acme', '', 'a@b'].some(accepted)).toBe(false);
  });
});
