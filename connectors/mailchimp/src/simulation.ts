import { type RawValue, valueAt } from '@connectory/connector-sdk';

/**
 * Whether a record is among those that a simulated list is asked for. `since_` and `before_` bound a time, other parameters are equal
 * to a field. `places` are the fields that have another name than the parameter; parameters that name no field select nothing.
 */
export const asked =
  (places: Readonly<Record<string, string>> = {}) =>
  (record: RawValue, params: Readonly<Record<string, unknown>>): boolean =>
    Object.entries(params).every(([name, wanted]) => {
      const [, bound, field = name] = /^(since|before)_(.+)$/.exec(name) ?? [];
      const found = valueAt(record, places[field] ?? field);
      if (wanted === undefined || found === undefined) return true;
      if (bound === undefined) return found === wanted;
      const distance = Date.parse(found) - Date.parse(String(wanted));
      return bound === 'since' ? distance >= 0 : distance < 0;
    });
