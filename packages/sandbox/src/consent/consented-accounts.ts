import type { ConsentedAccounts } from '@connectory/connector-sdk/engine';
import { type JsonObject, setAt } from '../json.ts';
import { madeUpValue } from '../made-up-value.ts';
import type { Shape } from '../shape.ts';

const count = 2;

/** Name of the signed-in account. */
export const accountName = (vendor: string, number = 1) => `${vendor} account ${number}`;

/** What a vendor lists as consented to: two accounts, whose values fit the settings that they fill. */
export function consentedAccounts(
  { list, name, settings }: ConsentedAccounts,
  vendor: string,
  settingShapes: ReadonlyMap<string, { readonly shape: Shape }>,
): unknown {
  const accounts = Array.from({ length: count }, (_, index) => {
    if (name === '') return filledValue(Object.keys(settings)[0] ?? '', index, settingShapes);
    const account: JsonObject = {};
    setAt(account, name, accountName(vendor, index + 1));
    for (const [setting, path] of Object.entries(settings))
      setAt(account, path, filledValue(setting, index, settingShapes));
    return account;
  });
  if (list === '') return accounts;
  const answer: JsonObject = {};
  setAt(answer, list, accounts);
  return answer;
}

function filledValue(setting: string, index: number, shapes: ReadonlyMap<string, { readonly shape: Shape }>): unknown {
  const shape = shapes.get(setting)?.shape;
  if (shape === undefined) return null;
  const making = { seed: ['consented account', index], age: 0, relation: () => undefined };
  return madeUpValue({ ...shape, nullable: false }, [setting], making);
}
