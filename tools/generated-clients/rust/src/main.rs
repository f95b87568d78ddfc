//! Calls a gateway with the generated clients; fails with the first thing that is not as it should be.

use std::collections::HashMap;
use std::env;
use std::num::NonZero;

use futures::TryStreamExt;
use progenitor::progenitor_client::{ByteStream, Error};
use uuid::Uuid;

use payments::types::{
    CustomersContextStoreSearchParameters, CustomersContextStoreSearchRequest,
    CustomersCreateParameters, CustomersCreateRequest, CustomersGetParameters, CustomersGetRequest,
    CustomersListParameters, CustomersListRequest, CustomersSearchFilter, CustomersSearchQuery,
    Problem, SearchLimit, SearchOrder, SearchOrders, SearchTexts, SortDirection,
};

mod payments {
    progenitor::generate_api!("payments.openapi-3.0.json");
}

mod code_hosting {
    progenitor::generate_api!("code-hosting.openapi-3.0.json");
}

type Failure = Box<dyn std::error::Error>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failure> {
    let url = env::var("CONNECTORY_URL")?;
    let connection: Uuid = env::var("PAYMENTS_CONNECTION")?.parse()?;
    let authorization = format!("Bearer {}", env::var("CONNECTORY_TOKEN")?);
    let headers = reqwest::header::HeaderMap::from_iter([(
        reqwest::header::AUTHORIZATION,
        authorization.parse()?,
    )]);
    let http = reqwest::Client::builder()
        .default_headers(headers)
        .build()?;
    let client = payments::Client::new_with_client(&url, http.clone());

    // list
    let list = |params| CustomersListRequest {
        params: Some(params),
        ..Default::default()
    };
    let page = client
        .customers_list(
            &connection,
            &list(CustomersListParameters {
                limit: limit(3),
                ..Default::default()
            }),
        )
        .await?;
    assert_eq!(page.data.len(), 3);
    let first = &page.data[0];

    // get
    let get = |id: &str| CustomersGetRequest {
        params: CustomersGetParameters { id: id.to_owned() },
        select_fields: None,
        exclude_fields: None,
        intent: None,
    };
    let one = client
        .customers_get(&connection, &get(first.id.as_deref().unwrap()))
        .await?;
    assert_eq!(one.data.name, first.name);

    // create, safe to repeat
    let draft = CustomersCreateRequest {
        params: Some(CustomersCreateParameters {
            name: Some("Ada Marsh".to_owned()),
            email: Some("ada@example.org".to_owned()),
            ..Default::default()
        }),
        ..Default::default()
    };
    let key = Uuid::new_v4().to_string().parse()?;
    let created = client
        .customers_create(&connection, Some(&key), &draft)
        .await?;
    let again = client
        .customers_create(&connection, Some(&key), &draft)
        .await?;
    assert_eq!(created.data.id, again.data.id);

    // search
    let search = CustomersContextStoreSearchRequest {
        params: CustomersContextStoreSearchParameters {
            query: CustomersSearchQuery {
                filter: Some(CustomersSearchFilter {
                    keyword: Some(SearchTexts(HashMap::from([(
                        "name".to_owned(),
                        "marsh".parse()?,
                    )]))),
                    ..Default::default()
                }),
                sort: Some(SearchOrders(vec![SearchOrder(HashMap::from([(
                    "created".to_owned(),
                    SortDirection::Desc,
                )]))])),
            },
            limit: Some(SearchLimit(limit(5))),
            cursor: None,
            fields: None,
            explain: None,
        },
        select_fields: None,
        exclude_fields: None,
        intent: None,
    };
    let found = client
        .customers_context_store_search(&connection, &search)
        .await?;
    assert_eq!(found.data[0].id, created.data.id);

    // every page
    let mut params = CustomersListParameters {
        limit: limit(10),
        ..Default::default()
    };
    let mut count = 0;
    loop {
        let page = client
            .customers_list(&connection, &list(params.clone()))
            .await?
            .into_inner();
        count += page.data.len();
        let Some(next) = page.meta.next_params else {
            break;
        };
        params.starting_after = next.starting_after;
    }
    assert!(count > 25);

    // errors
    let nobody = problem(client.customers_get(&connection, &get("cus_nobody")).await).await?;
    assert_eq!(
        (nobody.status, nobody.code.to_string().as_str()),
        (404, "record_not_found")
    );
    let refused = list(CustomersListParameters {
        limit: limit(1000),
        ..Default::default()
    });
    let refused = problem(client.customers_list(&connection, &refused).await).await?;
    assert_eq!(
        (refused.status, refused.errors[0].field.as_str()),
        (422, "/params/limit")
    );

    // another connector
    let hosting = code_hosting::Client::new_with_client(&url, http);
    let request = code_hosting::types::RepositoriesListRequest {
        params: code_hosting::types::RepositoriesListParameters {
            username: env::var("CODE_HOSTING_USERNAME")?,
            per_page: limit(30),
            after: None,
            fields: Vec::new(),
        },
        select_fields: None,
        exclude_fields: None,
        intent: None,
    };
    let repositories = hosting
        .repositories_list(&env::var("CODE_HOSTING_CONNECTION")?.parse()?, &request)
        .await?;
    assert!(!repositories.data.is_empty());
    println!(
        "scenario passed: {count} customers, {} repositories",
        repositories.data.len()
    );
    Ok(())
}

fn limit(records: u32) -> NonZero<u32> {
    NonZero::new(records).expect("at least one record")
}

/// The body of an error answer, which the client leaves to be read.
async fn problem<Answer: std::fmt::Debug>(
    answer: Result<Answer, Error<ByteStream>>,
) -> Result<Problem, Failure> {
    let Err(Error::ErrorResponse(response)) = answer else {
        panic!("an error was expected: {answer:?}")
    };
    let pieces: Vec<_> = response.into_inner_stream().try_collect().await?;
    Ok(serde_json::from_slice(&pieces.concat())?)
}
