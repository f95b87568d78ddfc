import { startSandbox } from '@connectory/sandbox';
import { auth, searchconsole } from '@googleapis/searchconsole';
import { afterAll, describe, expect, it } from 'vitest';
import { sandbox as simulation } from '../sandbox/index.ts';
import { googleSearchConsole } from '../src/index.ts';

const id = googleSearchConsole.id;
const { origin, sandbox, stop } = await startSandbox({ connectors: [googleSearchConsole], sandboxes: [simulation] });
afterAll(stop);

const oauth2 = new auth.OAuth2();
oauth2.setCredentials({ access_token: sandbox.credentials(id, 'oauth2').access_token ?? null });
const client = searchconsole({ version: 'v1', auth: oauth2 });
// Of a root the client is made with, it uses the host alone; of one given with a call, the path too.
const simulated = { rootUrl: sandbox.baseUrl(origin, id) };

const siteUrl = 'sc-domain:northtrail.example';
const feedpath = 'https://www.northtrail.example/sitemap-products.xml';
const recordsOf = (entity: string) => sandbox.records(id, entity);

/** All rows of a query, page by page. */
async function rowsBy(dimensions: string[], startRow = 0): Promise<unknown[]> {
  const window = { startDate: '2026-10-01', endDate: '2026-10-31' };
  const requestBody = { ...window, dimensions, type: 'web', rowLimit: 10, startRow };
  const { rows = [] } = (await client.searchanalytics.query({ siteUrl, requestBody }, simulated)).data;
  return rows.length < 10 ? rows : [...rows, ...(await rowsBy(dimensions, startRow + 10))];
}

describe("Google's own client", () => {
  it('lists and gets properties and sitemaps', async () => {
    const [site] = recordsOf('sites');
    const ours = recordsOf('sitemaps').filter(({ path }) => String(path).startsWith('https://www.northtrail.example/'));
    expect((await client.sites.list({}, simulated)).data.siteEntry).toEqual(recordsOf('sites'));
    expect((await client.sites.get({ siteUrl }, simulated)).data).toEqual(site);
    expect((await client.sitemaps.list({ siteUrl }, simulated)).data.sitemap).toEqual(ours);
    expect((await client.sitemaps.get({ siteUrl, feedpath }, simulated)).data).toMatchObject({
      path: feedpath,
      type: 'sitemap',
    });
  });

  it.each([
    ['search_analytics_by_date', ['date']],
    ['search_analytics_by_country', ['date', 'country']],
    ['search_analytics_by_device', ['DATE', 'DEVICE']],
    ['search_analytics_by_page', ['date', 'page']],
    ['search_analytics_by_query', ['date', 'query']],
    ['search_analytics_all_fields', ['date', 'country', 'device', 'page', 'query']],
  ])('reads the rows of %s in pages', async (entity, dimensions) => {
    const rows = await rowsBy(dimensions);
    expect(rows).toHaveLength(25);
    expect(rows).toEqual(recordsOf(entity));
  });

  it('reads the message of a refusal', async () => {
    const unknown = client.sites.get({ siteUrl: 'https://unknown.example/' }, simulated);
    await expect(unknown).rejects.toMatchObject({ status: 404, message: expect.stringContaining('unknown.example') });
  });
});
