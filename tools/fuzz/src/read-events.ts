import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { isDocumentedLeniency } from './documented-leniency.ts';

/** A response that violates the document, or that must never occur. */
export interface Fault {
  readonly operation: string;
  readonly message: string;
  /** The request as a curl command; omitted if none was sent. */
  readonly curl?: string;
}

/** The result of one run of schemathesis. */
export interface Outcome {
  /** Number of responses by status; `none` counts requests without a response. */
  readonly statuses: ReadonlyMap<string, number>;
  readonly faults: readonly Fault[];
  /** Number of failed checks that the text of the documents explains. */
  readonly explained: number;
  /** Number of successful requests that were created from a response according to a link of the document. */
  readonly followedLinks: number;
}

const bytes = z.object({ $base64: z.string() });

const interactionSchema = z.object({
  request: z.object({
    method: z.string(),
    uri: z.string(),
    headers: z.record(z.string(), z.array(z.string())),
    body: bytes.nullish(),
  }),
  response: z.object({ status_code: z.int(), content: bytes.nullish() }).nullish(),
});

type Interaction = z.infer<typeof interactionSchema>;

const checkSchema = z.object({
  name: z.string(),
  status: z.string(),
  failure_info: z.object({ failure: z.object({ title: z.string(), message: z.string() }) }).nullish(),
});

const caseSchema = z.object({ transition: z.object({ is_inferred: z.boolean() }).nullish() });

const scenarioSchema = z.object({
  recorder: z.object({
    label: z.string(),
    cases: z.record(z.string(), caseSchema).default({}),
    checks: z.record(z.string(), z.array(checkSchema)).default({}),
    interactions: z.record(z.string(), interactionSchema).default({}),
  }),
});

/** Reads the events that schemathesis reports as lines of JSON. Throws if they differ from the format of its pinned release. */
export async function readEvents(file: string): Promise<Outcome> {
  const statuses = new Map<string, number>();
  const faults: Fault[] = [];
  let explained = 0;
  let followedLinks = 0;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const event: Readonly<Record<string, unknown>> = JSON.parse(line);
    const [name = ''] = Object.keys(event);
    if (name.endsWith('Error')) faults.push({ operation: name, message: JSON.stringify(event[name]).slice(0, 2000) });
    if (name !== 'ScenarioFinished') continue;
    const { label, cases, checks, interactions } = scenarioSchema.parse(event[name]).recorder;
    for (const [id, interaction] of Object.entries(interactions)) {
      const status = String(interaction.response?.status_code ?? 'none');
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      // schemathesis also infers links of its own.
      if (cases[id]?.transition?.is_inferred === false && status.startsWith('2')) followedLinks += 1;
      const failed = failedChecks(checks[id] ?? []);
      const unexplained = failed.filter((message) => !isDocumentedLeniency(message, decoded(interaction.request.body)));
      explained += failed.length - unexplained.length;
      for (const message of [...serverFaults(interaction), ...unexplained]) {
        faults.push({ operation: label, message, curl: curlOf(interaction.request) });
      }
    }
  }
  return { statuses, faults, explained, followedLinks };
}

function failedChecks(checks: readonly z.infer<typeof checkSchema>[]): readonly string[] {
  return checks
    .filter(({ status }) => status !== 'success')
    .map(({ name, failure_info: info }) => (info ? `${info.failure.title}: ${info.failure.message}` : name));
}

/** The only acceptable 5xx: the response that the upstream has failed. */
const upstreamProblem = z.object({ origin: z.literal('upstream'), code: z.string() });

function serverFaults({ response }: Interaction): readonly string[] {
  if (!response) return ['There was no answer.'];
  const { status_code: status, content } = response;
  if (status < 500) return [];
  const body = decoded(content);
  const isHonest = status > 501 && status < 505 && upstreamProblem.safeParse(parsed(body)).success;
  return isHonest ? [] : [`The gateway answered ${status}: ${body.slice(0, 1000)}`];
}

const decoded = (body: z.infer<typeof bytes> | null | undefined) =>
  Buffer.from(body?.$base64 ?? '', 'base64').toString('utf8');

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

const unimportant = new Set(['user-agent', 'accept-encoding', 'accept', 'connection', 'content-length', 'host']);

function curlOf({ method, uri, headers, body }: Interaction['request']): string {
  const shown = Object.entries(headers)
    .filter(([name]) => !unimportant.has(name.toLowerCase()))
    .flatMap(([name, values]) => values.map((value) => `-H ${quoted(`${name}: ${value}`)}`));
  const data = body ? [`--data-binary ${quoted(decoded(body))}`] : [];
  return ['curl -i -X', method, ...shown, ...data, quoted(uri)].join(' ');
}

const quoted = (value: string) => `'${value.replaceAll("'", "'\\''")}'`;
