// Calls a gateway with the generated clients; fails at the first unexpected result.
import { equal, ok } from 'node:assert/strict';
import { client as github } from './github/client.gen.js';
import { repositoriesList } from './github/index.js';
import { client as stripe } from './stripe/client.gen.js';
import {
  type CustomersListParameters,
  customersContextStoreSearch,
  customersCreate,
  customersGet,
  customersList,
} from './stripe/index.js';

const { CONNECTORY_URL, CONNECTORY_TOKEN, STRIPE_CONNECTION, GITHUB_CONNECTION, CODE_HOSTING_USERNAME } =
  process.env as Record<string, string>;
for (const client of [stripe, github]) client.setConfig({ baseUrl: CONNECTORY_URL, auth: CONNECTORY_TOKEN });
const path = { connector_id: STRIPE_CONNECTION };

// list
const three = await customersList({ path, body: { params: { limit: 3 } } });
ok(three.data);
equal(three.data.data.length, 3);
const [first] = three.data.data;
ok(first?.id);

// get
const one = await customersGet({ path, body: { params: { id: first.id } } });
equal(one.data?.data.name, first.name);

// create, safe to repeat
const draft = { path, body: { params: { name: 'Ada Marsh', email: 'ada@example.org' } } };
const headers = { 'Idempotency-Key': crypto.randomUUID() };
const created = await customersCreate({ ...draft, headers });
const again = await customersCreate({ ...draft, headers });
ok(created.data);
equal(created.data.data.id, again.data?.data.id);

// search
const query = { filter: { keyword: { name: 'marsh' } }, sort: [{ created: 'desc' as const }] };
const found = await customersContextStoreSearch({ path, body: { params: { query, limit: 5 } } });
equal(found.data?.data[0]?.id, created.data.data.id);

// every page
let count = 0;
const params: CustomersListParameters = { limit: 10 };
for (;;) {
  const page = await customersList({ path, body: { params } });
  if (page.error) throw new Error(page.error.message);
  count += page.data.data.length;
  if (page.data.meta.next_params === null) break;
  Object.assign(params, page.data.meta.next_params);
}
ok(count > 25);

// errors
const nobody = await customersGet({ path, body: { params: { id: 'cus_nobody' } } });
equal(nobody.error?.status, 404);
equal(nobody.error.code, 'record_not_found');
const refused = await customersList({ path, body: { params: { limit: 1000 } } });
equal(refused.error?.status, 422);
equal(refused.error.errors?.[0]?.field, '/params/limit');

// another connector
const repositories = await repositoriesList({
  path: { connector_id: GITHUB_CONNECTION },
  body: { params: { username: CODE_HOSTING_USERNAME } },
});
ok(repositories.data && repositories.data.data.length > 0);
console.log(`scenario passed: ${count} customers, ${repositories.data.data.length} repositories`);
