"""Uses the published airbyte-agent-sdk, unmodified, against a gateway, and prints what happened as one JSON object.

The environment has SDK_DEV_ADP_API_HOST. Standard input has a JSON object: token, restricted_token (may list no jobs), connections
(ids by slug), limited and failing (ids of connections whose upstream says 429 and 503), entities (example parameters by slug, entity
and action), run (what to do: scenario, failures, everything) and actions (those that everything tries).
"""

import asyncio
import functools
import inspect
import json
import re
import sys
import warnings

from airbyte_agent_sdk import Workspace, build_connector_tools, connect

warnings.simplefilter("ignore", DeprecationWarning)
given = json.load(sys.stdin)
TOKEN = given["token"]


def by_id(connection, slug="ashby", secret=TOKEN):
    return connect(slug, client_id="demo", client_secret=secret, connector_id=connection)


def by_name(slug, secret=TOKEN, **options):
    return connect(slug, client_id="demo", client_secret=secret, **options)


async def failure(call):
    """The class of what a call raises, with the facts a program would look at."""
    try:
        await call()
    except Exception as error:  # noqa: BLE001 - every class is of interest
        names = ("status_code", "retry_after")
        facts = {name: getattr(error, name) for name in names if getattr(error, name, None) is not None}
        return {"raised": type(error).__name__, "message": str(error), **facts}
    return {"raised": None}


async def scenario():
    seen = {}
    async with by_name("stripe") as found:
        page = await found.customers.list(limit=2)
        seen["list"] = {
            "record": type(page.data[0]).__name__,
            "count": len(page.data),
            "has_more": page.meta.has_more,
        }
        following = await found.customers.list(limit=2, starting_after=page.data[-1].id)
        seen["paged"] = following.data[0].id not in {one.id for one in page.data}
        got = await found.customers.get(id=page.data[0].id)
        seen["get"] = got["id"] == page.data[0].id
        created = await found.customers.create(name="Ada Marsh", email="ada@example.org")
        changed = await found.customers.update(id=created["id"], name="Ada Cole")
        removed = await found.customers.delete(id=created["id"])
        seen["write"] = [created["name"], changed["name"], removed["deleted"]]
        searched = await (getattr(found.customers, "search", None) or found.customers.api_search)(query="created>0", limit=3)
        seen["search"] = [len(searched.data), searched.meta.has_more]
        copied = await found.refunds.context_store_search(
            query={"filter": {"gt": {"amount": 0}}, "sort": [{"amount": "desc"}]}, limit=3, fields=[["id"], ["amount"]]
        )
        amounts = [one.amount for one in copied.data]
        seen["copy"] = {
            "record": type(copied.data[0]).__name__,
            "sorted": amounts == sorted(amounts, reverse=True),
            "count": len(amounts),
            "cursor": isinstance(copied.meta.cursor, str),
            "took_ms": type(copied.meta.took_ms).__name__,
        }
        chosen = await found.execute("customers", "list", {"limit": 1}, select_fields=["id"], skip_truncation=False)
        seen["chosen"] = sorted(chosen.data[0])
        tools = build_connector_tools(found, framework="none")
        inspected = await tools.inspect_connector()
        seen["inspected"] = [inspected["id"] == given["connections"]["stripe"], inspected["name"]]
        seen["docs"] = [await tools.read_skill_docs(), await tools.read_skill_docs(section="customers")]
        seen["executed"] = len(await tools.execute("customers", "list", {"limit": 1}))
    async with by_id(given["connections"]["zendesk-support"], "zendesk-support") as helpdesk:
        tickets = await helpdesk.tickets.list(per_page=1)
        ticket = await helpdesk.tickets.get(ticket_id=str(tickets.data[0].id))
        seen["number_as_text"] = ticket["id"] == tickets.data[0].id
        file = given["entities"]["zendesk-support"]["attachments"]["download"]
        whole = await helpdesk.attachments.get(**file)
        pieces, following = [], None
        while following or not pieces:
            pieces.append(await helpdesk.attachments.download_base64(**file, range_header=following))
            following = pieces[-1]["next_range_header"]
        seen["file"] = sum(one["bytes_returned"] for one in pieces) == whole["size"]
    async with Workspace(client_id="demo", client_secret=TOKEN) as workspace:
        seen["workspace"] = sorted([one.name, one.connector_type] for one in await workspace.list_connectors())
        named = await workspace.get_connector(name="github")
        seen["named"] = (await named.execute("viewer", "get")).success
        await named.close()
    return seen


async def failures():
    ashby = by_id(given["connections"]["ashby"])
    forbidden = by_id(given["connections"]["ashby"], secret=given["restricted_token"])
    return {
        "wrong_secret": await failure(lambda: by_name("ashby", secret="cty_wrong").jobs.list()),
        "forbidden": await failure(lambda: forbidden.jobs.list()),
        "unknown_parameter": await failure(lambda: ashby.execute("jobs", "list", {"limt": 2})),
        "unknown_entity": await failure(lambda: ashby.execute("jbs", "list", {})),
        "unknown_record": await failure(lambda: ashby.jobs.get(id="00000000-0000-4000-8000-000000000000")),
        "other_workspace": await failure(lambda: by_name("ashby", workspace_name="other").jobs.list()),
        "no_connection": await failure(lambda: by_name("salesforce").accounts.list()),
        "several_connections": await failure(lambda: by_name("ashby").jobs.list()),
        "limited": await failure(lambda: by_id(given["limited"]).jobs.list()),
        "failing": await failure(lambda: by_id(given["failing"]).jobs.list()),
        "no_such_id": await failure(lambda: by_id("00000000-0000-0000-0000-000000000000").jobs.list()),
    }


def snake_case(name):
    return re.sub("([A-Z])", r"_\1", name).lower().lstrip("_")


def arguments(method, example, examples):
    """The example parameters under the names and, where these want text, in the types of the method."""
    takes = inspect.signature(method).parameters
    named = {snake_case(name): value for name, value in example.items()}
    # One method has a name twice, and the second one needs more: any example of that parameter will do.
    for name, parameter in takes.items():
        if parameter.default is inspect.Parameter.empty and parameter.kind is not inspect.Parameter.VAR_KEYWORD:
            named.setdefault(name, examples.get(name))
    return {
        name: str(value) if name in takes and takes[name].annotation in (str, "str") else value for name, value in named.items()
    }


async def everything():
    """Runs every typed read of every connector and gives those that failed, and the entities this version does not know."""
    tried, failed, unknown = 0, {}, []
    for slug, entities in given["entities"].items():
        examples = {snake_case(name): value for actions in entities.values() for one in actions.values() for name, value in one.items()}
        async with by_id(given["connections"][slug], slug) as connector:
            for entity, actions in entities.items():
                queries = getattr(connector, entity, None)
                if queries is None:
                    unknown.append(f"{slug} {entity}")
                    continue
                for action in given["actions"]:
                    method = getattr(queries, action, None)
                    example = actions.get("api_search" if action == "search" else action)
                    if method is None or example is None:
                        continue
                    tried += 1
                    values = {"query": {}} if action == "context_store_search" else arguments(method, example, examples)
                    outcome = await failure(functools.partial(method, **values))
                    if outcome["raised"] is not None:
                        failed[f"{slug} {entity} {action}"] = f"{outcome['raised']}: {outcome['message']}"[:500]
    return {"tried": tried, "failed": failed, "unknown": unknown}


async def main():
    wanted = {"scenario": scenario, "failures": failures, "everything": everything}
    print(json.dumps({name: await wanted[name]() for name in given["run"]}))


asyncio.run(main())
