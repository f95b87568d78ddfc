// Calls a gateway with the generated clients; fails with the first thing that is not as it should be.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"

	"connectory.example/scenario/codehosting"
	"connectory.example/scenario/payments"
	"github.com/google/uuid"
)

var (
	url        = os.Getenv("CONNECTORY_URL")
	connection = uuid.MustParse(os.Getenv("PAYMENTS_CONNECTION"))
	background = context.Background()
)

func authorize(_ context.Context, request *http.Request) error {
	request.Header.Set("Authorization", "Bearer "+os.Getenv("CONNECTORY_TOKEN"))
	return nil
}

func main() {
	client := must(payments.NewClientWithResponses(url, payments.WithRequestEditorFn(authorize)))

	// list
	list := must(client.CustomersListWithResponse(background, connection, payments.CustomersListRequest{
		Params: &payments.CustomersListParameters{Limit: pointer(int32(3))},
	}))
	check(list.JSON200 != nil && len(list.JSON200.Data) == 3, "three customers")
	first := list.JSON200.Data[0]

	// get
	get := must(client.CustomersGetWithResponse(background, connection, payments.CustomersGetRequest{
		Params: payments.CustomersGetParameters{Id: *first.Id},
	}))
	check(get.JSON200 != nil && *get.JSON200.Data.Name == *first.Name, "the same customer")

	// create, safe to repeat
	draft := payments.CustomersCreateRequest{
		Params: &payments.CustomersCreateParameters{Name: pointer("Ada Marsh"), Email: pointer("ada@example.org")},
	}
	key := &payments.CustomersCreateParams{IdempotencyKey: pointer(uuid.NewString())}
	created := must(client.CustomersCreateWithResponse(background, connection, key, draft))
	again := must(client.CustomersCreateWithResponse(background, connection, key, draft))
	check(created.JSON200 != nil && *created.JSON200.Data.Id == *again.JSON200.Data.Id, "a repeat with the same key creates nothing")

	// search
	found := must(client.CustomersContextStoreSearchWithResponse(background, connection, payments.CustomersContextStoreSearchRequest{
		Params: payments.CustomersContextStoreSearchParameters{
			Query: payments.CustomersSearchQuery{
				Filter: &payments.CustomersSearchFilter{Keyword: &payments.SearchTexts{"name": "marsh"}},
				Sort:   &payments.SearchOrders{{"created": "desc"}},
			},
			Limit: pointer(int32(5)),
		},
	}))
	check(found.JSON200 != nil && *found.JSON200.Data[0].Id == *created.JSON200.Data.Id, "the customer that was just created")

	// every page
	params := payments.CustomersListParameters{Limit: pointer(int32(10))}
	count := 0
	for {
		page := must(client.CustomersListWithResponse(background, connection, payments.CustomersListRequest{Params: &params}))
		check(page.JSON200 != nil, "a page")
		count += len(page.JSON200.Data)
		if page.JSON200.Meta.NextParams == nil {
			break
		}
		params.StartingAfter = page.JSON200.Meta.NextParams.StartingAfter
	}
	check(count > 25, "all customers")

	// errors
	nobody := must(client.CustomersGetWithResponse(background, connection, payments.CustomersGetRequest{
		Params: payments.CustomersGetParameters{Id: "cus_nobody"},
	}))
	check(nobody.StatusCode() == 404 && problem(nobody.Body).Code == "record_not_found", "no such customer")
	refused := must(client.CustomersListWithResponse(background, connection, payments.CustomersListRequest{
		Params: &payments.CustomersListParameters{Limit: pointer(int32(1000))},
	}))
	check(refused.StatusCode() == 422 && problem(refused.Body).Errors[0].Field == "/params/limit", "limit is refused")

	// another connector
	hosting := must(codehosting.NewClientWithResponses(url, codehosting.WithRequestEditorFn(authorize)))
	repositories := must(hosting.RepositoriesListWithResponse(background, uuid.MustParse(os.Getenv("CODE_HOSTING_CONNECTION")),
		codehosting.RepositoriesListRequest{
			Params: codehosting.RepositoriesListParameters{Username: os.Getenv("CODE_HOSTING_USERNAME")},
		}))
	check(repositories.JSON200 != nil && len(repositories.JSON200.Data) > 0, "repositories")
	fmt.Printf("scenario passed: %d customers, %d repositories\n", count, len(repositories.JSON200.Data))
}

// The body of every error answer.
func problem(body []byte) payments.Problem {
	var decoded payments.Problem
	if err := json.Unmarshal(body, &decoded); err != nil {
		log.Fatal(err)
	}
	return decoded
}

func pointer[T any](value T) *T {
	return &value
}

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func check(holds bool, what string) {
	if !holds {
		log.Fatalf("expected: %s", what)
	}
}
