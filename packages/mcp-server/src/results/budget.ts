/** Default maximum length of a result in characters. */
export const usualBudget = 20_000;

/** Highest accepted maximum. */
export const largestBudget = 100_000;

/** Lowest accepted maximum. */
export const smallestBudget = 500;
