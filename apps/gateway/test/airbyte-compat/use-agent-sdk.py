"""Uses the published airbyte-agent-sdk, unmodified, against a gateway, and prints what happened as one JSON object.

The environment has SDK_DEV_ADP_API_HOST. Standard input has a JSON object: token, restricted_token (may list no jobs), connections
(ids by slug), text_attachment (the id of a file of text), limited and failing (ids of connections whose upstream says 429 and 503), entities (example parameters by slug, entity
and action), run (what to do: scenario, failures, everything) and actions (those that everything tries).
"""

import asyncio
import functools
import gc
import inspect
import json
import re
import sys
import warnings

import yaml

# For every connection, the SDK parses a description of up to 10,000 lines. A parser in C and a lazier collector give the same, sooner.
yaml.SafeLoader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
gc.set_threshold(100_000)

from airbyte_agent_sdk import Workspace, connect

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
    # Older versions have none.
    from airbyte_agent_sdk import build_connector_tools

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
        sql = found.customers.context_store_sql_query
        counted = await sql("SELECT count(*) AS n FROM customers")
        large = "SELECT id, amount FROM refunds WHERE amount > 0 ORDER BY amount DESC"
        selected = await sql(large, limit=2)
        complete = await found.refunds.context_store_sql_query(large)
        seen["sql"] = {
            "counted": counted.data,
            "selected": {
                "count": len(selected.data),
                "columns": sorted(selected.data[0]),
                "sorted": [one["amount"] for one in selected.data] == amounts[:2],
                "has_more": selected.meta.has_more,
            },
            "all": {
                "amounts": [one["amount"] for one in complete.data][:3] == amounts,
                "has_more": complete.meta.has_more,
            },
            "took_ms": type(counted.meta.took_ms).__name__,
        }
        chosen = await found.execute("customers", "list", {"limit": 1}, select_fields=["id"], skip_truncation=False)
        seen["chosen"] = sorted(chosen.data[0])
        tools = build_connector_tools(found, framework="none")
        inspected = await tools.inspect_connector()
        seen["inspected"] = [inspected["id"] == given["connections"]["stripe"], inspected["name"]]
        seen["docs"] = [await tools.read_skill_docs(), await tools.read_skill_docs(section="customers")]
        seen["docs"].append(await tools.read_skill_docs(section="entity:customers"))
        seen["executed"] = len(await tools.execute("customers", "list", {"limit": 1}))
    async with by_id(given["connections"]["zendesk-support"], "zendesk-support") as zendesk:
        tickets = await zendesk.tickets.list(per_page=1)
        ticket = await zendesk.tickets.get(ticket_id=str(tickets.data[0].id))
        seen["number_as_text"] = ticket["id"] == tickets.data[0].id
        file = given["entities"]["zendesk-support"]["attachments"]["download"]
        whole = await zendesk.attachments.get(**file)
        pieces, following = [], None
        while following or not pieces:
            pieces.append(await zendesk.attachments.download_base64(**file, range_header=following))
            following = pieces[-1]["next_range_header"]
        seen["file"] = sum(one["bytes_returned"] for one in pieces) == whole["size"]
        text = {"attachment_id": str(given["text_attachment"])}
        read = await zendesk.attachments.download_text(**text)
        windows = [await zendesk.attachments.download_text(**text, _airbyte_max_chars=500)]
        windows.append(await zendesk.attachments.download_text(**text, _airbyte_text_offset=windows[0]["next_offset"]))
        seen["text"] = len(windows[0]["content"]) == 500 and read["content"].startswith("".join(one["content"] for one in windows)[:10_000])
    async with by_id(given["connections"]["ashby"]) as ashby:
        users = (await ashby.users.context_store_search(query={})).data
        name = users[0].first_name
        query = {"filter": {"startswith": {"first_name": name[:2].upper()}, "contains": {"first_name": name[1:]}}}
        found = await ashby.users.context_store_search(query={**query, "sort": [{"last_name": "asc"}]}, fields=[["first_name"]])
        seen["operators"] = {one.first_name for one in found.data} == {name} and len(found.data) > 0
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
        "sql_that_writes": await failure(lambda: ashby.users.context_store_sql_query("DELETE FROM users")),
        "sql_of_other_connection": await failure(lambda: ashby.users.context_store_sql_query("SELECT * FROM stripe.customers")),
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


