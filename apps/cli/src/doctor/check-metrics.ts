import { type Finding, ok, warn } from './finding.ts';
import { requestFrom } from './request.ts';

const nearlyUsedUp = 0.9;

/** Reports bounds that are nearly exhausted and lost audit entries, if the metrics can be read; otherwise nothing. */
export async function metricsFindings(url: string, token: string | undefined): Promise<readonly Finding[]> {
  const { status, text } = await requestFrom(url, '/metrics', token ? { authorization: `Bearer ${token}` } : {});
  if (status !== 200) return [];
  const values = new Map(
    Array.from(
      text.matchAll(/^(connectory_\w+) (\S+)$/gm),
      ([, name = '', value = '']) => [name, numberOf(value)] as const,
    ),
  );
  const full = [...values].flatMap(([name, inUse]) => {
    const [, thing] = /^connectory_(\w+)_in_use$/.exec(name) ?? [];
    const limit = values.get(`connectory_${thing}_limit`);
    return limit !== undefined && inUse > limit * nearlyUsedUp ? [`${thing} (${inUse} of ${limit})`] : [];
  });
  const lost = values.get('connectory_audit_failures_total') ?? 0;
  return [
    full.length === 0
      ? ok('limits', 'No limit is nearly reached.')
      : warn('limits', `Nearly reached: ${full.join(', ')}.`, 'See "Sizing" and "Monitoring" in the operations guide.'),
    ...(lost === 0
      ? []
      : [warn('audit', `${lost} updates of audit entries failed.`, 'Check the database, and its log at that time.')]),
  ];
}

const numberOf = (text: string) => (text === '+Inf' ? Number.POSITIVE_INFINITY : Number(text));
