/** How many characters a result has at most when nobody says otherwise. */
export const usualBudget = 20_000;

/** The most that can be asked for. */
export const largestBudget = 100_000;

/** The least that can be asked for. */
export const smallestBudget = 500;
