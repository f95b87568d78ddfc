import codehosting.api.RepositoriesApi;
import codehosting.model.RepositoriesListParameters;
import codehosting.model.RepositoriesListRequest;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import payments.ApiClient;
import payments.ApiException;
import payments.JSON;
import payments.api.CustomersApi;
import payments.model.CustomersContextStoreSearchParameters;
import payments.model.CustomersContextStoreSearchRequest;
import payments.model.CustomersCreateParameters;
import payments.model.CustomersCreateRequest;
import payments.model.CustomersGetParameters;
import payments.model.CustomersGetRequest;
import payments.model.CustomersListParameters;
import payments.model.CustomersListRequest;
import payments.model.CustomersListResult;
import payments.model.CustomersSearchFilter;
import payments.model.CustomersSearchQuery;
import payments.model.ErrorCode;
import payments.model.Problem;
import payments.model.SortDirection;

/** Calls a gateway with the generated clients; fails with the first thing that is not as it should be. */
public final class Scenario {
  private static final String url = System.getenv("CONNECTORY_URL");
  private static final String token = System.getenv("CONNECTORY_TOKEN");
  private static final UUID connection = UUID.fromString(System.getenv("PAYMENTS_CONNECTION"));

  public static void main(String[] arguments) throws Exception {
    ApiClient client = new ApiClient();
    client.setBasePath(url);
    client.setBearerToken(token);
    CustomersApi customers = new CustomersApi(client);

    // list
    CustomersListResult page = customers.customersList(
        connection, new CustomersListRequest().params(new CustomersListParameters().limit(3)));
    check(page.getData().size() == 3, "three customers");
    String first = page.getData().get(0).getId();

    // get
    String name = customers
        .customersGet(connection, new CustomersGetRequest().params(new CustomersGetParameters().id(first)))
        .getData()
        .getName();
    check(name.equals(page.getData().get(0).getName()), "the same customer");

    // create, safe to repeat
    CustomersCreateParameters draft = new CustomersCreateParameters().name("Ada Marsh").email("ada@example.org");
    String key = UUID.randomUUID().toString();
    String created =
        customers.customersCreate(connection, new CustomersCreateRequest().params(draft), key).getData().getId();
    String again =
        customers.customersCreate(connection, new CustomersCreateRequest().params(draft), key).getData().getId();
    check(created.equals(again), "a repeat with the same key creates nothing");

    // search
    CustomersSearchFilter named = new CustomersSearchFilter().keyword(Map.of("name", "marsh"));
    Map<String, SortDirection> newestFirst = Map.of("created", SortDirection.DESC);
    CustomersContextStoreSearchParameters search = new CustomersContextStoreSearchParameters()
        .query(new CustomersSearchQuery().filter(named).sort(List.of(newestFirst)))
        .limit(5);
    String found = customers
        .customersContextStoreSearch(connection, new CustomersContextStoreSearchRequest().params(search))
        .getData()
        .get(0)
        .getId();
    check(found.equals(created), "the customer that was just created");

    // every page
    CustomersListParameters params = new CustomersListParameters().limit(10);
    int count = 0;
    for (;;) {
      page = customers.customersList(connection, new CustomersListRequest().params(params));
      count += page.getData().size();
      if (page.getMeta().getNextParams() == null) break;
      params.setStartingAfter(page.getMeta().getNextParams().getStartingAfter());
    }
    check(count > 25, "all customers");

    // errors
    Problem unknown = problem(() -> customers.customersGet(
        connection, new CustomersGetRequest().params(new CustomersGetParameters().id("cus_nobody"))));
    check(unknown.getStatus() == 404 && unknown.getCode() == ErrorCode.RECORD_NOT_FOUND, "no such customer");
    Problem tooMany = problem(() -> customers.customersList(
        connection, new CustomersListRequest().params(new CustomersListParameters().limit(1000))));
    check(tooMany.getStatus() == 422 && tooMany.getErrors().get(0).getField().equals("/params/limit"), "limit is refused");

    // another connector
    codehosting.ApiClient hosting = new codehosting.ApiClient();
    hosting.setBasePath(url);
    hosting.setBearerToken(token);
    RepositoriesListParameters ofAda = new RepositoriesListParameters().username(System.getenv("CODE_HOSTING_USERNAME"));
    int repositories = new RepositoriesApi(hosting)
        .repositoriesList(
            UUID.fromString(System.getenv("CODE_HOSTING_CONNECTION")), new RepositoriesListRequest().params(ofAda))
        .getData()
        .size();
    check(repositories > 0, "repositories");
    System.out.println("scenario passed: " + count + " customers, " + repositories + " repositories");
  }

  private interface Call {
    void run() throws ApiException;
  }

  private static Problem problem(Call call) throws Exception {
    try {
      call.run();
    } catch (ApiException failure) {
      return JSON.deserialize(failure.getResponseBody(), Problem.class);
    }
    throw new AssertionError("an error was expected");
  }

  private static void check(boolean holds, String what) {
    if (!holds) throw new AssertionError(what);
  }
}
