import { describe, expect, it } from 'vitest';
import { changesOutput } from './changes-output.ts';

const changesText = (...given: Parameters<typeof changesOutput>) => changesOutput(...given).text;

const change = (sequence: number, more: object = {}) => ({
  sequence,
  cursor: `after-${sequence}`,
  entity: 'customers',
  type: 'added',
  key: [`cus_${sequence}`],
  changed_fields: [] as readonly string[],
  at: '2026-11-20T10:31:01.204Z',
  cause: 'pass',
  record: { id: `cus_${sequence}`, name: 'Ada', email: 'ada@example.com', notes: 'x'.repeat(5_000), balance: 12 },
  ...more,
});

const response = (changes: readonly object[], has_more = false) => ({
  data: Buffer.from(JSON.stringify(changes)),
  meta: { cursor: 'end', has_more },
});

/** The JSON of a text, and the note below it. */
function parts(text: string) {
  const end = text.lastIndexOf('\n[');
  return { ...JSON.parse(text.slice(0, end)), note: text.slice(end + 1) };
}

describe('the text of a page of changes', () => {
  it('counts changes, and shows what names a record and what changed', () => {
    const changed = change(3, { type: 'changed', changed_fields: ['notes', 'balance'], cause: 'write' });
    const invoice = change(2, { entity: 'invoices', type: 'removed', record: { id: 1 } });
    expect(parts(changesText(response([change(1), invoice, changed]), 20_000))).toEqual({
      counts: { customers: { added: 1, changed: 1 }, invoices: { removed: 1 } },
      data: [
        {
          at: '2026-11-20T10:31:01.204Z',
          type: 'added',
          entity: 'customers',
          key: ['cus_1'],
          cause: 'pass',
          record: { name: 'Ada', email: 'ada@example.com' },
        },
        { at: invoice.at, type: 'removed', entity: 'invoices', key: ['cus_2'], cause: 'pass' },
        {
          at: changed.at,
          type: 'changed',
          entity: 'customers',
          key: ['cus_3'],
          cause: 'write',
          changed: { notes: `${'x'.repeat(200)}…`, balance: 12 },
          record: { name: 'Ada', email: 'ada@example.com' },
        },
      ],
      meta: { cursor: 'end', has_more: false },
      note: expect.stringContaining('call again later'),
    });
  });

  it('shows numbers with all their digits', () => {
    const json = JSON.stringify([change(1, { changed_fields: ['balance'] })]).replace(':12}', ':9007199254740993}');
    const text = changesText({ data: Buffer.from(json), meta: { cursor: 'end', has_more: false } }, 20_000);
    expect(text).toContain('"changed":{"balance":9007199254740993}');
  });

  it('continues after the last change that fits, within its budget', () => {
    const changes = Array.from({ length: 60 }, (_, index) => change(index + 1));
    const seen: string[] = [];
    for (let rest = changes; rest.length > 0; ) {
      const text = changesText(response(rest), 2_000);
      expect(text.length).toBeLessThanOrEqual(2_000);
      const { data, meta, counts } = parts(text);
      expect(counts).toEqual({ customers: { added: data.length } });
      seen.push(...data.map(({ key }: { key: readonly string[] }) => key[0]));
      rest = rest.slice(data.length);
      expect(meta).toEqual(rest.length > 0 ? { cursor: `after-${seen.length}`, has_more: true } : response([]).meta);
    }
    expect(seen).toEqual(changes.map(({ key: [id] }) => id));
  });

  it('shows one change even in the smallest room', () => {
    const fields = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`field_${index}`, 'y'.repeat(300)]));
    const wide = change(1, { type: 'changed', changed_fields: Object.keys(fields), record: fields });
    const text = changesText(response([wide, change(2), change(3)]), 500);
    expect(text.length).toBeLessThanOrEqual(500);
    const { data, meta } = parts(text);
    expect(data[0]).toEqual({ at: wide.at, type: 'changed', entity: 'customers', key: ['cus_1'], cause: 'pass' });
    expect(meta).toEqual({ cursor: `after-${data.length}`, has_more: true });
    expect(parts(changesText(response([wide]), 20_000)).data[0]).toMatchObject({ more_changed_fields: 10 });
  });

  it('says that the page is not the last one', () => {
    expect(parts(changesText(response([], true), 1_000))).toMatchObject({
      counts: {},
      data: [],
      meta: { cursor: 'end', has_more: true },
      note: expect.stringContaining('more changes'),
    });
  });
});

it('the structured result of a page of changes has what the text has, and where the list goes on', () => {
  const changes = Array.from({ length: 100 }, (_, sequence) => change(sequence));
  for (const max of [500, 2_000, 100_000]) {
    const { text, structured } = changesOutput(response(changes), max);
    const { counts, data, meta } = parts(text);
    const json = JSON.stringify(structured);
    expect(json.length).toBeLessThanOrEqual(max);
    const next_params = meta.has_more ? { since: meta.cursor } : null;
    expect(JSON.parse(json)).toEqual({ records: data, next_params, counts, meta });
  }
});
