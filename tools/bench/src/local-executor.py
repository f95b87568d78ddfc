"""Lists customers of an upstream again and again, and prints what it cost as one JSON object.

Arguments: `httpx` or `executor`, the upstream's origin, the records per page, the number of calls at a time, and the seconds of
warm-up and of measuring.
"""

import asyncio
import json
import sys
import time

connections = 128


def httpx_call(origin, size):
    """A call with the HTTP library of the executor, and the page parsed as JSON."""
    import httpx

    limits = httpx.Limits(max_connections=connections, max_keepalive_connections=connections)
    client = httpx.AsyncClient(limits=limits)

    async def call():
        response = await client.get(f"{origin}/v1/customers", params={"limit": size})
        return response.json()["data"]

    return call


def executor_call(origin, size):
    """A call of the published executor, unmodified but for the address of the vendor."""
    from airbyte_agent_sdk.connectors.stripe.connector_model import StripeConnectorModel
    from airbyte_agent_sdk.executor.local_executor import LocalExecutor
    from airbyte_agent_sdk.executor.models import ExecutionConfig
    from airbyte_agent_sdk.secrets import SecretStr

    executor = LocalExecutor(
        model=StripeConnectorModel.model_copy(update={"base_url": origin}),
        auth_config={"api_key": SecretStr("sk_bench")},
        max_connections=connections,
        max_keepalive_connections=connections,
    )
    config = ExecutionConfig(entity="customers", action="list", params={"limit": size})

    async def call():
        result = await executor.execute(config)
        if not result.success:
            raise RuntimeError(result.error)
        return result.data

    return call


async def measure(kind, origin, size, calls_at_a_time, warm_up, seconds):
    call = {"httpx": httpx_call, "executor": executor_call}[kind](origin, size)

    async def run(duration):
        start, used = time.perf_counter(), time.process_time()
        calls = 0

        async def caller():
            nonlocal calls
            while time.perf_counter() < start + duration:
                records = await call()
                if len(records) != size:
                    raise RuntimeError(f"{len(records)} records instead of {size}")
                calls += 1

        await asyncio.gather(*(caller() for _ in range(calls_at_a_time)))
        return {"calls": calls, "seconds": time.perf_counter() - start, "processor": time.process_time() - used}

    await run(warm_up)
    return await run(seconds)


kind, origin, *numbers = sys.argv[1:]
print(json.dumps(asyncio.run(measure(kind, origin, *map(int, numbers)))))
