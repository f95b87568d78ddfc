"""Runs every tool once with the official client for Python and with FastMCP, over Streamable HTTP and over standard input and output, and in the newest and the older revisions. Prints what it saw as JSON."""

import asyncio
import json
import os
import sys

import httpx2
from fastmcp import Client as FastClient
from fastmcp.client.transports import StreamableHttpTransport
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.types import ElicitResult

given = json.load(sys.stdin)
url, token = given["url"], given["token"]
headers = {"Authorization": f"Bearer {token}"}
questions = []


async def reply(_context, params):
    questions.append(params.message)
    return ElicitResult(action="accept", content={})


async def reply_to_fast(message, _response_type, _params, _context):
    questions.append(message)
    return {}


async def use(client):
    seen = {}
    async with client:
        listed = await client.list_tools()
        seen["tools"] = [tool.name for tool in getattr(listed, "tools", listed)]
        for name, arguments in given["calls"]:
            result = await client.call_tool(name, arguments)
            seen.setdefault("results", []).append([name, result.is_error, result.content[0].text])
    seen["questions"] = list(questions)
    questions.clear()
    return seen


async def use_http(mode):
    async with httpx2.AsyncClient(headers=headers, timeout=60) as http_client:
        server = streamable_http_client(f"{url}/mcp", http_client=http_client)
        return await use(Client(server, elicitation_callback=reply, mode=mode))


async def use_fast(mode):
    server = StreamableHttpTransport(f"{url}/mcp", headers=headers)
    return await use(FastClient(server, elicitation_handler=reply_to_fast, mode=mode))


async def main():
    environment = {**os.environ, "CONNECTORY_URL": url, "CONNECTORY_TOKEN": token}
    program = StdioServerParameters(command=given["node"], args=[given["program"], "mcp"], env=environment)
    seen = {"stdio": await use(Client(program, elicitation_callback=reply))}
    for mode in ["2026-07-28", "legacy"]:
        seen[f"http {mode}"] = await use_http(mode)
        seen[f"FastMCP {mode}"] = await use_fast(mode)
    print(json.dumps(seen))


asyncio.run(main())
