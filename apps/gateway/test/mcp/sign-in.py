"""Signs in with the official client for Python as a person in a browser would agree, then uses the tools. Prints what it saw as JSON."""

import asyncio
import html
import json
import re
import sys
from urllib.parse import parse_qs, urlsplit

import httpx2
from mcp import Client
from mcp.client.auth import AuthorizationCodeResult, OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import OAuthClientMetadata

given = json.load(sys.stdin)
url, token = given["url"], given["token"]
consents = []


class Storage:
    tokens = None
    client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client):
        self.client = client


def values(page, pattern):
    return [html.unescape(value) for value in re.findall(pattern, page)]


async def agree(consent_url):
    async with httpx2.AsyncClient() as browser:
        page = (await browser.get(consent_url)).text
        fields = {"token": token}
        for _ in range(2):
            fields["consent"] = values(page, r'name="consent" value="([^"]+)"')[0]
            page = (await browser.post(f"{url}/oauth/authorize", data=fields)).text
            fields = {"connection": values(page, r'name="connection" value="([^"]+)"'), "decision": "allow"}
    consents.append(values(page, r'content="0; url=([^"]+)"')[0])


async def returned():
    query = {name: found[0] for name, found in parse_qs(urlsplit(consents[-1]).query).items()}
    return AuthorizationCodeResult(code=query["code"], state=query["state"], iss=query["iss"])


async def use(storage):
    metadata = OAuthClientMetadata(client_name="Official Python client", redirect_uris=["http://localhost:53212/callback"])
    auth = OAuthClientProvider(f"{url}/mcp", metadata, storage, agree, returned)
    async with httpx2.AsyncClient(auth=auth, timeout=60) as http_client:
        async with Client(streamable_http_client(f"{url}/mcp", http_client=http_client)) as client:
            tools = [tool.name for tool in (await client.list_tools()).tools]
            result = await client.call_tool("list_connections", {})
    return {"tools": tools, "failed": result.is_error, "consents": len(consents)}


async def main():
    storage = Storage()
    first = await use(storage)
    # As after an hour: the access token is refused, and the client has to get a new one.
    storage.tokens = storage.tokens.model_copy(update={"access_token": "cty_" + "x" * 43})
    print(json.dumps({"first": first, "again": await use(storage)}))


asyncio.run(main())
