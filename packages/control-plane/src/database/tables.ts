/** The tables of the control plane. Times are UTC ISO strings, ids random UUIDs. */
export interface ControlPlaneTables {
  workspaces: {
    id: string;
    name: string;
    created_at: string;
    limits: string | null;
    /** Since when it is being deleted. Its name is its id once everything else is removed. */
    deleted_at: string | null;
    /** The encryption key of `hash_key`. */
    hash_key_id: string | null;
    /** The key, encrypted, with which hidden values are hashed; null before the first one is. */
    hash_key: Uint8Array | null;
  };
  /** Connections whose copies are to be removed, and a second time for what other processes write late. */
  deleted_connections: { id: string; copy_removed_at: string | null };
  connections: {
    id: string;
    workspace_id: string;
    connector: string;
    name: string;
    settings: string;
    authentication: string;
    limits: string;
    sync: string;
    /** 1 while a person has paused it. */
    paused: number;
    /** Name of the account at the vendor, if known. */
    account: string | null;
    /** Names what is stored of its own fields; null before they are discovered. */
    own_revision: string | null;
    state: string;
    state_reason: string | null;
    state_since: string;
    created_at: string;
    updated_at: string;
  };
  /** What the account of a connection has added to its connector. */
  connection_fields: {
    connection_id: string;
    workspace_id: string;
    revision: string;
    /** JSON of the fields and entities. */
    content: string;
    discovered_at: string;
  };
  credentials: {
    connection_id: string;
    workspace_id: string;
    version: number;
    key_id: string;
    sealed: Uint8Array;
    /** 1 from before a renewal sends them to the vendor until its result is stored. */
    renewing: number;
    updated_at: string;
  };
  tokens: {
    id: string;
    workspace_id: string;
    name: string;
    hash: string;
    policy: string;
    created_at: string;
    expires_at: string | null;
    revoked_at: string | null;
    kind: string;
    /** The token that it descends from; null for its own id. */
    root_id: string | null;
    person_id: string | null;
    /** Name of the OAuth client that acts with it. */
    agent: string | null;
    /** When the text ends of a token that can get a new one. */
    text_expires_at: string | null;
  };
  /** Programs that have registered to ask people for access. */
  oauth_clients: {
    id: string;
    name: string;
    /** JSON array of URLs. */
    redirect_uris: string;
    /** How the client authenticates at the token endpoint. */
    authentication: string;
    secret_hash: string | null;
    /** The network address that registered it. */
    address: string;
    created_at: string;
    used_at: string | null;
  };
  /** What people granted to OAuth clients; the token of kind `agent` is the grant itself. */
  oauth_grants: {
    token_id: string;
    /** The token with which it was granted, and with which it ends. */
    parent_id: string;
    client_id: string;
    redirect_uri: string;
    resource: string;
    code_hash: string;
    code_challenge: string;
    code_expires_at: string;
    code_used_at: string | null;
    /** What all refresh tokens of the grant have in common, and what only the current one has. */
    family_hash: string | null;
    refresh_hash: string | null;
    /** When it ends at the latest; null if only by disuse. */
    ends_at: string | null;
  };
  people: {
    id: string;
    /** Issuer and subject at the identity provider; null until the first sign-in. */
    issuer: string | null;
    subject: string | null;
    /** In lower case. */
    email: string | null;
    name: string;
    state: string;
    /** 1 for an admin of the gateway. */
    is_admin: number;
    created_at: string;
    signed_in_at: string | null;
  };
  roles: { workspace_id: string; name: string; policy: string; updated_at: string };
  members: {
    workspace_id: string;
    person_id: string;
    role: string;
    /** The group of the identity provider that gives the role; null when a person gave it. */
    by_group: string | null;
    created_at: string;
  };
  /** Which role the members of a group have; the first by position counts. */
  group_roles: { workspace_id: string; position: number; group_name: string; role: string };
  sessions: {
    hash: string;
    id: string;
    person_id: string;
    created_at: string;
    used_at: string;
    expires_at: string;
  };
  audit: {
    workspace_id: string;
    at: string;
    id: string;
    token_id: string | null;
    connection_id: string | null;
    connector: string | null;
    entity: string | null;
    action: string | null;
    request_id: string;
    intent: string | null;
    outcome: number | null;
    error_code: string | null;
    upstream_status: number | null;
    records: number | null;
    duration_ms: number | null;
    dry_run: number;
    kind: string;
    state: string;
    subject_id: string | null;
    owner: string | null;
    /** JSON object of texts. */
    record_key: string | null;
    via: string;
    person_id: string | null;
    /** Name or e-mail address of the person at that time. */
    person: string | null;
    agent: string | null;
    /** When it was stored, in a workspace with a subscription to the audit; null in any other. */
    stored_at: string | null;
  };
  idempotency: {
    workspace_id: string;
    connection_id: string;
    key: string;
    attempt_id: string;
    owner: string;
    fingerprint: string;
    state: string;
    status: number | null;
    key_id: string | null;
    sealed_body: Uint8Array | null;
    expires_at: string;
  };
  held_writes: {
    id: string;
    workspace_id: string;
    connection_id: string;
    connector: string;
    entity: string;
    action: string;
    effect: string;
    token_id: string;
    /** The token that the asking one descends from. */
    root_id: string;
    person_id: string | null;
    person: string | null;
    agent: string | null;
    /** 1 when the person who asks may not approve it. */
    second_person: number;
    request_key: string;
    fingerprint: string;
    preview_hash: string;
    state: string;
    reason: string | null;
    created_at: string;
    expires_at: string;
    decided_at: string | null;
    /** JSON of token and person. */
    decided_by: string | null;
    ended_at: string | null;
    status: number | null;
    /** The call and its preview; null once removed. */
    key_id: string | null;
    sealed: Uint8Array | null;
    bytes: number;
    outcome_key_id: string | null;
    outcome: Uint8Array | null;
  };
  oauth_apps: {
    workspace_id: string;
    connector: string;
    client_id: string;
    base_url: string | null;
    key_id: string;
    sealed: Uint8Array;
    created_at: string;
    updated_at: string;
  };
  subscriptions: {
    id: string;
    workspace_id: string;
    maker_id: string | null;
    name: string;
    url: string;
    selection: string;
    state: string;
    state_reason: string | null;
    key_id: string;
    sealed: Uint8Array;
    created_at: string;
    updated_at: string;
    /** Up to which lifecycle event of the workspace it has got. */
    event_position: number;
    /** Up to which audit entry: when it was stored, and its ID. */
    audit_position: string;
  };
  /** Position of the last lifecycle event of a workspace. */
  lifecycle_heads: { workspace_id: string; position: number };
  lifecycle_events: {
    workspace_id: string;
    position: number;
    id: string;
    type: string;
    subject: string;
    /** JSON object. */
    data: string;
    at: string;
  };
  /** States of copies and API versions that were reported and have not ended. */
  reported_states: { workspace_id: string; subject: string; connection_id: string | null; state: string };
  subscription_positions: {
    subscription_id: string;
    connection_id: string;
    feed: string;
    sequence: number;
  };
  deliveries: {
    id: string;
    subscription_id: string;
    position: number;
    record: string;
    type: string;
    body: string;
    state: string;
    attempts: number;
    created_at: string;
    next_attempt_at: string;
    ended_at: string | null;
    last_status: number | null;
    last_error: string | null;
  };
  connect_links: {
    id: string;
    workspace_id: string;
    hash: string;
    maker_id: string | null;
    connector: string;
    connection_id: string | null;
    name: string;
    settings: string;
    authentication: string;
    return_url: string | null;
    created_at: string;
    expires_at: string;
    revoked_at: string | null;
    used_at: string | null;
    /** JSON array of connection ids. */
    made: string;
    problem: string | null;
    attempts: number;
    /** While this is in the future, a browser is connecting. */
    claimed_until: string | null;
    browser_hash: string | null;
    state_hash: string | null;
    key_id: string | null;
    sealed: Uint8Array | null;
  };
  event_endpoints: {
    connection_id: string;
    workspace_id: string;
    key_id: string;
    sealed: Uint8Array;
    received: number | string;
    repeated: number | string;
    refused: number | string;
    applied: number | string;
    last_received_at: string | null;
    updated_at: string;
  };
  used_confirmations: { id: string; workspace_id: string; expires_at: string };
  event_receipts: { connection_id: string; digest: string; received_at: string };
  call_quotas: { subject: string; day: string; used: number; granted: number };
  /** Buckets of calls per minute, on PostgreSQL: when each is full again, in milliseconds of Unix time. */
  call_rates: { subject: string; full_at: number };
  processes: { id: string; beat: number };
  leases: { name: string; owner: string; process: string };
}
