/** The sign of the product; the name stands beside it. */
export const Mark = () => <img src="/console/icon.svg" alt="" width={28} height={28} />;
