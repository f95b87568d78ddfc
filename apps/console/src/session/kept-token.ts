const name = 'connectory.token';

// Browsers may forbid storage; the token is then only in memory.
function withStorage<Value>(use: (storage: Storage) => Value, otherwise: Value): Value {
  try {
    return use(localStorage);
  } catch {
    return otherwise;
  }
}

/** The token that the user chose to keep on this device. */
export const keptToken = (): string | null => withStorage((storage) => storage.getItem(name), null);

/** Keeps a token on this device until {@link forgetToken}. */
export const keepToken = (token: string): void => withStorage((storage) => storage.setItem(name, token), undefined);

/** Removes the token from this device. */
export const forgetToken = (): void => withStorage((storage) => storage.removeItem(name), undefined);
