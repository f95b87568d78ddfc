const spelled: Readonly<Record<string, string>> = {
  api: 'API',
  id: 'ID',
  ids: 'IDs',
  url: 'URL',
  sid: 'SID',
  oauth: 'OAuth',
};

/** The display name of a field or entity: `api_key` becomes `API key`. */
export function labelOf(name: string): string {
  const text = name
    .split('_')
    .map((word) => spelled[word] ?? word)
    .join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
