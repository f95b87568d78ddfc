"""Lists customers of an upstream again and again, and prints what it cost as one JSON object.

Arguments: the upstream's origin, the records per page, the number of calls at a time, and the seconds of
warm-up and of measuring.
"""

import asyncio
import json
import sys
import time

connections = 128


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


async def measure(origin, size, calls_at_a_time, warm_up, seconds):
    call = executor_call(origin, size)

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


origin, *numbers = sys.argv[1:]
print(json.dumps(asyncio.run(measure(origin, *map(int, numbers)))))
