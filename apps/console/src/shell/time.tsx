const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' });
const absolute = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** A time relative to now, with the exact time as its title; a dash if unknown. */
export function Time({ at }: { readonly at: string | null | undefined }) {
  if (at === null || at === undefined) return <>–</>;
  const date = new Date(at);
  return (
    <time dateTime={at} title={absolute.format(date)}>
      {distance((date.getTime() - Date.now()) / 1000)}
    </time>
  );
}

function distance(seconds: number): string {
  for (const [unit, length] of units)
    if (Math.abs(seconds) >= length) return relative.format(Math.round(seconds / length), unit);
  return relative.format(Math.round(seconds), 'second');
}