async def outcome(failed, name, call):
    """What a call answers, None when it fails; then `failed` says how."""
    answers = []

    async def kept():
        answers.append(await call())

    raised = await failure(kept)
    if raised["raised"] is not None:
        failed[name] = f"{raised['raised']}: {raised['message']}"[:500]
    return answers[0] if answers else None


async def copy_of(queries, name, failed, absent):
    """Searches a copy, then again with a filter on and a choice of every field that this version knows and the answer had."""
    method = getattr(queries, "context_store_search", None)
    if method is None:
        return
    found = await outcome(failed, name, functools.partial(method, query={}, limit=1))
    if found is None or not found.data:
        return
    fields = set(type(found.data[0]).model_fields)
    there = sorted(fields & found.data[0].model_fields_set)
    # A field that is not set is None for the program, whatever the record has.
    absent.extend(f"{name.rsplit(' ', 1)[0]} {field}" for field in sorted(fields.difference(there)))
    if not there:
        return
    query = {"filter": {"not": {"eq": {field: None for field in there}}}}
    chosen = functools.partial(method, query=query, limit=1, fields=[[field] for field in there])
    found = await outcome(failed, f"{name} by every field", chosen)
    if found is not None and [sorted(fields & one.model_fields_set) for one in found.data] != [there]:
        failed[f"{name} by every field"] = "It found nothing, or answered without a field"


async def everything():
    """Runs every typed call of every connector. Gives those that failed, and the entities, actions and fields this version and we do not share."""
    seen = {"tried": 0, "failed": {}, "unknown": [], "missing": [], "absent": [], "unhealthy": []}
    turns = asyncio.Semaphore(8)
    await asyncio.gather(*(every_call(slug, entities, seen, turns) for slug, entities in given["entities"].items()))
    return {name: sorted(found) if isinstance(found, list) else found for name, found in seen.items()}


def missing_actions(connector, slug, entities):
    """The actions of this version that the gateway does not have."""
    for entity, queries in vars(connector).items():
        if entity.startswith("_") or not type(queries).__name__.endswith("Query"):
            continue
        for action in given["actions"]:
            ours = {"search": "api_search", "download_base64": "download"}.get(action, action)
            if hasattr(queries, action) and ours not in entities.get(entity, {}):
                yield f"{slug} {entity} {action}"


async def every_call(slug, entities, seen, turns):
    examples = {snake_case(name): value for actions in entities.values() for one in actions.values() for name, value in one.items()}
    async with turns, by_id(given["connections"][slug], slug) as connector:
        checked = await connector.check()
        if checked.status != "healthy":
            seen["unhealthy"].append(f"{slug}: {checked.error}")
        seen["missing"].extend(missing_actions(connector, slug, entities))
        # What is deleted cannot be read any more.
        for action in given["actions"]:
            # A record below another is deleted before it.
            for entity, actions in reversed(entities.items()) if action == "delete" else entities.items():
                queries = getattr(connector, entity, None)
                if queries is None:
                    if f"{slug} {entity}" not in seen["unknown"]:
                        seen["unknown"].append(f"{slug} {entity}")
                    continue
                name = f"{slug} {entity} {action}"
                if action == "context_store_search":
                    seen["tried"] += 1 if hasattr(queries, action) else 0
                    await copy_of(queries, name, seen["failed"], seen["absent"])
                    continue
                method = getattr(queries, action, None)
                example = actions.get({"search": "api_search", "download_base64": "download"}.get(action, action))
                if method is None or example is None:
                    continue
                seen["tried"] += 1
                await outcome(seen["failed"], name, functools.partial(method, **arguments(method, example, examples)))


async def main():
    wanted = {"scenario": scenario, "failures": failures, "everything": everything}
    print(json.dumps({name: await wanted[name]() for name in given["run"]}))


asyncio.run(main())
