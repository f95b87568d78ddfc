// Calls a gateway with the generated clients; fails at the first unexpected result.
import { equal, ok } from 'node:assert/strict';
import { repositoriesList } from './github.js';
import {
  type CustomersListParameters,
  customersContextStoreSearch,
  customersCreate,
  customersGet,
  customersList,
} from './stripe.js';

const { CONNECTORY_TOKEN, STRIPE_CONNECTION, GITHUB_CONNECTION, CODE_HOSTING_USERNAME } = process.env as Record<
  string,
  string
>;
const connection = STRIPE_CONNECTION;
const authorization = `Bearer ${CONNECTORY_TOKEN}`;
const options = { headers: { authorization } };

// list
const three = await customersList(connection, { params: { limit: 3 } }, options);
ok(three.status === 200);
equal(three.data.data.length, 3);
const [first] = three.data.data;
ok(first?.id);

// get
const one = await customersGet(connection, { params: { id: first.id } }, options);
ok(one.status === 200);
equal(one.data.data.name, first.name);

// create, safe to repeat
const draft = { params: { name: 'Ada Marsh', email: 'ada@example.org' } };
const repeatable = { headers: { authorization, 'Idempotency-Key': crypto.randomUUID() } };
const created = await customersCreate(connection, draft, repeatable);
const again = await customersCreate(connection, draft, repeatable);
ok(created.status === 200 && again.status === 200);
equal(created.data.data.id, again.data.data.id);

// search
const query = { filter: { keyword: { name: 'marsh' } }, sort: [{ created: 'desc' as const }] };
const found = await customersContextStoreSearch(connection, { params: { query, limit: 5 } }, options);
ok(found.status === 200);
equal(found.data.data[0]?.id, created.data.data.id);

// every page
let count = 0;
const params: CustomersListParameters = { limit: 10 };
for (;;) {
  const page = await customersList(connection, { params }, options);
  if (page.status !== 200) throw new Error(page.data.message);
  count += page.data.data.length;
  if (page.data.meta.next_params === null) break;
  Object.assign(params, page.data.meta.next_params);
}
ok(count > 25);

// errors
const nobody = await customersGet(connection, { params: { id: 'cus_nobody' } }, options);
ok(nobody.status === 404);
equal(nobody.data.code, 'record_not_found');
const refused = await customersList(connection, { params: { limit: 1000 } }, options);
ok(refused.status === 422);
equal(refused.data.errors?.[0]?.field, '/params/limit');

// another connector
const repositories = await repositoriesList(
  GITHUB_CONNECTION,
  { params: { username: CODE_HOSTING_USERNAME } },
  options,
);
ok(repositories.status === 200);
ok(repositories.data.data.length > 0);
console.log(`scenario passed: ${count} customers, ${repositories.data.data.length} repositories`);
