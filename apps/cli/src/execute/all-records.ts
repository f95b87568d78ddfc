import { parseVerbatim } from '@connectory/exact-json';
import { invalidInput, ProblemError } from '../problem-error.ts';
import type { ActionRequest, ActionRunner } from './action-runner.ts';

interface Page {
  readonly data: readonly unknown[];
  readonly meta: {
    readonly next_params?: object | null;
    readonly capped_at?: number;
    readonly upstream_capped_at?: number;
    readonly omitted?: readonly object[];
  };
}

const pagedActions = ['list', 'api_search', 'context_store_search'];

/**
 * Yields the records of all pages as lines of JSON, one page at a time. Throws a problem of code 4 for an action without pages, and one if
 * not all records can be read.
 */
export async function* allRecords(runner: ActionRunner, request: ActionRequest): AsyncGenerator<string, void> {
  if (!pagedActions.includes(String(request.action)) || request.dry_run === true) {
    throw invalidInput(
      `--all follows the pages of ${pagedActions.join(', ')}. Omit it for other actions and for dry runs.`,
    );
  }
  let isComplete = true;
  for (let params = request.params as object | null | undefined; ; ) {
    const response = await runner.run({ ...request, params });
    const { data, meta } = parseVerbatim(response.kind === 'json' ? response.text : '') as Page;
    yield data.map((record) => `${JSON.stringify(record)}\n`).join('');
    if (meta.capped_at !== undefined) {
      const message = `The policy of the token allows ${JSON.stringify(meta.capped_at)} records per call; there may be more. Use another token, or narrow the request.`;
      throw new ProblemError({ status: 0, code: 'record_cap', message });
    }
    if (meta.upstream_capped_at !== undefined) {
      const message = `The upstream returns at most ${JSON.stringify(meta.upstream_capped_at)} records of one list, and there are more. Narrow the request.`;
      throw new ProblemError({ status: 0, code: 'upstream_cap', message });
    }
    isComplete &&= meta.omitted === undefined;
    const { next_params: next } = meta;
    if (next === null || next === undefined) break;
    const following = { ...params, ...next };
    if (JSON.stringify(following) === JSON.stringify(params)) {
      const message = 'The upstream returned the same page twice; the records after it cannot be read.';
      throw new ProblemError({ status: 0, code: 'upstream_unavailable', message });
    }
    params = following;
  }
  if (isComplete) return;
  const message = 'The upstream left records out because of errors; meta.omitted of each page names them.';
  throw new ProblemError({ status: 0, code: 'omitted', message });
}
