const dayLength = 10;

/** The day of a time in ISO 8601, as an input of type `date` takes it: in the person's time zone, unless the field is a day itself. */
export function dayOf(moment: string, format: string): string {
  const time = new Date(moment);
  if (format === 'date' || Number.isNaN(time.getTime())) return moment.slice(0, dayLength);
  const padded = (part: number) => String(part).padStart(2, '0');
  return `${time.getFullYear()}-${padded(time.getMonth() + 1)}-${padded(time.getDate())}`;
}

/** The moment at which a day begins, as ISO 8601: in the person's time zone, unless the field is a day itself. */
export function momentOf(day: string, format: string): string {
  if (day === '' || format === 'date') return day;
  return new Date(`${day}T00:00`).toISOString();
}
