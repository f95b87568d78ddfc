import type { RawValue } from '@connectory/connector-sdk';
import { startSandbox } from '@connectory/sandbox';
// @ts-expect-error It has no types of its own.
import mailchimp from '@mailchimp/mailchimp_marketing';
import { afterAll, describe, expect, it } from 'vitest';
import { sandbox as simulation } from '../sandbox/index.ts';
import { mailchimp as connector } from '../src/index.ts';

const { id } = connector;
const { origin, sandbox, stop } = await startSandbox({ connectors: [connector], sandboxes: [simulation] });
afterAll(stop);

const client: RawValue = mailchimp;
client.basePath = `${sandbox.baseUrl(origin, id)}/3.0`;
client.setConfig({ accessToken: sandbox.credentials(id, 'oauth2').access_token });
const { automations, campaigns, lists, reports } = client;

type Read = (record: RawValue, page: RawValue) => Promise<RawValue>;

interface Calls {
  readonly entity: string;
  /** Where the records stand in the response. */
  readonly at: string;
  /** The entity below each of whose records there is a list. */
  readonly below?: string;
  readonly list: Read;
  readonly get?: Read;
}

const calls: readonly Calls[] = [
  {
    entity: 'campaigns',
    at: 'campaigns',
    list: (_, page) => campaigns.list(page),
    get: (one) => campaigns.get(one.id),
  },
  { entity: 'lists', at: 'lists', list: (_, page) => lists.getAllLists(page), get: (one) => lists.getList(one.id) },
  {
    entity: 'list_members',
    at: 'members',
    below: 'lists',
    list: (list, page) => lists.getListMembersInfo(list.id, page),
    get: (one) => lists.getListMember(one.list_id, one.id),
  },
  {
    entity: 'reports',
    at: 'reports',
    list: (_, page) => reports.getAllCampaignReports(page),
    get: (one) => reports.getCampaignReport(one.id),
  },
  {
    entity: 'email_activity',
    at: 'emails',
    below: 'reports',
    list: (report, page) => reports.getEmailActivityForCampaign(report.id, page),
  },
  { entity: 'automations', at: 'automations', list: (_, page) => automations.list(page) },
  { entity: 'tags', at: 'tags', below: 'lists', list: (list) => lists.tagSearch(list.id) },
  {
    entity: 'interest_categories',
    at: 'categories',
    below: 'lists',
    list: (list, page) => lists.getListInterestCategories(list.id, page),
    get: (one) => lists.getInterestCategory(one.list_id, one.id),
  },
  {
    entity: 'interests',
    at: 'interests',
    below: 'interest_categories',
    list: (category, page) => lists.listInterestCategoryInterests(category.list_id, category.id, page),
    get: (one) => lists.getInterestCategoryInterest(one.list_id, one.category_id, one.id),
  },
  {
    entity: 'segments',
    at: 'segments',
    below: 'lists',
    list: (list, page) => lists.listSegments(list.id, page),
    get: (one) => lists.getSegment(one.list_id, one.id),
  },
  {
    entity: 'segment_members',
    at: 'members',
    below: 'segments',
    list: (segment, page) => lists.getSegmentMembersList(segment.list_id, segment.id, page),
  },
  {
    entity: 'merge_fields',
    at: 'merge_fields',
    below: 'lists',
    list: (list, page) => lists.getListMergeFields(list.id, page),
  },
  {
    entity: 'unsubscribes',
    at: 'unsubscribes',
    below: 'reports',
    list: (report, page) => reports.getUnsubscribedListForCampaign(report.id, page),
  },
];

const records = (entity: string): readonly RawValue[] => sandbox.records(id, entity);

async function allPages({ list, at }: Calls, parent: RawValue): Promise<RawValue[]> {
  const rows: RawValue[] = [];
  for (;;) {
    const response = await list(parent, { count: 3, offset: rows.length });
    rows.push(...response[at]);
    if (!(rows.length < response.total_items)) return rows;
  }
}

describe("Mailchimp's own client", () => {
  it.each(calls)('lists $entity', async (call) => {
    const parents = call.below === undefined ? [null] : records(call.below);
    const listed = await Promise.all(parents.map((parent) => allPages(call, parent)));
    const known = records(call.entity);
    expect(listed.flat()).toHaveLength(known.length);
    expect(listed.flat()).toEqual(expect.arrayContaining([...known]));
  });

  it.each(calls.filter(({ get }) => get !== undefined))('gets one of $entity', async ({ entity, get }) => {
    const record = records(entity)[2];
    expect(await get?.(record, {})).toEqual(record);
  });

  it('is told that a record is not there', async () => {
    await expect(lists.getList('0')).rejects.toMatchObject({ status: 404 });
  });
});
