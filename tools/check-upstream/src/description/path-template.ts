/** A compiled path template of a description, such as `/v1/customers/{id}` or `/v2/{+name}:cancel`. */
export interface PathTemplate {
  readonly template: string;
  /** Sorts templates that match the same path: the smaller the more specific. */
  readonly rank: string;
  /** The still encoded values of the placeholders when the path matches, else undefined. */
  match(path: string): ReadonlyMap<string, string> | undefined;
}

/** Compiles a template; `{name}` stays within a segment, `{+name}` and `{name=…}` (Google) may span several. */
export function compilePathTemplate(template: string): PathTemplate {
  const names: string[] = [];
  const source = template
    .split(/(\{[^{}]+\})/)
    .map((part) => {
      const inner = /^\{([^{}]+)\}$/.exec(part)?.[1];
      if (inner === undefined) {
        return escapeForPattern(part);
      }
      const name = /^\+?([^=]+)/.exec(inner)?.[1] ?? inner;
      names.push(name);
      return spansSegments(inner) ? '(.+)' : '([^/]+)';
    })
    .join('');
  const pattern = new RegExp(`^${source}$`);
  return {
    template,
    rank: rankOf(template),
    match(path) {
      const found = pattern.exec(path);
      return found === null ? undefined : new Map(names.map((name, index) => [name, found[index + 1] ?? '']));
    },
  };
}

/** What remains of a URL behind a server of the description, such as `/customers` behind `https://{shop}.example/api`. */
export interface ServerPattern {
  readonly url: string;
  /** The path behind the server's base path when origin and base path match, else undefined. */
  match(url: URL): string | undefined;
  /** The same without looking at the origin. */
  matchPath(url: URL): string | undefined;
}

/** Compiles a server URL of a description: variables in braces, relative ones allowed, remarks behind a blank dropped. */
export function compileServer(server: string): ServerPattern {
  const url = (server.trim().split(/\s/)[0] ?? '').replace(/\/+$/, '');
  const split = /^((?:[a-z][a-z0-9+.-]*|\{[^{}]+\}):\/\/[^/]*)?(.*)$/i.exec(url);
  const origin = split?.[1] === undefined ? '[^/]+://[^/]+' : variablePattern(split[1]);
  const path = variablePattern(split?.[2] ?? '');
  const whole = new RegExp(`^${origin}${path}(?=/|$)`, 'i');
  const pathOnly = new RegExp(`^${path}(?=/|$)`);
  const behind = (pattern: RegExp, text: string): string | undefined => {
    const found = pattern.exec(text);
    return found === null ? undefined : text.slice(found[0].length);
  };
  return {
    url,
    match: (target) => behind(whole, target.origin + target.pathname),
    matchPath: (target) => behind(pathOnly, target.pathname),
  };
}

function variablePattern(text: string): string {
  return text
    .split(/(\{[^{}]+\})/)
    .map((part) => (part.startsWith('{') && part.endsWith('}') ? '[^/]+' : escapeForPattern(part)))
    .join('');
}

function spansSegments(inner: string): boolean {
  return inner.startsWith('+') || inner.includes('=');
}

function rankOf(template: string): string {
  return template
    .split('/')
    .map((segment) => {
      if (!segment.includes('{')) {
        return '0';
      }
      if (!/^\{[^{}]+\}$/.test(segment)) {
        return '1';
      }
      return spansSegments(segment.slice(1, -1)) ? '3' : '2';
    })
    .join('');
}

function escapeForPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
