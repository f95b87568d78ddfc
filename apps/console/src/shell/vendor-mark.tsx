import type { ConnectorSummary } from '@connectory/client';
import classes from './vendor-mark.module.css';

interface VendorMarkProps {
  readonly vendor: string;
  readonly logo: ConnectorSummary['logo'] | undefined;
}

/** The mark of a vendor, or a tile with its first letter. Its name stands next to it, so screen readers skip it. */
export function VendorMark({ vendor, logo }: VendorMarkProps) {
  return (
    <span className={classes.tile} aria-hidden>
      {logo === null || logo === undefined ? (
        vendor.charAt(0).toUpperCase()
      ) : (
        <svg viewBox="0 0 24 24" width={18} height={18} role="presentation">
          <path d={logo.path} fill={logo.color} />
        </svg>
      )}
    </span>
  );
}
