"""Runs every tool once with the official client for Python, over Streamable HTTP and over standard input and output. Prints what it saw as JSON."""

import asyncio
import json
import os
import sys

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.types import ElicitResult

given = json.load(sys.stdin)
url, token = given["url"], given["token"]
questions = []


async def answer(_context, params):
    questions.append(params.message)
    return ElicitResult(action="accept", content={})


async def use(server):
    seen = {}
    async with Client(server, elicitation_callback=answer) as client:
        seen["tools"] = [tool.name for tool in (await client.list_tools()).tools]
        for name, arguments in given["calls"]:
            result = await client.call_tool(name, arguments)
            seen.setdefault("results", []).append([name, result.is_error, result.content[0].text])
    seen["questions"] = list(questions)
    questions.clear()
    return seen


async def main():
    headers = {"Authorization": f"Bearer {token}"}
    async with httpx2.AsyncClient(headers=headers, timeout=60) as http_client:
        over_http = await use(streamable_http_client(f"{url}/mcp", http_client=http_client))
    environment = {**os.environ, "CONNECTORY_URL": url, "CONNECTORY_TOKEN": token}
    over_stdio = await use(StdioServerParameters(command=given["node"], args=[given["program"], "mcp"], env=environment))
    print(json.dumps({"http": over_http, "stdio": over_stdio}))


asyncio.run(main())
