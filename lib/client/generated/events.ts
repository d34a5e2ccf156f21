// Generated from the catalog of events by `npm run openapi`; do not edit.

/** The `data` of each type of event. */
export interface EventData {
  /** A scan ended with a verdict, PASS or FAIL. */
  'scan.completed': {
    scanId: string;
    repository: {
      repositoryId: string;
      fullName: string;
    };
    commitHash: string;
    branch?: string;
    pullRequest?: {
      number: number;
    };
    projectUnitId?: string;
    scanTypes: ('sbom' | 'sca' | 'license' | 'dependency-advisor' | 'secrets' | 'sast')[];
    link: string;
    verdict: 'PASS' | 'FAIL';
    reason: string;
    reasons: string[];
    severityThreshold: 'critical' | 'high' | 'medium' | 'low';
    counts: {
      vulnerabilities?: {
        critical: number;
        high: number;
        medium: number;
        low: number;
        unknown: number;
        total: number;
        dependencies: number;
        code: number;
      };
      secrets?: {
        critical: number;
        high: number;
        medium: number;
        low: number;
        unknown: number;
        total: number;
      };
      licenses?: {
        nonCompliant: number;
      };
    };
    complete: boolean;
  };
  /** A scan did not pass: its verdict is FAIL, beside `scan.completed`, or ERROR, because nothing was judged. */
  'scan.failed': {
    scanId: string;
    repository: {
      repositoryId: string;
      fullName: string;
    };
    commitHash: string;
    branch?: string;
    pullRequest?: {
      number: number;
    };
    projectUnitId?: string;
    scanTypes: ('sbom' | 'sca' | 'license' | 'dependency-advisor' | 'secrets' | 'sast')[];
    link: string;
    verdict: 'FAIL' | 'ERROR';
    reason: string;
    reasons: string[];
    errorCode?: 'pat_required' | 'repo_access' | 'rate_limit' | 'insufficient_credits' | 'payment_failed' | 'sast_addon_required' | 'entitlement_denied' | 'lockfile_not_found' | 'branch_or_commit_not_found' | 'workflow_timeout' | 'system_error';
    severityThreshold?: 'critical' | 'high' | 'medium' | 'low';
    counts?: {
      vulnerabilities?: {
        critical: number;
        high: number;
        medium: number;
        low: number;
        unknown: number;
        total: number;
        dependencies: number;
        code: number;
      };
      secrets?: {
        critical: number;
        high: number;
        medium: number;
        low: number;
        unknown: number;
        total: number;
      };
      licenses?: {
        nonCompliant: number;
      };
    };
    complete?: boolean;
  };
  /** A scan was canceled. Its verdict is ERROR. */
  'scan.cancelled': {
    scanId: string;
    repository: {
      repositoryId: string;
      fullName: string;
    };
    commitHash: string;
    branch?: string;
    pullRequest?: {
      number: number;
    };
    projectUnitId?: string;
    scanTypes: ('sbom' | 'sca' | 'license' | 'dependency-advisor' | 'secrets' | 'sast')[];
    link: string;
    verdict: 'ERROR';
  };
  /** The check of a scan that was compared with a base is there: it judges what the commit changes. */
  'pull_request_check.completed': {
    scanId: string;
    repository: {
      repositoryId: string;
      fullName: string;
    };
    commitHash: string;
    branch?: string;
    pullRequest?: {
      number: number;
    };
    verdict: 'PASS' | 'FAIL' | 'ERROR';
    reason: string;
    reasons: string[];
    severityThreshold?: 'critical' | 'high' | 'medium' | 'low';
    base: {
      commitHash?: string;
      scanId?: string;
      verified: boolean;
    };
    introduced: {
      vulnerabilities?: {
        critical: number;
        high: number;
        medium: number;
        low: number;
        unknown: number;
        total: number;
        dependencies: number;
        code: number;
      };
      secrets?: {
        critical: number;
        high: number;
        medium: number;
        low: number;
        unknown: number;
        total: number;
      };
      licenses?: {
        nonCompliant: number;
      };
    };
    fixed: {
      vulnerabilities?: {
        critical: number;
        high: number;
        medium: number;
        low: number;
        unknown: number;
        total: number;
        dependencies: number;
        code: number;
      };
      secrets?: {
        critical: number;
        high: number;
        medium: number;
        low: number;
        unknown: number;
        total: number;
      };
      licenses?: {
        nonCompliant: number;
      };
    };
    coverageDropped: number;
    link: string;
  };
  /** The default branch has findings that it did not have before: by a commit, or by published advisories. */
  'finding.introduced': {
    repository: {
      repositoryId: string;
      fullName: string;
    };
    branch: string;
    commitHash: string;
    scanId: string;
    advisorySnapshot?: string;
    judgedAt: string;
    total: number;
    highestSeverity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
    findings: {
      fingerprint: string;
      projectUnitId: string;
      kind: 'vulnerability' | 'source' | 'secret' | 'license' | 'code';
      severity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
      title: string;
      rule: string;
      packageName?: string;
      packageVersion?: string;
      knownExploited: boolean;
      fixable: boolean;
    }[];
    more: number;
    link?: string;
  };
  /** Findings of the default branch are fixed: the commit was looked at and does not have them any more. */
  'finding.fixed': {
    repository: {
      repositoryId: string;
      fullName: string;
    };
    branch: string;
    commitHash: string;
    scanId: string;
    advisorySnapshot?: string;
    judgedAt: string;
    total: number;
    highestSeverity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
    findings: {
      fingerprint: string;
      projectUnitId: string;
      kind: 'vulnerability' | 'source' | 'secret' | 'license' | 'code';
      severity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
      title: string;
      rule: string;
      packageName?: string;
      packageVersion?: string;
      knownExploited: boolean;
      fixable: boolean;
    }[];
    more: number;
    link?: string;
  };
  /** Published advisories affect packages of a default branch. */
  'advisory.matched': {
    repository: {
      repositoryId: string;
      fullName: string;
    };
    projectUnitId: string;
    unitPath: string;
    advisorySnapshot: string;
    total: number;
    packages: {
      package: string;
      versions: string[];
      advisories: string[];
    }[];
    more: number;
    link?: string;
  };
  /** Somebody requested a waiver. It covers nothing until an owner or admin approves it. */
  'waiver.requested': {
    waiverId: string;
    kind: 'manual' | 'vex';
    match: {
      advisory?: string;
      package?: string;
      rule?: string;
      path?: string;
      license?: string;
      fingerprint?: string;
    };
    scope: {
      repositoryId?: string;
      projectUnitId?: string;
    };
    version: number;
    expiresAt: string;
    createdBy: string;
    link: string;
  };
  /** A waiver is in force: approved, or created by an owner or admin. */
  'waiver.approved': {
    waiverId: string;
    kind: 'manual' | 'vex';
    match: {
      advisory?: string;
      package?: string;
      rule?: string;
      path?: string;
      license?: string;
      fingerprint?: string;
    };
    scope: {
      repositoryId?: string;
      projectUnitId?: string;
    };
    version: number;
    expiresAt: string;
    createdBy: string;
    link: string;
    approvedBy: string;
  };
  /** A waiver in force expires within 7 days, or within 1 day. */
  'waiver.expiring': {
    waiverId: string;
    kind: 'manual' | 'vex';
    match: {
      advisory?: string;
      package?: string;
      rule?: string;
      path?: string;
      license?: string;
      fingerprint?: string;
    };
    scope: {
      repositoryId?: string;
      projectUnitId?: string;
    };
    version: number;
    expiresAt: string;
    createdBy: string;
    link: string;
    approvedBy: string;
    days: 7 | 1;
  };
  /** A waiver has expired. What it covered counts again. */
  'waiver.expired': {
    waiverId: string;
    kind: 'manual' | 'vex';
    match: {
      advisory?: string;
      package?: string;
      rule?: string;
      path?: string;
      license?: string;
      fingerprint?: string;
    };
    scope: {
      repositoryId?: string;
      projectUnitId?: string;
    };
    version: number;
    expiresAt: string;
    createdBy: string;
    link: string;
    approvedBy: string;
  };
  /** The gate policy changed. Verdicts from then on follow the new one. */
  'gate.changed': {
    policyDigest: string;
    previousPolicyDigest: string;
    severityThreshold: 'critical' | 'high' | 'medium' | 'low';
    changed: string[];
    personId?: string;
    link: string;
  };
  /** A repository was connected. */
  'repository.connected': {
    repository: {
      repositoryId: string;
      fullName: string;
    };
    provider: string;
    defaultBranch: string;
    personId: string;
    link: string;
  };
  /** A repository was disconnected. */
  'repository.disconnected': {
    repository: {
      repositoryId: string;
      fullName: string;
    };
    personId: string;
  };
  /** A token was issued. */
  'token.issued': {
    tokenId: string;
    kind: 'service' | 'personal' | 'session' | 'pipeline' | 'directory';
    personId: string;
    scopes: ('repositories:read' | 'repositories:write' | 'scans:read' | 'scans:write' | 'organization:read' | 'organization:write' | 'billing:read' | 'billing:write' | 'tokens:write')[];
    expiresAt?: string;
  };
  /** A token was revoked. */
  'token.revoked': {
    tokenId: string;
    kind: 'service' | 'personal' | 'session' | 'pipeline' | 'directory';
    personId: string;
    revokedBy?: string;
  };
  /** A person joined the organization: by an invitation, by single sign-on, or by the directory. */
  'member.joined': {
    personId: string;
    role: 'owner' | 'admin' | 'billing' | 'member';
    by: 'invitation' | 'sso' | 'directory';
  };
  /** A person left the organization, or was removed. */
  'member.removed': {
    personId: string;
    removedBy?: string;
  };
  /** A credit pool runs low, or is empty. It is told once a pool and period, when a scan ends. */
  'credits.low': {
    pool: 'core' | 'sast';
    state: 'low' | 'empty';
    available: number;
    included: number;
    periodEndsAt: string;
    link: string;
  };
  /** A payment of the subscription failed. */
  'payment.failed': {
    invoiceId: string;
    unpaidInvoices: number;
    since: string;
    link: string;
  };
  /** No failed payment of the subscription is left. */
  'payment.resolved': {
    since: string;
    link: string;
  };
  /** An invoice was paid. */
  'invoice.paid': {
    invoiceId: string;
    amount: number;
    currency: string;
    createdAt: string;
    link: string;
  };
  /** The plan, its interval or its licenses changed: it began, was changed, or ended. */
  'plan.changed': {
    plan: 'Free' | 'Starter' | 'Team' | 'Regulated';
    previousPlan: 'Free' | 'Starter' | 'Team' | 'Regulated';
    interval?: 'month' | 'year';
    licenses?: number;
    link: string;
  };
  /** An auditor pack can be downloaded. */
  'auditor_pack.ready': {
    packId: string;
    from: string;
    to: string;
    scans: number;
    bytes: number;
    sha256: string;
    expiresAt: string;
    link: string;
  };
  /** A version of a bundle was released. */
  'bundle.released': {
    bundleId: string;
    name: string;
    version: string;
    supportUntil: string;
    verdict: 'PASS' | 'FAIL';
    members: number;
    link: string;
  };
  /** Published advisories affect a release that is supported. */
  'bundle.affected': {
    bundleId: string;
    name: string;
    version: string;
    supportUntil: string;
    advisories: string[];
    highestSeverity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
    knownExploited: boolean;
    earlyWarningDueAt?: string;
    total: number;
    members: {
      repositoryId: string;
      projectUnitId?: string;
    }[];
    more: number;
    link?: string;
  };
  /** The service disabled a webhook, which gets nothing until somebody enables it again. The other subscribers are told. */
  'webhook.disabled': {
    webhookId: string;
    cause: 'person' | 'gone' | 'failing' | 'credential_refused';
    failingSince?: string;
    link: string;
  };
  /** Somebody asked for a test event. Only the tested webhook gets it. */
  'webhook.test': {
    webhookId: string;
    message: string;
    requestedBy: string;
  };
}

export type EventType = keyof EventData;

/** The body of a delivery. Of several types `type` tells which `data` it is. */
export type WebhookEvent<T extends EventType = EventType> = {
  [K in T]: {
    /** Stable over attempts and replays. */
    id: string;
    type: K;
    timestamp: string;
    /** Counts the deliveries of a subscriber, without gaps. */
    sequence: number;
    organizationId: string;
    data: EventData[K];
  };
}[T];
