/** The logo, without the name. */
export const Mark = () => <img src="/console/icon.svg" alt="" width={28} height={28} />;
