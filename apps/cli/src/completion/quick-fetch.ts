// The user is waiting for the completion.
const maxWait = 3_000;

/** Sends a request without a body, and times out after three seconds. */
export async function quickFetch({ url, method, headers }: Request): Promise<Response> {
  // The library takes time to load, and few commands need it.
  const { request } = await import('undici');
  const { statusCode, body, ...received } = await request(url, {
    method,
    headers: Object.fromEntries(headers),
    signal: AbortSignal.timeout(maxWait),
  });
  const type = String(received.headers['content-type']);
  return new Response(await body.text(), { status: statusCode, headers: { 'content-type': type } });
}
