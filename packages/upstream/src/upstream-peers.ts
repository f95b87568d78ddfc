/** What a process learned about an upstream and the others have to know; times in milliseconds. */
export type UpstreamNews =
  /** So many failures in a row of a circuit, the last one `ago`. */
  | { readonly kind: 'failed'; readonly circuit: string; readonly failures: number; readonly ago: number }
  | { readonly kind: 'succeeded'; readonly circuit: string }
  /** The vendor accepts no more requests of a connection for that time. */
  | { readonly kind: 'blocked'; readonly connectionId: string; readonly milliseconds: number };

/** The other processes of a gateway that call the same upstreams. */
export interface UpstreamPeers {
  /** Tells the others. */
  tell(news: UpstreamNews): void;
  /** Whether this process may send the one call that tests an open circuit; no other may until `probed`. */
  mayProbe(circuit: string): Promise<boolean>;
  /** The call that tested a circuit has ended. */
  probed(circuit: string): void;
}
