/** A place in the template of a link: the name between the braces, and where it stands. */
export interface LinkPlace {
  readonly name: string;
  readonly start: number;
  readonly length: number;
}

/** The places in the template of a link, in order: names of search fields, and of settings (`settingPlace`). */
export function linkPlaces(template: string): readonly LinkPlace[] {
  return Array.from(template.matchAll(/\{([^{}]+)\}/g), ({ 0: place, 1: name = '', index: start }) => ({
    name,
    start,
    length: place.length,
  }));
}

/** The name of the setting that a place takes, as in `{setting:subdomain}`; undefined for a search field. */
export function settingPlace(name: string): string | undefined {
  return name.startsWith('setting:') ? name.slice('setting:'.length) : undefined;
}
