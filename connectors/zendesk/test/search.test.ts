import type { Action, Entity, RawValue } from '@connectory/connector-sdk';
import { syncParams } from '@connectory/connector-sdk/engine';
import { describe, expect, it } from 'vitest';
import { articleAttachments } from '../src/entities/article-attachments.ts';
import { brands } from '../src/entities/brands.ts';
import { satisfactionRatings } from '../src/entities/satisfaction-ratings.ts';
import { ticketAudits } from '../src/entities/ticket-audits.ts';
import { ticketComments } from '../src/entities/ticket-comments.ts';
import { tickets } from '../src/entities/tickets.ts';
import { zendesk } from '../src/index.ts';

const derived = ({ search }: Entity, field: string, record: RawValue) => search?.derived[field]?.from?.(record);

const copied = zendesk.entities.flatMap((entity) => {
  const { name, search, sync } = entity;
  const action = sync?.via === 'list' ? entity.actions.list : undefined;
  return search && sync && action ? [{ name, sync, action }] : [];
});

describe('search fields', () => {
  it('are those of twenty-one entities, each with a plan that reads its list', () => {
    expect(copied).toHaveLength(21);
    expect(zendesk.entities.filter(({ search }) => search === null).map(({ name }) => name)).toEqual([
      'ticket_bulk_updates',
      'attachments',
      'uploads',
      'ticket_attachments',
      'views',
      'user_fields',
      'organization_fields',
    ]);
  });

  it('make of a comment what the export of ticket events calls it', () => {
    const comment = { id: 1, type: 'VoiceComment', created_at: '2009-06-25T10:15:18Z' };
    expect(derived(ticketComments, 'event_type', comment)).toBe('VoiceComment');
    expect(derived(ticketComments, 'timestamp', comment)).toBe(Date.UTC(2009, 5, 25, 10, 15, 18) / 1000);
  });

  it('know the ticket of a comment by the parameter that named it', () => {
    expect(ticketComments.search?.derived.ticket_id?.param).toBe('ticket_id');
    expect(ticketComments.sync?.bind).toEqual({ ticket_id: 'id' });
  });

  it('gather the attachments of the comments in an audit', () => {
    const events = [
      { type: 'Comment', attachments: [{ id: 1 }] },
      { type: 'Change' },
      { type: 'Comment', attachments: [{ id: 2 }] },
    ];
    expect(derived(ticketAudits, 'attachments', { events })).toEqual([{ id: 1 }, { id: 2 }]);
    expect(derived(ticketAudits, 'attachments', { events: [] })).toEqual([]);
  });

  it('show where the logo of a brand is', () => {
    const logo = { id: 1, content_url: 'https://example.zendesk.com/logo.png' };
    expect(derived(brands, 'logo', { logo })).toBe(logo.content_url);
    expect(derived(brands, 'logo', { logo: null }) ?? null).toBeNull();
  });

  it('take what a ticket has as it is', () => {
    const ticket = { deleted_ticket_form_id: 7, satisfaction_rating: { score: 'good' } };
    expect(derived(tickets, 'deleted_ticket_form_id', ticket)).toBe(7);
    expect(derived(tickets, 'satisfaction_rating', ticket)).toEqual({ score: 'good' });
  });
});

describe('sync plans', () => {
  const listed = copied.filter(({ name }) => name !== 'tickets');

  it.each(listed)('give every parameter $name needs, and read pages of 100 by cursor', ({ name, sync, action }) => {
    const bound = Object.fromEntries(Object.keys(sync.bind ?? {}).map((param) => [param, 35]));
    const params = action.params.parse({ ...sync.params, ...bound });
    // Zendesk gives its policies as a whole.
    expect(action.request(params).query?.['page[size]']).toBe(name === 'sla_policies' ? undefined : 100);
  });

  it('read archived tickets, which no list has, from the incremental export', () => {
    const list: Action = tickets.actions.list;
    const { params, cursor } = tickets.sync ?? {};
    const first = list.request(syncParams(list).parse(params));
    expect(first).toMatchObject({ path: '/incremental/tickets/cursor' });
    expect(first.query).toEqual({ start_time: 0, support_type_scope: 'all' });
    const next = list.request(syncParams(list).parse({ ...params, after: 'MTU3Ng==' }));
    expect(next.query).toEqual({ cursor: 'MTU3Ng==', support_type_scope: 'all' });
    expect(cursor).toEqual({ field: 'generated_timestamp', param: 'start_time', reads: 'unix-seconds' });
  });

  it('remove a ticket that the export returns as deleted', () => {
    expect(tickets.sync?.gone).toEqual({ eq: { status: 'deleted' } });
  });

  it('read comments ticket by ticket, and files article by article', () => {
    expect(ticketComments.sync).toMatchObject({ each: { name: 'tickets' }, bind: { ticket_id: 'id' } });
    expect(articleAttachments.sync).toMatchObject({ each: { name: 'articles' }, bind: { article_id: 'id' } });
  });

  it('ask for later ratings by Unix time', () => {
    expect(satisfactionRatings.sync?.cursor).toEqual({ field: 'created_at', param: 'start_time' });
    expect(satisfactionRatings.actions.list.params.safeParse({ start_time: 1_700_000_000 }).success).toBe(true);
  });
});
