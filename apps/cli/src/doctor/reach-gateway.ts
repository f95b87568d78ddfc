import { randomUUID } from 'node:crypto';
import { type Finding, fail, ok, warn } from './finding.ts';
import { type Reply, requestFrom, Unreachable } from './request.ts';

const advices: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing listens there. Start the gateway, or correct the URL.',
  ENOTFOUND: 'The name of the host is unknown. Correct the URL, or the DNS entry.',
  EAI_AGAIN: 'The name of the host cannot be looked up. Check the network and its DNS server.',
  ECONNRESET: 'Something between here and the gateway ends the connection: a firewall, or a proxy that expects TLS.',
  CERT_HAS_EXPIRED: 'The certificate of the proxy has expired. Renew it.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed. Set NODE_EXTRA_CA_CERTS to its file.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate is from a private authority. Set NODE_EXTRA_CA_CERTS to its file.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The proxy does not send its whole certificate chain. Configure the full chain.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host name. Use that name in the URL.',
};
const otherAdvice = 'Check the URL, the network and the firewall, and that the gateway runs.';

/** Whether and how a gateway can be reached. */
export interface Reached {
  readonly findings: readonly Finding[];
  /** Its OpenAPI document; undefined if the gateway cannot be reached, so that nothing else can be checked. */
  readonly document: string | undefined;
}

/** Checks whether a gateway responds at a URL, and which proxies are in between. */
export async function reachGateway(url: string): Promise<Reached> {
  const requestId = `doctor-${randomUUID()}`;
  let reply: Reply;
  let document: Reply;
  try {
    reply = await requestFrom(url, '/healthz', { 'x-request-id': requestId });
    // Proxies only compress large responses.
    document = await requestFrom(url, '/openapi.json');
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    const advice = advices[error.code] ?? otherAdvice;
    return { document: undefined, findings: [fail('gateway', `${url} does not respond (${error.code}).`, advice)] };
  }
  const wrong = wrongReply(url, reply);
  if (wrong !== undefined) return { document: undefined, findings: [wrong] };
  return {
    document: document.text,
    findings: [
      ok('gateway', `${url} responds after ${Math.round(reply.milliseconds)} ms.`),
      ...encryptionFindings(url),
      clockFinding(reply),
      ...proxyFindings(reply, requestId, document.headers['content-encoding'] !== undefined),
    ],
  };
}

function wrongReply(url: string, { status, headers, text }: Reply): Finding | undefined {
  if (status >= 300 && status < 400) {
    const target = URL.parse(headers.location ?? '', url)?.origin;
    return fail(
      'gateway',
      `${url} redirects${target === undefined ? '' : ` to ${target}`}.`,
      'Use the URL it redirects to.',
    );
  }
  if (status === 200 && /^\{"status":"ok"/.test(text)) return undefined;
  return fail(
    'gateway',
    `${url} (status ${status}) is not a Connectory gateway.`,
    status >= 500 ? 'A proxy cannot reach the gateway behind it. Start the gateway.' : 'Correct the URL.',
  );
}

function encryptionFindings(url: string): readonly Finding[] {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:' || /^(localhost|127\..*|\[::1\])$/.test(hostname)) return [];
  return [
    warn(
      'encryption',
      'Tokens and records are sent over the network without encryption.',
      'Put a proxy with TLS in front of the gateway, and use its https URL.',
    ),
  ];
}

const maxSkew = 60_000;

function clockFinding({ headers, receivedAt, milliseconds }: Reply): Finding {
  const theirs = Date.parse(headers.date ?? '');
  const skew = theirs - (receivedAt - milliseconds / 2);
  if (Number.isNaN(skew)) return ok('clock', 'The response has no date to compare the clocks with.');
  const seconds = Math.round(Math.abs(skew) / 1_000);
  if (Math.abs(skew) < maxSkew) return ok('clock', `The clocks differ by less than ${maxSkew / 1_000} seconds.`);
  return warn(
    'clock',
    `The gateway's clock is ${seconds} seconds ${skew > 0 ? 'ahead of' : 'behind'} this machine's.`,
    'Synchronize both with a time server: tokens and access to vendors expire by the clock.',
  );
}

function proxyFindings({ headers }: Reply, requestId: string, isCompressed: boolean): readonly Finding[] {
  const names = ['via', 'server', 'cf-ray', 'x-cache'].flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [name === 'server' ? value : `${name}: ${value}`];
  });
  const findings: Finding[] = [];
  if (isCompressed) {
    const advice = 'Turn its compression off for the gateway: streams of records would arrive late.';
    findings.push(warn('proxy', 'A proxy compresses responses.', advice));
  }
  if (headers['x-request-id'] !== requestId) {
    const advice = 'Let it pass X-Request-Id in both directions: it is how calls are found in the log.';
    findings.push(warn('proxy', 'A proxy changes or removes X-Request-Id.', advice));
  }
  if (names.length > 0) {
    const place = `There is a proxy in between (${names.join(', ')}).`;
    findings.push(ok('proxy', `${place} Its buffering must be off; that cannot be checked from here.`));
  }
  return findings;
}
