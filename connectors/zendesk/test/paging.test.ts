import type { Page } from '@connectory/connector-sdk';
import { describe, expect, it } from 'vitest';
import { brands } from '../src/entities/brands.ts';
import { slaPolicies } from '../src/entities/sla-policies.ts';
import { ticketComments } from '../src/entities/ticket-comments.ts';
import { ticketFields } from '../src/entities/ticket-fields.ts';
import { tickets } from '../src/entities/tickets.ts';
import { users } from '../src/entities/users.ts';
import { views } from '../src/entities/views.ts';
import { neighbors } from '../src/paging.ts';

const pageWith = (params: Record<string, unknown>, body: Record<string, unknown>): Page => ({
  params,
  count: 2,
  value: (path) => body[path],
  first: () => undefined,
  last: () => undefined,
  header: () => undefined,
});

const query = ({ actions: { list } }: typeof tickets, given: Record<string, unknown>) =>
  list.request(list.params.parse(given)).query;

describe('a list', () => {
  const { paging } = tickets.actions.list;

  it('is paged by cursor unless a page number is asked for', () => {
    expect(query(tickets, {})).toEqual({ 'page[size]': 100 });
    expect(query(tickets, { per_page: 10, external_id: '7' })).toEqual({ 'page[size]': 10, external_id: '7' });
    expect(query(tickets, { cursor: 'eyJv', per_page: 10 })).toEqual({ 'page[size]': 10, 'page[after]': 'eyJv' });
    expect(query(tickets, { page: 3, per_page: 10 })).toEqual({ page: 3, per_page: 10, sort_order: 'asc' });
    expect(users.actions.list.request({ page: 3, role: 'agent' }).query).toEqual({ page: 3, role: 'agent' });
  });

  it('is sorted by cursor where Zendesk does that, and by number elsewhere', () => {
    expect(query(tickets, { sort_by: 'updated_at' })).toEqual({ 'page[size]': 100, sort: 'updated_at' });
    expect(query(tickets, { sort_order: 'desc' })).toEqual({ 'page[size]': 100, sort: '-id' });
    expect(query(tickets, { sort_by: 'subject' })).toEqual({ sort_by: 'subject', sort_order: 'asc' });
    expect(views.actions.list.request({ sort_order: 'desc' }).query).toEqual({ sort_order: 'desc' });
    const newest = ticketComments.actions.list.params.parse({ ticket_id: 35, sort_order: 'desc' });
    expect(ticketComments.actions.list.request(newest).query).toMatchObject({ sort: '-created_at' });
  });

  it('goes on after the cursor of the response, as long as there is more', () => {
    const body = { 'meta.has_more': true, 'meta.after_cursor': 'eyJv' };
    expect(paging?.next(pageWith({}, body))).toEqual({ cursor: 'eyJv' });
    expect(paging?.next(pageWith({}, { ...body, 'meta.has_more': false }))).toBeNull();
  });

  it('goes on at the number of the response, until Zendesk names no next page', () => {
    const next = 'https://example.zendesk.com/api/v2/tickets?page=2&sort_order=asc';
    expect(paging?.next(pageWith({ page: 1 }, { next_page: next }))).toEqual({ page: 2 });
    expect(paging?.next(pageWith({ page: 2 }, { next_page: null }))).toBeNull();
  });

  it('has numbered pages up to the 10,000th record', () => {
    expect(paging?.max).toEqual({ records: 10_000, page: 'page' });
  });

  it('read as an export ends with the stream, although its last page has a cursor', () => {
    const given = { start_time: 0 };
    const body = { after_cursor: 'MTU3Ng==', end_of_stream: false };
    expect(paging?.next(pageWith(given, body))).toEqual({ after: 'MTU3Ng==' });
    expect(paging?.next(pageWith(given, { ...body, end_of_stream: true }))).toBeNull();
    expect(() => paging?.next(pageWith(given, { ...body, after_cursor: null }))).toThrow('not where');
  });

  it('shows the neighboring pages under the same names either way', () => {
    const read = (body: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(neighbors).map(([name, field]) => [name, field.read(pageWith({}, body))]));
    const counted = { next_page: 'n', previous_page: null, count: 3 };
    expect(read(counted)).toEqual(counted);
    expect(read({ 'links.next': 'n', 'links.prev': 'p' })).toEqual({ next_page: 'n', previous_page: 'p', count: null });
  });
});

describe('a list without page numbers', () => {
  it.each([brands, ticketFields])('begins with page 1 and goes on by cursor: $name', ({ actions: { list } }) => {
    expect(list.request(list.params.parse({ page: 1, per_page: 5 })).query).toEqual({ 'page[size]': 5 });
    expect(list.params.safeParse({ page: 2 }).error?.issues).toMatchObject([{ path: ['page'] }]);
  });

  it('is asked for as a whole where Zendesk does not page it', () => {
    const { list } = slaPolicies.actions;
    expect(list.request(list.params.parse({ page: 1, per_page: 5 })).query ?? {}).toEqual({});
    expect(list.params.safeParse({ page: 2 }).success).toBe(false);
  });
});
