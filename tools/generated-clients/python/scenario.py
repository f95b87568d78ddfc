"""Calls a gateway with the generated clients; fails with the first thing that is not as it should be."""

import os
from uuid import UUID, uuid4

from github import AuthenticatedClient as CodeHostingClient
from github.api.repositories import repositories_list
from github.models import RepositoriesListParameters, RepositoriesListRequest, RepositoriesListResult
from stripe import AuthenticatedClient
from stripe.api.customers import customers_context_store_search, customers_create, customers_get, customers_list
from stripe.models import (
    CustomersContextStoreSearchParameters,
    CustomersContextStoreSearchRequest,
    CustomersContextStoreSearchResult,
    CustomersCreateParameters,
    CustomersCreateRequest,
    CustomersCreateResult,
    CustomersGetParameters,
    CustomersGetRequest,
    CustomersGetResult,
    CustomersListParameters,
    CustomersListRequest,
    CustomersListResult,
    CustomersSearchFilter,
    CustomersSearchQuery,
    Problem,
    SearchOrder,
    SearchTexts,
)

url = os.environ["CONNECTORY_URL"]
token = os.environ["CONNECTORY_TOKEN"]
connection = UUID(os.environ["STRIPE_CONNECTION"])
client = AuthenticatedClient(base_url=url, token=token)

# list
page = customers_list.sync(connection, client=client, body=CustomersListRequest(params=CustomersListParameters(limit=3)))
assert isinstance(page, CustomersListResult) and len(page.data) == 3
first = page.data[0]

# get
one = customers_get.sync(connection, client=client, body=CustomersGetRequest(params=CustomersGetParameters(id=first.id)))
assert isinstance(one, CustomersGetResult) and one.data.name == first.name

# create, safe to repeat
draft = CustomersCreateRequest(params=CustomersCreateParameters(name="Ada Marsh", email="ada@example.org"))
key = str(uuid4())
created = customers_create.sync(connection, client=client, body=draft, idempotency_key=key)
again = customers_create.sync(connection, client=client, body=draft, idempotency_key=key)
assert isinstance(created, CustomersCreateResult) and isinstance(again, CustomersCreateResult)
assert created.data.id == again.data.id

# search
query = CustomersSearchQuery(
    filter_=CustomersSearchFilter(keyword=SearchTexts.from_dict({"name": "marsh"})),
    sort=[SearchOrder.from_dict({"created": "desc"})],
)
search = CustomersContextStoreSearchParameters(query=query, limit=5)
found = customers_context_store_search.sync(
    connection, client=client, body=CustomersContextStoreSearchRequest(params=search)
)
assert isinstance(found, CustomersContextStoreSearchResult) and found.data[0].id == created.data.id

# every page
params = CustomersListParameters(limit=10)
count = 0
while True:
    page = customers_list.sync(connection, client=client, body=CustomersListRequest(params=params))
    if not isinstance(page, CustomersListResult):
        raise RuntimeError(page)
    count += len(page.data)
    if page.meta.next_params is None:
        break
    params.starting_after = page.meta.next_params.starting_after
assert count > 25

# errors
nobody = customers_get.sync(
    connection, client=client, body=CustomersGetRequest(params=CustomersGetParameters(id="cus_nobody"))
)
assert isinstance(nobody, Problem) and nobody.status == 404 and nobody.code == "record_not_found"
refused = customers_list.sync(
    connection, client=client, body=CustomersListRequest(params=CustomersListParameters(limit=1000))
)
assert isinstance(refused, Problem) and refused.status == 422 and refused.errors[0].field == "/params/limit"

# another connector
repositories = repositories_list.sync(
    UUID(os.environ["GITHUB_CONNECTION"]),
    client=CodeHostingClient(base_url=url, token=token),
    body=RepositoriesListRequest(params=RepositoriesListParameters(username=os.environ["CODE_HOSTING_USERNAME"])),
)
assert isinstance(repositories, RepositoriesListResult) and len(repositories.data) > 0
print(f"scenario passed: {count} customers, {len(repositories.data)} repositories")
