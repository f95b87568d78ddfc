const idOf = (prefix: string, index: number) =>
  `${prefix}${(((index + 11) * 48_611_527_337) % 36 ** 8).toString(36).toUpperCase().padStart(8, '0')}`;

/** Id of the sample person at a position. */
export const userId = (index: number) => idOf('U0', index);

/** Id of the sample channel at a position. */
export const channelId = (index: number) => idOf('C0', index);

const newest = Date.UTC(2026, 9, 30, 16) / 1000;
export const spelled = (seconds: number, index: number) => `${seconds}.${String(100_019 + index * 3_700).slice(0, 6)}`;
export const sentAt = (index: number) => newest - Math.floor(index / 5) * 86_400 - (index % 5) * 5_820;

/** Timestamp of the sample message at a position. */
export const messageTs = (index: number) => spelled(sentAt(index), index);
