// Generated from the OpenAPI document by `npm run openapi`; do not edit.

export interface webhooks {
    "scan.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A scan ended with a verdict, PASS or FAIL. */
        post: operations["receive-scan-completed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "scan.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A scan did not pass: its verdict is FAIL (sent in addition to `scan.completed`) or ERROR (nothing was judged). */
        post: operations["receive-scan-failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "scan.cancelled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A scan was canceled. Its verdict is ERROR. */
        post: operations["receive-scan-cancelled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "pull_request_check.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The check of a scan that was compared with a base is complete: it judges what the commit changes. */
        post: operations["receive-pull-request-check-completed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "finding.introduced": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The default branch has findings that it did not have before: by a commit, by published advisories, or in its history. */
        post: operations["receive-finding-introduced"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "finding.fixed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Findings of the default branch are fixed: the commit, or its history, was scanned and no longer has them. */
        post: operations["receive-finding-fixed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "advisory.matched": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Published advisories affect packages of a default branch. */
        post: operations["receive-advisory-matched"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "waiver.requested": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Somebody requested a waiver. It covers nothing until an owner or admin approves it. */
        post: operations["receive-waiver-requested"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "waiver.approved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A waiver is in force: approved, or created by an owner or admin. */
        post: operations["receive-waiver-approved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "waiver.expiring": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A waiver in force expires within 7 days, or within 1 day. */
        post: operations["receive-waiver-expiring"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "waiver.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A waiver has expired. What it covered counts again. */
        post: operations["receive-waiver-expired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "gate.changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The gate policy changed. Verdicts from then on follow the new one. */
        post: operations["receive-gate-changed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "repository.connected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A repository was connected. */
        post: operations["receive-repository-connected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "repository.disconnected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A repository was disconnected. */
        post: operations["receive-repository-disconnected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "token.issued": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A token was issued. */
        post: operations["receive-token-issued"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "token.revoked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A token was revoked. */
        post: operations["receive-token-revoked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "member.joined": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A person joined the organization: by an invitation, by single sign-on, or by the directory. */
        post: operations["receive-member-joined"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "member.removed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A person left the organization, or was removed. */
        post: operations["receive-member-removed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "credits.low": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A credit pool is low or empty. Sent once per pool and period, when a scan ends. */
        post: operations["receive-credits-low"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A payment of the subscription failed. */
        post: operations["receive-payment-failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.resolved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The subscription has no failed payments left. */
        post: operations["receive-payment-resolved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.paid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An invoice was paid. */
        post: operations["receive-invoice-paid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "plan.changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The plan, its interval or its licenses changed, or a plan started or ended. */
        post: operations["receive-plan-changed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "history_scan.ended": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A secret scan of a repository history ended. */
        post: operations["receive-history-scan-ended"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "auditor_pack.ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An auditor pack can be downloaded. */
        post: operations["receive-auditor-pack-ready"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "bundle.released": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A version of a bundle was released. */
        post: operations["receive-bundle-released"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "bundle.affected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Published advisories affect a supported release, or a waiver for one of them has ended. */
        post: operations["receive-bundle-affected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.disabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The service disabled a webhook, which gets nothing until somebody enables it again. Sent to the other subscribers. */
        post: operations["receive-webhook-disabled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Somebody asked for a test event. Only the tested webhook gets it. */
        post: operations["receive-webhook-test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * @description A refusal (RFC 9457). Some codes have further members, such as `pool` and `balance`.
         * @example {
         *       "type": "urn:scangate:problem:scan_not_found",
         *       "title": "No such scan",
         *       "status": 404,
         *       "detail": "No such scan",
         *       "code": "scan_not_found",
         *       "requestId": "0197c0de-0000-7000-8000-00000000000a",
         *       "retryable": false
         *     }
         */
        Problem: {
            /** @description Identifies the problem: `urn:scangate:problem:` and the code. */
            type: string;
            /** @description The problem in a few words, the same for each code. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description What is wrong with this request. */
            detail: string;
            /** @description The path; absent in responses of the gateway itself. */
            instance?: string;
            /**
             * @description The code of the problem, for programs to branch on.
             * @enum {string}
             */
            code: "malformed_json" | "invalid_query" | "authorization_pending" | "slow_down" | "access_denied" | "expired_token" | "sign_in_failed" | "invalid_cursor" | "unauthenticated" | "oidc_token_invalid" | "entitlement_denied" | "payment_failed" | "card_declined" | "sast_addon_required" | "seat_license_required" | "budget_exhausted" | "insufficient_credits" | "insufficient_scope" | "role_required" | "person_required" | "other_person_required" | "csrf_failed" | "reauthentication_required" | "sign_in_refused" | "no_organization" | "oidc_not_trusted" | "managed_by_parent" | "not_found" | "repository_not_found" | "scan_not_found" | "history_scan_not_found" | "project_unit_not_found" | "waiver_not_found" | "finding_not_found" | "token_not_found" | "member_not_found" | "session_not_found" | "organization_not_found" | "invitation_not_found" | "user_code_not_found" | "trust_rule_not_found" | "domain_not_found" | "export_not_found" | "webhook_not_found" | "integration_not_found" | "delivery_not_found" | "auditor_pack_not_found" | "link_not_found" | "bundle_not_found" | "release_not_found" | "upload_not_found" | "sbom_not_found" | "method_not_allowed" | "not_acceptable" | "conflict" | "repository_paused" | "scan_not_ended" | "scan_not_judged" | "not_attested" | "release_exists" | "member_not_scanned" | "finding_ambiguous" | "upload_used" | "oidc_token_used" | "domain_taken" | "idempotency_in_progress" | "invitation_expired" | "payload_expired" | "etag_mismatch" | "body_too_large" | "unsupported_media_type" | "validation_failed" | "unknown_field" | "both_artifacts" | "project_unit_required" | "project_unit_foreign" | "lockfile_path_invalid" | "unsupported_lockfile" | "sbom_invalid" | "scan_type_not_applicable" | "scans_not_comparable" | "retention_over_plan" | "policy_too_large" | "waiver_too_broad" | "waiver_not_permitted" | "too_many_waivers" | "vex_invalid" | "webhook_url_invalid" | "integration_refused" | "limit_reached" | "proof_too_large" | "pack_period_invalid" | "trust_too_wide" | "sso_invalid" | "domain_not_verified" | "idempotency_key_reused" | "repository_url_invalid" | "repository_unreachable" | "precondition_required" | "rate_limited" | "system_error" | "mail_unavailable" | "temporarily_unavailable";
            /** @description The id of the request, as in X-Request-Id. */
            requestId: string;
            /** @description Whether the same request can succeed later. */
            retryable: boolean;
            /** @description Each thing that is wrong with the body or the query. */
            errors?: {
                /** @description Where it is: a JSON Pointer. */
                pointer: string;
                /** @description The code of the problem, for programs to branch on. */
                code: string;
                /** @description What is wrong with this request. */
                detail: string;
                /** @description What to do instead. */
                hint?: string;
            }[];
        } & {
            [key: string]: unknown;
        };
        /** @description What every event has. */
        Event: {
            /** @description Stable over attempts and replays. */
            id: components["schemas"]["EventId"];
            /**
             * Format: date-time
             * @description When the event happened.
             */
            timestamp: string;
            /** @description Counts the deliveries of a subscriber, without gaps. */
            sequence: number;
            /** @description The organization. */
            organizationId: string;
        };
        /**
         * @description The daily mail about published advisories, which only owners and admins get.
         * @enum {string}
         */
        AdvisoryDigest: "daily" | "off";
        /** @description The advisories that were asked. */
        AdvisorySnapshot: {
            /** @description Identifies the advisories. */
            id: string;
            /**
             * Format: date-time
             * @description When they were collected.
             */
            builtAt?: string;
        };
        /** @description The installation of a GitHub App. */
        AppCredential: {
            /** @description The id of the GitHub App. */
            appId: string;
            /** @description The id of its installation. */
            installationId: string;
        };
        /** @description The attempts, oldest first. */
        Attempts: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /** @description How long the attempt took. */
            milliseconds: number;
            /** @description The HTTP status of the response. */
            status?: number;
            /**
             * @description Why the attempt failed.
             * @enum {string}
             */
            cause?: "dns" | "forbidden_address" | "connection" | "tls" | "timeout" | "too_large" | "redirected" | "status" | "rejected";
            /** @description The beginning of the answer. */
            excerpt?: string;
        }[];
        /** @description The signed statement about a verdict. */
        Attestation: {
            /**
             * @description The media type of the statement.
             * @constant
             */
            payloadType: "application/vnd.in-toto+json";
            /** @description An in-toto Statement v1, as JSON. */
            payload: string;
            /** @description The signatures of the statement. */
            signatures: {
                /** @description The RFC 7638 thumbprint of the key. */
                keyid: string;
                /** @description ECDSA P-256 with SHA-256 over the pre-authentication encoding, DER. */
                sig: string;
            }[];
        };
        /**
         * @description What was done, in the words of the audit log.
         * @enum {string}
         */
        AuditAction: "gate.changed" | "gate.proposed" | "rules.changed" | "waiver.requested" | "waiver.approved" | "waiver.rejected" | "waiver.withdrawn" | "vex.imported" | "finding.changed" | "advisory.matched" | "finding.introduced" | "token.issued" | "token.revoked" | "device_login.approved" | "device_login.denied" | "member.added" | "member.changed" | "member.removed" | "member.left" | "token.handed_over" | "session.started" | "session.ended" | "session.refused" | "invitation.created" | "invitation.withdrawn" | "invitation.accepted" | "access.refused" | "oidc.rule_created" | "oidc.rule_changed" | "oidc.rule_removed" | "oidc.exchanged" | "oidc.refused" | "sso.changed" | "sso.removed" | "domain.added" | "domain.verified" | "domain.lost" | "domain.removed" | "directory.user_changed" | "directory.group_changed" | "organization.created" | "organization.changed" | "organization.exported" | "organization.closing" | "organization.restored" | "webhook.created" | "webhook.changed" | "webhook.removed" | "webhook.secret_rotated" | "webhook.tested" | "webhook.redelivered" | "webhook.disabled" | "integration.created" | "integration.changed" | "integration.removed" | "integration.tested" | "integration.disabled" | "history_scan.quoted" | "history_scan.started" | "history_scan.cancelled" | "auditor_pack.requested" | "auditor_pack.link_created" | "auditor_pack.link_revoked" | "auditor_pack.opened" | "bundle.created" | "bundle.changed" | "bundle.removed" | "bundle.released" | "bundle.support_extended" | "bundle.affected" | "repository.connected" | "repository.disconnected" | "repository.changed" | "plan.started" | "plan.changed" | "plan.ended" | "plan.change_scheduled" | "plan.change_undone" | "auto_renew.changed" | "licenses.added" | "sast_addon.started" | "sast_addon.cancelled" | "sast_addon.resumed" | "sast_addon.ended" | "payment.failed" | "payment.resolved" | "retention.changed" | "auto_recharge.changed" | "auto_recharge.charged" | "auto_recharge.failed" | "checkout.opened" | "pack_checkout.opened" | "coupon.applied" | "charge.refunded" | "charge.disputed" | "credits.adjusted" | "credits.promotion_granted" | "credits.pack_refunded" | "credits.pack_refund_refused" | "budget.changed" | "billing_details.changed";
        /** @description Evidence of a period for an auditor. */
        AuditorPack: {
            /**
             * @description The day of the request and a number.
             * @example 20260310-1
             */
            packId: string;
            /**
             * @description Its state.
             * @enum {string}
             */
            state: "running" | "ready" | "failed" | "expired";
            /**
             * Format: date-time
             * @description The start.
             */
            from: string;
            /**
             * Format: date-time
             * @description The end, exclusive.
             */
            to: string;
            /** @description The repositories; absent: all of them. */
            repositoryIds?: components["schemas"]["RepositoryIds"];
            /** @description Documents in addition to the tables. */
            include: ("findings" | "sbom")[];
            /**
             * Format: date-time
             * @description When it was requested.
             */
            requestedAt: string;
            /** @description The person who requested it. */
            requestedBy: components["schemas"]["Uuid"];
            /**
             * Format: date-time
             * @description When the pack was ready.
             */
            readyAt?: string;
            /** @description The scans in the pack. */
            scans?: number;
            /** @description The size in bytes. */
            bytes?: number;
            /** @description SHA-256 of the bytes, in hex. */
            sha256?: string;
            /** @description What went wrong, as a sentence for people. */
            error?: string;
            /**
             * Format: date-time
             * @description When it expires.
             */
            expiresAt: string;
        };
        /** @description The settings of the automatic recharge of a pool. */
        AutoRecharge: {
            /** @description Whether it is enabled. */
            enabled: boolean;
            /** @description The pool is recharged when its balance is at or below this number of credits. */
            threshold: number;
            /**
             * @description A pack of this pool.
             * @enum {string}
             */
            pack: "core-100" | "core-500" | "sast-25";
            /** @description Most packs in one billing period. */
            monthlyCap: number;
        };
        /** @description What stands on invoices. */
        BillingDetails: {
            /** @description The buyer on invoices. */
            name: string;
            /** @description Where Stripe sends invoices and receipts. */
            email: components["schemas"]["Email"];
            /** @description The address on invoices. */
            address?: {
                /** @description The first line. */
                line1: string;
                /** @description The second line. */
                line2?: string;
                /** @description The city. */
                city?: string;
                /** @description The postal code. */
                postalCode?: string;
                /** @description The state or province. */
                state?: string;
                /** @description ISO 3166-1 alpha-2. */
                country: string;
            };
            /** @description The tax id of the organization. */
            taxId?: {
                /** @description Stripe's name of the kind, like `eu_vat`. */
                type: string;
                /** @description The number. */
                value: string;
            };
            /** @description The purchase order on invoices. */
            poNumber?: string;
        };
        /**
         * @description How often a subscription is paid.
         * @enum {string}
         */
        BillingInterval: "month" | "year";
        /** @description The name of a git branch. */
        BranchName: string;
        /** @description Repositories that are released together. */
        Bundle: {
            /** @description The bundle. */
            bundleId: components["schemas"]["Uuid"];
            /** @description Its name. */
            name: string;
            /** @description The repositories of the bundle. */
            members: {
                /** @description The repository. */
                repositoryId: components["schemas"]["Uuid"];
                /** @description The project unit. */
                projectUnitId?: components["schemas"]["Uuid"];
            }[];
            /** @description The number of its releases. */
            releases: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description The person who created it. */
            createdBy: components["schemas"]["Uuid"];
        };
        /** @description A repository, or one of its project units. */
        BundleMember: {
            /** @description The repository. */
            repositoryId: components["schemas"]["Uuid"];
            /** @description Only this unit of the repository. */
            projectUnitId?: components["schemas"]["Uuid"];
        };
        /** @description An instant with a time zone, or a day (UTC). */
        CalendarOrInstant: string;
        /** @description A page of the payment provider. */
        CheckoutSession: {
            /** @description The checkout session at the payment provider. */
            sessionId: string;
            /** @description Where to pay. */
            url: string;
        };
        /**
         * @description Who writes the result at the host of the repository. A client writes no status and no comment when it is the service.
         * @enum {string}
         */
        ChecksBy: "service" | "client";
        /**
         * @description A CI whose JWT is exchanged for a token.
         * @enum {string}
         */
        CiProvider: "github" | "gitlab" | "bitbucket" | "circleci" | "buildkite" | "azure";
        /** @description The run of the CI whose JWT was exchanged; nothing is decided by it. */
        CiRun: {
            /** @description The CI. */
            provider: components["schemas"]["CiProvider"];
            /** @description The repository name at the CI. */
            repository?: string;
            /** @description The git reference that the CI runs for. */
            ref?: string;
            /** @description The run at the CI. */
            runId?: string;
            /** @description Who started the run at the CI. */
            actor?: string;
        };
        /** @description The name of a claim or an attribute. */
        Claim: string;
        /** @description The budget of a client organization, with what it has spent. */
        ClientBudget: {
            /** @description The organization. */
            organizationId: components["schemas"]["Uuid"];
            /** @description Its name. */
            name?: string;
            /** @description Calendar month in UTC, 2026-03. */
            month: string;
            /** @description Credits of the core pool. */
            core?: components["schemas"]["PoolBudget"];
            /** @description Credits of the SAST pool. */
            sast?: components["schemas"]["PoolBudget"];
            /** @description Credits debited for scans created this month, less refunds. */
            used: {
                /** @description Credits of the core pool. */
                core: number;
                /** @description Credits of the SAST pool. */
                sast: number;
            };
        };
        /** @description A full commit hash: 40 or 64 hexadecimal characters. */
        CommitHash: string;
        /** @description Findings that one side has alone, counted and listed. */
        ComparedFindings: {
            /** @description The total number. */
            total: number;
            /** @description Those that fail the gate of their own scan. */
            failing: number;
            /** @description Counts by dimension and severity. */
            counts: {
                [key: string]: {
                    [key: string]: number;
                };
            };
            /** @description The first of the findings. */
            findings: components["schemas"]["Finding"][];
        };
        /**
         * @description Something that a verdict depends on.
         * @enum {string}
         */
        ComparedInput: "code" | "poms" | "advisories" | "policy" | "suppressions" | "waivers" | "engines" | "scanTypes";
        /** @description One side of a comparison. */
        ComparedScan: {
            /** @description The scan. */
            scanId: components["schemas"]["Uuid"];
            /** @description The full commit hash. */
            commitHash: string;
            /** @description The branch. */
            branch?: string;
            /** @description The verdict. */
            verdict: components["schemas"]["Verdict"];
            /** @description The reason, as a code or a short sentence. */
            reason: string;
            /** @description All reasons; the first is `reason`. */
            reasons: string[];
            /**
             * Format: date-time
             * @description When it was judged.
             */
            judgedAt: string;
            /** @description The advisory snapshot. */
            advisorySnapshot: components["schemas"]["AdvisorySnapshot"];
        };
        /** @description A project unit that uses a package. */
        Component: {
            /** @description The package URL without version. */
            package: string;
            /** @description The repository. */
            repositoryId: components["schemas"]["Uuid"];
            /** @description Its name at the git host. */
            repository: string;
            /** @description The project unit. */
            projectUnitId: components["schemas"]["Uuid"];
            /** @description The path of the project unit in its repository. */
            path: string;
            /** @description How the unit uses the package. */
            uses: {
                /** @description Absent when the file pins none. */
                version?: string;
                /**
                 * @description What the package is needed for.
                 * @enum {string}
                 */
                scope: "required" | "optional" | "dev";
                /** @description Whether it is a direct dependency. */
                direct: boolean;
                /** @description The file that it was read from, relative to the project unit. */
                file: string;
                /** @description The packages from a direct dependency to this one; a long path is shortened in its middle. */
                path: string[];
            }[];
            /**
             * @description The unit has more uses than are kept.
             * @constant
             */
            truncated?: true;
        };
        /** @description What one scan type looked at in one project unit. */
        Coverage: {
            /** @description The project unit. */
            projectUnitId: components["schemas"]["Uuid"];
            /** @description The scan type. */
            scanType: components["schemas"]["ScanType"];
            /**
             * @description How much of the unit was assessed.
             * @enum {string}
             */
            status: "assessed" | "partial" | "unassessed";
            /** @description How many packages or files were assessed. */
            assessed: number;
            /** @description What was not assessed. */
            gaps: {
                /** @description Why it was not assessed. */
                reason: string;
                /** @description The file, if there is only one. */
                file?: string;
                /** @description The number of files or packages. */
                count?: number;
                /** @description The first of several files. */
                files?: string[];
            }[];
            /**
             * @description The unit has nothing of the kind.
             * @constant
             */
            nothingToAssess?: true;
            /**
             * @description In this run the engine found a known-bad sample.
             * @constant
             */
            canary?: "found";
            licenseData?: components["schemas"]["LicenseData"];
        };
        /** @description The scan that was created or found. */
        CreatedScan: {
            /** @description The scan. */
            scanId: components["schemas"]["Uuid"];
            /** @description Its state. */
            status: components["schemas"]["ScanStatus"];
            /** @description The repository. */
            repositoryId: components["schemas"]["Uuid"];
            /** @description The full commit hash. */
            commitHash: string;
            /** @description The branch. */
            branch?: string;
            /** @description The project unit. */
            projectUnitId?: components["schemas"]["Uuid"];
            /** @description The commit that the scan is compared with. */
            baseCommitHash?: string;
            /** @description The scan that it is compared with. */
            baseScanId?: components["schemas"]["Uuid"];
            pullRequest?: components["schemas"]["PullRequest"];
            /** @description The scan types of the scan. */
            scanTypes: components["schemas"]["ScanType"][];
            /** @description Scan types that are skipped, each with the reason. */
            skippedScanTypes: components["schemas"]["SkippedScanType"][];
            /** @description How the scan was requested. */
            sourceTrigger: components["schemas"]["SourceTrigger"];
            ci?: components["schemas"]["CiRun"];
            /**
             * @description `ci` and the URL of `pullRequest` are lost, or were purged.
             * @constant
             */
            pipelineStatement?: "missing";
            /** @description Who posts the result to the git host. */
            checksBy: components["schemas"]["ChecksBy"];
            /** @description Whether an equal scan was returned, at no cost. */
            deduplicated: boolean;
            /** @description The credits that this request debited, for all registered project units. */
            credits: components["schemas"]["Credits"];
            /** @description Says why the scan may cost more than this: units are charged while it runs. */
            laterCharges?: components["schemas"]["LaterCharges"];
            /** @description Says why the scan may cost less than this: units that have not changed are refunded. */
            laterRefunds?: components["schemas"]["LaterRefunds"];
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
        };
        /** @description A webhook with its secret, which is shown this once. */
        CreatedWebhook: {
            /** @description The webhook. */
            webhookId: components["schemas"]["Uuid"];
            /** @description Its name. */
            name: string;
            /** @description Where events are sent. */
            url: string;
            /** @description The types of events that are sent. */
            events: string[];
            /** @description Keeps events out that tell of something else; an absent field keeps none out. */
            filter?: components["schemas"]["EventFilter"];
            /**
             * Format: date-time
             * @description Until then each delivery has a signature of a replaced secret, too.
             */
            oldSecretSignsUntil?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description Whether it is enabled. */
            enabled: boolean;
            /** @description Why it gets nothing, and since when. */
            disabled?: components["schemas"]["Disabled"];
            /** @description The plan does not include it: it is kept, gets nothing, and goes on with the plan. */
            paused: boolean;
            /** @description Failed attempts in a row. */
            failures: number;
            /**
             * Format: date-time
             * @description Since when deliveries have been failing.
             */
            failingSince?: string;
            /**
             * Format: date-time
             * @description When an event was delivered last.
             */
            lastDeliveredAt?: string;
            /** @description `whsec_` and 32 bytes in Base64, this once. It verifies signatures. */
            secret?: string;
        };
        /**
         * @description The kind of a credential.
         * @enum {string}
         */
        CredentialKind: "service" | "personal" | "session" | "pipeline" | "directory";
        /** @description Credits of both pools. */
        Credits: {
            /** @description Credits of the core pool. */
            core: number;
            /** @description Credits of the SAST pool. */
            sast: number;
        };
        /** @description A rule for code. */
        CustomCodeRule: {
            /**
             * @description Its kind.
             * @constant
             */
            kind: "code";
            /** @description Findings, suppressions and waivers name the rule as custom/<id>. */
            id: string;
            /** @description What it is, in a few words. */
            title: string;
            /** @description The severity. */
            severity: components["schemas"]["Threshold"];
            /** @description Texts that the rule is tried on first: it finds something in each positive one, and nothing else. */
            examples: components["schemas"]["CustomRuleExamples"];
            /**
             * @description The language of the code.
             * @enum {string}
             */
            language: "javascript" | "python" | "java" | "go" | "csharp" | "rust" | "php" | "ruby";
            /** @description The weakness and its consequence. */
            message: string;
            /** @description Advice on the fix. */
            help?: string;
            /** @description The CWE id of the weakness. */
            cwe?: string;
            /** @description An expression, in which `$NAME` stands for any expression and `...` for any arguments. */
            pattern?: string;
            /** @description Where untrusted text comes in. Default: what the engine knows. */
            sources?: components["schemas"]["CustomSource"][];
            /** @description The places where untrusted text is dangerous. */
            sinks?: components["schemas"]["CustomSink"][];
            /** @description Calls after which text is harmless for this rule. */
            sanitizers?: string[];
        };
        /** @description Texts that the rule is tried on first. */
        CustomRuleExamples: {
            /** @description Texts that the rule must match. */
            positive: string[];
            /** @description Texts that the rule must not match. */
            negative: string[];
        };
        /** @description The organization's custom rules. */
        CustomRules: {
            /** @description The rules. */
            rules: (components["schemas"]["CustomSecretRule"] | components["schemas"]["CustomCodeRule"])[];
            /** @description The digest of the rules, which is a part of the policy; absent without any. */
            digest?: string;
        };
        /** @description The rules that take the place of those in force. */
        CustomRulesChange: {
            /** @description All rules; they replace the current ones. */
            rules: (components["schemas"]["CustomSecretRule"] | components["schemas"]["CustomCodeRule"])[];
        };
        /** @description The rules to try. */
        CustomRulesTrial: {
            /** @description The rules to try. */
            rules: (components["schemas"]["CustomSecretRule"] | components["schemas"]["CustomCodeRule"])[];
            /**
             * @description The number of scans.
             * @default 3
             */
            scans?: number;
        };
        /** @description A rule for secrets. */
        CustomSecretRule: {
            /**
             * @description Its kind.
             * @constant
             */
            kind: "secret";
            /** @description Findings, suppressions and waivers name the rule as custom/<id>. */
            id: string;
            /** @description What it is, in a few words. */
            title: string;
            /** @description The severity. */
            severity: components["schemas"]["Threshold"];
            /** @description Texts that the rule is tried on first: it finds something in each positive one, and nothing else. */
            examples: components["schemas"]["CustomRuleExamples"];
            /** @description The expression is tried on lines that have one, in either case. */
            keywords: (string & (unknown & unknown))[];
            /** @description In the syntax of RE2. The group `secret`, or else the whole match, is the secret. */
            expression: string;
            /** @description The least entropy of a secret, in bits per character. */
            entropy?: number;
            /** @description Expressions; what one of them matches anywhere is no secret. */
            allow?: string[];
        };
        /** @description A place where untrusted text is dangerous: a call or a name. */
        CustomSink: {
            /** @description A call that takes untrusted text. */
            call?: string;
            /** @description The dangerous positions of a call, from 0. Default: the first. */
            arguments?: number[] | ("all" | "receiver");
            /** @description A name that untrusted text is assigned to. */
            write?: string;
        };
        /** @description A place where untrusted text comes in: a call or a name. */
        CustomSource: {
            /** @description A call whose result is untrusted. */
            call?: string;
            /** @description A name whose value is untrusted. */
            read?: string;
        };
        /** @description The highest CVSS that the advisory states. */
        Cvss: {
            /** @description The CVSS vector. */
            vector: string;
            /** @description The CVSS score. */
            score: number;
        };
        /**
         * @description What a scan looks at.
         * @enum {string}
         */
        Dimension: "secrets" | "sast" | "dependencies";
        /** @description Since when and why nothing is delivered. */
        Disabled: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /** @description Why nothing is delivered. */
            cause: components["schemas"]["DisabledCause"];
        };
        /**
         * @description Why nothing is delivered.
         * @enum {string}
         */
        DisabledCause: "person" | "gone" | "failing" | "credential_refused";
        /** @description The record that proves the domain. */
        DnsRecord: {
            /**
             * @description The type of the record.
             * @constant
             */
            type: "TXT";
            /** @description The name of the record. */
            name: string;
            /** @description The value of the record. */
            value: string;
        };
        /** @description A domain that the organization claims. */
        Domain: {
            /** @description The domain. */
            domain: string;
            /**
             * @description Whether the domain is verified.
             * @enum {string}
             */
            status: "pending" | "verified" | "failing";
            /** @description The DNS record that proves control. It must stay. */
            record: components["schemas"]["DnsRecord"];
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the domain was verified.
             */
            verifiedAt?: string;
            /**
             * Format: date-time
             * @description When the record was last looked up.
             */
            checkedAt?: string;
            /**
             * Format: date-time
             * @description The daily lookup has not found the record since; after 7 days the domain is lost.
             */
            failingSince?: string;
            /**
             * Format: date-time
             * @description When the domain was lost.
             */
            lostAt?: string;
        };
        /**
         * Format: email
         * @description An e-mail address.
         */
        Email: string;
        /** @description Probability of exploitation within 30 days (EPSS of FIRST), where known. */
        Epss: {
            /** @description The probability. */
            score: number;
            /** @description The share of vulnerabilities with a lower probability. */
            percentile: number;
        };
        /**
         * @description Why a scan or a unit of it failed.
         * @enum {string}
         */
        ErrorCode: "pat_required" | "repo_access" | "rate_limit" | "insufficient_credits" | "payment_failed" | "sast_addon_required" | "entitlement_denied" | "lockfile_not_found" | "branch_or_commit_not_found" | "workflow_timeout" | "system_error";
        /** @description What was found, counted. */
        EventCounts: {
            vulnerabilities?: components["schemas"]["VulnerabilityCounts"];
            secrets?: components["schemas"]["SeverityCounts"];
            /** @description Components whose license the policy does not accept. */
            licenses?: {
                /** @description Components whose license the policy does not accept. */
                nonCompliant: number;
            };
        };
        /** @description Limits the events to some; without it all are sent. */
        EventFilter: {
            /** @description The repositories; absent: all of them. */
            repositoryIds?: components["schemas"]["Uuid"][];
            /** @description Only events of these branches; `default` is the default branch. */
            branches?: components["schemas"]["BranchName"][];
            /** @description Only events about findings of this severity or above. */
            minimumSeverity?: components["schemas"]["Severity"];
            /** @description Only scans with these verdicts. */
            verdicts?: components["schemas"]["Verdict"][];
        };
        /** @description One of the findings of an event. */
        EventFinding: {
            /** @description Identifies the finding; the same in every scan that has it. */
            fingerprint: string;
            /** @description The project unit. */
            projectUnitId: string;
            /** @description Its kind. */
            kind: components["schemas"]["FindingKind"];
            /** @description The severity. */
            severity: components["schemas"]["Severity"];
            /** @description What it is, in a few words. */
            title: string;
            /** @description The advisory, the rule or the license. */
            rule: string;
            /** @description The package. */
            packageName?: string;
            /** @description The version of the package. */
            packageVersion?: string;
            /** @description Whether it is in CISA’s KEV catalog (known exploited vulnerabilities). */
            knownExploited: boolean;
            /** @description A version that fixes it is known. */
            fixable: boolean;
        };
        /** @description Findings that appeared or went away on a default branch. */
        EventFindings: {
            repository: components["schemas"]["EventRepository"];
            /** @description The default branch. */
            branch: string;
            /** @description The full commit hash. */
            commitHash: string;
            /** @description The scan. */
            scanId: string;
            /** @description The published advisories that changed the judgment. */
            advisorySnapshot?: string;
            /** @description The look at the whole history that found them; it is the scan, too. */
            historyScanId?: string;
            /**
             * Format: date-time
             * @description When it was judged.
             */
            judgedAt: string;
            /** @description The total number. */
            total: number;
            /** @description The highest severity of them. */
            highestSeverity: components["schemas"]["Severity"];
            /** @description The most severe first. */
            findings: components["schemas"]["EventFinding"][];
            /** @description The number of entries that are not listed. */
            more: number;
            /** @description The API path with all entries; absent if all are listed. */
            link?: string;
        };
        /**
         * Format: uuid
         * @description The id of the event, stable over attempts and replays.
         */
        EventId: string;
        /** @description Types of events, `scan.*` for a family, or `*` for all. */
        EventPatterns: string[];
        /** @description The pull request of the scan. */
        EventPullRequest: {
            /** @description The number of the pull request. */
            number: number;
        };
        /** @description The repository of the event. */
        EventRepository: {
            /** @description The repository. */
            repositoryId: string;
            /** @description Its name at the host, as `owner/name`. */
            fullName: string;
        };
        /** @description The scan types of the scan. */
        EventScanTypes: components["schemas"]["ScanType"][];
        /**
         * @description A type of event.
         * @enum {string}
         */
        EventType: "scan.completed" | "scan.failed" | "scan.cancelled" | "pull_request_check.completed" | "finding.introduced" | "finding.fixed" | "advisory.matched" | "waiver.requested" | "waiver.approved" | "waiver.expiring" | "waiver.expired" | "gate.changed" | "repository.connected" | "repository.disconnected" | "token.issued" | "token.revoked" | "member.joined" | "member.removed" | "credits.low" | "payment.failed" | "payment.resolved" | "invoice.paid" | "plan.changed" | "history_scan.ended" | "auditor_pack.ready" | "bundle.released" | "bundle.affected" | "webhook.disabled" | "webhook.test";
        /** @description A waiver that changed. */
        EventWaiver: {
            /** @description The waiver. */
            waiverId: string;
            /**
             * @description Its kind.
             * @enum {string}
             */
            kind: "manual" | "vex";
            /** @description What it covers. */
            match: components["schemas"]["EventWaiverMatch"];
            scope: components["schemas"]["EventWaiverScope"];
            /** @description The version of the row, which counts up with each change. */
            version: number;
            /**
             * Format: date-time
             * @description When it expires.
             */
            expiresAt: string;
            /** @description A person. */
            createdBy: string;
            /** @description The API path of its subject. */
            link: string;
            /** @description A person. */
            approvedBy: string;
        };
        /** @description What the waiver covers. */
        EventWaiverMatch: {
            /** @description An advisory id or an alias of it. */
            advisory?: string;
            /** @description A package URL, with or without version. */
            package?: string;
            /** @description The rule whose findings it covers. */
            rule?: string;
            /** @description A path, or a pattern of paths. */
            path?: string;
            /** @description The license. */
            license?: string;
            /** @description Identifies the finding; the same in every scan that has it. */
            fingerprint?: string;
        };
        /** @description Where the waiver counts. */
        EventWaiverScope: {
            /** @description The repository. */
            repositoryId?: string;
            /** @description The project unit. */
            projectUnitId?: string;
        };
        /** @description A verdict with its reasons. */
        FailingVerdict: {
            /** @description The verdict. */
            verdict: components["schemas"]["Verdict"];
            /** @description The first reason. */
            reason: string;
            /** @description All reasons; the first is `reason`. */
            reasons: string[];
        };
        /** @description A finding of one of six kinds. */
        Finding: {
            /** @description Identifies the finding; the same in every scan that has it. */
            fingerprint: string;
            /** @description The severity. */
            severity: components["schemas"]["Severity"];
            /** @description What it is, in a few words. */
            title: string;
            /** @description The project unit. */
            projectUnitId: components["schemas"]["Uuid"];
            suppressed?: components["schemas"]["FindingSuppression"];
            waived?: components["schemas"]["FindingWaiver"];
            /**
             * @description The kind of the finding.
             * @constant
             */
            kind: "vulnerability";
            /** @description The advisory. */
            advisoryId: string;
            /** @description Other names of the advisory. */
            aliases: string[];
            /** @description The package URL. */
            purl?: string;
            /** @description The package. */
            packageName: string;
            /** @description The version of the package. */
            version: string;
            /** @description What the package is needed for. */
            scope: string;
            /** @description Whether it is a direct dependency. */
            direct: boolean;
            /** @description The packages from a direct dependency to this one. */
            dependencyPath: string[];
            /** @description How the code uses the package, where that is known. A package that is not imported may be vulnerable all the same. */
            usage?: {
                /** @description Whether code of the project unit imports the package, or the one that brings it. */
                imported: boolean;
                /** @description The direct dependency that brings the package. */
                via?: string;
                /** @description The affected symbols that the code refers to; absent when they are not known. */
                symbols?: string[];
                /** @description Where the code refers to affected symbols, else where it imports the package. */
                places: {
                    /** @description The path of the file. */
                    file: string;
                    /** @description The line in the file, starting at 1. */
                    line: number;
                }[];
            };
            /** @description Versions without the vulnerability. */
            fixedVersions: string[];
            cvss?: components["schemas"]["Cvss"];
            /** @description Whether the package itself is malware. */
            malicious: boolean;
            epss?: components["schemas"]["Epss"];
            kev?: components["schemas"]["KnownExploited"];
            /**
             * Format: date-time
             * @description When the advisory was published.
             */
            published?: string;
            /**
             * @description Present for a notice instead of a vulnerability, such as an unmaintained package.
             * @enum {string}
             */
            informational?: "notice" | "unmaintained" | "unsound";
            /** @description The path of the file. */
            file: string;
            /** @description The line of the package in the file. */
            line?: number;
            /** @description The advisory’s web page. */
            url: string;
        } | {
            /** @description Identifies the finding; the same in every scan that has it. */
            fingerprint: string;
            /** @description The severity. */
            severity: components["schemas"]["Severity"];
            /** @description What it is, in a few words. */
            title: string;
            /** @description The project unit. */
            projectUnitId: components["schemas"]["Uuid"];
            suppressed?: components["schemas"]["FindingSuppression"];
            waived?: components["schemas"]["FindingWaiver"];
            /**
             * @description The kind of the finding.
             * @constant
             */
            kind: "source";
            /**
             * @description The rule that found it.
             * @enum {string}
             */
            rule: "resolved-mismatch" | "unexpected-host" | "missing-integrity" | "git-source" | "url-source" | "insecure-source" | "extra-registry" | "named-registry" | "replaced-package";
            /** @description The package. */
            packageName?: string;
            /** @description The version of the package. */
            version?: string;
            /** @description What is wrong. */
            message: string;
            /** @description The path of the file. */
            file: string;
            /** @description The line in the file, starting at 1. */
            line?: number;
        } | {
            /** @description Identifies the finding; the same in every scan that has it. */
            fingerprint: string;
            /** @description The severity. */
            severity: components["schemas"]["Severity"];
            /** @description What it is, in a few words. */
            title: string;
            /** @description The project unit. */
            projectUnitId: components["schemas"]["Uuid"];
            suppressed?: components["schemas"]["FindingSuppression"];
            waived?: components["schemas"]["FindingWaiver"];
            /**
             * @description The kind of the finding.
             * @constant
             */
            kind: "secret";
            /** @description The rule that found it. */
            rule: string;
            /** @description The path of the file. */
            file: string;
            /** @description The line in the file, starting at 1. */
            line: number;
            /** @description The column, starting at 1. */
            column: number;
            /** @description The line of the last character. */
            endLine?: number;
            /** @description The column behind the last character. */
            endColumn?: number;
            /** @description The secret, with all but its first characters hidden. */
            redacted: string;
            /**
             * @description What the provider of the secret said when it was scanned; absent where nobody was asked.
             * @enum {string}
             */
            liveness?: "live" | "revoked" | "unknown";
        } | {
            /** @description Identifies the finding; the same in every scan that has it. */
            fingerprint: string;
            /** @description The severity. */
            severity: components["schemas"]["Severity"];
            /** @description What it is, in a few words. */
            title: string;
            /** @description The project unit. */
            projectUnitId: components["schemas"]["Uuid"];
            suppressed?: components["schemas"]["FindingSuppression"];
            waived?: components["schemas"]["FindingWaiver"];
            /**
             * @description The kind of the finding.
             * @constant
             */
            kind: "license";
            /** @description The package URL. */
            purl?: string;
            /** @description The package. */
            packageName: string;
            /** @description The version of the package. */
            version?: string;
            /** @description The license. */
            license: string;
            /** @description The category of the license. */
            category: string;
            /** @description The path of the file. */
            file: string;
            /** @description The line of the package in the file. */
            line?: number;
        } | {
            /** @description Identifies the finding; the same in every scan that has it. */
            fingerprint: string;
            /** @description The severity. */
            severity: components["schemas"]["Severity"];
            /** @description What it is, in a few words. */
            title: string;
            /** @description The project unit. */
            projectUnitId: components["schemas"]["Uuid"];
            suppressed?: components["schemas"]["FindingSuppression"];
            waived?: components["schemas"]["FindingWaiver"];
            /**
             * @description The kind of the finding.
             * @constant
             */
            kind: "code";
            /** @description The rule that found it. */
            rule: string;
            /** @description The CWE id of the weakness. */
            cwe: string;
            /**
             * @description low: reported for an audit, judged only under minimumConfidence low. Absent: high.
             * @enum {string}
             */
            confidence?: "high" | "low";
            /** @description What is wrong. */
            message: string;
            /** @description How to fix it. */
            help?: string;
            /** @description The path of the file. */
            file: string;
            /** @description The line in the file, starting at 1. */
            line: number;
            /** @description The column, starting at 1. */
            column: number;
            /** @description The line of the last character. */
            endLine?: number;
            /** @description The column behind the last character. */
            endColumn?: number;
            /** @description The steps of the data flow, from its source on; the last one is the finding. */
            flow?: components["schemas"]["FlowStep"][];
        } | {
            /** @description Identifies the finding; the same in every scan that has it. */
            fingerprint: string;
            /** @description The severity. */
            severity: components["schemas"]["Severity"];
            /** @description What it is, in a few words. */
            title: string;
            /** @description The project unit. */
            projectUnitId: components["schemas"]["Uuid"];
            suppressed?: components["schemas"]["FindingSuppression"];
            waived?: components["schemas"]["FindingWaiver"];
            /**
             * @description The kind of the finding.
             * @constant
             */
            kind: "upgrade";
            /**
             * @description What to do with the package.
             * @enum {string}
             */
            advice: "upgrade" | "no_fix" | "remove" | "deprecated" | "end_of_life";
            /** @description The package URL. */
            purl?: string;
            /** @description The package. */
            packageName: string;
            /** @description The version of the package. */
            version: string;
            /** @description What the package is needed for. */
            scope: string;
            /** @description Whether it is a direct dependency. */
            direct: boolean;
            /** @description Direct dependencies that lead to the package. */
            via: string[];
            /** @description The version to upgrade to. */
            upgradeTo?: string;
            /** @description Dependents whose ranges do not have upgradeTo, each with its range. */
            refusedBy?: string[];
            /** @description Whether the upgrade may break: its major version differs. */
            breaking: boolean;
            /** @description Advisories that the upgrade clears. */
            clears: string[];
            /** @description Advisories that remain after the upgrade. */
            remaining: string[];
            /** @description The reason, as a code or a short sentence. */
            reason?: string;
            /** @description The path of the file. */
            file: string;
            /** @description The line of the package in the file. */
            line?: number;
        };
        /**
         * @description The kind of a finding.
         * @enum {string}
         */
        FindingKind: "vulnerability" | "source" | "secret" | "license" | "code";
        /** @description The suppression for which the finding does not count. */
        FindingSuppression: {
            /** @description Where the suppression is. */
            by: string;
            /** @description The reason stated in the suppression. */
            reason: string;
        };
        /** @description The waiver for which the finding does not count. */
        FindingWaiver: {
            /** @description The waiver. */
            waiverId: components["schemas"]["Uuid"];
            /** @description The reason stated in the waiver. */
            reason: string;
            /** @description The person who approved the waiver. */
            approvedBy: components["schemas"]["Uuid"];
            /**
             * Format: date-time
             * @description When it expires.
             */
            expiresAt: string;
        };
        /** @description A step of a data flow. */
        FlowStep: {
            /** @description Another file; absent for that of the finding. */
            file?: string;
            /** @description The line in the file, starting at 1. */
            line: number;
            /** @description The column, starting at 1. */
            column: number;
            /** @description The message for people. */
            message: string;
        };
        /** @description Settings of the gate to change; what is left out stays. */
        GateChange: {
            /** @description Findings of this severity or above fail the gate. */
            apiGateSeverityThreshold?: components["schemas"]["Threshold"];
            /** @description What an unknown severity counts as. */
            unknownSeverityAs?: components["schemas"]["Threshold"];
            /**
             * @description low: findings in code of low confidence are judged, too; high: they are reported only.
             * @enum {string}
             */
            minimumConfidence?: "high" | "low";
            /** @description Findings in test, fixture, example and documentation folders. */
            testFolders?: {
                /** @description The highest severity of a secret; critical: as elsewhere. */
                secrets?: components["schemas"]["Threshold"];
                /** @description The highest severity of a finding in code; critical: as elsewhere. */
                code?: components["schemas"]["Threshold"];
            };
            /** @description Which licenses are accepted. */
            licensePolicy?: {
                /** @description License categories that are not accepted. */
                denyCategories?: ("permissive" | "weak-copyleft" | "strong-copyleft" | "network-copyleft" | "source-available" | "proprietary" | "unknown")[];
                /** @description Licenses that are not accepted. */
                deny?: string[];
                /** @description Licenses that are accepted. */
                allow?: string[];
                exceptions?: components["schemas"]["LicenseExceptions"];
                /** @description Development dependencies are reported and not judged. */
                ignoreDevelopment?: boolean;
            };
            /** @description How packages from unusual sources count. */
            sourcePolicy?: {
                /** @description The severity of findings about the sources of packages, by rule; absent: medium for named-registry and replaced-package, else high. */
                severities?: components["schemas"]["SourceSeverities"];
                /** @description Hosts that serve packages of the organization; `*.example.com` covers every subdomain. */
                allowedHosts?: string[];
            };
            /** @description From this severity on, a finding that a pull request introduces fails its check. */
            prCheckSeverityThreshold?: components["schemas"]["Threshold"];
            /**
             * @description Whose suppressions count: those of the reviewed side, of the judged commit, or none.
             * @enum {string}
             */
            suppressions?: "reviewed" | "commit" | "none";
            /** @description What the gate does when content of a type is not assessed, by type. */
            onUnassessed?: components["schemas"]["UnassessedPolicy"];
            /**
             * @description Which of several stated severities of a vulnerability counts.
             * @enum {string}
             */
            severity?: "highest" | "newest";
            /** @description The maximum duration of a waiver in days. */
            maxWaiverDays?: number;
            /**
             * @description Whether a second person approves waivers.
             * @enum {string}
             */
            waiverApproval?: "single" | "four_eyes";
            /** @description Rules whose findings no waiver covers; live-secrets: secrets that work. */
            neverWaive?: string[];
            /**
             * @description on: the providers of twenty kinds of secrets are asked whether these still work; a live one is critical.
             * @enum {string}
             */
            verifySecrets?: "off" | "on";
            /** @description Scan types that are required for a green check. */
            requiredScanTypes?: components["schemas"]["ScanType"][] | null;
            /** @description What fails the gate whatever its severity. */
            failOn?: {
                /** @description A vulnerability in CISA's catalog of known exploited ones fails the gate. */
                knownExploited?: boolean;
                /** @description A vulnerability with at least this EPSS score fails the gate. */
                epssAtLeast?: components["schemas"]["Probability"] | null;
            };
            /** @description What does not count. */
            ignore?: {
                /** @description Vulnerabilities without a known fix do not count until so many days after their publication. */
                unfixable?: components["schemas"]["UnfixablePolicy"];
                /** @description Vulnerabilities in packages for development are reported and do not count. */
                developmentDependencies?: boolean;
                /** @description Vulnerabilities in packages that the code does not import are reported and do not count. */
                unused?: boolean;
            };
        };
        /** @description The settings of the gate, each with the value in force. */
        GatePolicy: {
            /** @description Findings of this severity or above fail the gate. */
            apiGateSeverityThreshold: components["schemas"]["Threshold"];
            /** @description What an unknown severity counts as. */
            unknownSeverityAs: components["schemas"]["Threshold"];
            /**
             * @description low: findings in code of low confidence are judged, too; high: they are reported only.
             * @enum {string}
             */
            minimumConfidence: "high" | "low";
            /** @description Findings in test, fixture, example and documentation folders. */
            testFolders: components["schemas"]["TestFolderPolicy"];
            /** @description Which licenses are accepted. */
            licensePolicy: {
                /** @description License categories that are not accepted. */
                denyCategories: ("permissive" | "weak-copyleft" | "strong-copyleft" | "network-copyleft" | "source-available" | "proprietary" | "unknown")[];
                /** @description Licenses that are not accepted. */
                deny: string[];
                /** @description Licenses that are accepted. */
                allow: string[];
                exceptions: components["schemas"]["LicenseExceptions"];
                /** @description Development dependencies are reported and not judged. */
                ignoreDevelopment: boolean;
            };
            /** @description How packages from unusual sources count. */
            sourcePolicy: {
                /** @description The severity of findings about the sources of packages, by rule; absent: medium for named-registry and replaced-package, else high. */
                severities: components["schemas"]["SourceSeverities"];
                /** @description Hosts that serve packages of the organization; `*.example.com` covers every subdomain. */
                allowedHosts: string[];
            };
            /** @description From this severity on, a finding that a pull request introduces fails its check. */
            prCheckSeverityThreshold: components["schemas"]["Threshold"];
            /**
             * @description Whose suppressions count: those of the reviewed side, of the judged commit, or none.
             * @enum {string}
             */
            suppressions: "reviewed" | "commit" | "none";
            /** @description What the gate does when content of a type is not assessed, by type. */
            onUnassessed: components["schemas"]["UnassessedPolicy"];
            /**
             * @description Which of several stated severities of a vulnerability counts.
             * @enum {string}
             */
            severity: "highest" | "newest";
            /** @description The maximum duration of a waiver in days. */
            maxWaiverDays: number;
            /**
             * @description Whether a second person approves waivers.
             * @enum {string}
             */
            waiverApproval: "single" | "four_eyes";
            /** @description Rules whose findings no waiver covers; live-secrets: secrets that work. */
            neverWaive: string[];
            /**
             * @description on: the providers of twenty kinds of secrets are asked whether these still work; a live one is critical.
             * @enum {string}
             */
            verifySecrets: "off" | "on";
            /** @description A scan of fewer types gets a verdict, but no green check. Default: all types. */
            requiredScanTypes: components["schemas"]["ScanType"][];
            /** @description What fails the gate whatever its severity. */
            failOn: {
                /** @description A vulnerability in CISA's catalog of known exploited ones fails the gate. */
                knownExploited: boolean;
                /** @description A vulnerability with at least this EPSS score fails the gate. */
                epssAtLeast: components["schemas"]["Probability"] | null;
            };
            /** @description What does not count. */
            ignore: {
                /** @description Vulnerabilities without a known fix do not count until so many days after their publication. */
                unfixable: components["schemas"]["UnfixablePolicy"];
                /** @description Vulnerabilities in packages for development are reported and do not count. */
                developmentDependencies: boolean;
                /** @description Vulnerabilities in packages that the code does not import are reported and do not count. */
                unused: boolean;
            };
            /** @description A weaker rule about waivers that waits for another owner or admin. */
            proposal?: components["schemas"]["GateProposal"];
        };
        /** @description A change that waits for a second person. */
        GateProposal: {
            /** @description The person who proposed it. */
            personId: components["schemas"]["Uuid"];
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
        };
        /** @description The place of a secret in the history of its repository. */
        HistoryPlace: {
            /** @description The commit that brought it. */
            commitHash: string;
            /** @description The default branch does not have it any more, but its history still has; absent where that is not known. */
            goneFromHead?: boolean;
        };
        /** @description The size of a history, and what a look at it costs. */
        HistoryQuote: {
            /** @description Of all branches and tags. */
            commits: number;
            /** @description Versions of files, each content once. */
            files: number;
            /** @description One core credit for each 10,000 files. */
            credits: components["schemas"]["Credits"];
            /**
             * Format: date-time
             * @description When the history was counted.
             */
            quotedAt: string;
            /**
             * Format: date-time
             * @description Until when the quote can be accepted.
             */
            validUntil: string;
        };
        /** @description A look at the whole history of a repository for secrets. */
        HistoryScan: {
            /** @description The history scan. */
            historyScanId: components["schemas"]["Uuid"];
            /** @description The repository. */
            repositoryId: components["schemas"]["Uuid"];
            /**
             * @description quoting, quoted, and once the quote is accepted running, completed or failed; or cancelled.
             * @enum {string}
             */
            status: "quoting" | "quoted" | "running" | "completed" | "failed" | "cancelled";
            /**
             * Format: date-time
             * @description When it was requested.
             */
            requestedAt: string;
            /** @description Once the history is counted. */
            quote?: components["schemas"]["HistoryQuote"];
            /**
             * Format: date-time
             * @description When the scan started.
             */
            startedAt?: string;
            /** @description The number of parts of the history, and how many were scanned. */
            progress?: {
                /** @description Parts of 10,000 files. */
                parts: number;
                /** @description At least, while it is running. */
                done: number;
            };
            /**
             * Format: date-time
             * @description When it was canceled.
             */
            cancelledAt?: string;
            /**
             * Format: date-time
             * @description When the scan ended.
             */
            finishedAt?: string;
            /** @description The number of distinct secrets found. */
            secrets?: components["schemas"]["HistorySecrets"];
            /** @description For parts that nobody could look at. */
            refunded?: components["schemas"]["Credits"];
            /** @description What was not looked at, as text; empty when everything was looked at. */
            unread: string[];
            /** @description What was not looked at, by reason. */
            gaps: {
                /** @description The reason, as a code or a short sentence. */
                reason: string;
                /** @description Exact; 1 for a reason that counts nothing. */
                count: number;
                /** @description The paths of the first files. */
                examples: string[];
            }[];
            /** @description Why it failed. */
            errorCode?: components["schemas"]["ErrorCode"];
            /** @description What went wrong, as a sentence for people. */
            error?: string;
        };
        /** @description The different secrets of a history. */
        HistorySecrets: {
            /** @description Different secrets; GET /v1/findings lists them. */
            total: number;
            /** @description Those that the default branch does not have any more, but its history still has. */
            goneFromHead: number;
        };
        /** @description A connection to a chat or an issue tracker, without its credential. */
        Integration: {
            /** @description The integration. */
            integrationId: components["schemas"]["Uuid"];
            /**
             * @description Its kind.
             * @enum {string}
             */
            kind: "slack" | "teams" | "github_issues" | "gitlab_issues" | "jira" | "linear";
            /** @description Its name. */
            name: string;
            /** @description The event types that it receives. */
            types: string[];
            /** @description Keeps events out that tell of something else; an absent field keeps none out. */
            filter?: components["schemas"]["EventFilter"];
            /** @description As the kind has them, without the credential. */
            settings: {
                [key: string]: unknown;
            };
            /** @description Where it arrives, in the words of the provider. */
            target?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description Whether it is enabled. */
            enabled: boolean;
            /** @description Why it gets nothing, and since when. */
            disabled?: components["schemas"]["Disabled"];
            /** @description The plan does not include it: it is kept, gets nothing, and goes on with the plan. */
            paused: boolean;
            /** @description Failed attempts in a row. */
            failures: number;
            /**
             * Format: date-time
             * @description Since when deliveries have been failing.
             */
            failingSince?: string;
            /**
             * Format: date-time
             * @description When an event was delivered last.
             */
            lastDeliveredAt?: string;
        };
        /** @description An invitation that waits for its person. */
        Invitation: {
            /** @description The invitation. */
            invitationId: components["schemas"]["Uuid"];
            /** @description An e-mail address. */
            email: string;
            /** @description The role. */
            role: components["schemas"]["Role"];
            /** @description Id of the person who invites, or `operator`. */
            invitedBy: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it expires.
             */
            expiresAt: string;
        };
        /** @description What the gate of a later day says of an old scan. */
        Judgment: {
            /** @description Digest of everything that the judgment depends on. */
            inputsDigest: string;
            /**
             * Format: date-time
             * @description When it was judged.
             */
            judgedAt: string;
            /**
             * @description The verdict.
             * @enum {string}
             */
            verdict: "PASS" | "FAIL";
            /** @description The reason, as a code or a short sentence. */
            reason: string;
            /** @description All reasons; the first is `reason`. */
            reasons: string[];
            summary: components["schemas"]["Summary"];
            /** @description The advisory snapshot. */
            advisorySnapshot: components["schemas"]["AdvisorySnapshot"];
            /** @description The published poms by which builds of Maven and Gradle were resolved in the scan. */
            pomSnapshot?: {
                /** @description Digest of the poms. */
                id: string;
                /** @description The number of published POMs. */
                poms: number;
            };
            /** @description Digest of the package inventory. */
            inventoryDigest: string;
            /** @description Digest of the gate settings. */
            policyDigest: string;
            /** @description Digest of the suppressions in the repository. */
            suppressionsDigest: string;
            /** @description Digest of the waivers. */
            waiversDigest: string;
        };
        /** @description The entry in the catalog of known exploited vulnerabilities of CISA. */
        KnownExploited: {
            /** @description When it was added to the catalog. */
            dateAdded: string;
            /** @description When US federal agencies have to act. */
            dueDate?: string;
            /** @description Whether it is used by ransomware. */
            ransomware?: boolean;
        };
        /** @description Credits that the scan may debit once it sees the files. */
        LaterCharges: {
            /**
             * @description Why more may be debited.
             * @enum {string}
             */
            reason: "first_scan" | "further_units";
            /** @description The details, as a sentence for people. */
            detail: string;
        };
        /** @description Credits that the scan may give back. */
        LaterRefunds: {
            /**
             * @description Why credits may be refunded.
             * @enum {string}
             */
            reason: "unchanged_units";
            /** @description The details, as a sentence for people. */
            detail: string;
        };
        /** @description The latest scan of a repository that ended. */
        LatestScan: {
            /** @description The scan. */
            scanId: components["schemas"]["Uuid"];
            /** @description The verdict. */
            verdict: components["schemas"]["Verdict"];
            /** @description The reason, as a code or a short sentence. */
            reason: string;
            /**
             * Format: date-time
             * @description When the scan ended.
             */
            finishedAt: string;
        };
        /** @description Licenses by what the policy says of them. */
        LicenseCounts: {
            /** @description Components whose license the policy accepts. */
            compliant: number;
            /** @description Components whose license the policy does not accept. */
            nonCompliant: number;
            /** @description Components whose license is unknown. */
            unknown: number;
            /** @description All components. */
            total: number;
        };
        /** @description What the license data said about components whose file states no license. */
        LicenseData: {
            /** @description The day of the data. */
            snapshot: string;
            /** @description Digest of the data. */
            id: string;
            /** @description Components for which the data states a license. */
            answered: number;
            /** @description Only other versions are known. */
            likely: number;
            /** @description Components for which the data states none. */
            unanswered: number;
            /** @description The same by ecosystem. */
            ecosystems: {
                /**
                 * @description The ecosystem of the packages.
                 * @enum {string}
                 */
                ecosystem: "npm" | "PyPI" | "Go" | "crates.io" | "RubyGems" | "Packagist" | "Maven" | "NuGet" | "Hex" | "Pub" | "SwiftURL" | "CRAN" | "Bioconductor" | "Hackage" | "Julia" | "opam" | "GitHub Actions";
                /** @description Packages of the ecosystem that the data knows. */
                packages: number;
                /** @description Components for which the data states a license. */
                answered: number;
                /** @description Only other versions are known. */
                likely: number;
                /** @description Components for which the data states none. */
                unanswered: number;
            }[];
        };
        /** @description Packages whose license is accepted all the same. */
        LicenseExceptions: {
            /** @description A package name, or a package URL with or without version; * matches any text. */
            package: string;
            /** @description Accepted under this license only; absent: under any stated license. */
            license?: string;
            /** @description The reason, as a code or a short sentence. */
            reason: components["schemas"]["Name"];
        }[];
        /** @description Findings with their number; a long list is cut. */
        ListedFindings: {
            /** @description The total number. */
            total: number;
            /** @description The first of the findings. */
            findings: components["schemas"]["Finding"][];
        };
        /** @description A repository of a list. */
        ListedRepository: {
            /** @description The repository. */
            repositoryId: components["schemas"]["Uuid"];
            /** @description Its name at the git host. */
            fullName: string;
            /** @description The git host. */
            provider: string;
            /** @description The default branch. */
            defaultBranch: string;
            /** @description Further branches that only receive reviewed changes. */
            reviewedBranches?: string[];
            /** @description Whether scans of artifacts count as scans of the default branch. */
            artifactsAsDefault: boolean;
            /**
             * @description Whether project units that have not changed reuse the result of an earlier scan, free of charge.
             * @enum {string}
             */
            reuse: "on" | "off";
            /** @description The project units. */
            projectUnits: components["schemas"]["ProjectUnit"][];
            /** @description Its URL. */
            url: string;
            /** @description Whether the service has a credential for the git host. */
            hasCredential: boolean;
            checks: components["schemas"]["RepositoryChecks"];
            /** @description Its public badge, at `/badges/{badgeId}.svg`. */
            badgeId?: string;
            /**
             * Format: date-time
             * @description When it was connected.
             */
            connectedAt: string;
            /** @description The latest scan that ended. */
            latest?: components["schemas"]["LatestScan"] | null;
            /** @description Whether the plan covers this repository. */
            scannable?: boolean;
        };
        /** @description A scan of a list. */
        ListedScan: {
            /** @description The scan. */
            scanId: components["schemas"]["Uuid"];
            /** @description Its state. */
            status: components["schemas"]["ScanStatus"];
            /** @description The repository. */
            repositoryId: components["schemas"]["Uuid"];
            /** @description The full commit hash. */
            commitHash: string;
            /** @description The branch. */
            branch?: string;
            /** @description The commit that the scan is compared with. */
            baseCommitHash?: string;
            /** @description The scan that it is compared with. */
            baseScanId?: components["schemas"]["Uuid"];
            pullRequest?: components["schemas"]["PullRequest"];
            /** @description How the scan was requested. */
            sourceTrigger: components["schemas"]["SourceTrigger"];
            ci?: components["schemas"]["CiRun"];
            /**
             * @description `ci` and the URL of `pullRequest` are lost, or were purged.
             * @constant
             */
            pipelineStatement?: "missing";
            /** @description Who posts the result to the git host. */
            checksBy: components["schemas"]["ChecksBy"];
            /** @description The scan types of the scan. */
            scanTypes: components["schemas"]["ScanType"][];
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the scan started.
             */
            startedAt?: string;
            /**
             * Format: date-time
             * @description When the scan ended.
             */
            finishedAt?: string;
            /** @description Why it failed. */
            errorCode?: components["schemas"]["ErrorCode"];
            /** @description The project units. */
            projectUnits: components["schemas"]["ScanUnit"][];
            /** @description With `view=gate`: the repository. */
            fullName?: string;
            /** @description With `view=gate`: the first verdict; null until the scan ends. */
            verdict?: components["schemas"]["Verdict"] | null;
            /** @description With `view=gate`: the reason of the verdict. */
            reason?: string;
            /** @description With `view=gate`: what was found. */
            summary?: components["schemas"]["Summary"];
        };
        /** @description A person in the organization. */
        Member: {
            /** @description The person. */
            personId: components["schemas"]["Uuid"];
            /** @description An e-mail address. */
            email: string;
            /** @description The role. */
            role: components["schemas"]["Role"];
            /**
             * Format: date-time
             * @description When the person joined.
             */
            joinedAt: string;
            advisoryDigest: components["schemas"]["AdvisoryDigest"];
        };
        /** @description Which events are messages, and where they arrive. */
        MessageRule: {
            /** @description Event types, `scan.*` or `*`. */
            types: string[];
            /** @description The repositories; absent: all of them. */
            repositoryIds?: string[];
            /** @description Only events about findings of this severity or above. */
            minimumSeverity?: components["schemas"]["Severity"];
            /**
             * @description `each` sends a message for an event, `digest` one for all of an hour.
             * @enum {string}
             */
            mode: "each" | "digest";
        };
        /** @description A name on one line, without control characters. */
        Name: string;
        /** @description The organization of the credential. */
        Organization: {
            /** @description The organization. */
            organizationId: components["schemas"]["Uuid"];
            /** @description The name of the organization. */
            name: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description The organization that pays. */
            parentOrganizationId?: components["schemas"]["Uuid"];
            /** @description The organization leaves; until then an owner can restore it. */
            closing?: {
                /**
                 * Format: date-time
                 * @description Since when it has been closing.
                 */
                since: string;
                /**
                 * Format: date-time
                 * @description When everything is erased.
                 */
                eraseAt: string;
            };
        };
        /** @description Everything of the organization as a file. */
        OrganizationExport: {
            /** @description The export. */
            exportId: string;
            /**
             * @description The state of the export.
             * @enum {string}
             */
            state: "running" | "completed" | "failed";
            /**
             * Format: date-time
             * @description When it was requested.
             */
            requestedAt: string;
            /**
             * Format: date-time
             * @description When it was completed.
             */
            completedAt?: string;
            /**
             * Format: date-time
             * @description When it expires.
             */
            expiresAt: string;
        };
        /** @description Changes that take effect later. */
        PendingChanges: {
            /**
             * @description What changes.
             * @enum {string}
             */
            change: "plan" | "interval" | "licenses" | "plan_end" | "sast_addon_end";
            /** @description The value afterwards. */
            to?: string | number;
            /**
             * Format: date-time
             * @description When it takes effect.
             */
            effectiveAt: string;
        }[];
        /**
         * @description A plan.
         * @enum {string}
         */
        Plan: "Free" | "Starter" | "Team" | "Regulated";
        /** @description A plan to buy. */
        PlanSelection: {
            /**
             * @description The plan.
             * @enum {string}
             */
            plan: "Starter" | "Team";
            interval: components["schemas"]["BillingInterval"];
            /** @description The total, at least 5. Only Team takes it; other plans have a fixed number. */
            licenses?: number;
        };
        /**
         * @description A credit pool: core for all scan types but SAST.
         * @enum {string}
         */
        Pool: "core" | "sast";
        /** @description The credits of a pool. */
        PoolBalance: {
            /** @description Credits that can be spent. */
            available: number;
            /** @description Credits included in the plan. */
            included: number;
            /** @description Purchased credits. */
            purchased: number;
            /** @description Credits that were spent. */
            consumed: number;
            /** @description Unspent promotional credits, which expire. */
            promotional: number;
            /** @description When promotional credits expire next; null where there are none. */
            promotionExpiresAt: string | null;
            /** @description null where no refill is due, or not before an invoice is paid. */
            refillsAt: string | null;
        };
        /** @description The limits of a pool in a month. */
        PoolBudget: {
            /** @description Soft limit: owners and admins get a mail. */
            soft?: number;
            /** @description Hard limit: scans beyond it are refused. */
            hard?: number;
        };
        /** @description When a pool runs out at the present pace. */
        PoolForecast: {
            /** @description The balance at which the automatic recharge starts; 0 where it is off. */
            threshold: number;
            /** @description The average since the start of the period; null on its first day. */
            creditsPerDay: number | null;
            /** @description Whole days at this rate, even past the end of the period; null when it is not reached at this rate. */
            daysToThreshold: number | null;
            /** @description Packs that the automatic recharge may still buy in this period; null where it is off. */
            packsLeft: number | null;
            /**
             * Format: date-time
             * @description When the billing period ends.
             */
            periodEndsAt: string;
        };
        /** @description A probability from 0 to 1. */
        Probability: number;
        /** @description A folder of a repository that is scanned by itself. */
        ProjectUnit: {
            /** @description The project unit. */
            projectUnitId: components["schemas"]["Uuid"];
            /** @description The folder of the unit in the repository; empty for the root. */
            path: string;
            /**
             * @description The package manager of the unit.
             * @enum {string}
             */
            type: "npm" | "pypi" | "go" | "cargo" | "rubygems" | "composer" | "maven" | "gradle" | "nuget" | "hex" | "pub" | "swift" | "cocoapods" | "deno" | "conda" | "cran" | "hackage" | "julia" | "opam" | "cpan" | "luarocks" | "conan" | "vcpkg" | "bazel" | "sbt" | "actions" | "terraform" | "tools" | "other" | "source";
            /** @description The name of the unit. */
            name: string;
        };
        /** @description A suppression that only this commit has. */
        ProposedSuppression: {
            /** @description The path of the file. */
            file: string;
            /** @description The line in the file, starting at 1. */
            line: number;
            /** @description The entry or comment as it stands, without its reason. */
            entry: string;
        };
        /** @description The pull request that the commit belongs to. */
        PullRequest: {
            /** @description The number of the pull request. */
            number: number;
            /** @description Its URL. */
            url?: string;
        };
        /** @description Judges what the commit changes; present when the request named a base. */
        PullRequestCheck: {
            /** @description The verdict. */
            verdict: components["schemas"]["Verdict"];
            /** @description The reason, as a code or a short sentence. */
            reason: components["schemas"]["PullRequestReason"];
            /** @description All reasons; the first is `reason`. */
            reasons: components["schemas"]["PullRequestReason"][];
            /** @description Absent when the scan ended before it was known. */
            severityThreshold?: components["schemas"]["Threshold"];
            /** @description What the commit is compared with. */
            base: {
                /** @description The full commit hash. */
                commitHash?: string;
                /** @description The scan of the base, or of the commit. */
                scanId?: components["schemas"]["Uuid"];
                /** @description Whether the base is proven to be reviewed; false for the base of an artifact, and for one that cannot be used. */
                verified: boolean;
            };
            introduced: components["schemas"]["EventCounts"];
            fixed: components["schemas"]["EventCounts"];
            unchanged: components["schemas"]["EventCounts"];
            /** @description The fingerprints of what is introduced, the worst first and at most 100. */
            introducedFingerprints?: string[];
            /** @description What was assessed in the base but not in this commit. */
            coverageDropped: {
                dimension: components["schemas"]["Dimension"];
                /** @description The path of the project unit. */
                path: string;
                /** @description The reason, as a code or a short sentence. */
                reason: string;
            }[];
            /** @description Suppressions that only this commit has. */
            suppressionsProposed: components["schemas"]["ProposedSuppression"][];
            /** @description The commits between base and head. */
            history?: {
                /** @description The number of commits that were looked at. */
                commits: number;
                /** @description The first secrets that were added and removed again; they count as introduced. */
                secrets: {
                    /** @description The full commit hash. */
                    commitHash: string;
                    /** @description The path of the file. */
                    file: string;
                    /** @description The line in the file, starting at 1. */
                    line: number;
                    /** @description The rule that found the secret. */
                    rule: string;
                    /** @description The severity. */
                    severity: components["schemas"]["Severity"];
                    /** @description Identifies the finding; the same in every scan that has it. */
                    fingerprint: string;
                    /**
                     * @description The word of its provider, where the policy has it asked.
                     * @enum {string}
                     */
                    liveness?: "live" | "revoked" | "unknown";
                }[];
                /** @description What was not looked at. */
                unread: string[];
            };
        };
        /**
         * @description Why the pull request check decided so.
         * @enum {string}
         */
        PullRequestReason: "introduced_vulnerabilities" | "introduced_secrets" | "introduced_non_compliant_licenses" | "coverage_dropped" | "no_new_issues" | "scan_failed" | "base_not_available" | "base_not_reviewed";
        /** @description A gate of the creation, and what it would answer. */
        QuotedGate: {
            /**
             * @description The gate, in the order in which gates are checked.
             * @enum {string}
             */
            gate: "plan" | "repository" | "payment_hold" | "sast_addon" | "dedup" | "license" | "budget" | "credits";
            /** @description Whether the request passes the gate. */
            passed: boolean;
            /** @description The equal scan that would be returned, at no cost. */
            scanId?: components["schemas"]["Uuid"];
            /** @description The code, for programs to branch on. */
            code?: string;
            /** @description The details, as a sentence for people. */
            detail?: string;
            /** @description The capability that the plan lacks. */
            capability?: string;
            /** @description The credit pool. */
            pool?: components["schemas"]["Pool"];
            /** @description The credits of the pool. */
            balance?: number;
            /** @description The credits that the scan needs. */
            required?: number;
            /** @description The remedy: `buy_licenses` or `upgrade_or_wait`. */
            remedy?: string;
        };
        /** @description The state of the automatic recharge of a pool. */
        RechargeState: {
            /** @description Whether it is enabled. */
            enabled: boolean;
            /** @description Packs of automatic recharges in this period, including one in progress. */
            packs: number;
            /** @description The maximum number of packs per billing period. */
            monthlyCap: number;
            /** @description Consecutive failures. */
            failures: number;
            /** @description Since when charges have been failing; null while they succeed. */
            failingSince: string | null;
            /** @description null while failing: the next attempt waits for a change of settings, period or payment method. */
            nextAttemptAt: string | null;
        };
        /** @description A release of a bundle, with the scans that it stands on. */
        Release: {
            /** @description The bundle. */
            bundleId: components["schemas"]["Uuid"];
            /** @description The version of the release. */
            releaseVersion: string;
            /**
             * @description FAIL when one member fails.
             * @enum {string}
             */
            verdict: "PASS" | "FAIL";
            /** @description The repositories of the bundle. */
            members: {
                /** @description The repository. */
                repositoryId: components["schemas"]["Uuid"];
                /** @description The project unit. */
                projectUnitId?: components["schemas"]["Uuid"];
                /** @description Its name at the git host. */
                repository: string;
                /** @description The scan. */
                scanId: components["schemas"]["Uuid"];
                /** @description The full commit hash. */
                commitHash: string;
                /**
                 * @description The verdict.
                 * @enum {string}
                 */
                verdict: "PASS" | "FAIL";
                /** @description The scan types of the scan. */
                scanTypes: components["schemas"]["ScanType"][];
                /** @description Whether the scan covers every scan type that may be used. */
                fullScope: boolean;
            }[];
            /** @description The advisories by which all members were judged. */
            snapshotId: string;
            /** @description Digest of the gate settings. */
            policyDigest: string;
            /**
             * Format: date-time
             * @description When it was released.
             */
            releasedAt: string;
            /** @description The person who released it. */
            releasedBy: components["schemas"]["Uuid"];
            /**
             * Format: date-time
             * @description The end of support.
             */
            supportUntil: string;
            /** @description The SHA-256 of each frozen document, which the attestation has, too. */
            documents: {
                [key: string]: string;
            };
            /** @description The number of advisories that affect the release now. */
            advisories: components["schemas"]["ReleaseAdvisories"];
        };
        /** @description How many advisories affect the release now. */
        ReleaseAdvisories: {
            /**
             * Format: date-time
             * @description When it was judged.
             */
            judgedAt: string;
            /** @description The number of items. */
            count: number;
        };
        /** @description A connected repository. */
        Repository: {
            /** @description The repository. */
            repositoryId: components["schemas"]["Uuid"];
            /** @description Its name at the git host. */
            fullName: string;
            /** @description The git host. */
            provider: string;
            /** @description The default branch. */
            defaultBranch: string;
            /** @description Further branches that only receive reviewed changes. */
            reviewedBranches?: string[];
            /** @description Whether scans of artifacts count as scans of the default branch. */
            artifactsAsDefault: boolean;
            /**
             * @description Whether project units that have not changed reuse the result of an earlier scan, free of charge.
             * @enum {string}
             */
            reuse: "on" | "off";
            /** @description The project units. */
            projectUnits: components["schemas"]["ProjectUnit"][];
            /** @description Its URL. */
            url: string;
            /** @description Whether the service has a credential for the git host. */
            hasCredential: boolean;
            checks: components["schemas"]["RepositoryChecks"];
            /** @description Its public badge, at `/badges/{badgeId}.svg`. */
            badgeId?: string;
            /**
             * Format: date-time
             * @description When it was connected.
             */
            connectedAt: string;
        };
        /** @description What the service writes at the git host. */
        RepositoryChecks: {
            /** @description Whether the service writes the result of a scan at the commit: a check run of a GitHub App, else a commit status. */
            status: boolean;
            /** @description Whether the service keeps one comment on the pull request or merge request of a scan. */
            comment: boolean;
            /** @description Whether findings are shown at their lines; a check run of a GitHub App takes them. */
            annotations: boolean;
            /**
             * @description The API of the host, where its name does not tell: GitHub Enterprise or GitLab of your own.
             * @enum {string}
             */
            api?: "github" | "gitlab" | "bitbucket";
            /** @description The host refuses the credential: nothing is written until it is replaced. */
            stopped?: components["schemas"]["StoppedChecks"];
        };
        /** @description What the service signs in to the git host with. */
        RepositoryCredential: {
            /** @description The user name, if the host needs one. */
            username?: string;
            /** @description The token or password. */
            secret: string;
            /** @description A GitHub App that is installed at the repository: `secret` is its private key (PEM), and there is no `username`. It fetches with tokens of the installation, and writes check runs. */
            app?: components["schemas"]["AppCredential"];
        };
        /** @description A connected repository with its newest scan. */
        RepositoryDetail: {
            /** @description The repository. */
            repositoryId: components["schemas"]["Uuid"];
            /** @description Its name at the git host. */
            fullName: string;
            /** @description The git host. */
            provider: string;
            /** @description The default branch. */
            defaultBranch: string;
            /** @description Further branches that only receive reviewed changes. */
            reviewedBranches?: string[];
            /** @description Whether scans of artifacts count as scans of the default branch. */
            artifactsAsDefault: boolean;
            /**
             * @description Whether project units that have not changed reuse the result of an earlier scan, free of charge.
             * @enum {string}
             */
            reuse: "on" | "off";
            /** @description The project units. */
            projectUnits: components["schemas"]["ProjectUnit"][];
            /** @description Its URL. */
            url: string;
            /** @description Whether the service has a credential for the git host. */
            hasCredential: boolean;
            checks: components["schemas"]["RepositoryChecks"];
            /** @description Its public badge, at `/badges/{badgeId}.svg`. */
            badgeId?: string;
            /**
             * Format: date-time
             * @description When it was connected.
             */
            connectedAt: string;
            /** @description The latest scan that ended. */
            latest: components["schemas"]["LatestScan"] | null;
            /** @description Whether the plan covers this repository. */
            scannable: boolean;
        };
        /** @description The repositories that it is limited to. */
        RepositoryIds: components["schemas"]["Uuid"][];
        /** @description The pull request that a commit to scan belongs to. */
        RequestPullRequest: {
            /** @description The number of the pull request. */
            number: number;
            /** @description Its URL. */
            url?: string;
        };
        /** @description How long results are kept. */
        Retention: {
            /** @description Days. */
            days: number;
            /** @description null: the plan has no limit. */
            maxDays: number | null;
        };
        /**
         * @description The role of a person in an organization.
         * @enum {string}
         */
        Role: "owner" | "admin" | "billing" | "member";
        /** @description The roles that the identity provider gives. */
        RoleMapping: {
            /** @description The claim that names the role. */
            claim: components["schemas"]["Claim"];
            /** @description The role of each value. */
            values: {
                [key: string]: "admin" | "billing" | "member";
            };
        };
        /** @description An identity provider that speaks SAML. */
        SamlIssuer: {
            /**
             * @description Its kind.
             * @constant
             */
            kind: "saml";
            /** @description The entity id of the identity provider. */
            entityId: string;
            /** @description Where the identity provider signs people in. */
            signInUrl: string;
            /** @description PEM or base64. Two of them let the identity provider change its key. */
            certificates: string[];
        };
        /** @description The SAST add-on; null without one. */
        SastAddon: {
            /**
             * @description The size of the add-on.
             * @enum {string}
             */
            size: "starter" | "team";
            /**
             * Format: date-time
             * @description When it ends.
             */
            endsAt: string;
            /**
             * Format: date-time
             * @description When it ends because it was canceled.
             */
            cancelsAt?: string;
        } | null;
        /** @description A scan without its verdict. */
        Scan: {
            /** @description The scan. */
            scanId: components["schemas"]["Uuid"];
            /** @description The state of the scan. */
            status: components["schemas"]["ScanStatus"];
            /** @description The repository. */
            repositoryId: components["schemas"]["Uuid"];
            /** @description The full commit hash. */
            commitHash: string;
            /** @description The branch. */
            branch?: string;
            /** @description The commit that the scan is compared with. */
            baseCommitHash?: string;
            /** @description The scan that it is compared with. */
            baseScanId?: components["schemas"]["Uuid"];
            pullRequest?: components["schemas"]["PullRequest"];
            /** @description How the scan was requested. */
            sourceTrigger: components["schemas"]["SourceTrigger"];
            ci?: components["schemas"]["CiRun"];
            /**
             * @description `ci` and the URL of `pullRequest` are lost, or were purged.
             * @constant
             */
            pipelineStatement?: "missing";
            /** @description Who posts the result to the git host. */
            checksBy: components["schemas"]["ChecksBy"];
            /** @description The scan types of the scan. */
            scanTypes: components["schemas"]["ScanType"][];
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the scan started.
             */
            startedAt?: string;
            /**
             * Format: date-time
             * @description When the scan ended.
             */
            finishedAt?: string;
            /** @description Why it failed. */
            errorCode?: components["schemas"]["ErrorCode"];
            /** @description The project units. */
            projectUnits: components["schemas"]["ScanUnit"][];
        };
        /** @description A commit, a lockfile or an SBOM to scan. */
        ScanRequest: {
            /** @description From GET /v1/repositories/resolve; a name is not accepted. */
            repositoryId: components["schemas"]["Uuid"];
            /** @description The full commit hash. */
            commitHash: components["schemas"]["CommitHash"];
            /** @description The branch. */
            branch?: components["schemas"]["BranchName"];
            /** @description Limits the scan to this unit; required with an artifact. */
            projectUnitId?: components["schemas"]["Uuid"];
            /** @description Omitted, or containing "all": the full scope. */
            scanTypes?: ("sbom" | "sca" | "license" | "dependency-advisor" | "secrets" | "sast" | "all")[];
            /** @description Compares with this commit, which is the tip of a reviewed branch or an ancestor of it. The answer of the wait has a pullRequestCheck. */
            baseCommitHash?: components["schemas"]["CommitHash"];
            /** @description Compares an artifact with this earlier scan. */
            baseScanId?: components["schemas"]["Uuid"];
            /** @description The pull request that the commit belongs to. Its URL is on the host of the repository. */
            pullRequest?: components["schemas"]["RequestPullRequest"];
            /** @description A lockfile built in CI. Relative path; not together with sbom. */
            lockfile?: {
                /** @description The path of the lockfile in the repository. */
                path: string;
                /** @description The lockfile as text. */
                content: string;
            };
            /** @description A CycloneDX JSON document, 1.2 to 1.7; not together with lockfile. */
            sbom?: {
                [key: string]: unknown;
            };
        };
        /**
         * @description The state of a scan or of a unit of it; the last three are final.
         * @enum {string}
         */
        ScanStatus: "queued" | "running" | "completed" | "failed" | "cancelled";
        /**
         * @description One of the six scan types.
         * @enum {string}
         */
        ScanType: "sbom" | "sca" | "license" | "dependency-advisor" | "secrets" | "sast";
        /** @description The state of one project unit in a scan. */
        ScanUnit: {
            /** @description The project unit. */
            projectUnitId: components["schemas"]["Uuid"];
            /** @description The folder of the unit in the repository; empty for the root. */
            path: string;
            /** @description The package manager of the unit. */
            type: string;
            /** @description The state of the unit. */
            status: components["schemas"]["ScanStatus"];
            /** @description What went wrong, as a sentence for people. */
            error?: string;
            /** @description Why it failed. */
            errorCode?: components["schemas"]["ErrorCode"];
            /** @description The scan whose result the unit reuses, because nothing in it has changed. */
            reusedFrom?: components["schemas"]["Uuid"];
        };
        /** @description The verdict of a scan, or its state when the waiting time was over. */
        ScanVerdict: {
            /** @description The scan. */
            scanId: components["schemas"]["Uuid"];
            /** @description The state of the scan. */
            status: components["schemas"]["ScanStatus"];
            /** @description PASS, FAIL or ERROR; null while the scan is running. */
            verdict: components["schemas"]["Verdict"] | null;
            /** @description The first reason, or `wait_timeout` while the scan is running. */
            reason: string;
            /** @description All reasons; the first is `reason`. */
            reasons: string[];
            summary?: components["schemas"]["Summary"];
            /** @description The project units. */
            projectUnits: components["schemas"]["ScanUnit"][];
            /** @description Who posts the result to the git host. */
            checksBy: components["schemas"]["ChecksBy"];
            /** @description Why it failed. */
            errorCode?: components["schemas"]["ErrorCode"];
            /**
             * Format: date-time
             * @description When it was judged.
             */
            judgedAt?: string;
            /** @description The advisory snapshot. */
            advisorySnapshot?: components["schemas"]["AdvisorySnapshot"];
            /** @description The license data that was asked. */
            licenseSnapshot?: {
                /** @description Identifies the data. */
                id: string;
                /** @description The day of the license data. */
                day: string;
            };
            /** @description The published poms by which builds of Maven and Gradle were resolved in the scan. */
            pomSnapshot?: {
                /** @description Digest of the poms. */
                id: string;
                /** @description The number of published POMs. */
                poms: number;
            };
            /** @description Digest of the package inventory. */
            inventoryDigest?: string;
            /** @description Digest of the gate settings. */
            policyDigest?: string;
            /** @description Digest of the waivers. */
            waiversDigest?: string;
            /** @description Digest of the suppressions in the repository. */
            suppressionsDigest?: string;
            /** @description What was assessed and what was not, by project unit and scan type. */
            coverage?: components["schemas"]["Coverage"][];
            /** @description Scan types that the organization requires and that did not run. Show a neutral result when there are any. */
            missingScanTypes?: components["schemas"]["ScanType"][];
            /** @description Suppressions that only this commit has: they count from the merge on. */
            suppressionsProposed?: components["schemas"]["ProposedSuppression"][];
            /** @description Suppressions that suppress nothing. */
            suppressionsUnused?: {
                /** @description The path of the file. */
                file: string;
                /** @description The line in the file, starting at 1. */
                line: number;
                /** @description The entry or comment as it stands, without its reason. */
                entry: string;
                /**
                 * @description The first reason, or `wait_timeout` while the scan is running.
                 * @enum {string}
                 */
                reason: "matched_nothing" | "unknown_scanner" | "unknown_rule" | "unknown_advisory" | "unknown_license";
            }[];
            /** @description Numbers of suppressions that are not listed. */
            suppressionsOmitted?: {
                /** @description The number of proposed suppressions that are not listed. */
                proposed: number;
                /** @description The number of unused suppressions that are not listed. */
                unused: number;
            };
            pullRequestCheck?: components["schemas"]["PullRequestCheck"];
            /** @description Seconds; present with the reason wait_timeout. */
            retryAfter?: number;
            /** @description Present when no more requests may wait: ask this path after these seconds, the last again and again, until the scan has ended; then wait answers at once. */
            poll?: {
                /** @description A path, or a pattern of paths. */
                path: string;
                /** @description Before each look. */
                afterSeconds: number[];
            };
        };
        /**
         * @description What a credential may do.
         * @enum {string}
         */
        Scope: "repositories:read" | "repositories:write" | "scans:read" | "scans:write" | "organization:read" | "organization:write" | "billing:read" | "billing:write" | "tokens:write";
        /** @description A signed-in browser. */
        Session: {
            /** @description The session. */
            sessionId: components["schemas"]["Uuid"];
            /** @description The organization. */
            organizationId: components["schemas"]["Uuid"];
            /** @description Whether it is the session of this request. */
            current: boolean;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last used.
             */
            lastUsedAt?: string;
            /**
             * Format: date-time
             * @description When the person signed in.
             */
            signedInAt?: string;
            /** @description The browser. */
            userAgent?: string;
            /**
             * Format: date-time
             * @description When it ends if it is not used.
             */
            idleUntil?: string;
            /**
             * Format: date-time
             * @description When it expires.
             */
            expiresAt?: string;
        };
        /** @description How long sessions and tokens last. */
        SessionLimits: {
            /** @description Minutes without use after which a session ends. */
            idleMinutes?: number;
            /** @description Hours after which a session ends. */
            absoluteHours?: number;
            /** @description The maximum lifetime of a token in days. */
            maxTokenDays?: number;
            /** @description Authentication methods that a sign-in must use. */
            requiredAmr?: string[];
        };
        /**
         * @description A severity; unknown where nobody states one.
         * @enum {string}
         */
        Severity: "critical" | "high" | "medium" | "low" | "unknown";
        /** @description Findings by severity. */
        SeverityCounts: {
            /** @description Findings of critical severity. */
            critical: number;
            /** @description Findings of high severity. */
            high: number;
            /** @description Findings of medium severity. */
            medium: number;
            /** @description Findings of low severity. */
            low: number;
            /** @description Findings of unknown severity. */
            unknown: number;
            /** @description All findings. */
            total: number;
        };
        /** @description A followed commit, and when it was scanned. */
        Sighting: {
            /** @description The scan. */
            scanId: components["schemas"]["Uuid"];
            /** @description The full commit hash. */
            commitHash: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
        };
        /** @description How somebody signs in, and where the browser goes on. */
        SignInStart: {
            /** @description `/console` or a path below it, where the sign-in moves on to. By default `/console`. */
            returnTo?: string;
            /** @description Finds the issuer of an organization by the domain, and is a hint to any issuer. */
            email?: components["schemas"]["Email"];
            /** @description From `GET /v1/session/providers`, or the id of an organization with its own issuer. */
            providerId?: string;
            /**
             * @description Asks for a new proof of who the person is, in place of the session.
             * @enum {string}
             */
            recent?: "true" | "false";
            /** @description The secret of the link: the part after `#`. */
            invitation?: string;
        };
        /** @description The identity provider of the organization. */
        SingleSignOn: {
            /** @description Whether there is an identity provider. */
            configured: boolean;
            /** @description Who signs. */
            issuer?: {
                /**
                 * @description Its kind.
                 * @constant
                 */
                kind: "oidc";
                /** @description Who signs. */
                issuer: string;
                /** @description The client id at the identity provider. */
                clientId: string;
            } | components["schemas"]["SamlIssuer"];
            /** @description The role of a person by the values of a claim or attribute, at each sign-in: admin before billing before member. */
            roles?: components["schemas"]["RoleMapping"];
            /** @description Since when sign-in through this identity provider has been enforced. */
            enforced?: {
                /**
                 * Format: date-time
                 * @description Since when.
                 */
                since: string;
                /** @description Owners who can sign in without the identity provider. */
                breakGlass: components["schemas"]["RepositoryIds"];
            };
            session?: components["schemas"]["SessionLimits"];
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            changedAt?: string;
        };
        /** @description A scan type that the scan leaves out. */
        SkippedScanType: {
            /** @description The scan type. */
            scanType: components["schemas"]["ScanType"];
            /** @description Why it is skipped. */
            reason: string;
        };
        /** @description The severity of each rule about where packages come from. */
        SourceSeverities: {
            /** @description The severity of this rule about package sources. */
            "resolved-mismatch"?: components["schemas"]["Threshold"];
            /** @description The severity of this rule about package sources. */
            "unexpected-host"?: components["schemas"]["Threshold"];
            /** @description The severity of this rule about package sources. */
            "missing-integrity"?: components["schemas"]["Threshold"];
            /** @description The severity of this rule about package sources. */
            "git-source"?: components["schemas"]["Threshold"];
            /** @description The severity of this rule about package sources. */
            "url-source"?: components["schemas"]["Threshold"];
            /** @description The severity of this rule about package sources. */
            "insecure-source"?: components["schemas"]["Threshold"];
            /** @description The severity of this rule about package sources. */
            "extra-registry"?: components["schemas"]["Threshold"];
            /** @description The severity of this rule about package sources. */
            "named-registry"?: components["schemas"]["Threshold"];
            /** @description The severity of this rule about package sources. */
            "replaced-package"?: components["schemas"]["Threshold"];
        };
        /**
         * @description How the scan was asked for.
         * @enum {string}
         */
        SourceTrigger: "api" | "cli" | "manual";
        /** @description Why the service writes nothing at the git host. */
        StoppedChecks: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /**
             * @description Why the service stopped posting results.
             * @enum {string}
             */
            cause: "credential_refused";
        };
        /** @description The subscription with its pending changes. */
        Subscription: {
            /** @description The plan. */
            plan: components["schemas"]["Plan"];
            interval: components["schemas"]["BillingInterval"];
            /** @description Bought or agreed; null where the plan has a fixed number. */
            licenses: number | null;
            /** @description Whether the subscription renews automatically. */
            autoRenew: boolean;
            sastAddon: components["schemas"]["SastAddon"];
            /** @description Changes that take effect later. */
            pending: components["schemas"]["PendingChanges"];
        };
        /** @description What was found, counted by the dimensions that were asked for. */
        Summary: {
            vulnerabilities?: components["schemas"]["VulnerabilityCounts"];
            secrets?: components["schemas"]["SeverityCounts"];
            /** @description Components by the policy’s judgment of their licenses. */
            licenses?: components["schemas"]["LicenseCounts"];
            /** @description Findings of this severity or above fail the gate. */
            severityThreshold: components["schemas"]["Threshold"];
        };
        /** @description The highest severities in test, fixture, documentation and example folders. */
        TestFolderPolicy: {
            /** @description The highest severity of a secret; critical: as elsewhere. */
            secrets: components["schemas"]["Threshold"];
            /** @description The highest severity of a finding in code; critical: as elsewhere. */
            code: components["schemas"]["Threshold"];
        };
        /**
         * @description A severity that a gate compares with.
         * @enum {string}
         */
        Threshold: "critical" | "high" | "medium" | "low";
        /** @description A token without the credential itself. */
        Token: {
            /** @description The credential. */
            tokenId: components["schemas"]["Uuid"];
            /** @description Its kind. */
            kind: components["schemas"]["CredentialKind"];
            /** @description The name of the token. */
            name: string;
            /** @description The person. */
            personId: components["schemas"]["Uuid"];
            /** @description What it may do. */
            scopes: components["schemas"]["Scope"][];
            /** @description The credential with which it was issued, and with which it ends. */
            parentId?: components["schemas"]["Uuid"];
            /** @description The repositories; absent: all of them. */
            repositoryIds?: components["schemas"]["RepositoryIds"];
            /** @description The first characters of the token. */
            hint: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it expires.
             */
            expiresAt?: string;
            /**
             * Format: date-time
             * @description When it was last used.
             */
            lastUsedAt?: string;
            /**
             * Format: date-time
             * @description When it was revoked.
             */
            revokedAt?: string;
        };
        /** @description Why the finding is there and does not count. */
        Toleration: {
            /**
             * @description What makes the finding not count.
             * @enum {string}
             */
            by: "waiver" | "suppression" | "policy";
            /** @description The reason, as a code or a short sentence. */
            reason: string;
            /** @description The waiver. */
            waiverId?: components["schemas"]["Uuid"];
            /**
             * Format: date-time
             * @description When it expires.
             */
            expiresAt?: string;
        };
        /** @description A finding on a default branch over time. */
        TrackedFinding: {
            /** @description Identifies the finding; the same in every scan that has it. */
            fingerprint: string;
            /** @description The repository. */
            repositoryId: components["schemas"]["Uuid"];
            /** @description The repository, in a list with `view=gate`. */
            fullName?: string;
            /** @description The project unit. */
            projectUnitId: components["schemas"]["Uuid"];
            /** @description The path of the project unit; empty for the root. */
            unitPath: string;
            /** @description Its kind. */
            kind: components["schemas"]["FindingKind"];
            /** @description The severity. */
            severity: components["schemas"]["Severity"];
            /** @description What it is, in a few words. */
            title: string;
            /** @description The advisory, the rule or the license. */
            rule: string;
            /** @description The file within its project unit. */
            file: string;
            /** @description Of a secret that a history scan found; projectUnitId is then that of the repository. */
            history?: components["schemas"]["HistoryPlace"];
            /** @description The package. */
            packageName?: string;
            /** @description The version of the package. */
            packageVersion?: string;
            /** @description A version that fixes it is known. */
            fixable: boolean;
            /** @description Whether it is in CISA’s KEV catalog (known exploited vulnerabilities). */
            knownExploited: boolean;
            /** @description The places in the unit that share the fingerprint. */
            occurrences: number;
            /**
             * @description waived: it is there, but a waiver, a suppression or the policy tolerates it.
             * @enum {string}
             */
            state: "open" | "waived" | "fixed";
            firstSeen: components["schemas"]["Sighting"];
            /** @description In the list only of findings that are fixed or unconfirmed: others are in the newest followed commit. */
            lastSeen?: components["schemas"]["Sighting"];
            /** @description The first followed commit without it. */
            fixed?: components["schemas"]["Sighting"];
            tolerated?: components["schemas"]["Toleration"];
            /** @description It was not found again, but its unit was not assessed completely: it is not known to be fixed. */
            unconfirmed: boolean;
            /** @description The responsible person; null for nobody. */
            assignee: components["schemas"]["Uuid"] | null;
            /** @description The URL of an issue about it, or null. */
            ticket: string | null;
        };
        /** @description A finding on a default branch over time, with its notes. */
        TrackedFindingDetail: {
            /** @description Identifies the finding; the same in every scan that has it. */
            fingerprint: string;
            /** @description The repository. */
            repositoryId: components["schemas"]["Uuid"];
            /** @description The repository, in a list with `view=gate`. */
            fullName?: string;
            /** @description The project unit. */
            projectUnitId: components["schemas"]["Uuid"];
            /** @description The path of the project unit; empty for the root. */
            unitPath: string;
            /** @description Its kind. */
            kind: components["schemas"]["FindingKind"];
            /** @description The severity. */
            severity: components["schemas"]["Severity"];
            /** @description What it is, in a few words. */
            title: string;
            /** @description The advisory, the rule or the license. */
            rule: string;
            /** @description The file within its project unit. */
            file: string;
            /** @description Of a secret that a history scan found; projectUnitId is then that of the repository. */
            history?: components["schemas"]["HistoryPlace"];
            /** @description The package. */
            packageName?: string;
            /** @description The version of the package. */
            packageVersion?: string;
            /** @description A version that fixes it is known. */
            fixable: boolean;
            /** @description Whether it is in CISA’s KEV catalog (known exploited vulnerabilities). */
            knownExploited: boolean;
            /** @description The places in the unit that share the fingerprint. */
            occurrences: number;
            /**
             * @description waived: it is there, but a waiver, a suppression or the policy tolerates it.
             * @enum {string}
             */
            state: "open" | "waived" | "fixed";
            firstSeen: components["schemas"]["Sighting"];
            lastSeen: components["schemas"]["Sighting"];
            /** @description The first followed commit without it. */
            fixed?: components["schemas"]["Sighting"];
            tolerated?: components["schemas"]["Toleration"];
            /** @description It was not found again, but its unit was not assessed completely: it is not known to be fixed. */
            unconfirmed: boolean;
            /** @description The responsible person; null for nobody. */
            assignee: components["schemas"]["Uuid"] | null;
            /** @description The URL of an issue about it, or null. */
            ticket: string | null;
            /** @description Notes of the team, or null. */
            notes: string | null;
        };
        /** @description The values of a claim that match. */
        TrustMatch: string | {
            /** @description A pattern with `*`. */
            glob: string;
        };
        /** @description A rule that lets the JWT of a CI be exchanged for a token. */
        TrustRule: {
            /** @description The trust rule. */
            trustId: components["schemas"]["Uuid"];
            /** @description The name of the rule. */
            name: string;
            /** @description The CI. */
            provider: components["schemas"]["CiProvider"];
            /** @description Who signs. */
            issuer: string;
            /** @description The required audience of the JWT. */
            audience: string;
            /** @description The claims that must match. */
            match: {
                [key: string]: string | {
                    /** @description A pattern with `*`. */
                    glob: string;
                };
            };
            /** @description The repositories that the token may scan. */
            repositories: ("matching" | "all") | components["schemas"]["RepositoryIds"];
            /** @description What it may do. */
            scopes: string[];
            /**
             * @description For providers whose JWTs do not tell forks: whether builds of forks are off there, or accepted as others are.
             * @enum {string}
             */
            forkBuilds?: "off" | "accepted";
            /** @description The person. */
            personId: components["schemas"]["Uuid"];
            /**
             * Format: date-time
             * @description Since when the person has been responsible for the rule.
             */
            heldSince: string;
            /** @description The person who created it. */
            createdBy: components["schemas"]["Uuid"];
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description To the hour.
             */
            lastUsedAt?: string;
        };
        /** @description The repositories that the token may scan. */
        TrustedRepositories: ("matching" | "all") | components["schemas"]["Uuid"][];
        /** @description What a dimension means that could not be assessed. */
        UnassessedPolicy: {
            /**
             * @description For vulnerabilities in dependencies.
             * @enum {string}
             */
            sca?: "report" | "fail";
            /**
             * @description For licenses.
             * @enum {string}
             */
            license?: "report" | "fail";
            /**
             * @description For secrets.
             * @enum {string}
             */
            secrets?: "report" | "fail";
            /**
             * @description For weaknesses in code.
             * @enum {string}
             */
            sast?: "report" | "fail";
        };
        /** @description Whether vulnerabilities without a fixed version count. */
        UnfixablePolicy: {
            /** @description The number of days after publication during which they do not count. */
            untilDays: number;
        } | null;
        /** @description A scan request that was uploaded, or the fields beside an uploaded SBOM. */
        UploadReference: {
            /** @description From GET /v1/repositories/resolve; a name is not accepted. */
            repositoryId?: components["schemas"]["Uuid"];
            /** @description The full commit hash. */
            commitHash?: components["schemas"]["CommitHash"];
            /** @description The branch. */
            branch?: components["schemas"]["BranchName"];
            /** @description Limits the scan to this unit; required with an artifact. */
            projectUnitId?: components["schemas"]["Uuid"];
            /** @description Omitted, or containing "all": the full scope. */
            scanTypes?: ("sbom" | "sca" | "license" | "dependency-advisor" | "secrets" | "sast" | "all")[];
            /** @description Compares with this commit, which is the tip of a reviewed branch or an ancestor of it. The answer of the wait has a pullRequestCheck. */
            baseCommitHash?: components["schemas"]["CommitHash"];
            /** @description Compares an artifact with this earlier scan. */
            baseScanId?: components["schemas"]["Uuid"];
            /** @description The pull request that the commit belongs to. Its URL is on the host of the repository. */
            pullRequest?: components["schemas"]["RequestPullRequest"];
            /** @description From `POST /v1/uploads`. */
            uploadId: components["schemas"]["Uuid"];
        };
        /** @description A UUID. */
        Uuid: string;
        /**
         * @description The answer of the gate.
         * @enum {string}
         */
        Verdict: "PASS" | "FAIL" | "ERROR";
        /** @description Vulnerabilities in dependencies and code by severity. */
        VulnerabilityCounts: {
            /** @description Findings of critical severity. */
            critical: number;
            /** @description Findings of high severity. */
            high: number;
            /** @description Findings of medium severity. */
            medium: number;
            /** @description Findings of low severity. */
            low: number;
            /** @description Findings of unknown severity. */
            unknown: number;
            /** @description All vulnerabilities. */
            total: number;
            /** @description Vulnerabilities in dependencies. */
            dependencies: number;
            /** @description Weaknesses in code. */
            code: number;
        };
        /** @description Where the waiver counts; empty: in the whole organization. */
        WaivedPlace: {
            /** @description The repository. */
            repositoryId?: components["schemas"]["Uuid"];
            /** @description The project unit. */
            projectUnitId?: components["schemas"]["Uuid"];
        };
        /** @description A waiver: findings that do not count, with reason and end. */
        Waiver: {
            /** @description The waiver. */
            waiverId: components["schemas"]["Uuid"];
            /**
             * @description Whether it was created by a person or from a VEX document.
             * @enum {string}
             */
            kind: "manual" | "vex";
            /** @description What it covers. */
            match: components["schemas"]["WaiverTarget"];
            scope: components["schemas"]["WaivedPlace"];
            /** @description The repository, in a list with `view=gate`. */
            fullName?: string;
            /** @description The project unit, in a list with `view=gate`. */
            unitPath?: string;
            /** @description Why the findings do not count. */
            reason: string;
            /** @description Its state. */
            status: components["schemas"]["WaiverStatus"];
            /** @description The version, which increases with each change. */
            version: number;
            /** @description The waiver that it replaces. */
            renews?: components["schemas"]["Uuid"];
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description The person who created it. */
            createdBy: components["schemas"]["Uuid"];
            /**
             * Format: date-time
             * @description When it was approved.
             */
            approvedAt?: string;
            /** @description The person who approved it. */
            approvedBy?: components["schemas"]["Uuid"];
            /**
             * Format: date-time
             * @description When it was ended early.
             */
            endedAt?: string;
            /** @description The person who ended it. */
            endedBy?: components["schemas"]["Uuid"];
            /**
             * Format: date-time
             * @description When it expires.
             */
            expiresAt: string;
            /**
             * Format: date-time
             * @description When a scan used it last, to the day; absent for an unused waiver.
             */
            lastMatchedAt?: string;
        };
        /** @description What a waiver covers: exactly one of five kinds of match. */
        WaiverMatch: {
            /** @description An advisory id or an alias of it. */
            advisory: string;
        } | {
            /** @description A package URL with or without version; * in its name beside at least 3 other characters. */
            package: string;
        } | {
            /** @description The rule whose findings it covers. */
            rule: string;
            /** @description A pattern as in .gitignore, from the root of the repository. */
            path?: string;
        } | {
            /** @description A license. */
            license: string;
            /** @description A package URL with or without version; * in its name beside at least 3 other characters. */
            package?: string;
        } | {
            /** @description Identifies the finding; the same in every scan that has it. */
            fingerprint: string;
        };
        /** @description One repository, or one of its project units. Default: the whole organization. */
        WaiverScope: {
            /** @description The repository. */
            repositoryId?: components["schemas"]["Uuid"];
            /** @description The project unit. */
            projectUnitId?: components["schemas"]["Uuid"];
        };
        /**
         * @description Only an active waiver covers findings.
         * @enum {string}
         */
        WaiverStatus: "requested" | "active" | "rejected" | "withdrawn" | "replaced" | "expired";
        /** @description What the waiver covers. */
        WaiverTarget: {
            /** @description An advisory id or an alias of it. */
            advisory: string;
            /** @description A package URL, with or without version. */
            package?: string;
        } | {
            /** @description A package URL, with or without version. */
            package: string;
        } | {
            /** @description The rule whose findings it covers. */
            rule: string;
            /** @description A path, or a pattern of paths. */
            path?: string;
        } | {
            /** @description The license. */
            license: string;
            /** @description A package URL, with or without version. */
            package?: string;
        } | {
            /** @description Identifies the finding; the same in every scan that has it. */
            fingerprint: string;
        };
        /** @description A webhook without its secret. */
        Webhook: {
            /** @description The webhook. */
            webhookId: components["schemas"]["Uuid"];
            /** @description Its name. */
            name: string;
            /** @description Where events are sent. */
            url: string;
            /** @description The types of events that are sent. */
            events: string[];
            /** @description Keeps events out that tell of something else; an absent field keeps none out. */
            filter?: components["schemas"]["EventFilter"];
            /**
             * Format: date-time
             * @description Until then each delivery has a signature of a replaced secret, too.
             */
            oldSecretSignsUntil?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description Whether it is enabled. */
            enabled: boolean;
            /** @description Why it gets nothing, and since when. */
            disabled?: components["schemas"]["Disabled"];
            /** @description The plan does not include it: it is kept, gets nothing, and goes on with the plan. */
            paused: boolean;
            /** @description Failed attempts in a row. */
            failures: number;
            /**
             * Format: date-time
             * @description Since when deliveries have been failing.
             */
            failingSince?: string;
            /**
             * Format: date-time
             * @description When an event was delivered last.
             */
            lastDeliveredAt?: string;
        };
    };
    responses: {
        /** @description `unauthenticated`: A valid credential is required. */
        Unauthenticated: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "unauthenticated";
                };
            };
        };
        /** @description `conflict`: The current state does not allow this. */
        Conflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "conflict";
                };
            };
        };
        /** @description `body_too_large`: The body is too large. */
        BodyTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "body_too_large";
                };
            };
        };
        /** @description `rate_limited`: Too many requests. */
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "rate_limited";
                };
            };
        };
        /** @description `system_error`: Internal error. */
        SystemError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "system_error";
                };
            };
        };
        /** @description `temporarily_unavailable`: Temporarily unavailable. */
        TemporarilyUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "temporarily_unavailable";
                };
            };
        };
        /** @description `repository_not_found`: No such repository. */
        RepositoryNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "repository_not_found";
                };
            };
        };
        /** @description `invalid_query`: A query parameter is not valid. */
        InvalidQuery: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "invalid_query";
                };
            };
        };
        /** @description `entitlement_denied`: The plan does not include this. */
        EntitlementDenied: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "entitlement_denied";
                };
            };
        };
        /**
         * @description `csrf_failed`: The request does not come from the console of this session.
         *     `insufficient_scope`: The credential lacks a scope.
         *     `role_required`: The role does not allow this.
         */
        "CsrfFailed-or-2": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "csrf_failed" | "insufficient_scope" | "role_required";
                };
            };
        };
        /**
         * @description `repository_unreachable`: The repository cannot be reached with this URL and credential.
         *     `repository_url_invalid`: The repository URL is not valid.
         *     `unknown_field`: The request has an unknown field.
         *     `validation_failed`: The request is well-formed but not valid.
         */
        "RepositoryUnreachable-or-3": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "repository_unreachable" | "repository_url_invalid" | "unknown_field" | "validation_failed";
                };
            };
        };
        /** @description `malformed_json`: The body cannot be read. */
        MalformedJson: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "malformed_json";
                };
            };
        };
        /** @description `unsupported_media_type`: The media type is not supported. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "unsupported_media_type";
                };
            };
        };
        /**
         * @description `csrf_failed`: The request does not come from the console of this session.
         *     `insufficient_scope`: The credential lacks a scope.
         *     `person_required`: This needs a session or a personal token.
         *     `role_required`: The role does not allow this.
         */
        "CsrfFailed-or-3": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "csrf_failed" | "insufficient_scope" | "person_required" | "role_required";
                };
            };
        };
        /**
         * @description `entitlement_denied`: The plan does not include this.
         *     `seat_license_required`: No license is left this calendar month.
         */
        "EntitlementDenied-or-1": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "entitlement_denied" | "seat_license_required";
                };
            };
        };
        /**
         * @description `idempotency_key_reused`: The Idempotency-Key was used with another request.
         *     `repository_unreachable`: The repository cannot be reached with this URL and credential.
         *     `repository_url_invalid`: The repository URL is not valid.
         *     `unknown_field`: The request has an unknown field.
         *     `validation_failed`: The request is well-formed but not valid.
         */
        "IdempotencyKeyReused-or-4": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "idempotency_key_reused" | "repository_unreachable" | "repository_url_invalid" | "unknown_field" | "validation_failed";
                };
            };
        };
        /**
         * @description `invalid_cursor`: The cursor was altered or is from another service.
         *     `invalid_query`: A query parameter is not valid.
         */
        "InvalidCursor-or-1": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "invalid_cursor" | "invalid_query";
                };
            };
        };
        /** @description `repository_unreachable`: The repository cannot be reached with this URL and credential. */
        RepositoryUnreachable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "repository_unreachable";
                };
            };
        };
        /**
         * @description `repository_unreachable`: The repository cannot be reached with this URL and credential.
         *     `unknown_field`: The request has an unknown field.
         *     `validation_failed`: The request is well-formed but not valid.
         */
        "RepositoryUnreachable-or-2": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "repository_unreachable" | "unknown_field" | "validation_failed";
                };
            };
        };
        /** @description `not_found`: Not found. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "not_found";
                };
            };
        };
        /**
         * @description `entitlement_denied`: The plan does not include this.
         *     `insufficient_credits`: The credit pool cannot pay for this.
         *     `payment_failed`: A subscription payment failed and is unresolved.
         *     `sast_addon_required`: An active SAST add-on is required.
         *     `seat_license_required`: No license is left this calendar month.
         */
        "EntitlementDenied-or-4": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "entitlement_denied" | "insufficient_credits" | "payment_failed" | "sast_addon_required" | "seat_license_required";
                };
            };
        };
        /**
         * @description `conflict`: The current state does not allow this.
         *     `repository_paused`: The repository is paused after failed scans.
         *     `upload_used`: The upload was already used for a scan.
         */
        "Conflict-or-2": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "conflict" | "repository_paused" | "upload_used";
                };
            };
        };
        /**
         * @description `project_unit_not_found`: No such project unit.
         *     `repository_not_found`: No such repository.
         *     `scan_not_found`: No such scan.
         *     `upload_not_found`: No such upload.
         */
        "ProjectUnitNotFound-or-3": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "project_unit_not_found" | "repository_not_found" | "scan_not_found" | "upload_not_found";
                };
            };
        };
        /**
         * @description `both_artifacts`: Only one of lockfile and sbom may be present.
         *     `idempotency_key_reused`: The Idempotency-Key was used with another request.
         *     `lockfile_path_invalid`: The lockfile path is not valid.
         *     `project_unit_foreign`: The project unit belongs to another repository.
         *     `project_unit_required`: An artifact needs a projectUnitId.
         *     `sbom_invalid`: The SBOM cannot be read.
         *     `scan_type_not_applicable`: A scan type is not usable.
         *     `unknown_field`: The request has an unknown field.
         *     `unsupported_lockfile`: The lockfile cannot be read.
         *     `validation_failed`: The request is well-formed but not valid.
         */
        "BothArtifacts-or-9": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "both_artifacts" | "idempotency_key_reused" | "lockfile_path_invalid" | "project_unit_foreign" | "project_unit_required" | "sbom_invalid" | "scan_type_not_applicable" | "unknown_field" | "unsupported_lockfile" | "validation_failed";
                };
            };
        };
        /**
         * @description `both_artifacts`: Only one of lockfile and sbom may be present.
         *     `lockfile_path_invalid`: The lockfile path is not valid.
         *     `project_unit_foreign`: The project unit belongs to another repository.
         *     `project_unit_required`: An artifact needs a projectUnitId.
         *     `scan_type_not_applicable`: A scan type is not usable.
         *     `unknown_field`: The request has an unknown field.
         *     `unsupported_lockfile`: The lockfile cannot be read.
         *     `validation_failed`: The request is well-formed but not valid.
         */
        "BothArtifacts-or-7": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "both_artifacts" | "lockfile_path_invalid" | "project_unit_foreign" | "project_unit_required" | "scan_type_not_applicable" | "unknown_field" | "unsupported_lockfile" | "validation_failed";
                };
            };
        };
        /** @description `scan_not_found`: No such scan. */
        ScanNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "scan_not_found";
                };
            };
        };
        /** @description `payload_expired`: The payload is past its retention. */
        PayloadExpired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "payload_expired";
                };
            };
        };
        /** @description `not_acceptable`: None of the accepted media types is available. */
        NotAcceptable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "not_acceptable";
                };
            };
        };
        /**
         * @description `conflict`: The current state does not allow this.
         *     `scan_not_ended`: The scan has not ended yet.
         */
        "Conflict-or-1": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "conflict" | "scan_not_ended";
                };
            };
        };
        /**
         * @description `conflict`: The current state does not allow this.
         *     `scan_not_ended`: The scan has not ended yet.
         *     `scan_not_judged`: The scan failed or was canceled: nothing was judged.
         */
        "Conflict.ScanNotEnded.ScanNotJudged": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "conflict" | "scan_not_ended" | "scan_not_judged";
                };
            };
        };
        /** @description `scans_not_comparable`: These scans cannot be compared. */
        ScansNotComparable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "scans_not_comparable";
                };
            };
        };
        /**
         * @description `project_unit_not_found`: No such project unit.
         *     `sbom_not_found`: This scan has no SBOM.
         *     `scan_not_found`: No such scan.
         */
        "ProjectUnitNotFound-or-2": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "project_unit_not_found" | "sbom_not_found" | "scan_not_found";
                };
            };
        };
        /**
         * @description `idempotency_key_reused`: The Idempotency-Key was used with another request.
         *     `unknown_field`: The request has an unknown field.
         *     `validation_failed`: The request is well-formed but not valid.
         */
        "IdempotencyKeyReused-or-2": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "idempotency_key_reused" | "unknown_field" | "validation_failed";
                };
            };
        };
        /**
         * @description `idempotency_key_reused`: The Idempotency-Key was used with another request.
         *     `limit_reached`: The limit is reached.
         *     `validation_failed`: The request is well-formed but not valid.
         */
        "IdempotencyKeyReused.LimitReached.ValidationFailed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "idempotency_key_reused" | "limit_reached" | "validation_failed";
                };
            };
        };
        /**
         * @description `entitlement_denied`: The plan does not include this.
         *     `insufficient_credits`: The credit pool cannot pay for this.
         *     `payment_failed`: A subscription payment failed and is unresolved.
         *     `seat_license_required`: No license is left this calendar month.
         */
        "EntitlementDenied-or-3": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "entitlement_denied" | "insufficient_credits" | "payment_failed" | "seat_license_required";
                };
            };
        };
        /**
         * @description `history_scan_not_found`: No such history scan.
         *     `repository_not_found`: No such repository.
         */
        "HistoryScanNotFound-or-1": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "history_scan_not_found" | "repository_not_found";
                };
            };
        };
        /** @description `history_scan_not_found`: No such history scan. */
        HistoryScanNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "history_scan_not_found";
                };
            };
        };
        /** @description `csrf_failed`: The request does not come from the console of this session. */
        CsrfFailed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "csrf_failed";
                };
            };
        };
        /**
         * @description `invalid_query`: A query parameter is not valid.
         *     `malformed_json`: The body cannot be read.
         */
        "InvalidQuery-or-1": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "invalid_query" | "malformed_json";
                };
            };
        };
        /** @description `invitation_expired`: The invitation is no longer valid. */
        InvitationExpired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "invitation_expired";
                };
            };
        };
        /**
         * @description `unknown_field`: The request has an unknown field.
         *     `validation_failed`: The request is well-formed but not valid.
         */
        "UnknownField-or-1": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "unknown_field" | "validation_failed";
                };
            };
        };
        /**
         * @description `invalid_query`: A query parameter is not valid.
         *     `sign_in_failed`: The sign-in did not complete.
         */
        "InvalidQuery.SignInFailed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "invalid_query" | "sign_in_failed";
                };
            };
        };
        /**
         * @description `no_organization`: The person has no organization.
         *     `sign_in_refused`: This sign-in is not allowed.
         */
        "NoOrganization-or-1": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "no_organization" | "sign_in_refused";
                };
            };
        };
        /** @description `organization_not_found`: No such organization. */
        OrganizationNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "organization_not_found";
                };
            };
        };
        /**
         * @description `csrf_failed`: The request does not come from the console of this session.
         *     `insufficient_scope`: The credential lacks a scope.
         *     `role_required`: The role does not allow this.
         *     `sign_in_refused`: This sign-in is not allowed.
         */
        "CsrfFailed.InsufficientScope.RoleRequired.SignInRefused": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "csrf_failed" | "insufficient_scope" | "role_required" | "sign_in_refused";
                };
            };
        };
        /** @description `session_not_found`: No such session. */
        SessionNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "session_not_found";
                };
            };
        };
        /** @description `member_not_found`: No such member. */
        MemberNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "member_not_found";
                };
            };
        };
        /** @description `token_not_found`: No such token. */
        TokenNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "token_not_found";
                };
            };
        };
        /**
         * @description `mail_unavailable`: Mails cannot be sent.
         *     `temporarily_unavailable`: Temporarily unavailable.
         */
        "MailUnavailable-or-1": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "mail_unavailable" | "temporarily_unavailable";
                };
            };
        };
        /** @description `invitation_not_found`: No such invitation. */
        InvitationNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "invitation_not_found";
                };
            };
        };
        /**
         * @description `csrf_failed`: The request does not come from the console of this session.
         *     `insufficient_scope`: The credential lacks a scope.
         *     `reauthentication_required`: This needs a recent sign-in.
         *     `role_required`: The role does not allow this.
         *     `sign_in_refused`: This sign-in is not allowed.
         */
        "CsrfFailed-or-4": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "csrf_failed" | "insufficient_scope" | "reauthentication_required" | "role_required" | "sign_in_refused";
                };
            };
        };
        /**
         * @description `csrf_failed`: The request does not come from the console of this session.
         *     `insufficient_scope`: The credential lacks a scope.
         *     `reauthentication_required`: This needs a recent sign-in.
         *     `role_required`: The role does not allow this.
         */
        "CsrfFailed.InsufficientScope.ReauthenticationRequired.RoleRequired": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "csrf_failed" | "insufficient_scope" | "reauthentication_required" | "role_required";
                };
            };
        };
        /** @description `domain_not_found`: No such domain. */
        DomainNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "domain_not_found";
                };
            };
        };
        /** @description `domain_not_verified`: The domain is not verified. */
        DomainNotVerified: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "domain_not_verified";
                };
            };
        };
        /**
         * @description `conflict`: The current state does not allow this.
         *     `domain_taken`: Another organization has this domain.
         */
        "Conflict.DomainTaken": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "conflict" | "domain_taken";
                };
            };
        };
        /** @description `precondition_required`: If-Match is required. */
        PreconditionRequired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "precondition_required";
                };
            };
        };
        /** @description `etag_mismatch`: The resource changed since it was read. */
        EtagMismatch: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "etag_mismatch";
                };
            };
        };
        /**
         * @description `domain_not_verified`: The domain is not verified.
         *     `sso_invalid`: The sign-on settings are not valid.
         *     `unknown_field`: The request has an unknown field.
         *     `validation_failed`: The request is well-formed but not valid.
         */
        "DomainNotVerified-or-3": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "domain_not_verified" | "sso_invalid" | "unknown_field" | "validation_failed";
                };
            };
        };
        /**
         * @description `malformed_json`: The body cannot be read.
         *     `sign_in_failed`: The sign-in did not complete.
         */
        "MalformedJson-or-1": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "malformed_json" | "sign_in_failed";
                };
            };
        };
        /** @description `trust_rule_not_found`: No such trust rule. */
        TrustRuleNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "trust_rule_not_found";
                };
            };
        };
        /**
         * @description `idempotency_key_reused`: The Idempotency-Key was used with another request.
         *     `trust_too_wide`: The trust rule trusts too much.
         *     `unknown_field`: The request has an unknown field.
         *     `validation_failed`: The request is well-formed but not valid.
         */
        "IdempotencyKeyReused-or-3": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "idempotency_key_reused" | "trust_too_wide" | "unknown_field" | "validation_failed";
                };
            };
        };
        /**
         * @description `repository_not_found`: No such repository.
         *     `trust_rule_not_found`: No such trust rule.
         */
        "RepositoryNotFound-or-1": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "repository_not_found" | "trust_rule_not_found";
                };
            };
        };
        /**
         * @description `trust_too_wide`: The trust rule trusts too much.
         *     `unknown_field`: The request has an unknown field.
         *     `validation_failed`: The request is well-formed but not valid.
         */
        "TrustTooWide-or-2": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "trust_too_wide" | "unknown_field" | "validation_failed";
                };
            };
        };
        /**
         * @description `csrf_failed`: The request does not come from the console of this session.
         *     `insufficient_scope`: The credential lacks a scope.
         *     `other_person_required`: This needs another person.
         *     `person_required`: This needs a session or a personal token.
         *     `role_required`: The role does not allow this.
         */
        "CsrfFailed.InsufficientScope.OtherPersonRequired.PersonRequired.RoleRequired": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "csrf_failed" | "insufficient_scope" | "other_person_required" | "person_required" | "role_required";
                };
            };
        };
        /** @description `oidc_token_invalid`: The JWT is not valid. */
        OidcTokenInvalid: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "oidc_token_invalid";
                };
            };
        };
        /** @description `oidc_not_trusted`: No trust rule allows this JWT. */
        OidcNotTrusted: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "oidc_not_trusted";
                };
            };
        };
        /** @description `oidc_token_used`: The JWT was used before. */
        OidcTokenUsed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "oidc_token_used";
                };
            };
        };
        /**
         * @description `access_denied`: The login was denied.
         *     `authorization_pending`: The person has not decided yet.
         *     `expired_token`: The device code is no longer valid.
         *     `malformed_json`: The body cannot be read.
         *     `slow_down`: The command line polls too often.
         */
        "AccessDenied-or-4": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "access_denied" | "authorization_pending" | "expired_token" | "malformed_json" | "slow_down";
                };
            };
        };
        /** @description `user_code_not_found`: No command line waits with this code. */
        UserCodeNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "user_code_not_found";
                };
            };
        };
        /**
         * @description `idempotency_key_reused`: The Idempotency-Key was used with another request.
         *     `limit_reached`: The limit is reached.
         *     `unknown_field`: The request has an unknown field.
         *     `validation_failed`: The request is well-formed but not valid.
         *     `webhook_url_invalid`: The URL of the webhook is not valid.
         */
        "IdempotencyKeyReused.LimitReached.UnknownField.ValidationFailed.WebhookUrlInvalid": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "idempotency_key_reused" | "limit_reached" | "unknown_field" | "validation_failed" | "webhook_url_invalid";
                };
            };
        };
        /** @description `webhook_not_found`: No such webhook. */
        WebhookNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "webhook_not_found";
                };
            };
        };
        /**
         * @description `repository_not_found`: No such repository.
         *     `webhook_not_found`: No such webhook.
         */
        "RepositoryNotFound.WebhookNotFound": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "repository_not_found" | "webhook_not_found";
                };
            };
        };
        /**
         * @description `unknown_field`: The request has an unknown field.
         *     `validation_failed`: The request is well-formed but not valid.
         *     `webhook_url_invalid`: The URL of the webhook is not valid.
         */
        "UnknownField-or-2": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "unknown_field" | "validation_failed" | "webhook_url_invalid";
                };
            };
        };
        /**
         * @description `idempotency_key_reused`: The Idempotency-Key was used with another request.
         *     `limit_reached`: The limit is reached.
         *     `unknown_field`: The request has an unknown field.
         *     `validation_failed`: The request is well-formed but not valid.
         */
        "IdempotencyKeyReused.LimitReached.UnknownField.ValidationFailed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "idempotency_key_reused" | "limit_reached" | "unknown_field" | "validation_failed";
                };
            };
        };
        /**
         * @description `idempotency_key_reused`: The Idempotency-Key was used with another request.
         *     `validation_failed`: The request is well-formed but not valid.
         */
        "IdempotencyKeyReused-or-1": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "idempotency_key_reused" | "validation_failed";
                };
            };
        };
        /**
         * @description `delivery_not_found`: No such delivery.
         *     `webhook_not_found`: No such webhook.
         */
        "DeliveryNotFound-or-1": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "delivery_not_found" | "webhook_not_found";
                };
            };
        };
        /**
         * @description `idempotency_key_reused`: The Idempotency-Key was used with another request.
         *     `integration_refused`: The provider refuses the integration.
         *     `limit_reached`: The limit is reached.
         *     `unknown_field`: The request has an unknown field.
         *     `validation_failed`: The request is well-formed but not valid.
         */
        "IdempotencyKeyReused.IntegrationRefused.LimitReached.UnknownField.ValidationFailed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "idempotency_key_reused" | "integration_refused" | "limit_reached" | "unknown_field" | "validation_failed";
                };
            };
        };
        /** @description `integration_not_found`: No such integration. */
        IntegrationNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "integration_not_found";
                };
            };
        };
        /**
         * @description `integration_not_found`: No such integration.
         *     `repository_not_found`: No such repository.
         */
        "IntegrationNotFound-or-1": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "integration_not_found" | "repository_not_found";
                };
            };
        };
        /**
         * @description `integration_refused`: The provider refuses the integration.
         *     `unknown_field`: The request has an unknown field.
         *     `validation_failed`: The request is well-formed but not valid.
         */
        "IntegrationRefused-or-2": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "integration_refused" | "unknown_field" | "validation_failed";
                };
            };
        };
        /** @description `integration_refused`: The provider refuses the integration. */
        IntegrationRefused: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "integration_refused";
                };
            };
        };
        /**
         * @description `policy_too_large`: The policy is too large.
         *     `unknown_field`: The request has an unknown field.
         *     `validation_failed`: The request is well-formed but not valid.
         */
        "PolicyTooLarge-or-2": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "policy_too_large" | "unknown_field" | "validation_failed";
                };
            };
        };
        /**
         * @description `project_unit_not_found`: No such project unit.
         *     `repository_not_found`: No such repository.
         */
        "ProjectUnitNotFound-or-1": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "project_unit_not_found" | "repository_not_found";
                };
            };
        };
        /**
         * @description `idempotency_key_reused`: The Idempotency-Key was used with another request.
         *     `too_many_waivers`: The limit of waivers is reached.
         *     `unknown_field`: The request has an unknown field.
         *     `validation_failed`: The request is well-formed but not valid.
         *     `waiver_not_permitted`: The policy forbids this waiver.
         *     `waiver_too_broad`: The waiver covers too much.
         */
        "IdempotencyKeyReused-or-5": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "idempotency_key_reused" | "too_many_waivers" | "unknown_field" | "validation_failed" | "waiver_not_permitted" | "waiver_too_broad";
                };
            };
        };
        /** @description `waiver_not_found`: No such waiver. */
        WaiverNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "waiver_not_found";
                };
            };
        };
        /** @description `waiver_not_permitted`: The policy forbids this waiver. */
        WaiverNotPermitted: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "waiver_not_permitted";
                };
            };
        };
        /**
         * @description `project_unit_not_found`: No such project unit.
         *     `repository_not_found`: No such repository.
         *     `waiver_not_found`: No such waiver.
         */
        "ProjectUnitNotFound.RepositoryNotFound.WaiverNotFound": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "project_unit_not_found" | "repository_not_found" | "waiver_not_found";
                };
            };
        };
        /**
         * @description `idempotency_key_reused`: The Idempotency-Key was used with another request.
         *     `too_many_waivers`: The limit of waivers is reached.
         *     `unknown_field`: The request has an unknown field.
         *     `validation_failed`: The request is well-formed but not valid.
         *     `waiver_not_permitted`: The policy forbids this waiver.
         */
        "IdempotencyKeyReused.TooManyWaivers.UnknownField.ValidationFailed.WaiverNotPermitted": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "idempotency_key_reused" | "too_many_waivers" | "unknown_field" | "validation_failed" | "waiver_not_permitted";
                };
            };
        };
        /**
         * @description `too_many_waivers`: The limit of waivers is reached.
         *     `unknown_field`: The request has an unknown field.
         *     `validation_failed`: The request is well-formed but not valid.
         *     `vex_invalid`: The document is not a readable VEX document.
         */
        "TooManyWaivers-or-3": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "too_many_waivers" | "unknown_field" | "validation_failed" | "vex_invalid";
                };
            };
        };
        /** @description `finding_not_found`: No such finding. */
        FindingNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "finding_not_found";
                };
            };
        };
        /**
         * @description `conflict`: The current state does not allow this.
         *     `finding_ambiguous`: Several project units have this finding.
         */
        "Conflict.FindingAmbiguous": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "conflict" | "finding_ambiguous";
                };
            };
        };
        /**
         * @description `not_found`: Not found.
         *     `scan_not_found`: No such scan.
         */
        "NotFound-or-1": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "not_found" | "scan_not_found";
                };
            };
        };
        /**
         * @description `conflict`: The current state does not allow this.
         *     `not_attested`: The scan has no verdict to attest.
         *     `scan_not_ended`: The scan has not ended yet.
         */
        "Conflict.NotAttested.ScanNotEnded": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "conflict" | "not_attested" | "scan_not_ended";
                };
            };
        };
        /** @description `proof_too_large`: The proof is too large. */
        ProofTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "proof_too_large";
                };
            };
        };
        /**
         * @description `limit_reached`: The limit is reached.
         *     `pack_period_invalid`: The period of the auditor pack is not valid.
         *     `unknown_field`: The request has an unknown field.
         *     `validation_failed`: The request is well-formed but not valid.
         */
        "LimitReached-or-3": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "limit_reached" | "pack_period_invalid" | "unknown_field" | "validation_failed";
                };
            };
        };
        /** @description `auditor_pack_not_found`: No such auditor pack. */
        AuditorPackNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "auditor_pack_not_found";
                };
            };
        };
        /**
         * @description `limit_reached`: The limit is reached.
         *     `unknown_field`: The request has an unknown field.
         *     `validation_failed`: The request is well-formed but not valid.
         */
        "LimitReached-or-2": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "limit_reached" | "unknown_field" | "validation_failed";
                };
            };
        };
        /**
         * @description `auditor_pack_not_found`: No such auditor pack.
         *     `link_not_found`: No such link.
         */
        "AuditorPackNotFound-or-1": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "auditor_pack_not_found" | "link_not_found";
                };
            };
        };
        /** @description `link_not_found`: No such link. */
        LinkNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "link_not_found";
                };
            };
        };
        /** @description `bundle_not_found`: No such bundle. */
        BundleNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "bundle_not_found";
                };
            };
        };
        /**
         * @description `bundle_not_found`: No such bundle.
         *     `project_unit_not_found`: No such project unit.
         *     `repository_not_found`: No such repository.
         */
        "BundleNotFound-or-2": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "bundle_not_found" | "project_unit_not_found" | "repository_not_found";
                };
            };
        };
        /**
         * @description `bundle_not_found`: No such bundle.
         *     `scan_not_found`: No such scan.
         */
        "BundleNotFound-or-1": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "bundle_not_found" | "scan_not_found";
                };
            };
        };
        /**
         * @description `conflict`: The current state does not allow this.
         *     `member_not_scanned`: A member of the bundle has no scan to release.
         *     `release_exists`: The bundle already has this release.
         */
        "Conflict.MemberNotScanned.ReleaseExists": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "conflict" | "member_not_scanned" | "release_exists";
                };
            };
        };
        /**
         * @description `limit_reached`: The limit is reached.
         *     `proof_too_large`: The proof is too large.
         *     `unknown_field`: The request has an unknown field.
         *     `validation_failed`: The request is well-formed but not valid.
         */
        "LimitReached.ProofTooLarge.UnknownField.ValidationFailed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "limit_reached" | "proof_too_large" | "unknown_field" | "validation_failed";
                };
            };
        };
        /** @description `release_not_found`: No such release. */
        ReleaseNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "release_not_found";
                };
            };
        };
        /**
         * @description `csrf_failed`: The request does not come from the console of this session.
         *     `insufficient_scope`: The credential lacks a scope.
         *     `managed_by_parent`: Billing is managed by the parent account.
         *     `role_required`: The role does not allow this.
         */
        "CsrfFailed.InsufficientScope.ManagedByParent.RoleRequired": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "csrf_failed" | "insufficient_scope" | "managed_by_parent" | "role_required";
                };
            };
        };
        /**
         * @description `retention_over_plan`: The plan does not keep payloads that long.
         *     `unknown_field`: The request has an unknown field.
         *     `validation_failed`: The request is well-formed but not valid.
         */
        "RetentionOverPlan-or-2": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "retention_over_plan" | "unknown_field" | "validation_failed";
                };
            };
        };
        /**
         * @description `entitlement_denied`: The plan does not include this.
         *     `sast_addon_required`: An active SAST add-on is required.
         */
        "EntitlementDenied.SastAddonRequired": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "entitlement_denied" | "sast_addon_required";
                };
            };
        };
        /**
         * @description `conflict`: The current state does not allow this.
         *     `idempotency_in_progress`: A request with this Idempotency-Key is still running.
         */
        "Conflict.IdempotencyInProgress": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "conflict" | "idempotency_in_progress";
                };
            };
        };
        /** @description `card_declined`: The card was declined. */
        CardDeclined: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /**
                     * @description One of these codes.
                     * @enum {unknown}
                     */
                    code?: "card_declined";
                };
            };
        };
        /** @description Received. Any other answer is tried again, but 410, which disables the webhook. */
        Received: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Any other refusal. */
        Refusal: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /**
         * @description A string of your choice. For 24 hours a repeated request with the same key and body gets the first response.
         * @example build-4711-scan
         */
        "Idempotency-Key": string;
        /** @description The maximum number of items per page. */
        limit: number;
        /** @description `nextCursor` of the previous page. */
        cursor: string;
        /**
         * @description The repository.
         * @example 0192c9a0-6c00-7000-8000-000000000002
         */
        repositoryId: components["schemas"]["Uuid"];
        /** @description The start. */
        from: components["schemas"]["CalendarOrInstant"];
        /** @description The end, exclusive. */
        to: components["schemas"]["CalendarOrInstant"];
        /**
         * @description The scan.
         * @example 0197c0de-0000-7000-8000-000000000001
         */
        scanId: components["schemas"]["Uuid"];
        /**
         * @description The ETag that you have; 304 if nothing has changed.
         * @example "5b1f0c2e"
         */
        "If-None-Match": string;
        /** @description The project unit. */
        projectUnitId: components["schemas"]["Uuid"];
        /**
         * @description The history scan.
         * @example 0197c0de-0000-7000-8000-000000000009
         */
        historyScanId: components["schemas"]["Uuid"];
        /**
         * @description The credential.
         * @example 0197c0de-0000-7000-8000-0000000000c1
         */
        tokenId: components["schemas"]["Uuid"];
        /**
         * @description The person.
         * @example 0197c0de-0000-7000-8000-0000000000b1
         */
        personId: components["schemas"]["Uuid"];
        /**
         * @description The domain.
         * @example example.com
         */
        domain: string;
        /**
         * @description The ETag of the version that you change; `*` for any.
         * @example "1"
         */
        "If-Match": string;
        /**
         * @description The organization.
         * @example 9c8b7a69-5847-4636-a524-1302f1e0d9c8
         */
        organizationId: components["schemas"]["Uuid"];
        /**
         * @description The trust rule.
         * @example 0197c0de-0000-7000-8000-0000000000c9
         */
        trustId: components["schemas"]["Uuid"];
        /**
         * @description The webhook.
         * @example 0197c0de-0000-7000-8000-0000000000aa
         */
        webhookId: components["schemas"]["Uuid"];
        /**
         * @description The integration.
         * @example 0197c0de-0000-7000-8000-0000000000ac
         */
        integrationId: components["schemas"]["Uuid"];
        /**
         * @description The waiver.
         * @example 0190a0b0-0000-4000-8000-000000000001
         */
        waiverId: components["schemas"]["Uuid"];
        /**
         * @description Identifies the finding; the same in every scan that has it.
         * @example 6d1e1a312508653528e9a9a26d1c135b
         */
        fingerprint: string;
        /**
         * @description The day of the request and a number.
         * @example 20260310-1
         */
        packId: string;
        /**
         * @description The bundle.
         * @example 0197c0de-0000-7000-8000-0000000000ab
         */
        bundleId: components["schemas"]["Uuid"];
        /**
         * @description The version.
         * @example 1.2.5
         */
        version: string;
        /** @description The credit pool. */
        pool: "core" | "sast";
        /** @description What the rows are grouped by. */
        by: "day" | "repository" | "person" | "trigger";
        /** @description The id of the event, which tells a repeated delivery. */
        "webhook-id": string;
        /** @description When it was sent, in seconds since 1970; it is signed. */
        "webhook-timestamp": string;
        /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
        "webhook-signature": string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description The id of the request: that of the request header, or a new one. Include it in support requests.
         * @example 0197c0de-0000-7000-8000-00000000000a
         */
        "X-Request-Id": string;
        /**
         * @description The rate limits: `q` requests in `w` seconds, for the token and for the organization.
         * @example "token";q=600;w=60, "organization";q=3000;w=60
         */
        "RateLimit-Policy": string;
        /**
         * @description The remainder of each limit: `r` requests for `t` seconds.
         * @example "token";r=599;t=60, "organization";r=2999;t=60
         */
        RateLimit: string;
        /**
         * @description The version of the resource, for If-None-Match or If-Match.
         * @example "5b1f0c2e"
         */
        ETag: string;
        /**
         * @description The URL of the created resource, or where the browser continues.
         * @example /v1/scans
         */
        Location: string;
        /**
         * @description The cookie of the session or of the sign-in.
         * @example session=…; HttpOnly; Secure
         */
        "Set-Cookie": string;
        /**
         * @description The name of the file.
         * @example attachment; filename="ledger-2026-03-01.csv"
         */
        "Content-Disposition": string;
        /**
         * @description Seconds to wait before the next attempt.
         * @example 5
         */
        "Retry-After": string;
        /**
         * @description How to authenticate.
         * @example Bearer
         */
        "WWW-Authenticate": string;
    };
    pathItems: never;
}
export interface operations {
    "resolve-repository": {
        parameters: {
            query: {
                /**
                 * @description owner/repo, case-insensitive.
                 * @example acme/shop
                 */
                fullName: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The repository. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "repositoryId": "0192c9a0-6c00-7000-8000-000000000002",
                     *       "fullName": "acme/shop",
                     *       "provider": "github",
                     *       "defaultBranch": "main",
                     *       "artifactsAsDefault": false,
                     *       "reuse": "on",
                     *       "projectUnits": [
                     *         {
                     *           "projectUnitId": "0192c9a0-6c00-8000-8000-000000000003",
                     *           "path": "",
                     *           "type": "npm",
                     *           "name": "shop"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The repository. */
                        repositoryId: components["schemas"]["Uuid"];
                        /** @description Its name at the git host. */
                        fullName: string;
                        /** @description The git host. */
                        provider: string;
                        /** @description The default branch. */
                        defaultBranch: string;
                        /** @description Further branches that only receive reviewed changes. */
                        reviewedBranches?: string[];
                        /** @description Whether scans of artifacts count as scans of the default branch. */
                        artifactsAsDefault: boolean;
                        /**
                         * @description Whether project units that have not changed reuse the result of an earlier scan, free of charge.
                         * @enum {string}
                         */
                        reuse: "on" | "off";
                        /** @description The project units. */
                        projectUnits: components["schemas"]["ProjectUnit"][];
                    };
                };
            };
        };
    };
    "check-repository": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://git.example.com/acme/shop"
                 *     }
                 */
                "application/json": {
                    /** @description Its URL. */
                    url: string;
                    /** @description Stored encrypted, never returned. The secret has at most 4096 bytes. */
                    credential?: components["schemas"]["RepositoryCredential"];
                };
            };
        };
        responses: {
            /** @description The credential can read the repository. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "provider": "github",
                     *       "defaultBranch": "main"
                     *     }
                     */
                    "application/json": {
                        /** @description The git host. */
                        provider: string;
                        /** @description The default branch. */
                        defaultBranch: string;
                    };
                };
            };
        };
    };
    "list-repositories": {
        parameters: {
            query?: {
                /** @description The maximum number of items per page. */
                limit?: components["parameters"]["limit"];
                /** @description `nextCursor` of the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Part of the full name, case-insensitive. The list is then sorted by name. */
                q?: string;
                /** @description `gate` adds `latest` and `scannable`. The list is then sorted by name. */
                view?: "gate";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of repositories. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "repositoryId": "0192c9a0-6c00-7000-8000-000000000002",
                     *           "fullName": "acme/shop",
                     *           "provider": "github",
                     *           "defaultBranch": "main",
                     *           "artifactsAsDefault": false,
                     *           "reuse": "on",
                     *           "projectUnits": [
                     *             {
                     *               "projectUnitId": "0192c9a0-6c00-8000-8000-000000000003",
                     *               "path": "",
                     *               "type": "npm",
                     *               "name": "shop"
                     *             }
                     *           ],
                     *           "url": "https://git.example.com/acme/shop",
                     *           "hasCredential": true,
                     *           "checks": {
                     *             "status": false,
                     *             "comment": false,
                     *             "annotations": false
                     *           },
                     *           "connectedAt": "2026-02-01T09:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The items, or a page of them. */
                        items: components["schemas"]["ListedRepository"][];
                        /** @description Pass it as `cursor` to get the next page; absent on the last page. */
                        nextCursor?: string;
                    };
                };
            };
        };
    };
    "connect-repository": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A string of your choice. For 24 hours a repeated request with the same key and body gets the first response.
                 * @example build-4711-scan
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://git.example.com/acme/shop"
                 *     }
                 */
                "application/json": {
                    /** @description Its URL. */
                    url: string;
                    /** @description owner/repo; defaults to the last two segments of the URL. */
                    fullName?: string;
                    /** @description Stored encrypted, never returned. The secret has at most 4096 bytes. */
                    credential?: components["schemas"]["RepositoryCredential"];
                    /** @description The default branch. */
                    defaultBranch?: components["schemas"]["BranchName"];
                };
            };
        };
        responses: {
            /** @description Connected. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "repositoryId": "0192c9a0-6c00-7000-8000-000000000002",
                     *       "fullName": "acme/shop",
                     *       "provider": "github",
                     *       "defaultBranch": "main",
                     *       "artifactsAsDefault": false,
                     *       "reuse": "on",
                     *       "projectUnits": [
                     *         {
                     *           "projectUnitId": "0192c9a0-6c00-8000-8000-000000000003",
                     *           "path": "",
                     *           "type": "npm",
                     *           "name": "shop"
                     *         }
                     *       ],
                     *       "url": "https://git.example.com/acme/shop",
                     *       "hasCredential": true,
                     *       "checks": {
                     *         "status": false,
                     *         "comment": false,
                     *         "annotations": false
                     *       },
                     *       "connectedAt": "2026-02-01T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Repository"];
                };
            };
        };
    };
    "list-branches": {
        parameters: {
            query?: {
                /** @description The maximum number of items per page. */
                limit?: components["parameters"]["limit"];
                /** @description `nextCursor` of the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Part of the name, case-insensitive. */
                q?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The repository.
                 * @example 0192c9a0-6c00-7000-8000-000000000002
                 */
                repositoryId: components["parameters"]["repositoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of branches. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "name": "Shop",
                     *           "commitHash": "07f983dc5443e30e4745f718715c62279ebb491d"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The items, or a page of them. */
                        items: {
                            /** @description Its name. */
                            name: string;
                            /** @description The full commit hash. */
                            commitHash: string;
                        }[];
                        /** @description Pass it as `cursor` to get the next page; absent on the last page. */
                        nextCursor?: string;
                    };
                };
            };
        };
    };
    "get-repository": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The repository.
                 * @example 0192c9a0-6c00-7000-8000-000000000002
                 */
                repositoryId: components["parameters"]["repositoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The repository. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RepositoryDetail"];
                };
            };
        };
    };
    "disconnect-repository": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The repository.
                 * @example 0192c9a0-6c00-7000-8000-000000000002
                 */
                repositoryId: components["parameters"]["repositoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Disconnected. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "change-repository": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The repository.
                 * @example 0192c9a0-6c00-7000-8000-000000000002
                 */
                repositoryId: components["parameters"]["repositoryId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "defaultBranch": "main",
                 *       "reviewedBranches": [
                 *         "release"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Its name at the git host. */
                    fullName?: string;
                    /** @description The default branch. */
                    defaultBranch?: components["schemas"]["BranchName"];
                    /** @description Further branches that only receive reviewed changes; the default branch always is one. Suppressions count when such a branch has them, and bases of comparisons are commits of such branches. Empty: none. */
                    reviewedBranches?: components["schemas"]["BranchName"][];
                    /** @description Whether scans of artifacts count as scans of the default branch, in tracked findings and trends; off unless it is set. */
                    artifactsAsDefault?: boolean;
                    /**
                     * @description Whether project units that have not changed reuse the result of an earlier scan: it is judged again, costs nothing, and their files are not fetched. On unless it is set.
                     * @enum {string}
                     */
                    reuse?: "on" | "off";
                    /** @description What the service writes at the host after a scan, with the credential of the repository, on every plan. Nothing unless it is set. */
                    checks?: {
                        /** @description Whether the service writes the result of a scan at the commit: a check run of a GitHub App, else a commit status. */
                        status?: boolean;
                        /** @description Whether the service keeps one comment on the pull request or merge request of a scan. */
                        comment?: boolean;
                        /** @description Whether findings are shown at their lines; a check run of a GitHub App takes them. */
                        annotations?: boolean;
                        /**
                         * @description The API of the host, where its name does not tell: GitHub Enterprise or GitLab of your own.
                         * @enum {string}
                         */
                        api?: "github" | "gitlab" | "bitbucket";
                    };
                    /** @description Replaces the credential; null removes it. */
                    credential?: components["schemas"]["RepositoryCredential"] | null;
                };
            };
        };
        responses: {
            /** @description The repository as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RepositoryDetail"];
                };
            };
        };
    };
    "create-badge": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The repository.
                 * @example 0192c9a0-6c00-7000-8000-000000000002
                 */
                repositoryId: components["parameters"]["repositoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The existing badge of the repository. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://git.example.com/acme/shop"
                     *     }
                     */
                    "application/json": {
                        /** @description The badge, visible to anyone with its URL. */
                        url: string;
                    };
                };
            };
            /** @description A new badge. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://git.example.com/acme/shop"
                     *     }
                     */
                    "application/json": {
                        /** @description The badge, visible to anyone with its URL. */
                        url: string;
                    };
                };
            };
        };
    };
    "remove-badge": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The repository.
                 * @example 0192c9a0-6c00-7000-8000-000000000002
                 */
                repositoryId: components["parameters"]["repositoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description There is no badge. Copies are shown for up to five minutes. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "get-badge": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the badge and `.svg`.
                 * @example 0f1e2d3c4b5a69788796a5b4c3d2e1f0.svg
                 */
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image, which may be cached for five minutes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example <svg xmlns="http://www.w3.org/2000/svg"></svg> */
                    "image/svg+xml": string;
                };
            };
        };
    };
    "list-scans": {
        parameters: {
            query?: {
                /** @description The maximum number of items per page. */
                limit?: components["parameters"]["limit"];
                /** @description `nextCursor` of the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description The repository. */
                repositoryId?: components["schemas"]["Uuid"];
                /** @description Only scans of this commit. */
                commit?: components["schemas"]["CommitHash"];
                /** @description Only scans of this branch. */
                branch?: components["schemas"]["BranchName"];
                /** @description Only scans in this state. */
                status?: components["schemas"]["ScanStatus"];
                /** @description Only scans with this verdict. */
                verdict?: components["schemas"]["Verdict"];
                /** @description How the scan was requested. */
                sourceTrigger?: components["schemas"]["SourceTrigger"];
                /** @description The start. */
                from?: components["parameters"]["from"];
                /** @description The end, exclusive. */
                to?: components["parameters"]["to"];
                /** @description `gate` adds the name of the repository and the verdict to each scan. */
                view?: "gate";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of scans. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "scanId": "0197c0de-0000-7000-8000-000000000001",
                     *           "status": "queued",
                     *           "repositoryId": "0192c9a0-6c00-7000-8000-000000000002",
                     *           "commitHash": "07f983dc5443e30e4745f718715c62279ebb491d",
                     *           "sourceTrigger": "api",
                     *           "checksBy": "client",
                     *           "scanTypes": [
                     *             "sca",
                     *             "secrets"
                     *           ],
                     *           "createdAt": "2026-03-01T12:00:00.000Z",
                     *           "projectUnits": [
                     *             {
                     *               "projectUnitId": "0192c9a0-6c00-8000-8000-000000000003",
                     *               "path": "",
                     *               "type": "npm",
                     *               "status": "completed"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The items, or a page of them. */
                        items: components["schemas"]["ListedScan"][];
                        /** @description Pass it as `cursor` to get the next page; absent on the last page. */
                        nextCursor?: string;
                        /** @description Says that no scan names the requested branch. */
                        hint?: string;
                    };
                };
            };
        };
    };
    "create-scan": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A string of your choice. For 24 hours a repeated request with the same key and body gets the first response.
                 * @example build-4711-scan
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScanRequest"] | components["schemas"]["UploadReference"];
                "application/gzip": string;
            };
        };
        responses: {
            /** @description An equal scan exists; nothing was debited. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "scanId": "0197c0de-0000-7000-8000-000000000001",
                     *       "status": "completed",
                     *       "repositoryId": "0192c9a0-6c00-7000-8000-000000000002",
                     *       "commitHash": "07f983dc5443e30e4745f718715c62279ebb491d",
                     *       "scanTypes": [
                     *         "sca",
                     *         "secrets"
                     *       ],
                     *       "skippedScanTypes": [],
                     *       "sourceTrigger": "api",
                     *       "checksBy": "client",
                     *       "deduplicated": true,
                     *       "credits": {
                     *         "core": 0,
                     *         "sast": 0
                     *       },
                     *       "createdAt": "2026-03-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedScan"];
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "scanId": "0197c0de-0000-7000-8000-000000000001",
                     *       "status": "queued",
                     *       "repositoryId": "0192c9a0-6c00-7000-8000-000000000002",
                     *       "commitHash": "07f983dc5443e30e4745f718715c62279ebb491d",
                     *       "scanTypes": [
                     *         "sca",
                     *         "secrets"
                     *       ],
                     *       "skippedScanTypes": [],
                     *       "sourceTrigger": "api",
                     *       "checksBy": "client",
                     *       "deduplicated": false,
                     *       "credits": {
                     *         "core": 1,
                     *         "sast": 0
                     *       },
                     *       "createdAt": "2026-03-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedScan"];
                };
            };
        };
    };
    "quote-scan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScanRequest"] | components["schemas"]["UploadReference"];
                "application/gzip": string;
            };
        };
        responses: {
            /** @description The quote, also when a gate would refuse the scan. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "price": {
                     *         "core": 1,
                     *         "sast": 0
                     *       },
                     *       "priceLater": {
                     *         "core": 1,
                     *         "sast": 0
                     *       },
                     *       "scanTypes": [
                     *         "sca",
                     *         "secrets"
                     *       ],
                     *       "skippedScanTypes": [],
                     *       "projectUnits": [
                     *         {
                     *           "projectUnitId": "0192c9a0-6c00-8000-8000-000000000003",
                     *           "path": "",
                     *           "type": "npm",
                     *           "charge": {
                     *             "core": 1,
                     *             "sast": 0
                     *           }
                     *         }
                     *       ],
                     *       "balance": {
                     *         "core": {
                     *           "before": 100,
                     *           "after": 99
                     *         },
                     *         "sast": {
                     *           "before": 100,
                     *           "after": 99
                     *         }
                     *       },
                     *       "gates": [
                     *         {
                     *           "gate": "plan",
                     *           "passed": true
                     *         }
                     *       ],
                     *       "refusal": {
                     *         "gate": "plan",
                     *         "passed": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Debited when the scan is created: the maximum for the registered project units. */
                        price: components["schemas"]["Credits"];
                        /** @description Says why the scan may cost more than this: units are charged while it runs. */
                        laterCharges?: components["schemas"]["LaterCharges"];
                        /** @description Says why the scan may cost less than this: units that have not changed are refunded. */
                        laterRefunds?: components["schemas"]["LaterRefunds"];
                        /** @description For registered units beyond the first 40, debited one by one while the scan runs. */
                        priceLater: components["schemas"]["Credits"];
                        /** @description The scan types of the scan. */
                        scanTypes: components["schemas"]["ScanType"][];
                        /** @description Scan types that are skipped, each with the reason. */
                        skippedScanTypes: components["schemas"]["SkippedScanType"][];
                        /** @description The project units. */
                        projectUnits: {
                            /** @description The project unit. */
                            projectUnitId: components["schemas"]["Uuid"];
                            /** @description The folder of the unit in the repository. */
                            path: string;
                            /** @description The package manager of the unit. */
                            type: string;
                            charge: components["schemas"]["Credits"];
                        }[];
                        /** @description The balance of each pool now and afterwards. */
                        balance: {
                            /** @description The core pool. */
                            core: {
                                /** @description The balance now. */
                                before: number;
                                /** @description The balance afterwards. */
                                after: number;
                            };
                            /** @description The SAST pool. */
                            sast: {
                                /** @description The balance now. */
                                before: number;
                                /** @description The balance afterwards. */
                                after: number;
                            };
                        };
                        /** @description In the order in which they are checked. */
                        gates: components["schemas"]["QuotedGate"][];
                        /** @description The gate that would refuse with 402, or null. */
                        refusal: components["schemas"]["QuotedGate"] | null;
                    };
                };
            };
        };
    };
    "get-scan": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag that you have; 304 if nothing has changed.
                 * @example "5b1f0c2e"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /**
                 * @description The scan.
                 * @example 0197c0de-0000-7000-8000-000000000001
                 */
                scanId: components["parameters"]["scanId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The scan. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "scanId": "0197c0de-0000-7000-8000-000000000001",
                     *       "status": "completed",
                     *       "repositoryId": "0192c9a0-6c00-7000-8000-000000000002",
                     *       "commitHash": "07f983dc5443e30e4745f718715c62279ebb491d",
                     *       "sourceTrigger": "api",
                     *       "checksBy": "client",
                     *       "scanTypes": [
                     *         "sca",
                     *         "secrets"
                     *       ],
                     *       "createdAt": "2026-03-01T12:00:00.000Z",
                     *       "projectUnits": [
                     *         {
                     *           "projectUnitId": "0192c9a0-6c00-8000-8000-000000000003",
                     *           "path": "",
                     *           "type": "npm",
                     *           "status": "completed"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Scan"];
                };
            };
            /** @description The scan has not changed since the ETag in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "wait-scan": {
        parameters: {
            query?: {
                /** @description Seconds. */
                timeout?: number;
                /** @description Seconds between two reads of the scan. */
                interval?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The scan.
                 * @example 0197c0de-0000-7000-8000-000000000001
                 */
                scanId: components["parameters"]["scanId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The gate payload. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "scanId": "0197c0de-0000-7000-8000-000000000001",
                     *       "status": "completed",
                     *       "verdict": "FAIL",
                     *       "reason": "critical_vulnerabilities_found",
                     *       "reasons": [
                     *         "critical_vulnerabilities_found"
                     *       ],
                     *       "summary": {
                     *         "vulnerabilities": {
                     *           "critical": 1,
                     *           "high": 0,
                     *           "medium": 3,
                     *           "low": 0,
                     *           "unknown": 0,
                     *           "total": 4,
                     *           "dependencies": 4,
                     *           "code": 0
                     *         },
                     *         "secrets": {
                     *           "critical": 0,
                     *           "high": 0,
                     *           "medium": 0,
                     *           "low": 0,
                     *           "unknown": 0,
                     *           "total": 0
                     *         },
                     *         "severityThreshold": "critical"
                     *       },
                     *       "projectUnits": [
                     *         {
                     *           "projectUnitId": "0192c9a0-6c00-8000-8000-000000000003",
                     *           "path": "",
                     *           "type": "npm",
                     *           "status": "completed"
                     *         }
                     *       ],
                     *       "checksBy": "client",
                     *       "judgedAt": "2026-03-01T12:00:09.000Z",
                     *       "coverage": [
                     *         {
                     *           "projectUnitId": "0192c9a0-6c00-8000-8000-000000000003",
                     *           "scanType": "sca",
                     *           "status": "assessed",
                     *           "assessed": 214,
                     *           "gaps": []
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ScanVerdict"];
                    /**
                     * @example event: verdict
                     *     data: {"scanId":"0197c0de-0000-7000-8000-000000000001","status":"completed","verdict":"FAIL","reason":"critical_vulnerabilities_found","reasons":["critical_vulnerabilities_found"],"summary":{"vulnerabilities":{"critical":1,"high":0,"medium":3,"low":0,"unknown":0,"total":4,"dependencies":4,"code":0},"secrets":{"critical":0,"high":0,"medium":0,"low":0,"unknown":0,"total":0},"severityThreshold":"critical"},"projectUnits":[{"projectUnitId":"0192c9a0-6c00-8000-8000-000000000003","path":"","type":"npm","status":"completed"}],"checksBy":"client","judgedAt":"2026-03-01T12:00:09.000Z","coverage":[{"projectUnitId":"0192c9a0-6c00-8000-8000-000000000003","scanType":"sca","status":"assessed","assessed":214,"gaps":[]}]}
                     */
                    "text/event-stream": string;
                };
            };
        };
    };
    "cancel-scan": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The scan.
                 * @example 0197c0de-0000-7000-8000-000000000001
                 */
                scanId: components["parameters"]["scanId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The canceled scan. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "scanId": "0197c0de-0000-7000-8000-000000000001",
                     *       "status": "cancelled",
                     *       "repositoryId": "0192c9a0-6c00-7000-8000-000000000002",
                     *       "commitHash": "07f983dc5443e30e4745f718715c62279ebb491d",
                     *       "sourceTrigger": "api",
                     *       "checksBy": "client",
                     *       "scanTypes": [
                     *         "sca"
                     *       ],
                     *       "createdAt": "2026-03-01T12:00:00.000Z",
                     *       "finishedAt": "2026-03-01T12:00:04.000Z",
                     *       "projectUnits": [
                     *         {
                     *           "projectUnitId": "0192c9a0-6c00-8000-8000-000000000003",
                     *           "path": "",
                     *           "type": "npm",
                     *           "status": "cancelled"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Scan"];
                };
            };
        };
    };
    "list-findings": {
        parameters: {
            query?: {
                /** @description JSON only. */
                limit?: number;
                /** @description `nextCursor` of the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Its kind. */
                kind?: string;
                /** @description The severity. */
                severity?: string;
                /** @description Only findings that a suppression or a waiver excludes from the verdict, or only the others. */
                suppressed?: "true" | "false";
                /** @description The project unit. */
                projectUnitId?: components["parameters"]["projectUnitId"];
                /** @description Part of the title, file, package, version, purl, rule, advisory, CWE, license or message; case-insensitive. */
                q?: string;
                /** @description Descending with `-`; `severity` starts with the most severe. */
                sort?: "severity" | "-severity" | "kind" | "-kind" | "file" | "-file" | "package" | "-package";
                /** @description A report to save as a file, whatever `Accept` says: for links, which cannot send it. */
                format?: "sarif" | "junit" | "markdown" | "cyclonedx-vex" | "gitlab-codequality" | "gl-sast" | "gl-secret-detection" | "gl-dependency-scanning";
                /** @description Counts findings by these facets. Each facet ignores its own filter, so that its values stay comparable. */
                facets?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The scan.
                 * @example 0197c0de-0000-7000-8000-000000000001
                 */
                scanId: components["parameters"]["scanId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of findings, or a report of all findings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "fingerprint": "6d1e1a312508653528e9a9a26d1c135b",
                     *           "severity": "high",
                     *           "title": "Prototype pollution in minimist",
                     *           "projectUnitId": "0192c9a0-6c00-8000-8000-000000000003",
                     *           "kind": "vulnerability",
                     *           "advisoryId": "GHSA-xvch-5gv4-984h",
                     *           "aliases": [
                     *             "CVE-2021-44906"
                     *           ],
                     *           "packageName": "minimist",
                     *           "version": "1.2.5",
                     *           "scope": "required",
                     *           "direct": false,
                     *           "dependencyPath": [
                     *             "mkdirp@0.5.5",
                     *             "minimist@1.2.5"
                     *           ],
                     *           "fixedVersions": [
                     *             "1.2.6"
                     *           ],
                     *           "malicious": false,
                     *           "file": "package-lock.json",
                     *           "url": "https://osv.dev/vulnerability/GHSA-xvch-5gv4-984h"
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "coverage": [
                     *         {
                     *           "projectUnitId": "0192c9a0-6c00-8000-8000-000000000003",
                     *           "scanType": "sca",
                     *           "status": "assessed",
                     *           "assessed": 214,
                     *           "gaps": []
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The items, or a page of them. */
                        items: components["schemas"]["Finding"][];
                        /** @description Pass it as `cursor` to get the next page; absent on the last page. */
                        nextCursor?: string;
                        /** @description The number of findings that match the filters. */
                        total: number;
                        /** @description Counts of findings by facet and value; present if requested. */
                        facets?: {
                            [key: string]: {
                                [key: string]: number;
                            };
                        };
                        /** @description What was assessed and what was not, by project unit and scan type. */
                        coverage: components["schemas"]["Coverage"][];
                    };
                    /**
                     * @example {
                     *       "version": "2.1.0",
                     *       "runs": []
                     *     }
                     */
                    "application/sarif+json": {
                        /**
                         * @description The version of the format.
                         * @constant
                         */
                        version: "2.1.0";
                        /** @description The runs of a SARIF log. */
                        runs: unknown[];
                    } & {
                        [key: string]: unknown;
                    };
                    /**
                     * @example {
                     *       "bomFormat": "CycloneDX",
                     *       "specVersion": "1.6",
                     *       "vulnerabilities": []
                     *     }
                     */
                    "application/vnd.cyclonedx+json": {
                        /**
                         * @description Always CycloneDX.
                         * @constant
                         */
                        bomFormat: "CycloneDX";
                        /**
                         * @description The version of CycloneDX.
                         * @constant
                         */
                        specVersion: "1.6";
                        /** @description The vulnerabilities of a CycloneDX document. */
                        vulnerabilities: unknown[];
                    } & {
                        [key: string]: unknown;
                    };
                    /**
                     * @example [
                     *       {
                     *         "description": "minimist@1.2.5: Prototype Pollution in minimist. Fixed in 1.2.6.",
                     *         "check_name": "GHSA-xvch-5gv4-984h",
                     *         "fingerprint": "6d1e1a312508653528e9a9a26d1c135b",
                     *         "severity": "blocker",
                     *         "location": {
                     *           "path": "package-lock.json",
                     *           "lines": {
                     *             "begin": 42
                     *           }
                     *         }
                     *       }
                     *     ]
                     */
                    "application/vnd.gitlab.code-quality+json": unknown[];
                    /**
                     * @example {
                     *       "version": "15.2.1",
                     *       "vulnerabilities": []
                     *     }
                     */
                    "application/vnd.gitlab.sast+json": {
                        /**
                         * @description The version of the format.
                         * @constant
                         */
                        version: "15.2.1";
                    } & {
                        [key: string]: unknown;
                    };
                    /**
                     * @example {
                     *       "version": "15.2.1",
                     *       "vulnerabilities": []
                     *     }
                     */
                    "application/vnd.gitlab.secret-detection+json": {
                        /**
                         * @description The version of the format.
                         * @constant
                         */
                        version: "15.2.1";
                    } & {
                        [key: string]: unknown;
                    };
                    /**
                     * @example {
                     *       "version": "15.2.1",
                     *       "vulnerabilities": []
                     *     }
                     */
                    "application/vnd.gitlab.dependency-scanning+json": {
                        /**
                         * @description The version of the format.
                         * @constant
                         */
                        version: "15.2.1";
                    } & {
                        [key: string]: unknown;
                    };
                    /** @example <testsuites tests="214" failures="0"></testsuites> */
                    "application/junit+xml": string;
                    /** @example <testsuites tests="214" failures="0"></testsuites> */
                    "application/xml": string;
                    /** @example **PASS**: nothing at or above critical. */
                    "text/markdown": string;
                };
            };
        };
    };
    "explain-scan": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The scan.
                 * @example 0197c0de-0000-7000-8000-000000000001
                 */
                scanId: components["parameters"]["scanId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The explanation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "scanId": "0197c0de-0000-7000-8000-000000000001",
                     *       "verdict": "FAIL",
                     *       "reason": "critical_vulnerabilities_found",
                     *       "judgedAt": "2026-03-01T12:00:00.000Z",
                     *       "reasons": [
                     *         {
                     *           "reason": "critical_vulnerabilities_found",
                     *           "severityThreshold": "critical",
                     *           "total": 1,
                     *           "findings": [
                     *             {
                     *               "finding": {
                     *                 "kind": "vulnerability",
                     *                 "projectUnitId": "0197c0de-0000-8000-8000-000000000003",
                     *                 "fingerprint": "5f0c6f3a9d1e4b7c8a2d3e4f5a6b7c8d",
                     *                 "severity": "critical",
                     *                 "title": "Prototype pollution in minimist",
                     *                 "advisoryId": "GHSA-xvch-5gv4-984h",
                     *                 "aliases": [
                     *                   "CVE-2021-44906"
                     *                 ],
                     *                 "purl": "pkg:npm/minimist@1.2.5",
                     *                 "packageName": "minimist",
                     *                 "version": "1.2.5",
                     *                 "scope": "required",
                     *                 "direct": false,
                     *                 "dependencyPath": [
                     *                   "mkdirp@0.5.5",
                     *                   "minimist@1.2.5"
                     *                 ],
                     *                 "fixedVersions": [
                     *                   "1.2.6"
                     *                 ],
                     *                 "cvss": {
                     *                   "vector": "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H",
                     *                   "score": 9.8
                     *                 },
                     *                 "malicious": false,
                     *                 "file": "package-lock.json",
                     *                 "line": 120,
                     *                 "url": "https://osv.dev/vulnerability/GHSA-xvch-5gv4-984h"
                     *               },
                     *               "severity": {
                     *                 "severity": "critical",
                     *                 "countsAs": "critical",
                     *                 "source": "cvss",
                     *                 "detail": "GHSA-xvch-5gv4-984h states CVSS 9.8 (CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H)."
                     *               },
                     *               "couldSuppress": [
                     *                 {
                     *                   "way": "waiver",
                     *                   "text": "{\"advisory\":\"GHSA-xvch-5gv4-984h\"}",
                     *                   "counts": "from its approval until it expires"
                     *                 }
                     *               ]
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "suppressed": {
                     *         "total": 0,
                     *         "findings": []
                     *       },
                     *       "smallestChange": {
                     *         "result": "sufficient",
                     *         "text": "The scan passes after 1 upgrade.",
                     *         "advisorySnapshot": {
                     *           "id": "b0a1c2",
                     *           "builtAt": "2026-03-01T06:00:00.000Z"
                     *         },
                     *         "changes": [
                     *           {
                     *             "projectUnitId": "0197c0de-0000-8000-8000-000000000003",
                     *             "action": "upgrade",
                     *             "packageName": "minimist",
                     *             "version": "1.2.5",
                     *             "purl": "pkg:npm/minimist@1.2.5",
                     *             "file": "package-lock.json",
                     *             "upgradeTo": "1.2.6",
                     *             "breaking": false,
                     *             "via": [
                     *               "mkdirp@0.5.5"
                     *             ],
                     *             "clears": [
                     *               "GHSA-xvch-5gv4-984h"
                     *             ]
                     *           }
                     *         ],
                     *         "remains": {
                     *           "total": 0,
                     *           "findings": []
                     *         }
                     *       },
                     *       "judgments": []
                     *     }
                     */
                    "application/json": {
                        /** @description The scan. */
                        scanId: components["schemas"]["Uuid"];
                        /** @description The verdict. */
                        verdict: components["schemas"]["Verdict"];
                        /** @description The reason, as a code or a short sentence. */
                        reason: string;
                        /**
                         * Format: date-time
                         * @description When it was judged.
                         */
                        judgedAt: string;
                        /** @description All reasons; the first is `reason`. */
                        reasons: {
                            /** @description The reason, as a code or a short sentence. */
                            reason: string;
                            /** @description Findings of this severity or above fail the gate. */
                            severityThreshold?: components["schemas"]["Threshold"];
                            /** @description The total number. */
                            total: number;
                            /** @description The findings for this reason, the most severe first. */
                            findings: {
                                finding: components["schemas"]["Finding"];
                                /** @description The severity, and its explanation. */
                                severity: {
                                    /** @description The severity, and its explanation. */
                                    severity: components["schemas"]["Severity"];
                                    /** @description The severity that is compared with the threshold. */
                                    countsAs: components["schemas"]["Threshold"];
                                    /**
                                     * @description The source of the severity.
                                     * @enum {string}
                                     */
                                    source: "cvss" | "advisory" | "rule" | "policy";
                                    /** @description The details, as a sentence for people. */
                                    detail: string;
                                    /** @description Why the policy fails the finding whatever its severity. */
                                    failsAnyway?: string;
                                };
                                /** @description Ways to make the finding not count. */
                                couldSuppress: {
                                    /**
                                     * @description Where the suppression is written.
                                     * @enum {string}
                                     */
                                    way: "allow_comment" | "ignore_file" | "waiver";
                                    /** @description The comment, the line of the .scangateignore at the root, or the match of POST /v1/waivers. */
                                    text: string;
                                    /** @description When it takes effect. */
                                    counts: string;
                                }[];
                            }[];
                            /** @description What was assessed and what was not, by project unit and scan type. */
                            coverage?: components["schemas"]["Coverage"][];
                            /** @description What could not be scanned. */
                            failures?: {
                                /** @description The project unit. */
                                projectUnitId?: components["schemas"]["Uuid"];
                                /** @description Why it failed. */
                                errorCode?: string;
                                /** @description What went wrong, as a sentence for people. */
                                error?: string;
                            }[];
                        }[];
                        /** @description What would fail the gate if nothing suppressed or waived it. */
                        suppressed: components["schemas"]["ListedFindings"];
                        /** @description The smallest set of dependency changes after which the scan passes. */
                        smallestChange: {
                            /**
                             * @description Whether dependency changes are sufficient.
                             * @enum {string}
                             */
                            result: "not_needed" | "sufficient" | "insufficient" | "not_judged";
                            /** @description A sentence or line for people. */
                            text: string;
                            /** @description The advisory snapshot. */
                            advisorySnapshot?: components["schemas"]["AdvisorySnapshot"];
                            /** @description The changes to make. */
                            changes: {
                                /** @description The project unit. */
                                projectUnitId: components["schemas"]["Uuid"];
                                /**
                                 * @description What to do with the package.
                                 * @enum {string}
                                 */
                                action: "upgrade" | "remove";
                                /** @description The package. */
                                packageName: string;
                                /** @description The version of the package. */
                                version?: string;
                                /** @description The package URL. */
                                purl?: string;
                                /** @description The path of the file. */
                                file: string;
                                /** @description The version to upgrade to. */
                                upgradeTo?: string;
                                /** @description Whether the upgrade may break: its major version differs. */
                                breaking?: boolean;
                                /** @description Direct dependencies that lead to the package. */
                                via?: string[];
                                /** @description Advisories that an upgrade clears, or packages that a removal takes along. */
                                clears: string[];
                            }[];
                            /** @description What still fails afterwards. */
                            remains: components["schemas"]["ListedFindings"];
                        };
                        /** @description Later judgments, oldest first. */
                        judgments: components["schemas"]["Judgment"][];
                    };
                };
            };
        };
    };
    "compare-scans": {
        parameters: {
            query: {
                /**
                 * @description The other scan.
                 * @example 0197c0de-0000-7000-8000-000000000002
                 */
                with: components["schemas"]["Uuid"];
            };
            header?: never;
            path: {
                /**
                 * @description The scan.
                 * @example 0197c0de-0000-7000-8000-000000000001
                 */
                scanId: components["parameters"]["scanId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The differences. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "head": {
                     *         "scanId": "0197c0de-0000-7000-8000-000000000001",
                     *         "commitHash": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
                     *         "verdict": "FAIL",
                     *         "reason": "critical_vulnerabilities_found",
                     *         "reasons": [
                     *           "critical_vulnerabilities_found"
                     *         ],
                     *         "judgedAt": "2026-03-01T12:00:00.000Z",
                     *         "advisorySnapshot": {
                     *           "id": "b0a1c2",
                     *           "builtAt": "2026-03-01T06:00:00.000Z"
                     *         }
                     *       },
                     *       "base": {
                     *         "scanId": "0197c0de-0000-7000-8000-000000000002",
                     *         "commitHash": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
                     *         "verdict": "PASS",
                     *         "reason": "no_issues_found",
                     *         "reasons": [
                     *           "no_issues_found"
                     *         ],
                     *         "judgedAt": "2026-03-01T12:00:00.000Z",
                     *         "advisorySnapshot": {
                     *           "id": "b0a1c2",
                     *           "builtAt": "2026-03-01T06:00:00.000Z"
                     *         }
                     *       },
                     *       "introduced": {
                     *         "total": 1,
                     *         "failing": 1,
                     *         "counts": {
                     *           "dependencies": {
                     *             "critical": 1
                     *           }
                     *         },
                     *         "findings": [
                     *           {
                     *             "kind": "vulnerability",
                     *             "projectUnitId": "0197c0de-0000-8000-8000-000000000003",
                     *             "fingerprint": "5f0c6f3a9d1e4b7c8a2d3e4f5a6b7c8d",
                     *             "severity": "critical",
                     *             "title": "Prototype pollution in minimist",
                     *             "advisoryId": "GHSA-xvch-5gv4-984h",
                     *             "aliases": [
                     *               "CVE-2021-44906"
                     *             ],
                     *             "purl": "pkg:npm/minimist@1.2.5",
                     *             "packageName": "minimist",
                     *             "version": "1.2.5",
                     *             "scope": "required",
                     *             "direct": false,
                     *             "dependencyPath": [
                     *               "mkdirp@0.5.5",
                     *               "minimist@1.2.5"
                     *             ],
                     *             "fixedVersions": [
                     *               "1.2.6"
                     *             ],
                     *             "cvss": {
                     *               "vector": "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H",
                     *               "score": 9.8
                     *             },
                     *             "malicious": false,
                     *             "file": "package-lock.json",
                     *             "line": 120,
                     *             "url": "https://osv.dev/vulnerability/GHSA-xvch-5gv4-984h"
                     *           }
                     *         ]
                     *       },
                     *       "fixed": {
                     *         "total": 0,
                     *         "failing": 0,
                     *         "counts": {},
                     *         "findings": []
                     *       },
                     *       "unchanged": {
                     *         "total": 3,
                     *         "failing": 0,
                     *         "counts": {
                     *           "dependencies": {
                     *             "medium": 3
                     *           }
                     *         }
                     *       },
                     *       "inputs": [
                     *         {
                     *           "input": "code",
                     *           "equal": false,
                     *           "head": "sha256:01",
                     *           "base": "sha256:02"
                     *         }
                     *       ],
                     *       "why": [
                     *         {
                     *           "reason": "critical_vulnerabilities_found",
                     *           "of": "head",
                     *           "causes": [
                     *             {
                     *               "input": "code",
                     *               "findings": 1
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The digest of this scan. */
                        head: components["schemas"]["ComparedScan"];
                        /** @description The digest of the other scan. */
                        base: components["schemas"]["ComparedScan"];
                        introduced: components["schemas"]["ComparedFindings"];
                        fixed: components["schemas"]["ComparedFindings"];
                        /** @description Findings that both sides have. */
                        unchanged: {
                            /** @description The total number. */
                            total: number;
                            /** @description Those that fail the gate of their own scan. */
                            failing: number;
                            /** @description Counts by dimension and severity. */
                            counts: {
                                [key: string]: {
                                    [key: string]: number;
                                };
                            };
                        };
                        /** @description The digests of everything that the two verdicts depend on. */
                        inputs: {
                            input: components["schemas"]["ComparedInput"];
                            /** @description Whether the input is the same on both sides. */
                            equal: boolean;
                            /** @description The digest of this scan. */
                            head: string;
                            /** @description The digest of the other scan. */
                            base: string;
                        }[];
                        /** @description Each reason that only one of the verdicts has, with the inputs that cause it. */
                        why: {
                            /** @description The reason, as a code or a short sentence. */
                            reason: string;
                            /**
                             * @description The side that has the reason.
                             * @enum {string}
                             */
                            of: "head" | "base";
                            /** @description The inputs that cause it. */
                            causes: {
                                input: components["schemas"]["ComparedInput"];
                                /** @description The number of findings that the input explains. */
                                findings: number;
                            }[];
                        }[];
                    };
                };
            };
        };
    };
    "rejudge-scan": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The scan.
                 * @example 0197c0de-0000-7000-8000-000000000001
                 */
                scanId: components["parameters"]["scanId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The judgment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "scanId": "0197c0de-0000-7000-8000-000000000001",
                     *       "verdict": "FAIL",
                     *       "judgment": {
                     *         "inputsDigest": "sha256:0a",
                     *         "judgedAt": "2026-03-01T12:00:00.000Z",
                     *         "verdict": "PASS",
                     *         "reason": "no_issues_found",
                     *         "reasons": [
                     *           "no_issues_found"
                     *         ],
                     *         "summary": {
                     *           "severityThreshold": "critical"
                     *         },
                     *         "advisorySnapshot": {
                     *           "id": "b0a1c2",
                     *           "builtAt": "2026-03-01T06:00:00.000Z"
                     *         },
                     *         "inventoryDigest": "sha256:0b",
                     *         "policyDigest": "sha256:0c",
                     *         "suppressionsDigest": "sha256:0d",
                     *         "waiversDigest": "sha256:0e"
                     *       },
                     *       "isNew": true,
                     *       "judgments": [
                     *         {
                     *           "inputsDigest": "sha256:0a",
                     *           "judgedAt": "2026-03-01T12:00:00.000Z",
                     *           "verdict": "PASS",
                     *           "reason": "no_issues_found",
                     *           "reasons": [
                     *             "no_issues_found"
                     *           ],
                     *           "summary": {
                     *             "severityThreshold": "critical"
                     *           },
                     *           "advisorySnapshot": {
                     *             "id": "b0a1c2",
                     *             "builtAt": "2026-03-01T06:00:00.000Z"
                     *           },
                     *           "inventoryDigest": "sha256:0b",
                     *           "policyDigest": "sha256:0c",
                     *           "suppressionsDigest": "sha256:0d",
                     *           "waiversDigest": "sha256:0e"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The scan. */
                        scanId: components["schemas"]["Uuid"];
                        /** @description The first verdict; it never changes. */
                        verdict: components["schemas"]["Verdict"];
                        /** @description The judgment with the current gate and advisories. */
                        judgment: components["schemas"]["Judgment"];
                        /** @description False when these inputs were judged before. */
                        isNew: boolean;
                        /** @description All later judgments, oldest first; at most 20. */
                        judgments: components["schemas"]["Judgment"][];
                    };
                };
            };
        };
    };
    "get-sbom": {
        parameters: {
            query?: {
                /** @description The project unit. */
                projectUnitId?: components["parameters"]["projectUnitId"];
                /** @description A document to save as a file, whatever `Accept` says: for links, which cannot send it. */
                format?: "cyclonedx" | "spdx";
            };
            header?: never;
            path: {
                /**
                 * @description The scan.
                 * @example 0197c0de-0000-7000-8000-000000000001
                 */
                scanId: components["parameters"]["scanId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A CycloneDX or SPDX document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "bomFormat": "CycloneDX",
                     *       "specVersion": "1.6",
                     *       "version": 1,
                     *       "components": [
                     *         {
                     *           "type": "library",
                     *           "name": "minimist",
                     *           "version": "1.2.5",
                     *           "purl": "pkg:npm/minimist@1.2.5"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/vnd.cyclonedx+json": {
                        [key: string]: unknown;
                    };
                    /**
                     * @example {
                     *       "spdxVersion": "SPDX-2.3"
                     *     }
                     */
                    "application/spdx+json": {
                        /**
                         * @description The version of SPDX.
                         * @constant
                         */
                        spdxVersion: "SPDX-2.3";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    "get-dependency-graph": {
        parameters: {
            query?: {
                /** @description Only paths to this package; without a version, to each of its versions. */
                purl?: string;
                /** @description The project unit. */
                projectUnitId?: components["parameters"]["projectUnitId"];
            };
            header?: never;
            path: {
                /**
                 * @description The scan.
                 * @example 0197c0de-0000-7000-8000-000000000001
                 */
                scanId: components["parameters"]["scanId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The graph. It is empty for a package that the scan did not find. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "nodes": [
                     *         {
                     *           "purl": "pkg:npm/minimist@1.2.5",
                     *           "direct": false,
                     *           "scope": "required",
                     *           "findings": 1
                     *         }
                     *       ],
                     *       "edges": [
                     *         [
                     *           "pkg:npm/mkdirp@0.5.5",
                     *           "pkg:npm/minimist@1.2.5"
                     *         ]
                     *       ],
                     *       "truncated": false
                     *     }
                     */
                    "application/json": {
                        /** @description The packages, by package URL. */
                        nodes: {
                            /** @description The package URL; without one, name and version. */
                            purl: string;
                            /** @description The version. */
                            version?: string;
                            /** @description Whether it is a direct dependency. */
                            direct: boolean;
                            /**
                             * @description What the package is needed for.
                             * @enum {string}
                             */
                            scope: "required" | "optional" | "dev";
                            /**
                             * @description Vulnerabilities and licenses that count against the package.
                             * @example 1
                             */
                            findings: number;
                        }[];
                        /** @description From a package to one that it depends on. */
                        edges: string[][];
                        /** @description Whether packages were left out. */
                        truncated: boolean;
                    };
                };
            };
        };
    };
    "create-upload": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A string of your choice. For 24 hours a repeated request with the same key and body gets the first response.
                 * @example build-4711-scan
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "contentLength": 2097152,
                 *       "sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
                 *     }
                 */
                "application/json": {
                    /** @description Number of bytes to upload, at most 10485760. */
                    contentLength: number;
                    /** @description SHA-256 of these bytes in hex. */
                    sha256: string;
                    /**
                     * @description The media type of an SBOM that is uploaded by itself; absent: the bytes are the whole scan request.
                     * @enum {string}
                     */
                    mediaType?: "application/vnd.cyclonedx+json" | "application/vnd.cyclonedx+xml" | "application/spdx+json" | "text/spdx" | "application/vnd.syft+json" | "application/vnd.trivy+json";
                };
            };
        };
        responses: {
            /** @description The URL for the PUT. Send the given headers unchanged. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "uploadId": "0197c0de-0000-7000-8000-0000000000d1",
                     *       "url": "https://uploads.example.com/0197c0de",
                     *       "method": "PUT",
                     *       "headers": {
                     *         "Content-Type": "application/json"
                     *       },
                     *       "expiresAt": "2026-06-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        /** @description The upload. */
                        uploadId: components["schemas"]["Uuid"];
                        /** @description Where to send the scan request; valid for 15 minutes. */
                        url: string;
                        /**
                         * @description The HTTP method of the upload.
                         * @constant
                         */
                        method: "PUT";
                        /** @description Headers that the upload must send. */
                        headers: {
                            [key: string]: string;
                        };
                        /**
                         * Format: date-time
                         * @description When it expires.
                         */
                        expiresAt: string;
                    };
                };
            };
        };
    };
    "quote-history-scan": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A string of your choice. For 24 hours a repeated request with the same key and body gets the first response.
                 * @example build-4711-scan
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description The repository.
                 * @example 0192c9a0-6c00-7000-8000-000000000002
                 */
                repositoryId: components["parameters"]["repositoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The history is being counted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HistoryScan"];
                };
            };
        };
    };
    "list-history-scans": {
        parameters: {
            query?: {
                /** @description The maximum number of items per page. */
                limit?: components["parameters"]["limit"];
                /** @description `nextCursor` of the previous page. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The repository.
                 * @example 0192c9a0-6c00-7000-8000-000000000002
                 */
                repositoryId: components["parameters"]["repositoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of history scans. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "historyScanId": "0197c0de-0000-7000-8000-000000000009",
                     *           "repositoryId": "0192c9a0-6c00-7000-8000-000000000002",
                     *           "status": "completed",
                     *           "requestedAt": "2026-03-01T12:00:00.000Z",
                     *           "quote": {
                     *             "commits": 4200,
                     *             "files": 31500,
                     *             "credits": {
                     *               "core": 4,
                     *               "sast": 0
                     *             },
                     *             "quotedAt": "2026-03-01T12:01:00.000Z",
                     *             "validUntil": "2026-03-01T18:01:00.000Z"
                     *           },
                     *           "startedAt": "2026-03-01T12:05:00.000Z",
                     *           "progress": {
                     *             "parts": 4,
                     *             "done": 4
                     *           },
                     *           "finishedAt": "2026-03-01T12:09:00.000Z",
                     *           "secrets": {
                     *             "total": 3,
                     *             "goneFromHead": 2
                     *           },
                     *           "refunded": {
                     *             "core": 0,
                     *             "sast": 0
                     *           },
                     *           "unread": [],
                     *           "gaps": []
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The items, or a page of them. */
                        items: components["schemas"]["HistoryScan"][];
                        /** @description Pass it as `cursor` to get the next page; absent on the last page. */
                        nextCursor?: string;
                    };
                };
            };
        };
    };
    "start-history-scan": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A string of your choice. For 24 hours a repeated request with the same key and body gets the first response.
                 * @example build-4711-scan
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description The repository.
                 * @example 0192c9a0-6c00-7000-8000-000000000002
                 */
                repositoryId: components["parameters"]["repositoryId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "historyScanId": "0197c0de-0000-7000-8000-000000000009"
                 *     }
                 */
                "application/json": {
                    /** @description The quote that is accepted. */
                    historyScanId: components["schemas"]["Uuid"];
                };
            };
        };
        responses: {
            /** @description The history is being scanned. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HistoryScan"];
                };
            };
        };
    };
    "get-history-scan": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The repository.
                 * @example 0192c9a0-6c00-7000-8000-000000000002
                 */
                repositoryId: components["parameters"]["repositoryId"];
                /**
                 * @description The history scan.
                 * @example 0197c0de-0000-7000-8000-000000000009
                 */
                historyScanId: components["parameters"]["historyScanId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The history scan. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HistoryScan"];
                };
            };
        };
    };
    "cancel-history-scan": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The repository.
                 * @example 0192c9a0-6c00-7000-8000-000000000002
                 */
                repositoryId: components["parameters"]["repositoryId"];
                /**
                 * @description The history scan.
                 * @example 0197c0de-0000-7000-8000-000000000009
                 */
                historyScanId: components["parameters"]["historyScanId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The history scan, canceled or about to end. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HistoryScan"];
                };
            };
        };
    };
    "get-openapi": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag that you have; 304 if nothing has changed.
                 * @example "5b1f0c2e"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The OpenAPI document, with its ETag. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "openapi": "3.1.1",
                     *       "info": {
                     *         "title": "Scangate",
                     *         "version": "1"
                     *       },
                     *       "paths": {}
                     *     }
                     */
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description The document has the ETag of If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "show-docs": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag that you have; 304 if nothing has changed.
                 * @example "5b1f0c2e"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example <!doctype html>… */
                    "text/html": string;
                };
            };
            /** @description The page has the ETag of If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "get-docs-file": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag that you have; 304 if nothing has changed.
                 * @example "5b1f0c2e"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /**
                 * @description The name of the file.
                 * @example redoc.js
                 */
                file: "redoc.js" | "redoc-licenses.txt";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example /* Redoc *\/ */
                    "text/javascript": string;
                    /** @example /* Redoc *\/ */
                    "text/plain": string;
                };
            };
            /** @description The file has the ETag of If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "list-sign-in-providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The providers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "providerId": "google",
                     *           "label": "Google",
                     *           "startUrl": "/v1/session/start?providerId=google"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The items, or a page of them. */
                        items: {
                            /** @description The identity provider. */
                            providerId: string;
                            /** @description Its display name. */
                            label: string;
                            /** @description Where the sign-in starts. */
                            startUrl: string;
                        }[];
                    };
                };
            };
        };
    };
    "start-sign-in": {
        parameters: {
            query?: {
                /** @description `/console` or a path below it, where the sign-in moves on to. By default `/console`. */
                returnTo?: string;
                /** @description Finds the issuer of an organization by the domain, and is a hint to any issuer. */
                email?: components["schemas"]["Email"];
                /** @description From `GET /v1/session/providers`, or the id of an organization with its own issuer. */
                providerId?: string;
                /** @description Asks for a new proof of who the person is, in place of the session. */
                recent?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The browser continues to the issuer, or to the console. */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "start-sign-in-by-post": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "returnTo": "/console/",
                 *       "email": "ada@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["SignInStart"];
                /**
                 * @example {
                 *       "returnTo": "/console/",
                 *       "email": "ada@example.com"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["SignInStart"];
            };
        };
        responses: {
            /** @description Where the browser continues. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://login.example.com/authorize?state=c3RhdGU"
                     *     }
                     */
                    "application/json": {
                        /** @description Where the browser continues. */
                        url: string;
                    };
                };
            };
            /** @description The browser continues to the issuer. */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "complete-sign-in": {
        parameters: {
            query?: {
                /** @description Binds the response to the browser. */
                state?: string;
                /** @description The authorization code. */
                code?: string;
                /** @description The issuer of the response. */
                iss?: string;
                /** @description The error of the issuer. */
                error?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page that continues to the console; the session has started. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example <!doctype html>… */
                    "text/html": string;
                };
            };
        };
    };
    "get-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "person": {
                     *         "personId": "0197c0de-0000-7000-8000-0000000000b1",
                     *         "email": "ada@example.com"
                     *       },
                     *       "organization": {
                     *         "organizationId": "9c8b7a69-5847-4636-a524-1302f1e0d9c8",
                     *         "name": "Acme",
                     *         "isClient": false
                     *       },
                     *       "organizations": [
                     *         {
                     *           "organizationId": "9c8b7a69-5847-4636-a524-1302f1e0d9c8",
                     *           "name": "Acme"
                     *         }
                     *       ],
                     *       "role": "member",
                     *       "plan": "Team",
                     *       "capabilities": [
                     *         "api",
                     *         "webhooks"
                     *       ],
                     *       "scopes": [
                     *         "scans:read",
                     *         "scans:write"
                     *       ],
                     *       "csrfToken": "b1946ac92492d2347c6235b4d2611184",
                     *       "idleUntil": "2026-03-02T20:00:00.000Z",
                     *       "expiresAt": "2026-06-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        /** @description The person who signed in. */
                        person: {
                            /** @description The person. */
                            personId: components["schemas"]["Uuid"];
                            /** @description An e-mail address. */
                            email: string;
                        };
                        /** @description The organization of the session. */
                        organization: {
                            /** @description The organization. */
                            organizationId: components["schemas"]["Uuid"];
                            /** @description The name of the organization. */
                            name: string;
                            /** @description Whether another account pays for the organization. */
                            isClient: boolean;
                        };
                        /** @description All organizations of the person. */
                        organizations: {
                            /** @description The organization. */
                            organizationId: components["schemas"]["Uuid"];
                            /** @description The name of the organization. */
                            name: string;
                        }[];
                        /** @description The role. */
                        role: components["schemas"]["Role"];
                        /** @description The plan. */
                        plan: components["schemas"]["Plan"];
                        /** @description What the plan includes. */
                        capabilities: ("policy_basic" | "policy_standard" | "policy_complete" | "api" | "webhooks" | "issue_trackers" | "bundles" | "audit_log" | "proof_export" | "auditor_export" | "pay_as_you_go" | "sso_basic" | "sso_full" | "sla")[];
                        /** @description What it may do. */
                        scopes: components["schemas"]["Scope"][];
                        /** @description Send it as `Scangate-CSRF` with anything but GET. */
                        csrfToken: string;
                        /**
                         * Format: date-time
                         * @description When it ends if it is not used.
                         */
                        idleUntil: string;
                        /**
                         * Format: date-time
                         * @description When it expires.
                         */
                        expiresAt: string;
                    };
                };
            };
        };
    };
    "end-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "switch-organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "organizationId": "9c8b7a69-5847-4636-a524-1302f1e0d9c8"
                 *     }
                 */
                "application/json": {
                    /** @description The organization. */
                    organizationId: components["schemas"]["Uuid"];
                };
            };
        };
        responses: {
            /** @description The browser gets the new secret. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "list-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "sessionId": "0197c0de-0000-7000-8000-0000000000c7",
                     *           "organizationId": "9c8b7a69-5847-4636-a524-1302f1e0d9c8",
                     *           "current": true,
                     *           "createdAt": "2026-03-01T12:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The items, or a page of them. */
                        items: components["schemas"]["Session"][];
                    };
                };
            };
        };
    };
    "end-sessions": {
        parameters: {
            query?: {
                /** @description Another member. Without it, the person themselves. */
                personId?: components["schemas"]["Uuid"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions have ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "end-own-session": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The session.
                 * @example 0197c0de-0000-7000-8000-0000000000c7
                 */
                sessionId: components["schemas"]["Uuid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "list-tokens": {
        parameters: {
            query?: {
                /** @description The maximum number of items per page. */
                limit?: components["parameters"]["limit"];
                /** @description `nextCursor` of the previous page. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of tokens, without secrets. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "tokenId": "0197c0de-0000-7000-8000-0000000000c1",
                     *           "kind": "service",
                     *           "name": "Pipelines",
                     *           "personId": "0197c0de-0000-7000-8000-0000000000b1",
                     *           "scopes": [
                     *             "scans:read",
                     *             "scans:write"
                     *           ],
                     *           "hint": "sgs_4eC3",
                     *           "createdAt": "2026-03-01T12:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The items, or a page of them. */
                        items: components["schemas"]["Token"][];
                        /** @description Pass it as `cursor` to get the next page; absent on the last page. */
                        nextCursor?: string;
                    };
                };
            };
        };
    };
    "issue-token": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A string of your choice. For 24 hours a repeated request with the same key and body gets the first response.
                 * @example build-4711-scan
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "service",
                 *       "name": "Pipelines",
                 *       "scopes": [
                 *         "scans:read",
                 *         "scans:write"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Its kind.
                     * @enum {string}
                     */
                    kind: "service" | "personal";
                    /** @description The name of the token. */
                    name: components["schemas"]["Name"];
                    /** @description At most those of the requesting credential. */
                    scopes?: components["schemas"]["Scope"][];
                    /** @description Default: 90 for a personal token and 365 for a service token; limited by the requesting token and by the organization. */
                    expiresInDays?: number;
                    /** @description Limits a service token to these repositories; any other is 404 to it. */
                    repositoryIds?: components["schemas"]["Uuid"][];
                };
            };
        };
        responses: {
            /** @description The token. A replay by Idempotency-Key returns it without its secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tokenId": "0197c0de-0000-7000-8000-0000000000c1",
                     *       "kind": "service",
                     *       "name": "Pipelines",
                     *       "personId": "0197c0de-0000-7000-8000-0000000000b1",
                     *       "scopes": [
                     *         "scans:read",
                     *         "scans:write"
                     *       ],
                     *       "hint": "sgs_4eC3",
                     *       "createdAt": "2026-03-01T12:00:00.000Z",
                     *       "token": "sgs_4eC39HqLyjWDarjtT1zdp7dcXYZabc012345"
                     *     }
                     */
                    "application/json": {
                        /** @description The credential. */
                        tokenId: components["schemas"]["Uuid"];
                        /** @description Its kind. */
                        kind: components["schemas"]["CredentialKind"];
                        /** @description The name of the token. */
                        name: string;
                        /** @description The person. */
                        personId: components["schemas"]["Uuid"];
                        /** @description What it may do. */
                        scopes: components["schemas"]["Scope"][];
                        /** @description The credential with which it was issued, and with which it ends. */
                        parentId?: components["schemas"]["Uuid"];
                        /** @description The repositories; absent: all of them. */
                        repositoryIds?: components["schemas"]["RepositoryIds"];
                        /** @description The first characters of the token. */
                        hint: string;
                        /**
                         * Format: date-time
                         * @description When it was created.
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @description When it expires.
                         */
                        expiresAt?: string;
                        /**
                         * Format: date-time
                         * @description When it was last used.
                         */
                        lastUsedAt?: string;
                        /**
                         * Format: date-time
                         * @description When it was revoked.
                         */
                        revokedAt?: string;
                        /** @description The credential itself, shown only once. */
                        token?: string;
                    };
                };
            };
        };
    };
    "revoke-token": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The credential.
                 * @example 0197c0de-0000-7000-8000-0000000000c1
                 */
                tokenId: components["parameters"]["tokenId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "hand-over-token": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The credential.
                 * @example 0197c0de-0000-7000-8000-0000000000c1
                 */
                tokenId: components["parameters"]["tokenId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "responsible": "me"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Must be the caller’s own.
                     * @constant
                     */
                    responsible: "me";
                };
            };
        };
        responses: {
            /** @description The token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tokenId": "0197c0de-0000-7000-8000-0000000000c1",
                     *       "kind": "service",
                     *       "name": "Pipelines",
                     *       "personId": "0197c0de-0000-7000-8000-0000000000b1",
                     *       "scopes": [
                     *         "scans:read",
                     *         "scans:write"
                     *       ],
                     *       "hint": "sgs_4eC3",
                     *       "createdAt": "2026-03-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Token"];
                };
            };
        };
    };
    "list-invitations": {
        parameters: {
            query?: {
                /** @description The maximum number of items per page. */
                limit?: components["parameters"]["limit"];
                /** @description `nextCursor` of the previous page. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of invitations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "invitationId": "0197c0de-0000-7000-8000-0000000000c5",
                     *           "email": "ada@example.com",
                     *           "role": "member",
                     *           "invitedBy": "0197c0de-0000-7000-8000-0000000000b1",
                     *           "createdAt": "2026-03-01T12:00:00.000Z",
                     *           "expiresAt": "2026-06-01T12:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The items, or a page of them. */
                        items: components["schemas"]["Invitation"][];
                        /** @description Pass it as `cursor` to get the next page; absent on the last page. */
                        nextCursor?: string;
                    };
                };
            };
        };
    };
    "create-invitation": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A string of your choice. For 24 hours a repeated request with the same key and body gets the first response.
                 * @example build-4711-scan
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "role": "member"
                 *     }
                 */
                "application/json": {
                    /** @description An e-mail address. */
                    email: components["schemas"]["Email"];
                    /** @description The role. */
                    role: components["schemas"]["Role"];
                };
            };
        };
        responses: {
            /** @description The invitation, which is mailed within minutes. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "invitationId": "0197c0de-0000-7000-8000-0000000000c5",
                     *       "email": "ada@example.com",
                     *       "role": "member",
                     *       "invitedBy": "0197c0de-0000-7000-8000-0000000000b1",
                     *       "createdAt": "2026-03-01T12:00:00.000Z",
                     *       "expiresAt": "2026-06-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Invitation"];
                };
            };
        };
    };
    "withdraw-invitation": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The invitation.
                 * @example 0197c0de-0000-7000-8000-0000000000c5
                 */
                invitationId: components["schemas"]["Uuid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Withdrawn. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "list-members": {
        parameters: {
            query?: {
                /** @description The maximum number of items per page. */
                limit?: components["parameters"]["limit"];
                /** @description `nextCursor` of the previous page. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of members. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "personId": "0197c0de-0000-7000-8000-0000000000b1",
                     *           "email": "ada@example.com",
                     *           "role": "member",
                     *           "joinedAt": "2026-01-05T08:00:00.000Z",
                     *           "advisoryDigest": "daily"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The items, or a page of them. */
                        items: components["schemas"]["Member"][];
                        /** @description Pass it as `cursor` to get the next page; absent on the last page. */
                        nextCursor?: string;
                    };
                };
            };
        };
    };
    "list-people": {
        parameters: {
            query?: {
                /** @description The maximum number of items per page. */
                limit?: number;
                /** @description `nextCursor` of the previous page. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of people. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "personId": "0197c0de-0000-7000-8000-0000000000b1",
                     *           "displayName": "ada"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The items, or a page of them. */
                        items: {
                            /** @description The person. */
                            personId: components["schemas"]["Uuid"];
                            /** @description The name that others see. */
                            displayName: string;
                        }[];
                        /** @description Pass it as `cursor` to get the next page; absent on the last page. */
                        nextCursor?: string;
                    };
                };
            };
        };
    };
    "remove-member": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The person.
                 * @example 0197c0de-0000-7000-8000-0000000000b1
                 */
                personId: components["parameters"]["personId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The person, with the tokens, trust rules and links to auditor packs that ended. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "personId": "0197c0de-0000-7000-8000-0000000000b1",
                     *       "tokens": [],
                     *       "trustRules": [],
                     *       "packLinks": []
                     *     }
                     */
                    "application/json": {
                        /** @description The person. */
                        personId: components["schemas"]["Uuid"];
                        /** @description The tokens that ended. */
                        tokens: {
                            /** @description The credential. */
                            tokenId: components["schemas"]["Uuid"];
                            /** @description Its name. */
                            name: string;
                            /** @description Its kind. */
                            kind: components["schemas"]["CredentialKind"];
                        }[];
                        /** @description The trust rules that are suspended, because nobody is responsible for them. */
                        trustRules: {
                            /** @description The trust rule. */
                            trustId: components["schemas"]["Uuid"];
                            /** @description Its name. */
                            name: string;
                            /** @description The CI. */
                            provider: components["schemas"]["CiProvider"];
                        }[];
                        /** @description The links to auditor packs that ended. */
                        packLinks: {
                            /**
                             * @description The day of the request and a number.
                             * @example 20260310-1
                             */
                            packId: string;
                            /** @description The link. */
                            linkId: components["schemas"]["Uuid"];
                        }[];
                    };
                };
            };
        };
    };
    "change-member": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The person.
                 * @example 0197c0de-0000-7000-8000-0000000000b1
                 */
                personId: components["parameters"]["personId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The role. */
                    role?: components["schemas"]["Role"];
                    advisoryDigest?: components["schemas"]["AdvisoryDigest"];
                };
            };
        };
        responses: {
            /** @description The member. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "personId": "0197c0de-0000-7000-8000-0000000000b1",
                     *       "email": "ada@example.com",
                     *       "role": "member",
                     *       "joinedAt": "2026-01-05T08:00:00.000Z",
                     *       "advisoryDigest": "daily"
                     *     }
                     */
                    "application/json": components["schemas"]["Member"];
                };
            };
        };
    };
    "get-me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The person. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "personId": "0197c0de-0000-7000-8000-0000000000b1",
                     *       "email": "ada@example.com",
                     *       "memberships": [
                     *         {
                     *           "organizationId": "9c8b7a69-5847-4636-a524-1302f1e0d9c8",
                     *           "name": "Acme",
                     *           "role": "member",
                     *           "joinedAt": "2026-01-05T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "tokens": 0
                     *     }
                     */
                    "application/json": {
                        /** @description The person. */
                        personId: components["schemas"]["Uuid"];
                        /** @description An e-mail address. */
                        email: string;
                        /** @description Of a session all of them; of a token, or of a session of an organization’s own issuer, that organization alone. */
                        memberships: {
                            /** @description The organization. */
                            organizationId: components["schemas"]["Uuid"];
                            /** @description The name of the organization. */
                            name: string;
                            /** @description The role. */
                            role: components["schemas"]["Role"];
                            /**
                             * Format: date-time
                             * @description When the person joined.
                             */
                            joinedAt: string;
                        }[];
                        /** @description The live personal and service tokens of the person in this organization. */
                        tokens: number;
                    };
                };
            };
        };
    };
    "delete-me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The person has left, and the address is removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "get-organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organization. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "organizationId": "9c8b7a69-5847-4636-a524-1302f1e0d9c8",
                     *       "name": "Acme",
                     *       "createdAt": "2026-03-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Organization"];
                };
            };
        };
    };
    "close-organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Acme"
                 *     }
                 */
                "application/json": {
                    /** @description The name of the organization, as confirmation. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description The organization is closing. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "organizationId": "9c8b7a69-5847-4636-a524-1302f1e0d9c8",
                     *       "since": "2026-03-01T12:00:00.000Z",
                     *       "eraseAt": "2026-04-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        /** @description The organization. */
                        organizationId: components["schemas"]["EventId"];
                        /**
                         * Format: date-time
                         * @description Since when it has been closing.
                         */
                        since: string;
                        /**
                         * Format: date-time
                         * @description When everything is erased.
                         */
                        eraseAt: string;
                    };
                };
            };
        };
    };
    "change-organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Example"
                 *     }
                 */
                "application/json": {
                    /** @description Its name. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description The organization. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "organizationId": "9c8b7a69-5847-4636-a524-1302f1e0d9c8",
                     *       "name": "Acme",
                     *       "createdAt": "2026-03-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Organization"];
                };
            };
        };
    };
    "restore-organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organization is as it was. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "list-exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The exports, newest first. The files of a completed one are kept for seven days. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "exportId": "20260301-1",
                     *           "state": "completed",
                     *           "requestedAt": "2026-03-01T12:00:00.000Z",
                     *           "expiresAt": "2026-06-01T12:00:00.000Z",
                     *           "files": [
                     *             {
                     *               "name": "members.ndjson",
                     *               "bytes": 20480,
                     *               "sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
                     *               "url": "https://results.example.com/members.ndjson"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The items, or a page of them. */
                        items: {
                            /** @description The export. */
                            exportId: string;
                            /**
                             * @description The state of the export.
                             * @enum {string}
                             */
                            state: "running" | "completed" | "failed";
                            /**
                             * Format: date-time
                             * @description When it was requested.
                             */
                            requestedAt: string;
                            /**
                             * Format: date-time
                             * @description When it was completed.
                             */
                            completedAt?: string;
                            /**
                             * Format: date-time
                             * @description When it expires.
                             */
                            expiresAt: string;
                            /** @description The files of the export. */
                            files: {
                                /** @description The name of the file. */
                                name: string;
                                /** @description The size in bytes. */
                                bytes: number;
                                /** @description SHA-256 of the bytes, in hex. */
                                sha256: string;
                                /**
                                 * Format: uri
                                 * @description Valid for 15 minutes.
                                 */
                                url: string;
                            }[];
                        }[];
                    };
                };
            };
        };
    };
    "start-export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export is being written. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "exportId": "20260301-1",
                     *       "state": "completed",
                     *       "requestedAt": "2026-03-01T12:00:00.000Z",
                     *       "expiresAt": "2026-06-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["OrganizationExport"];
                };
            };
        };
    };
    "list-domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description At most 20 domains. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "domain": "example.com",
                     *           "status": "pending",
                     *           "record": {
                     *             "type": "TXT",
                     *             "name": "_scangate.example.com",
                     *             "value": "scangate-verification=7f3a1c"
                     *           },
                     *           "createdAt": "2026-03-01T12:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The items, or a page of them. */
                        items: components["schemas"]["Domain"][];
                    };
                };
            };
        };
    };
    "add-domain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "domain": "example.com"
                 *     }
                 */
                "application/json": {
                    /** @description Unicode or punycode; answers have punycode. */
                    domain: string;
                };
            };
        };
        responses: {
            /** @description The organization already has the domain. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
            /** @description The domain, to be verified. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
        };
    };
    "verify-domain": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The domain.
                 * @example example.com
                 */
                domain: components["parameters"]["domain"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The verified domain. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
        };
    };
    "remove-domain": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The domain.
                 * @example example.com
                 */
                domain: components["parameters"]["domain"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "get-sso": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings, without secrets. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SingleSignOn"];
                };
            };
        };
    };
    "set-sso": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the version that you change; `*` for any.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "issuer": {
                 *         "kind": "oidc",
                 *         "issuer": "https://login.example.com",
                 *         "clientId": "scangate",
                 *         "clientSecret": "a-long-secret"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Who signs. */
                    issuer: {
                        /**
                         * @description Its kind.
                         * @constant
                         */
                        kind: "oidc";
                        /** @description Who signs. */
                        issuer: string;
                        /** @description The client id at the identity provider. */
                        clientId: string;
                        /** @description Stored encrypted, never returned. Left out, it stays for the same client and issuer. */
                        clientSecret?: string;
                    } | components["schemas"]["SamlIssuer"];
                    /** @description The role of a person by the values of a claim or attribute, at each sign-in: admin before billing before member. */
                    roles?: components["schemas"]["RoleMapping"];
                    /** @description Only sessions of this identity provider pass, and those of the owners named here. */
                    enforced?: {
                        /** @description Owners who can sign in without the identity provider. */
                        breakGlass: components["schemas"]["Uuid"][];
                    };
                    session?: components["schemas"]["SessionLimits"];
                };
            };
        };
        responses: {
            /** @description The settings, without secrets. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SingleSignOn"];
                };
            };
        };
    };
    "remove-sso": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the version that you change; `*` for any.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "get-saml-metadata": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organization.
                 * @example 9c8b7a69-5847-4636-a524-1302f1e0d9c8
                 */
                organizationId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metadata of the service provider. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example <EntityDescriptor entityID="https://scangate.example.com"/> */
                    "application/samlmetadata+xml": string;
                };
            };
        };
    };
    "complete-saml-sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organization.
                 * @example 9c8b7a69-5847-4636-a524-1302f1e0d9c8
                 */
                organizationId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/x-www-form-urlencoded": {
                    /** @description The response of the identity provider. */
                    SAMLResponse?: string;
                    /** @description Binds the response to the browser. */
                    RelayState?: string;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description A page that continues to the console; the session has started. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example <!doctype html>… */
                    "text/html": string;
                };
            };
        };
    };
    "list-directory-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tokens, with those that ended. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "tokenId": "0197c0de-0000-7000-8000-0000000000c3",
                     *           "kind": "directory",
                     *           "name": "Directory",
                     *           "personId": "0197c0de-0000-7000-8000-0000000000b1",
                     *           "scopes": [],
                     *           "hint": "sgd_9aB1",
                     *           "createdAt": "2026-03-01T12:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The items, or a page of them. */
                        items: components["schemas"]["Token"][];
                    };
                };
            };
        };
    };
    "add-directory-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Shop"
                 *     }
                 */
                "application/json": {
                    /** @description Its name. */
                    name: components["schemas"]["Name"];
                    /** @description Default: 365. */
                    expiresInDays?: number;
                };
            };
        };
        responses: {
            /** @description The token, shown only once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tokenId": "0197c0de-0000-7000-8000-0000000000c1",
                     *       "kind": "directory",
                     *       "name": "Shop",
                     *       "personId": "0197c0de-0000-7000-8000-0000000000b1",
                     *       "scopes": [
                     *         "scans:read",
                     *         "scans:write"
                     *       ],
                     *       "hint": "sgd_9aB1",
                     *       "createdAt": "2026-03-01T12:00:00.000Z",
                     *       "token": "sgd_9aB1c2D3e4F5g6H7i8J9k0L1m2N3o4P5q6R7"
                     *     }
                     */
                    "application/json": {
                        /** @description The credential. */
                        tokenId: components["schemas"]["Uuid"];
                        /** @description A directory token. */
                        kind: components["schemas"]["CredentialKind"];
                        /** @description Its name. */
                        name: string;
                        /** @description The person. */
                        personId: components["schemas"]["Uuid"];
                        /** @description What it may do. */
                        scopes: components["schemas"]["Scope"][];
                        /** @description The credential with which it was issued, and with which it ends. */
                        parentId?: components["schemas"]["Uuid"];
                        /** @description The repositories; absent: all of them. */
                        repositoryIds?: components["schemas"]["RepositoryIds"];
                        /** @description The first characters of the token. */
                        hint: string;
                        /**
                         * Format: date-time
                         * @description When it was created.
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @description When it expires.
                         */
                        expiresAt?: string;
                        /**
                         * Format: date-time
                         * @description When it was last used.
                         */
                        lastUsedAt?: string;
                        /**
                         * Format: date-time
                         * @description When it was revoked.
                         */
                        revokedAt?: string;
                        /** @description The token itself, shown only once. */
                        token: string;
                    };
                };
            };
        };
    };
    "revoke-directory-token": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The credential.
                 * @example 0197c0de-0000-7000-8000-0000000000c1
                 */
                tokenId: components["parameters"]["tokenId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "list-trust-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All rules, the oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "trustId": "0197c0de-0000-7000-8000-0000000000c9",
                     *           "name": "Pipelines",
                     *           "provider": "github",
                     *           "issuer": "https://token.actions.githubusercontent.com",
                     *           "audience": "scangate:9c8b7a69-5847-4636-a524-1302f1e0d9c8",
                     *           "match": {
                     *             "repository_id": "1"
                     *           },
                     *           "repositories": "all",
                     *           "scopes": [
                     *             "scans:read",
                     *             "scans:write"
                     *           ],
                     *           "personId": "0197c0de-0000-7000-8000-0000000000b1",
                     *           "heldSince": "2026-03-01T12:00:00.000Z",
                     *           "createdBy": "0197c0de-0000-7000-8000-0000000000b1",
                     *           "createdAt": "2026-03-01T12:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The items, or a page of them. */
                        items: components["schemas"]["TrustRule"][];
                    };
                };
            };
        };
    };
    "create-trust-rule": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A string of your choice. For 24 hours a repeated request with the same key and body gets the first response.
                 * @example build-4711-scan
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Shop",
                 *       "provider": "github",
                 *       "match": {
                 *         "repository_id": "1"
                 *       },
                 *       "repositories": "matching"
                 *     }
                 */
                "application/json": {
                    /** @description Its name. */
                    name: components["schemas"]["Name"];
                    /** @description The CI. */
                    provider: components["schemas"]["CiProvider"];
                    /** @description As the JWTs name it; needed where each customer has one. */
                    issuer?: string;
                    /** @description `scangate:<organizationId>` unless given; fixed for azure. */
                    audience?: string;
                    /** @description All of these claims must match. One of them is an exact id of the provider. */
                    match: {
                        [key: string]: components["schemas"]["TrustMatch"];
                    };
                    /** @description `matching`: the connected repository that the JWT names. */
                    repositories: components["schemas"]["TrustedRepositories"];
                    /** @description All that a pipeline can have, unless given. */
                    scopes?: ("repositories:read" | "scans:read" | "scans:write")[];
                    /**
                     * @description For providers whose JWTs do not tell forks: whether builds of forks are off there, or accepted as others are.
                     * @enum {string}
                     */
                    forkBuilds?: "off" | "accepted";
                    /** @description Your own id: a rule acts for who makes it or takes it over. */
                    personId?: components["schemas"]["Uuid"];
                };
            };
        };
        responses: {
            /** @description The rule. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrustRule"];
                };
            };
        };
    };
    "get-trust-rule": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The trust rule.
                 * @example 0197c0de-0000-7000-8000-0000000000c9
                 */
                trustId: components["parameters"]["trustId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rule. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrustRule"];
                };
            };
        };
    };
    "remove-trust-rule": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The trust rule.
                 * @example 0197c0de-0000-7000-8000-0000000000c9
                 */
                trustId: components["parameters"]["trustId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. Its tokens are refused from the next request on. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "change-trust-rule": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The trust rule.
                 * @example 0197c0de-0000-7000-8000-0000000000c9
                 */
                trustId: components["parameters"]["trustId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Pipelines of the shop"
                 *     }
                 */
                "application/json": {
                    /** @description Its name. */
                    name?: components["schemas"]["Name"];
                    /** @description The required audience of the JWT. */
                    audience?: string;
                    /** @description All of these claims must match. One of them is an exact id of the provider. */
                    match?: {
                        [key: string]: components["schemas"]["TrustMatch"];
                    };
                    /** @description `matching`: the connected repository that the JWT names. */
                    repositories?: components["schemas"]["TrustedRepositories"];
                    /** @description What it may do. */
                    scopes?: ("repositories:read" | "scans:read" | "scans:write")[];
                    /**
                     * @description For providers whose JWTs do not tell forks: whether builds of forks are off there, or accepted as others are.
                     * @enum {string}
                     */
                    forkBuilds?: "off" | "accepted";
                    /** @description Your own id: a rule acts for who makes it or takes it over. */
                    personId?: components["schemas"]["Uuid"];
                };
            };
        };
        responses: {
            /** @description The changed rule. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrustRule"];
                };
            };
        };
    };
    "test-trust": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "sgs_4eC39HqLyjWDarjtT1zdp7dcXYZabc012345"
                 *     }
                 */
                "application/json": {
                    /** @description A JWT of the CI, instead of claims. */
                    token: string;
                } | {
                    /** @description The claims of a JWT. */
                    claims: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description The result of each rule. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "signature": "valid",
                     *       "rules": [
                     *         {
                     *           "trustId": "0197c0de-0000-7000-8000-0000000000c9",
                     *           "name": "Shop",
                     *           "matches": true,
                     *           "failed": []
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Whether the signature of the JWT is valid.
                         * @enum {string}
                         */
                        signature: "valid" | "invalid" | "unchecked";
                        /**
                         * @description Why the JWT would be refused before any rule is looked at.
                         * @enum {string}
                         */
                        reason?: "too_large" | "malformed" | "algorithm" | "issuer" | "keys_unavailable" | "key_unknown" | "key_ambiguous" | "key_weak" | "signature" | "times_missing" | "expired" | "not_yet_valid" | "lives_too_long" | "audience";
                        /** @description The rule that would be used. */
                        trustId?: components["schemas"]["Uuid"];
                        /** @description Each rule, and why it matches or not. */
                        rules: {
                            /** @description The trust rule. */
                            trustId: components["schemas"]["Uuid"];
                            /** @description Its name. */
                            name: string;
                            /** @description Whether the rule matches. */
                            matches: boolean;
                            /** @description The claims that do not match. */
                            failed: {
                                /** @description The claim. */
                                claim: string;
                                /** @description What the rule requires. */
                                expected?: string | {
                                    /** @description A pattern with `*`. */
                                    glob: string;
                                };
                                /** @description What the JWT contains. */
                                found?: string;
                            }[];
                        }[];
                    };
                };
            };
        };
    };
    "exchange-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "organizationId": "9c8b7a69-5847-4636-a524-1302f1e0d9c8",
                 *       "token": "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJodHRwczovL2dpdGxhYi5jb20ifQ.c2ln"
                 *     }
                 */
                "application/json": {
                    /** @description The organization. */
                    organizationId: components["schemas"]["Uuid"];
                    /** @description The JWT of the CI. */
                    token: string;
                };
            };
        };
        responses: {
            /** @description The token, shown only once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "token": "sgp_7xK2c2D3e4F5g6H7i8J9k0L1m2N3o4P5q6R7",
                     *       "expiresAt": "2026-06-01T12:00:00.000Z",
                     *       "scopes": [
                     *         "scans:read",
                     *         "scans:write"
                     *       ],
                     *       "trustId": "0197c0de-0000-7000-8000-0000000000c9"
                     *     }
                     */
                    "application/json": {
                        /** @description The token, valid for 15 minutes, or the JWT to exchange. */
                        token: string;
                        /**
                         * Format: date-time
                         * @description When it expires.
                         */
                        expiresAt: string;
                        /** @description What it may do. */
                        scopes: string[];
                        /** @description Absent: every repository. */
                        repositoryIds?: components["schemas"]["RepositoryIds"];
                        /** @description The trust rule. */
                        trustId: components["schemas"]["Uuid"];
                    };
                };
            };
        };
    };
    "start-device-login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The codes, shown only once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deviceCode": "sgv_0123456789abcdefghijABCDEFGHIJ012345",
                     *       "userCode": "BCDF-GHJK",
                     *       "verificationUri": "https://scangate.example.com/console/device",
                     *       "expiresIn": 600,
                     *       "interval": 5
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The secret of the command line, which it polls with. Nobody else may see it.
                         * @example sgv_0123456789abcdefghijABCDEFGHIJ012345
                         */
                        deviceCode: string;
                        /**
                         * @description Eight letters that the person types on the page.
                         * @example BCDF-GHJK
                         */
                        userCode: string;
                        /**
                         * @description The page where the person approves; a path where the deployment has no public address.
                         * @example https://scangate.example.com/console/device
                         */
                        verificationUri: string;
                        /**
                         * @description Seconds for which the codes are valid.
                         * @example 600
                         */
                        expiresIn: number;
                        /**
                         * @description Seconds between two polls.
                         * @example 5
                         */
                        interval: number;
                    };
                };
            };
        };
    };
    "grant-device-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "deviceCode": "GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS"
                 *     }
                 */
                "application/json": {
                    /** @description The secret of the command line. */
                    deviceCode: string;
                };
            };
        };
        responses: {
            /** @description The token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tokenId": "0197c0de-0000-7000-8000-0000000000c1",
                     *       "kind": "service",
                     *       "name": "Shop",
                     *       "personId": "0197c0de-0000-7000-8000-0000000000b1",
                     *       "scopes": [
                     *         "scans:read",
                     *         "scans:write"
                     *       ],
                     *       "hint": "sgp_7xK2",
                     *       "createdAt": "2026-03-01T12:00:00.000Z",
                     *       "token": "sgs_4eC39HqLyjWDarjtT1zdp7dcXYZabc012345"
                     *     }
                     */
                    "application/json": {
                        /** @description The credential. */
                        tokenId: components["schemas"]["Uuid"];
                        /** @description Its kind. */
                        kind: components["schemas"]["CredentialKind"];
                        /** @description Its name. */
                        name: string;
                        /** @description The person. */
                        personId: components["schemas"]["Uuid"];
                        /** @description What it may do. */
                        scopes: components["schemas"]["Scope"][];
                        /** @description The credential with which it was issued, and with which it ends. */
                        parentId?: components["schemas"]["Uuid"];
                        /** @description The repositories; absent: all of them. */
                        repositoryIds?: components["schemas"]["RepositoryIds"];
                        /** @description The first characters of the token. */
                        hint: string;
                        /**
                         * Format: date-time
                         * @description When it was created.
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @description When it expires.
                         */
                        expiresAt?: string;
                        /**
                         * Format: date-time
                         * @description When it was last used.
                         */
                        lastUsedAt?: string;
                        /**
                         * Format: date-time
                         * @description When it was revoked.
                         */
                        revokedAt?: string;
                        /** @description The credential itself. */
                        token: string;
                    };
                };
            };
        };
    };
    "decide-device-login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The eight letters that the command line shows.
                     * @example BCDF-GHJK
                     */
                    userCode: string;
                    /** @description At most those of the session. */
                    scopes: components["schemas"]["Scope"][];
                    /** @description Days that the token lives, from its grant on: 90 unless stated, at most what the organization permits. */
                    expiresInDays?: number;
                } | {
                    /**
                     * @description The eight letters that the command line shows.
                     * @example BCDF-GHJK
                     */
                    userCode: string;
                    /**
                     * @description Refuses the command line.
                     * @constant
                     */
                    deny: true;
                };
            };
        };
        responses: {
            /** @description The decision. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "approved"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Its state.
                         * @enum {string}
                         */
                        status: "approved" | "denied";
                        /** @description Of the token that the command line gets. */
                        scopes?: components["schemas"]["Scope"][];
                        /** @description As it was asked for. */
                        expiresInDays?: number;
                    };
                };
            };
        };
    };
    "list-webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All webhooks, the oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "webhookId": "0197c0de-0000-7000-8000-0000000000aa",
                     *           "name": "Shop",
                     *           "url": "https://hooks.example.com/scangate",
                     *           "events": [
                     *             "scan.*"
                     *           ],
                     *           "createdAt": "2026-03-01T12:00:00.000Z",
                     *           "enabled": true,
                     *           "paused": false,
                     *           "failures": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The items, or a page of them. */
                        items: components["schemas"]["Webhook"][];
                    };
                };
            };
        };
    };
    "create-webhook": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A string of your choice. For 24 hours a repeated request with the same key and body gets the first response.
                 * @example build-4711-scan
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://hooks.example.com/scangate",
                 *       "events": [
                 *         "scan.failed",
                 *         "waiver.*"
                 *       ],
                 *       "filter": {
                 *         "branches": [
                 *           "main"
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description https, port 443 or from 1024 on, no user name, at most 2,048 characters; its host has a public address. */
                    url: string;
                    /** @description The types of events that are sent. */
                    events: components["schemas"]["EventPatterns"];
                    /** @description The host of the URL unless given. */
                    name?: components["schemas"]["Name"];
                    /** @description Keeps events out that tell of something else; an absent field keeps none out. */
                    filter?: components["schemas"]["EventFilter"];
                };
            };
        };
        responses: {
            /** @description The webhook. A replay by Idempotency-Key returns it without its secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWebhook"];
                };
            };
        };
    };
    "get-webhook": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The webhook.
                 * @example 0197c0de-0000-7000-8000-0000000000aa
                 */
                webhookId: components["parameters"]["webhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    "remove-webhook": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The webhook.
                 * @example 0197c0de-0000-7000-8000-0000000000aa
                 */
                webhookId: components["parameters"]["webhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed, and its secret with it. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "change-webhook": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the version that you change; `*` for any.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                /**
                 * @description The webhook.
                 * @example 0197c0de-0000-7000-8000-0000000000aa
                 */
                webhookId: components["parameters"]["webhookId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": true
                 *     }
                 */
                "application/json": {
                    /** @description https, port 443 or from 1024 on, no user name, at most 2,048 characters; its host has a public address. */
                    url?: string;
                    /** @description The types of events that are sent. */
                    events?: components["schemas"]["EventPatterns"];
                    /** @description Its name. */
                    name?: components["schemas"]["Name"];
                    /** @description `null` removes it. */
                    filter?: components["schemas"]["EventFilter"] | null;
                    /** @description `true` enables what was disabled, by a person or by the service. */
                    enabled?: boolean;
                };
            };
        };
        responses: {
            /** @description The changed webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    "rotate-webhook-secret": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A string of your choice. For 24 hours a repeated request with the same key and body gets the first response.
                 * @example build-4711-scan
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description The webhook.
                 * @example 0197c0de-0000-7000-8000-0000000000aa
                 */
                webhookId: components["parameters"]["webhookId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "overlapHours": 24
                 *     }
                 */
                "application/json": {
                    /**
                     * @description How long the secret before signs, too; 0 ends it at once.
                     * @default 24
                     */
                    overlapHours?: number;
                };
            };
        };
        responses: {
            /** @description The webhook with its new secret. A replay by Idempotency-Key returns it without. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWebhook"];
                };
            };
        };
    };
    "test-webhook": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A string of your choice. For 24 hours a repeated request with the same key and body gets the first response.
                 * @example build-4711-scan
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description The webhook.
                 * @example 0197c0de-0000-7000-8000-0000000000aa
                 */
                webhookId: components["parameters"]["webhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It will be sent. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "eventId": "3f2a1b4c-5d6e-8f70-8a9b-0c1d2e3f4a5b"
                     *     }
                     */
                    "application/json": {
                        /** @description The event. */
                        eventId: string;
                    };
                };
            };
        };
    };
    "redeliver-webhook": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A string of your choice. For 24 hours a repeated request with the same key and body gets the first response.
                 * @example build-4711-scan
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description The webhook.
                 * @example 0197c0de-0000-7000-8000-0000000000aa
                 */
                webhookId: components["parameters"]["webhookId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Numbers the deliveries, without gaps. */
                    sequence: number;
                } | {
                    /**
                     * Format: date-time
                     * @description Redelivers every event since this time.
                     */
                    since: string;
                };
            };
        };
        responses: {
            /** @description It will be sent. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": {
                        /** @description Numbers the deliveries, without gaps. */
                        sequence?: number;
                        /**
                         * Format: date-time
                         * @description Redelivers every event since this time.
                         */
                        since?: string;
                    };
                };
            };
        };
    };
    "list-webhook-deliveries": {
        parameters: {
            query?: {
                /** @description The maximum number of items per page. */
                limit?: components["parameters"]["limit"];
                /** @description `nextCursor` of the previous page. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The webhook.
                 * @example 0197c0de-0000-7000-8000-0000000000aa
                 */
                webhookId: components["parameters"]["webhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The items, or a page of them. */
                        items: {
                            /** @description Numbers the deliveries, without gaps. */
                            sequence: number;
                            /** @description The event. */
                            eventId: components["schemas"]["Uuid"];
                            /** @description Its type. */
                            type: components["schemas"]["EventType"];
                            /**
                             * Format: date-time
                             * @description When the event happened.
                             */
                            eventAt: string;
                            /**
                             * @description Its state.
                             * @enum {string}
                             */
                            state: "waiting" | "delivered" | "given_up";
                            /**
                             * Format: date-time
                             * @description When it is retried.
                             */
                            nextAttemptAt?: string;
                            /** @description Whether somebody requested this delivery. */
                            replayed: boolean;
                            attempts: components["schemas"]["Attempts"];
                            /** @description What is sent: the same body at every attempt. */
                            request?: {
                                /** @description Without the signature. */
                                headers: {
                                    [key: string]: string;
                                };
                                /** @description The body of the delivery. */
                                body: {
                                    /** @description The event. */
                                    id: string;
                                    /** @description Its type. */
                                    type: components["schemas"]["EventType"];
                                    /**
                                     * Format: date-time
                                     * @description When the event happened.
                                     */
                                    timestamp: string;
                                    /** @description The organization. */
                                    organizationId: components["schemas"]["Uuid"];
                                    /** @description The content of the event, depending on its type. */
                                    data: {
                                        [key: string]: unknown;
                                    };
                                    /** @description Numbers the deliveries, without gaps. */
                                    sequence: number;
                                };
                            };
                        }[];
                        /** @description Pass it as `cursor` to get the next page; absent on the last page. */
                        nextCursor?: string;
                    };
                };
            };
        };
    };
    "list-events": {
        parameters: {
            query?: {
                /** @description The maximum number of items per page. */
                limit?: components["parameters"]["limit"];
                /** @description `after` of the previous response, or a time in UTC. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "3f2a1b4c-5d6e-8f70-8a9b-0c1d2e3f4a5b",
                     *           "type": "scan.completed",
                     *           "timestamp": "2026-03-02T09:30:00.000Z",
                     *           "organizationId": "9c8b7a69-5847-4636-a524-1302f1e0d9c8",
                     *           "data": {}
                     *         }
                     *       ],
                     *       "after": "2026-03-02T09:30:00.000Z",
                     *       "hasMore": false
                     *     }
                     */
                    "application/json": {
                        /** @description The items, or a page of them. */
                        items: {
                            /** @description The event. */
                            id: string;
                            /** @description Its type. */
                            type: components["schemas"]["EventType"];
                            /**
                             * Format: date-time
                             * @description When the event happened.
                             */
                            timestamp: string;
                            /** @description The organization. */
                            organizationId: components["schemas"]["Uuid"];
                            /** @description The content of the event, depending on its type. */
                            data: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description Where the next request continues. */
                        after: string;
                        /** @description Whether there are more events already. */
                        hasMore: boolean;
                    };
                };
            };
        };
    };
    "list-integrations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All integrations, the oldest first, without credentials. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "integrationId": "0197c0de-0000-7000-8000-0000000000ac",
                     *           "kind": "slack",
                     *           "name": "Shop",
                     *           "types": [
                     *             "scan.*"
                     *           ],
                     *           "settings": {},
                     *           "createdAt": "2026-03-01T12:00:00.000Z",
                     *           "enabled": true,
                     *           "paused": false,
                     *           "failures": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The items, or a page of them. */
                        items: components["schemas"]["Integration"][];
                    };
                };
            };
        };
    };
    "create-integration": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A string of your choice. For 24 hours a repeated request with the same key and body gets the first response.
                 * @example build-4711-scan
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "slack",
                 *       "name": "Slack",
                 *       "settings": {
                 *         "channel": "C0123456789",
                 *         "rules": [
                 *           {
                 *             "types": [
                 *               "scan.failed"
                 *             ],
                 *             "mode": "each"
                 *           }
                 *         ]
                 *       },
                 *       "credential": {
                 *         "botToken": "xoxb-the-token-of-the-bot"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Its kind.
                     * @constant
                     */
                    kind: "slack";
                    /** @description Its name. */
                    name: components["schemas"]["Name"];
                    /** @description The event types that it receives. */
                    types?: components["schemas"]["EventPatterns"];
                    /** @description Keeps events out that tell of something else; an absent field keeps none out. */
                    filter?: components["schemas"]["EventFilter"];
                    /** @description The settings for its kind. */
                    settings: {
                        /** @description The id of the channel, for a bot token. */
                        channel?: string;
                        /** @description Without rules every event of the integration is a message. */
                        rules?: components["schemas"]["MessageRule"][];
                    };
                    /** @description How the service signs in at the provider. */
                    credential: {
                        /** @description The URL of an incoming webhook, which determines the channel. */
                        webhookUrl: string;
                    } | {
                        /** @description A bot token with the scope chat:write; it needs `settings.channel`. */
                        botToken: string;
                    };
                } | {
                    /**
                     * @description Its kind.
                     * @constant
                     */
                    kind: "teams";
                    /** @description Its name. */
                    name: components["schemas"]["Name"];
                    /** @description The event types that it receives. */
                    types?: components["schemas"]["EventPatterns"];
                    /** @description Keeps events out that tell of something else; an absent field keeps none out. */
                    filter?: components["schemas"]["EventFilter"];
                    /** @description The settings for its kind. */
                    settings: {
                        /** @description Without rules every event of the integration is a message. */
                        rules?: components["schemas"]["MessageRule"][];
                    };
                    /** @description How the service signs in at the provider. */
                    credential: {
                        /** @description The URL of a workflow that posts to a channel when a webhook request is received. */
                        workflowUrl: string;
                    };
                } | {
                    /**
                     * @description Its kind.
                     * @constant
                     */
                    kind: "github_issues";
                    /** @description Its name. */
                    name: components["schemas"]["Name"];
                    /** @description The event types that it receives. */
                    types?: components["schemas"]["EventPatterns"];
                    /** @description Keeps events out that tell of something else; an absent field keeps none out. */
                    filter?: components["schemas"]["EventFilter"];
                    /** @description The settings for its kind. */
                    settings: {
                        /** @description The repository for the issues, as `owner/name`. */
                        repository: string;
                        /** @description The origin of a GitHub Enterprise Server. */
                        url?: string;
                        /** @description The minimum severity for an issue; by default that of the gate. */
                        minimumSeverity?: components["schemas"]["Threshold"];
                        /** @description The maximum number of new issues per day (UTC), the most severe first; by default 20. */
                        newTicketsPerDay?: number;
                    };
                    /** @description How the service signs in at the provider. */
                    credential: {
                        /** @description A token that may write issues of the repository. */
                        token: string;
                    } | {
                        /** @description The id of the app at the provider. */
                        appId: string;
                        /** @description The id of its installation. */
                        installationId: string;
                        /** @description The private key of the App, as PEM. */
                        privateKey: string;
                    };
                } | {
                    /**
                     * @description Its kind.
                     * @constant
                     */
                    kind: "gitlab_issues";
                    /** @description Its name. */
                    name: components["schemas"]["Name"];
                    /** @description The event types that it receives. */
                    types?: components["schemas"]["EventPatterns"];
                    /** @description Keeps events out that tell of something else; an absent field keeps none out. */
                    filter?: components["schemas"]["EventFilter"];
                    /** @description The settings for its kind. */
                    settings: {
                        /** @description The project for the issues: its path or its number. */
                        project: string;
                        /** @description The origin of a self-managed instance. */
                        url?: string;
                        /** @description The minimum severity for an issue; by default that of the gate. */
                        minimumSeverity?: components["schemas"]["Threshold"];
                        /** @description The maximum number of new issues per day (UTC), the most severe first; by default 20. */
                        newTicketsPerDay?: number;
                    };
                    /** @description How the service signs in at the provider. */
                    credential: {
                        /** @description An access token with the scope api. */
                        token: string;
                    };
                } | {
                    /**
                     * @description Its kind.
                     * @constant
                     */
                    kind: "jira";
                    /** @description Its name. */
                    name: components["schemas"]["Name"];
                    /** @description The event types that it receives. */
                    types?: components["schemas"]["EventPatterns"];
                    /** @description Keeps events out that tell of something else; an absent field keeps none out. */
                    filter?: components["schemas"]["EventFilter"];
                    /** @description The settings for its kind. */
                    settings: {
                        /** @description The host of the site, such as `acme.atlassian.net`. */
                        site: string;
                        /** @description The key of the project. */
                        project: string;
                        /** @description The name of the issue type, such as `Bug`. */
                        issueType: string;
                        /** @description The transition that closes an issue; by default the first one to a status of the category done. */
                        doneTransition?: string;
                        /** @description The transition that reopens an issue; by default the first one to a status of another category. */
                        reopenTransition?: string;
                        /** @description The minimum severity for an issue; by default that of the gate. */
                        minimumSeverity?: components["schemas"]["Threshold"];
                        /** @description The maximum number of new issues per day (UTC), the most severe first; by default 20. */
                        newTicketsPerDay?: number;
                    };
                    /** @description How the service signs in at the provider. */
                    credential: {
                        /** @description An e-mail address. */
                        email: string;
                        /** @description An API token of the account with this address. */
                        token: string;
                    };
                } | {
                    /**
                     * @description Its kind.
                     * @constant
                     */
                    kind: "linear";
                    /** @description Its name. */
                    name: components["schemas"]["Name"];
                    /** @description The event types that it receives. */
                    types?: components["schemas"]["EventPatterns"];
                    /** @description Keeps events out that tell of something else; an absent field keeps none out. */
                    filter?: components["schemas"]["EventFilter"];
                    /** @description The settings for its kind. */
                    settings: {
                        /** @description The team key, the prefix of its issues, such as `ENG`. */
                        team: string;
                        /** @description The minimum severity for an issue; by default that of the gate. */
                        minimumSeverity?: components["schemas"]["Threshold"];
                        /** @description The maximum number of new issues per day (UTC), the most severe first; by default 20. */
                        newTicketsPerDay?: number;
                    };
                    /** @description How the service signs in at the provider. */
                    credential: {
                        /** @description A personal API key. */
                        apiKey: string;
                    };
                };
            };
        };
        responses: {
            /** @description The integration, without its credential. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Integration"];
                };
            };
        };
    };
    "get-integration": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The integration.
                 * @example 0197c0de-0000-7000-8000-0000000000ac
                 */
                integrationId: components["parameters"]["integrationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The integration, without its credential. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Integration"];
                };
            };
        };
    };
    "remove-integration": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The integration.
                 * @example 0197c0de-0000-7000-8000-0000000000ac
                 */
                integrationId: components["parameters"]["integrationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "change-integration": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the version that you change; `*` for any.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                /**
                 * @description The integration.
                 * @example 0197c0de-0000-7000-8000-0000000000ac
                 */
                integrationId: components["parameters"]["integrationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": true
                 *     }
                 */
                "application/json": {
                    /** @description Its name. */
                    name?: components["schemas"]["Name"];
                    /** @description The event types that it receives. */
                    types?: components["schemas"]["EventPatterns"];
                    /** @description `null` removes it. */
                    filter?: components["schemas"]["EventFilter"] | null;
                    /** @description Replaces all settings. Those that reach the provider need the credential with them. */
                    settings?: {
                        [key: string]: unknown;
                    };
                    /** @description How the service signs in at the provider. */
                    credential?: {
                        [key: string]: unknown;
                    };
                    /** @description After the provider refused the credential, `true` needs a new one. */
                    enabled?: boolean;
                };
            };
        };
        responses: {
            /** @description The changed integration. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Integration"];
                };
            };
        };
    };
    "test-integration": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The integration.
                 * @example 0197c0de-0000-7000-8000-0000000000ac
                 */
                integrationId: components["parameters"]["integrationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The provider accepted it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "target": "#security"
                     *     }
                     */
                    "application/json": {
                        /** @description The destination. */
                        target: string;
                    };
                };
            };
        };
    };
    "list-integration-deliveries": {
        parameters: {
            query?: {
                /** @description The maximum number of items per page. */
                limit?: components["parameters"]["limit"];
                /** @description `nextCursor` of the previous page. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The integration.
                 * @example 0197c0de-0000-7000-8000-0000000000ac
                 */
                integrationId: components["parameters"]["integrationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The items, or a page of them. */
                        items: {
                            /** @description Numbers the deliveries, without gaps. */
                            sequence: number;
                            /** @description The event. */
                            eventId: components["schemas"]["Uuid"];
                            /** @description Its type. */
                            type: components["schemas"]["EventType"];
                            /**
                             * Format: date-time
                             * @description When the event happened.
                             */
                            eventAt: string;
                            /**
                             * @description Its state.
                             * @enum {string}
                             */
                            state: "waiting" | "delivered" | "given_up";
                            /**
                             * Format: date-time
                             * @description When it is retried.
                             */
                            nextAttemptAt?: string;
                            /** @description Whether somebody requested this delivery. */
                            replayed: boolean;
                            attempts: components["schemas"]["Attempts"];
                        }[];
                        /** @description Pass it as `cursor` to get the next page; absent on the last page. */
                        nextCursor?: string;
                    };
                };
            };
        };
    };
    "list-integration-tickets": {
        parameters: {
            query?: {
                /** @description The maximum number of items per page. */
                limit?: components["parameters"]["limit"];
                /** @description `nextCursor` of the previous page. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The integration.
                 * @example 0197c0de-0000-7000-8000-0000000000ac
                 */
                integrationId: components["parameters"]["integrationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of issues, by group. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "group": "6d1e1a312508653528e9a9a26d1c135b",
                     *           "repositoryId": "0192c9a0-6c00-7000-8000-000000000002",
                     *           "projectUnitId": "0192c9a0-6c00-8000-8000-000000000003",
                     *           "state": "claimed",
                     *           "title": "Prototype pollution in minimist",
                     *           "severity": "high",
                     *           "knownExploited": false,
                     *           "changedAt": "2026-03-01T12:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The items, or a page of them. */
                        items: {
                            /** @description The marker of the issue is `scangate:` and this. */
                            group: string;
                            /** @description The repository. */
                            repositoryId: components["schemas"]["Uuid"];
                            /** @description The project unit. */
                            projectUnitId: components["schemas"]["Uuid"];
                            /**
                             * @description Its state.
                             * @enum {string}
                             */
                            state: "claimed" | "open" | "closed";
                            /** @description What it is, in a few words. */
                            title: string;
                            /** @description The issue at the tracker. */
                            externalId?: string;
                            /** @description Its URL. */
                            url?: string;
                            /**
                             * @description The issue is where the settings led before. It is left as it is, and nobody closes it but people.
                             * @constant
                             */
                            atFormerPlace?: true;
                            /**
                             * @description Who closed the issue.
                             * @enum {string}
                             */
                            closedBy?: "service" | "person";
                            /** @description The severity. */
                            severity: components["schemas"]["Severity"];
                            /** @description Whether it is in CISA’s KEV catalog (known exploited vulnerabilities). */
                            knownExploited: boolean;
                            /** @description What the tracker refused last; it is tried again after a change or a day. */
                            rejected?: {
                                /**
                                 * Format: date-time
                                 * @description When it happened.
                                 */
                                at: string;
                                /** @description The details, as a sentence for people. */
                                detail: string;
                            };
                            /**
                             * Format: date-time
                             * @description When it was last changed.
                             */
                            changedAt: string;
                        }[];
                        /** @description Pass it as `cursor` to get the next page; absent on the last page. */
                        nextCursor?: string;
                    };
                };
            };
        };
    };
    "get-gate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The gate settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GatePolicy"];
                };
            };
        };
    };
    "change-gate": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the version that you change; `*` for any.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "apiGateSeverityThreshold": "high",
                 *       "failOn": {
                 *         "knownExploited": true
                 *       },
                 *       "maxWaiverDays": 30
                 *     }
                 */
                "application/json": components["schemas"]["GateChange"];
            };
        };
        responses: {
            /** @description The gate settings as they are now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GatePolicy"];
                };
            };
            /** @description Nothing has changed yet: the proposal waits for another owner or admin. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GatePolicy"];
                };
            };
        };
    };
    "simulate-gate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "policy": {
                 *         "apiGateSeverityThreshold": "high"
                 *       },
                 *       "days": 7
                 *     }
                 */
                "application/json": {
                    policy: components["schemas"]["GateChange"];
                    /**
                     * @description The length of the period in days.
                     * @default 30
                     */
                    days?: number;
                };
            };
        };
        responses: {
            /** @description The verdicts that would flip, by repository. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "judged": 12,
                     *       "isComplete": false,
                     *       "repositories": [
                     *         {
                     *           "repositoryId": "0190a0b0-0000-4000-8000-000000000003",
                     *           "fullName": "acme/shop",
                     *           "judged": 12,
                     *           "flips": [
                     *             {
                     *               "scanId": "0190a0b0-0000-4000-8000-000000000004",
                     *               "commitHash": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
                     *               "branch": "main",
                     *               "before": {
                     *                 "verdict": "PASS",
                     *                 "reason": "no_issues_found",
                     *                 "reasons": [
                     *                   "no_issues_found"
                     *                 ]
                     *               },
                     *               "after": {
                     *                 "verdict": "FAIL",
                     *                 "reason": "vulnerabilities_above_threshold",
                     *                 "reasons": [
                     *                   "vulnerabilities_above_threshold"
                     *                 ]
                     *               }
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "notLookedAt": [
                     *         {
                     *           "reason": "payload_expired",
                     *           "scans": 3
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The number of scans that were judged. */
                        judged: number;
                        /** @description Whether every scan of these days was judged. */
                        isComplete: boolean;
                        /** @description The repositories whose scans were judged again. */
                        repositories: {
                            /** @description The repository. */
                            repositoryId: components["schemas"]["Uuid"];
                            /** @description Its name at the git host. */
                            fullName?: string;
                            /** @description The number of scans that were judged. */
                            judged: number;
                            /** @description Scans whose verdict would change. */
                            flips: {
                                /** @description The scan. */
                                scanId: components["schemas"]["Uuid"];
                                /** @description The full commit hash. */
                                commitHash: components["schemas"]["CommitHash"];
                                /** @description The branch. */
                                branch?: string;
                                /** @description The verdict that the scan has. */
                                before: components["schemas"]["FailingVerdict"];
                                /** @description The verdict that it would have. */
                                after: components["schemas"]["FailingVerdict"];
                            }[];
                        }[];
                        /** @description Scans that were not judged, with the reason. */
                        notLookedAt: {
                            /** @description limit: too many scans. time: time ran out. payload_expired, not_assessed: nothing to judge. */
                            reason: string;
                            /** @description The number of scans in the period. */
                            scans: number;
                        }[];
                    };
                };
            };
        };
    };
    "get-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rules. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "rules": []
                     *     }
                     */
                    "application/json": components["schemas"]["CustomRules"];
                };
            };
        };
    };
    "change-rules": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the version that you change; `*` for any.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "rules": [
                 *         {
                 *           "kind": "secret",
                 *           "id": "acme",
                 *           "title": "Acme token",
                 *           "severity": "critical",
                 *           "keywords": [
                 *             "acme_"
                 *           ],
                 *           "expression": "acme_[a-z0-9]+",
                 *           "examples": {
                 *             "positive": [
                 *               "acme_q7zp"
                 *             ],
                 *             "negative": [
                 *               "acme_"
                 *             ]
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CustomRulesChange"];
                "application/yaml": components["schemas"]["CustomRulesChange"];
            };
        };
        responses: {
            /** @description The rules as they are now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "rules": []
                     *     }
                     */
                    "application/json": components["schemas"]["CustomRules"];
                };
            };
        };
    };
    "simulate-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "rules": [
                 *         {
                 *           "kind": "secret",
                 *           "id": "acme",
                 *           "title": "Acme token",
                 *           "severity": "critical",
                 *           "keywords": [
                 *             "acme_"
                 *           ],
                 *           "expression": "acme_[a-z0-9]+",
                 *           "examples": {
                 *             "positive": [
                 *               "acme_q7zp"
                 *             ],
                 *             "negative": [
                 *               "acme_"
                 *             ]
                 *           }
                 *         }
                 *       ],
                 *       "scans": 2
                 *     }
                 */
                "application/json": components["schemas"]["CustomRulesTrial"];
                "application/yaml": components["schemas"]["CustomRulesTrial"];
            };
        };
        responses: {
            /** @description The findings of the rules, by scan. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tried": 1,
                     *       "scans": [
                     *         {
                     *           "scanId": "0190a0b0-0000-4000-8000-000000000004",
                     *           "repositoryId": "0190a0b0-0000-4000-8000-000000000003",
                     *           "fullName": "acme/shop",
                     *           "commitHash": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
                     *           "branch": "main",
                     *           "verdict": "PASS",
                     *           "wouldFail": true,
                     *           "rules": [
                     *             {
                     *               "rule": "custom/acme",
                     *               "severity": "critical",
                     *               "findings": 1,
                     *               "places": [
                     *                 {
                     *                   "file": "src/config.ts",
                     *                   "line": 12
                     *                 }
                     *               ]
                     *             }
                     *           ],
                     *           "gaps": []
                     *         }
                     *       ],
                     *       "notLookedAt": []
                     *     }
                     */
                    "application/json": {
                        /** @description The number of scans whose commits the rules were tried on. */
                        tried: number;
                        /** @description The scans whose commits were scanned. */
                        scans: {
                            /** @description The scan. */
                            scanId: components["schemas"]["Uuid"];
                            /** @description The repository. */
                            repositoryId: components["schemas"]["Uuid"];
                            /** @description Its name at the git host. */
                            fullName: string;
                            /** @description The full commit hash. */
                            commitHash: components["schemas"]["CommitHash"];
                            /** @description The branch. */
                            branch?: string;
                            /** @description The verdict that the scan has. */
                            verdict?: components["schemas"]["Verdict"];
                            /** @description Whether a finding is at or above the threshold, before suppressions and waivers. */
                            wouldFail: boolean;
                            /** @description The rules that found something. */
                            rules: {
                                /** @description The rule that found it. */
                                rule: string;
                                /** @description The severity. */
                                severity: components["schemas"]["Severity"];
                                /** @description The number of findings. */
                                findings: number;
                                /** @description The first places. */
                                places: {
                                    /** @description The path of the file. */
                                    file: string;
                                    /** @description The line in the file, starting at 1. */
                                    line: number;
                                }[];
                            }[];
                            /** @description What was not assessed. */
                            gaps: {
                                /** @description The reason, as a code or a short sentence. */
                                reason: string;
                                /** @description The number of items. */
                                count?: number;
                            }[];
                        }[];
                        /** @description Scans that were not judged, with the reason. */
                        notLookedAt: {
                            /** @description time: the host did not answer in time. repository_disconnected, source_unavailable: the commit is not to be had. */
                            reason: string;
                            /** @description The scans whose commits were scanned. */
                            scans: number;
                        }[];
                    };
                };
            };
        };
    };
    "list-waivers": {
        parameters: {
            query?: {
                /** @description The maximum number of items per page. */
                limit?: components["parameters"]["limit"];
                /** @description `nextCursor` of the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description expiring: within a week. unused: active, and no scan has used it yet. */
                filter?: "requested" | "active" | "expiring" | "expired" | "unused";
                /** @description `gate` adds the `fullName` and the `unitPath` of a limited waiver. */
                view?: "gate";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of waivers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "waiverId": "0190a0b0-0000-4000-8000-000000000001",
                     *           "kind": "manual",
                     *           "match": {
                     *             "advisory": "CVE-2021-44228"
                     *           },
                     *           "scope": {},
                     *           "reason": "The logger is never given untrusted text.",
                     *           "status": "active",
                     *           "version": 1,
                     *           "createdAt": "2026-03-01T12:00:00.000Z",
                     *           "createdBy": "0190a0b0-0000-4000-8000-000000000002",
                     *           "approvedAt": "2026-03-01T12:00:00.000Z",
                     *           "approvedBy": "0190a0b0-0000-4000-8000-000000000002",
                     *           "expiresAt": "2026-05-01T00:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The items, or a page of them. */
                        items: components["schemas"]["Waiver"][];
                        /** @description Pass it as `cursor` to get the next page; absent on the last page. */
                        nextCursor?: string;
                    };
                };
            };
        };
    };
    "create-waiver": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A string of your choice. For 24 hours a repeated request with the same key and body gets the first response.
                 * @example build-4711-scan
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "match": {
                 *         "advisory": "CVE-2021-44228"
                 *       },
                 *       "reason": "The logger is never given untrusted text.",
                 *       "expiresAt": "2026-05-01T00:00:00Z"
                 *     }
                 */
                "application/json": {
                    /** @description What it covers. */
                    match: components["schemas"]["WaiverMatch"];
                    /** @description The reason, as a code or a short sentence. */
                    reason: string & (unknown & unknown);
                    /**
                     * Format: date-time
                     * @description When it ends: at most maxWaiverDays of the gate from now.
                     */
                    expiresAt: string;
                    scope?: components["schemas"]["WaiverScope"];
                    /**
                     * @description Asks for approval, also where the caller could set the waiver in force alone.
                     * @constant
                     */
                    requestOnly?: true;
                };
            };
        };
        responses: {
            /** @description The waiver, active or requested. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Waiver"];
                };
            };
        };
    };
    "withdraw-waiver": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The waiver.
                 * @example 0190a0b0-0000-4000-8000-000000000001
                 */
                waiverId: components["parameters"]["waiverId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Withdrawn. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "approve-waiver": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The waiver.
                 * @example 0190a0b0-0000-4000-8000-000000000001
                 */
                waiverId: components["parameters"]["waiverId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The approved waiver. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Waiver"];
                };
            };
        };
    };
    "reject-waiver": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The waiver.
                 * @example 0190a0b0-0000-4000-8000-000000000001
                 */
                waiverId: components["parameters"]["waiverId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rejected waiver. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Waiver"];
                };
            };
        };
    };
    "renew-waiver": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A string of your choice. For 24 hours a repeated request with the same key and body gets the first response.
                 * @example build-4711-scan
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description The waiver.
                 * @example 0190a0b0-0000-4000-8000-000000000001
                 */
                waiverId: components["parameters"]["waiverId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "expiresAt": "2026-08-01T00:00:00Z"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description When it ends: at most maxWaiverDays of the gate from now.
                     */
                    expiresAt: string;
                    /** @description The reason, as a code or a short sentence. */
                    reason?: string & (unknown & unknown);
                };
            };
        };
        responses: {
            /** @description The renewal, active or requested. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Waiver"];
                };
            };
        };
    };
    "import-vex": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "@context": "https://openvex.dev/ns/v0.2.0",
                 *       "@id": "https://example.com/vex/1",
                 *       "author": "Acme",
                 *       "timestamp": "2026-03-10T12:00:00Z",
                 *       "version": 1,
                 *       "statements": [
                 *         {
                 *           "vulnerability": {
                 *             "name": "CVE-2021-44228"
                 *           },
                 *           "products": [
                 *             {
                 *               "@id": "pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1"
                 *             }
                 *           ],
                 *           "status": "not_affected",
                 *           "justification": "vulnerable_code_not_in_execute_path"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The waivers, and the skipped statements. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "waivers": [
                     *         {
                     *           "waiverId": "0190a0b0-0000-4000-8000-000000000001",
                     *           "kind": "vex",
                     *           "match": {
                     *             "advisory": "CVE-2021-44228",
                     *             "package": "pkg:maven/org.example/app@2.14.1"
                     *           },
                     *           "scope": {},
                     *           "reason": "VEX: vulnerable_code_not_in_execute_path",
                     *           "status": "active",
                     *           "version": 1,
                     *           "createdAt": "2026-03-01T12:00:00.000Z",
                     *           "createdBy": "0190a0b0-0000-4000-8000-000000000002",
                     *           "approvedAt": "2026-03-01T12:00:00.000Z",
                     *           "approvedBy": "0190a0b0-0000-4000-8000-000000000002",
                     *           "expiresAt": "2026-05-01T00:00:00.000Z"
                     *         }
                     *       ],
                     *       "unchanged": 2,
                     *       "skipped": [
                     *         {
                     *           "vulnerability": "CVE-2020-1",
                     *           "product": "pkg:npm/a@1.0.0",
                     *           "reason": "status",
                     *           "count": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The waivers created from the document. */
                        waivers: components["schemas"]["Waiver"][];
                        /** @description Statements that are waivers already. */
                        unchanged: number;
                        /** @description Statements that were skipped. */
                        skipped: {
                            /** @description The vulnerability of the statement. */
                            vulnerability?: string;
                            /** @description The product of the statement. */
                            product?: string;
                            /**
                             * @description The reason, as a code or a short sentence.
                             * @enum {string}
                             */
                            reason: "status" | "no_justification" | "other_product" | "no_package";
                            /** @description The number of items. */
                            count: number;
                        }[];
                    };
                };
            };
        };
    };
    "list-tracked-findings": {
        parameters: {
            query?: {
                /** @description The maximum number of items per page. */
                limit?: number;
                /** @description `nextCursor` of the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description Only findings of this kind. */
                kind?: components["schemas"]["FindingKind"];
                /** @description Only findings of this severity. */
                severity?: components["schemas"]["Severity"];
                /** @description The repository. */
                repositoryId?: components["schemas"]["Uuid"];
                /** @description Only findings in this state. */
                state?: "open" | "waived" | "fixed";
                /** @description A person, or none. */
                assignee?: "none" | components["schemas"]["Uuid"];
                /** @description First seen at least this many days ago. */
                minAgeDays?: number;
                /** @description First seen at most this many days ago. */
                maxAgeDays?: number;
                /** @description Only findings with a fixed version, or only those without. */
                fixable?: "true" | "false";
                /** @description Whether it is in CISA’s KEV catalog (known exploited vulnerabilities). */
                knownExploited?: "true" | "false";
                /** @description `gate` adds the `fullName` of each repository. */
                view?: "gate";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of tracked findings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "fingerprint": "6d1e1a312508653528e9a9a26d1c135b",
                     *           "repositoryId": "0192c9a0-6c00-7000-8000-000000000002",
                     *           "projectUnitId": "0192c9a0-6c00-8000-8000-000000000003",
                     *           "unitPath": "",
                     *           "kind": "vulnerability",
                     *           "severity": "critical",
                     *           "title": "minimist lets command-line arguments write to Object.prototype",
                     *           "rule": "GHSA-xvch-5gv4-984h",
                     *           "file": "package-lock.json",
                     *           "packageName": "minimist",
                     *           "packageVersion": "1.2.5",
                     *           "fixable": true,
                     *           "knownExploited": false,
                     *           "occurrences": 1,
                     *           "state": "open",
                     *           "firstSeen": {
                     *             "scanId": "0192c9a0-6c00-7000-8000-000000000004",
                     *             "commitHash": "07f983dc5443e30e4745f718715c62279ebb491d",
                     *             "at": "2026-03-01T12:00:00.000Z"
                     *           },
                     *           "unconfirmed": false,
                     *           "assignee": null,
                     *           "ticket": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The items, or a page of them. */
                        items: components["schemas"]["TrackedFinding"][];
                        /** @description Pass it as `cursor` to get the next page; absent on the last page. */
                        nextCursor?: string;
                    };
                };
            };
        };
    };
    "get-tracked-finding": {
        parameters: {
            query?: {
                /** @description The project unit. */
                projectUnitId?: components["parameters"]["projectUnitId"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifies the finding; the same in every scan that has it.
                 * @example 6d1e1a312508653528e9a9a26d1c135b
                 */
                fingerprint: components["parameters"]["fingerprint"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The finding. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrackedFindingDetail"];
                };
            };
        };
    };
    "change-tracked-finding": {
        parameters: {
            query?: {
                /** @description The project unit. */
                projectUnitId?: components["parameters"]["projectUnitId"];
            };
            header?: {
                /**
                 * @description The ETag of the version that you change; `*` for any.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                /**
                 * @description Identifies the finding; the same in every scan that has it.
                 * @example 6d1e1a312508653528e9a9a26d1c135b
                 */
                fingerprint: components["parameters"]["fingerprint"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "assignee": "0192c9a0-6c00-7000-8000-000000000001",
                 *       "notes": "The upgrade is planned for the next release.",
                 *       "ticket": "https://tickets.example.com/SHOP-17"
                 *     }
                 */
                "application/json": {
                    /** @description A member of the organization. */
                    assignee?: components["schemas"]["Uuid"] | null;
                    /** @description Notes of the team, or null. */
                    notes?: string | null;
                    /** @description The URL of an issue about it, or null. */
                    ticket?: string | null;
                };
            };
        };
        responses: {
            /** @description The finding as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrackedFindingDetail"];
                };
            };
        };
    };
    "act-on-findings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "fingerprints": [
                 *         "6d1e1a312508653528e9a9a26d1c135b"
                 *       ],
                 *       "waive": {
                 *         "reason": "The logger is never given untrusted text.",
                 *         "expiresAt": "2026-05-01T00:00:00Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The findings. */
                    fingerprints: string[];
                    /** @description A member of the organization; null for nobody. */
                    assign?: components["schemas"]["Uuid"] | null;
                    /** @description Replaces the notes; null removes them. */
                    note?: string | null;
                    /** @description Waives them until a set time. */
                    waive?: {
                        /**
                         * Format: date-time
                         * @description When it ends: at most maxWaiverDays of the gate from now.
                         */
                        expiresAt: string;
                        /** @description The reason, as a code or a short sentence. */
                        reason: string & (unknown & unknown);
                    };
                };
            };
        };
        responses: {
            /** @description The result for each finding. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "fingerprint": "6d1e1a312508653528e9a9a26d1c135b",
                     *           "status": "done"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The items, or a page of them. */
                        items: {
                            /** @description Identifies the finding; the same in every scan that has it. */
                            fingerprint: string;
                            /**
                             * @description failed: at least one action was refused; others may have succeeded.
                             * @enum {string}
                             */
                            status: "done" | "unchanged" | "failed";
                            /** @description The reason, as a problem code. */
                            code?: string;
                        }[];
                    };
                };
            };
        };
    };
    "get-trends": {
        parameters: {
            query?: {
                /** @description The number of days (UTC) up to `to`, instead of `from`. */
                days?: number;
                /** @description The first day; at most 366 before `to`. */
                from?: string;
                /** @description The last day, inclusive; defaults to today. */
                to?: string;
                /** @description One repository, from the day on which its trends started. */
                repositoryId?: components["schemas"]["Uuid"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A row for each day, the oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "days": [
                     *         {
                     *           "day": "2026-03-01",
                     *           "open": {
                     *             "critical": 1,
                     *             "high": 4,
                     *             "medium": 7,
                     *             "low": 2,
                     *             "unknown": 0,
                     *             "total": 14
                     *           },
                     *           "waived": 3,
                     *           "opened": 2,
                     *           "fixed": 5,
                     *           "verdicts": {
                     *             "pass": 6,
                     *             "fail": 2,
                     *             "error": 1
                     *           },
                     *           "meanDaysToFix": 8.25
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The days, the oldest first. */
                        days: {
                            /** @description A day in UTC, 2026-03-01. */
                            day: string;
                            /** @description The open findings at the end of the day. */
                            open: components["schemas"]["SeverityCounts"];
                            /** @description Findings that were waived at the end of the day. */
                            waived: number;
                            /** @description Findings that were opened or came back on this day. */
                            opened: number;
                            /** @description Findings that were fixed on this day. */
                            fixed: number;
                            /** @description The scans of default branches by verdict. */
                            verdicts: {
                                /** @description Followed scans with PASS. */
                                pass: number;
                                /** @description Followed scans with FAIL. */
                                fail: number;
                                /** @description Scans that failed. */
                                error: number;
                            };
                            /** @description From opening to fixing, over the findings that were fixed on this day. */
                            meanDaysToFix?: number;
                        }[];
                    };
                };
            };
        };
    };
    "get-overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The overview. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "failing": [
                     *         {
                     *           "scanId": "0197c0de-0000-7000-8000-000000000001",
                     *           "repositoryId": "0192c9a0-6c00-7000-8000-000000000002",
                     *           "fullName": "acme/shop",
                     *           "commitHash": "07f983dc5443e30e4745f718715c62279ebb491d",
                     *           "branch": "main",
                     *           "verdict": "PASS",
                     *           "reason": "no_issues_found",
                     *           "failingSince": "2026-03-02T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "failingCount": 1,
                     *       "passing": 11,
                     *       "neverScanned": 2,
                     *       "active": [
                     *         {
                     *           "scanId": "0197c0de-0000-7000-8000-000000000001",
                     *           "repositoryId": "0192c9a0-6c00-7000-8000-000000000002",
                     *           "fullName": "acme/shop",
                     *           "commitHash": "07f983dc5443e30e4745f718715c62279ebb491d",
                     *           "status": "queued",
                     *           "createdAt": "2026-03-01T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "waiversExpiring": 1,
                     *       "snapshot": {
                     *         "id": "5b1f0c2e",
                     *         "builtAt": "2026-03-01T06:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The failing ones, the latest first. */
                        failing: {
                            /** @description The scan. */
                            scanId: components["schemas"]["Uuid"];
                            /** @description The repository. */
                            repositoryId: components["schemas"]["Uuid"];
                            /** @description Its name at the git host. */
                            fullName: string;
                            /** @description The full commit hash. */
                            commitHash: string;
                            /** @description The branch. */
                            branch: string;
                            /** @description The verdict. */
                            verdict: components["schemas"]["Verdict"];
                            /** @description The reason, as a code or a short sentence. */
                            reason: string;
                            /**
                             * Format: date-time
                             * @description The first of the consecutive verdicts that are not PASS.
                             */
                            failingSince: string;
                        }[];
                        /**
                         * @description Repositories whose default branch fails.
                         * @example 1
                         */
                        failingCount: number;
                        /**
                         * @description Repositories whose default branch passes.
                         * @example 11
                         */
                        passing: number;
                        /**
                         * @description Connected repositories without a verdict of the default branch.
                         * @example 2
                         */
                        neverScanned: number;
                        /** @description Queued and running scans, newest first. */
                        active: {
                            /** @description The scan. */
                            scanId: components["schemas"]["Uuid"];
                            /** @description The repository. */
                            repositoryId: components["schemas"]["Uuid"];
                            /** @description Its name at the git host. */
                            fullName: string;
                            /** @description The full commit hash. */
                            commitHash: string;
                            /** @description The branch. */
                            branch?: string;
                            /** @description Its state. */
                            status: components["schemas"]["ScanStatus"];
                            /**
                             * Format: date-time
                             * @description When it was created.
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @description When the scan started.
                             */
                            startedAt?: string;
                        }[];
                        /**
                         * @description Waivers in their last week.
                         * @example 1
                         */
                        waiversExpiring: number;
                        /** @description The advisories that scans are judged with; null before the first ones. */
                        snapshot: components["schemas"]["AdvisorySnapshot"] | null;
                    };
                };
            };
        };
    };
    "find-components": {
        parameters: {
            query: {
                /** @description The maximum number of items per page. */
                limit?: components["parameters"]["limit"];
                /** @description `nextCursor` of the previous page. */
                cursor?: components["parameters"]["cursor"];
                /**
                 * @description A package URL without version, with one, or with a version range in the syntax of its ecosystem.
                 * @example pkg:npm/lodash
                 */
                purl: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of project units that use the package. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "package": "pkg:npm/minimist",
                     *           "repositoryId": "6f1de7a2-5a0e-4f3c-8f1e-0b7c3f7c1a11",
                     *           "repository": "acme/shop",
                     *           "projectUnitId": "0a5b7e04-31c4-4d2b-9d4e-6c1f1f6c2b22",
                     *           "path": "web",
                     *           "uses": [
                     *             {
                     *               "version": "1.2.5",
                     *               "scope": "required",
                     *               "direct": false,
                     *               "file": "package-lock.json",
                     *               "path": [
                     *                 "mkdirp",
                     *                 "minimist"
                     *               ]
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The items, or a page of them. */
                        items: components["schemas"]["Component"][];
                        /** @description Pass it as `cursor` to get the next page; absent on the last page. */
                        nextCursor?: string;
                    };
                };
            };
        };
    };
    "list-audit-events": {
        parameters: {
            query?: {
                /** @description The maximum number of items per page. */
                limit?: components["parameters"]["limit"];
                /** @description `nextCursor` of the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description What was done. */
                action?: components["schemas"]["AuditAction"];
                /** @description The person who acted. */
                personId?: components["schemas"]["Uuid"];
                /** @description The id of the changed object. */
                target?: string;
                /** @description The start. */
                from?: components["parameters"]["from"];
                /** @description The end, exclusive. */
                to?: components["parameters"]["to"];
                /** @description For links, which cannot set `Accept`; `csv` is a file to save. */
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events, or all events as CSV. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "eventId": "3f2a1b4c-5d6e-8f70-8a9b-0c1d2e3f4a5b",
                     *           "at": "2026-03-01T12:00:00.000Z",
                     *           "action": "gate.changed",
                     *           "actor": {
                     *             "kind": "person",
                     *             "personId": "0197c0de-0000-7000-8000-0000000000b1"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The items, or a page of them. */
                        items: {
                            /** @description The event. */
                            eventId: components["schemas"]["Uuid"];
                            /**
                             * Format: date-time
                             * @description When it happened.
                             */
                            at: string;
                            /** @description What was done. */
                            action: components["schemas"]["AuditAction"];
                            /** @description Who did it. */
                            actor: {
                                /**
                                 * @description What the actor is.
                                 * @constant
                                 */
                                kind: "person";
                                /** @description The person. */
                                personId: components["schemas"]["Uuid"];
                                /** @description The role. */
                                role?: components["schemas"]["Role"];
                                /** @description The credential. */
                                tokenId?: components["schemas"]["Uuid"];
                            } | {
                                /**
                                 * @description What the actor is.
                                 * @constant
                                 */
                                kind: "operator";
                            } | {
                                /**
                                 * @description What the actor is.
                                 * @constant
                                 */
                                kind: "link";
                                /** @description The link. */
                                linkId: components["schemas"]["Uuid"];
                            } | {
                                /**
                                 * @description What the actor is.
                                 * @constant
                                 */
                                kind: "system";
                            };
                            /** @description The id of what was changed. */
                            target?: string;
                            /** @description The changed fields before the change. */
                            before?: {
                                [key: string]: unknown;
                            };
                            /** @description The changed fields after the change. */
                            after?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description Pass it as `cursor` to get the next page; absent on the last page. */
                        nextCursor?: string;
                    };
                    /** @example eventId,at,action,actor,personId,role,tokenId,linkId,target,before,after */
                    "text/csv": string;
                };
            };
        };
    };
    "get-attestation": {
        parameters: {
            query?: {
                /** @description A later judgment instead of the first one. */
                judgment?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The scan.
                 * @example 0197c0de-0000-7000-8000-000000000001
                 */
                scanId: components["parameters"]["scanId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The signed verdict. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "payloadType": "application/vnd.in-toto+json",
                     *       "payload": "eyJfdHlwZSI6Imh0dHBzOi8vaW4tdG90by5pby9TdGF0ZW1lbnQvdjEifQ==",
                     *       "signatures": [
                     *         {
                     *           "keyid": "key-1",
                     *           "sig": "MEUCIQDk"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/vnd.dsse.envelope.v1+json": components["schemas"]["Attestation"];
                    /**
                     * @example {
                     *       "mediaType": "application/vnd.dev.sigstore.bundle.v0.3+json",
                     *       "verificationMaterial": {
                     *         "publicKey": {
                     *           "hint": "key-1"
                     *         },
                     *         "tlogEntries": [],
                     *         "timestampVerificationData": {
                     *           "rfc3161Timestamps": []
                     *         }
                     *       },
                     *       "dsseEnvelope": {
                     *         "payloadType": "application/vnd.in-toto+json",
                     *         "payload": "eyJfdHlwZSI6Imh0dHBzOi8vaW4tdG90by5pby9TdGF0ZW1lbnQvdjEifQ==",
                     *         "signatures": [
                     *           {
                     *             "keyid": "key-1",
                     *             "sig": "MEUCIQDk"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/vnd.dev.sigstore.bundle.v0.3+json": {
                        /**
                         * @description The version of the format.
                         * @constant
                         */
                        mediaType: "application/vnd.dev.sigstore.bundle.v0.3+json";
                        /** @description What the signature is verified with. */
                        verificationMaterial: {
                            /** @description The key that signed. */
                            publicKey: {
                                /** @description The id of the key. */
                                hint: string;
                            };
                            /** @description Entries of a transparency log; there are none. */
                            tlogEntries: unknown[];
                            /** @description Timestamps of the signature. */
                            timestampVerificationData: {
                                /** @description RFC 3161 timestamps; there are none. */
                                rfc3161Timestamps: unknown[];
                            };
                        };
                        dsseEnvelope: components["schemas"]["Attestation"];
                    };
                };
            };
        };
    };
    "get-verification-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key set. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "keys": [
                     *         {
                     *           "kty": "EC",
                     *           "crv": "P-256",
                     *           "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
                     *           "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
                     *           "kid": "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs",
                     *           "alg": "ES256",
                     *           "key_ops": [
                     *             "verify"
                     *           ],
                     *           "state": "signing"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/jwk-set+json": {
                        /** @description The public keys. */
                        keys: {
                            /** @description The type of the key. */
                            kty: string;
                            /** @description The curve of the key. */
                            crv: string;
                            /** @description The first coordinate of the key. */
                            x: string;
                            /** @description The second coordinate of the key. */
                            y: string;
                            /** @description The RFC 7638 thumbprint. */
                            kid: string;
                            /**
                             * @description The algorithm of the signatures.
                             * @constant
                             */
                            alg: "ES256";
                            /** @description Empty for a revoked key, so that libraries refuse it. */
                            key_ops: "verify"[];
                            /**
                             * @description Its state.
                             * @enum {string}
                             */
                            state: "signing" | "verifying" | "revoked";
                        }[];
                    };
                };
            };
        };
    };
    "get-proof": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The scan.
                 * @example 0197c0de-0000-7000-8000-000000000001
                 */
                scanId: components["parameters"]["scanId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A zip. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
        };
    };
    "list-auditor-packs": {
        parameters: {
            query?: {
                /** @description The maximum number of items per page. */
                limit?: components["parameters"]["limit"];
                /** @description `nextCursor` of the previous page. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of packs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "packId": "20260310-1",
                     *           "state": "running",
                     *           "from": "2026-01-01T00:00:00.000Z",
                     *           "to": "2026-03-01T00:00:00.000Z",
                     *           "include": [
                     *             "sbom"
                     *           ],
                     *           "requestedAt": "2026-03-01T12:00:00.000Z",
                     *           "requestedBy": "0197c0de-0000-7000-8000-0000000000b1",
                     *           "scans": 37,
                     *           "expiresAt": "2026-06-01T12:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The items, or a page of them. */
                        items: components["schemas"]["AuditorPack"][];
                        /** @description Pass it as `cursor` to get the next page; absent on the last page. */
                        nextCursor?: string;
                    };
                };
            };
        };
    };
    "request-auditor-pack": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from": "2026-01-01",
                 *       "to": "2026-04-01"
                 *     }
                 */
                "application/json": {
                    /** @description The first instant; a date is its first instant (UTC). */
                    from: components["schemas"]["CalendarOrInstant"];
                    /** @description The end, which is not included; at most 366 days after from. */
                    to: components["schemas"]["CalendarOrInstant"];
                    /** @description All repositories unless given. */
                    repositoryIds?: components["schemas"]["Uuid"][];
                    /**
                     * @description Documents beside the tables, which make a pack large.
                     * @default []
                     */
                    include?: ("findings" | "sbom")[];
                };
            };
        };
        responses: {
            /** @description The pack is being written. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "packId": "20260310-1",
                     *       "state": "running",
                     *       "from": "2026-01-01T00:00:00.000Z",
                     *       "to": "2026-03-01T00:00:00.000Z",
                     *       "include": [
                     *         "sbom"
                     *       ],
                     *       "requestedAt": "2026-03-01T12:00:00.000Z",
                     *       "requestedBy": "0197c0de-0000-7000-8000-0000000000b1",
                     *       "scans": 37,
                     *       "expiresAt": "2026-06-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["AuditorPack"];
                };
            };
        };
    };
    "get-auditor-pack": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The day of the request and a number.
                 * @example 20260310-1
                 */
                packId: components["parameters"]["packId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pack. The secrets of its links are never shown again. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "packId": "20260310-1",
                     *       "state": "running",
                     *       "from": "2026-01-01T00:00:00.000Z",
                     *       "to": "2026-03-01T00:00:00.000Z",
                     *       "include": [
                     *         "sbom"
                     *       ],
                     *       "requestedAt": "2026-03-01T12:00:00.000Z",
                     *       "requestedBy": "0197c0de-0000-7000-8000-0000000000b1",
                     *       "scans": 37,
                     *       "expiresAt": "2026-06-01T12:00:00.000Z",
                     *       "links": []
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The day of the request and a number.
                         * @example 20260310-1
                         */
                        packId: string;
                        /**
                         * @description Its state.
                         * @enum {string}
                         */
                        state: "running" | "ready" | "failed" | "expired";
                        /**
                         * Format: date-time
                         * @description The start.
                         */
                        from: string;
                        /**
                         * Format: date-time
                         * @description The end, exclusive.
                         */
                        to: string;
                        /** @description The repositories; absent: all of them. */
                        repositoryIds?: components["schemas"]["RepositoryIds"];
                        /** @description Documents in addition to the tables. */
                        include: ("findings" | "sbom")[];
                        /**
                         * Format: date-time
                         * @description When it was requested.
                         */
                        requestedAt: string;
                        /** @description The person who requested it. */
                        requestedBy: components["schemas"]["Uuid"];
                        /**
                         * Format: date-time
                         * @description When the pack was ready.
                         */
                        readyAt?: string;
                        /** @description The scans in the pack. */
                        scans?: number;
                        /** @description The size in bytes. */
                        bytes?: number;
                        /** @description SHA-256 of the bytes, in hex. */
                        sha256?: string;
                        /** @description What went wrong, as a sentence for people. */
                        error?: string;
                        /**
                         * Format: date-time
                         * @description When it expires.
                         */
                        expiresAt: string;
                        /** @description The links that open the pack without an account. */
                        links: {
                            /** @description The link. */
                            linkId: components["schemas"]["Uuid"];
                            /**
                             * Format: date-time
                             * @description When it was created.
                             */
                            createdAt: string;
                            /** @description The person who created it. */
                            createdBy: components["schemas"]["Uuid"];
                            /**
                             * Format: date-time
                             * @description When it expires.
                             */
                            expiresAt: string;
                            /**
                             * Format: date-time
                             * @description When it was revoked.
                             */
                            revokedAt?: string;
                            /** @description How often it was opened. */
                            openings: number;
                            /**
                             * Format: date-time
                             * @description When it was opened last.
                             */
                            lastOpenedAt?: string;
                        }[];
                    };
                };
            };
        };
    };
    "create-pack-link": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The day of the request and a number.
                 * @example 20260310-1
                 */
                packId: components["parameters"]["packId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "hours": 72
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The validity of the link in hours.
                     * @default 24
                     */
                    hours?: number;
                };
            };
        };
        responses: {
            /** @description The link. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "linkId": "0197c0de-0000-7000-8000-0000000000f1",
                     *       "createdAt": "2026-03-01T12:00:00.000Z",
                     *       "createdBy": "0197c0de-0000-7000-8000-0000000000b1",
                     *       "expiresAt": "2026-06-01T12:00:00.000Z",
                     *       "openings": 0,
                     *       "url": "https://scangate.example.com/console/shared#sgl_4f1c"
                     *     }
                     */
                    "application/json": {
                        /** @description The link. */
                        linkId: components["schemas"]["Uuid"];
                        /**
                         * Format: date-time
                         * @description When it was created.
                         */
                        createdAt: string;
                        /** @description The person who created it. */
                        createdBy: components["schemas"]["Uuid"];
                        /**
                         * Format: date-time
                         * @description When it expires.
                         */
                        expiresAt: string;
                        /**
                         * Format: date-time
                         * @description When it was revoked.
                         */
                        revokedAt?: string;
                        /** @description How often it was opened. */
                        openings: number;
                        /**
                         * Format: date-time
                         * @description When it was opened last.
                         */
                        lastOpenedAt?: string;
                        /** @description Its secret follows `#`, so it does not reach any log. */
                        url: string;
                    };
                };
            };
        };
    };
    "revoke-pack-link": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The day of the request and a number.
                 * @example 20260310-1
                 */
                packId: components["parameters"]["packId"];
                /**
                 * @description The link.
                 * @example 0197c0de-0000-7000-8000-0000000000f1
                 */
                linkId: components["schemas"]["Uuid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "open-shared": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "link": "sgl_4f1c"
                 *     }
                 */
                "application/json": {
                    /** @description The part of the URL after `#`. */
                    link: string;
                };
            };
        };
        responses: {
            /** @description Where to download the pack. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://results.example.com/20260310-1.zip"
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: uri
                         * @description Valid for 5 minutes.
                         */
                        url: string;
                    };
                };
            };
        };
    };
    "list-bundles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All bundles, the oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "bundleId": "0197c0de-0000-7000-8000-0000000000ab",
                     *           "name": "Shop",
                     *           "members": [
                     *             {
                     *               "repositoryId": "0192c9a0-6c00-7000-8000-000000000002"
                     *             }
                     *           ],
                     *           "releases": 0,
                     *           "createdAt": "2026-03-01T12:00:00.000Z",
                     *           "createdBy": "0197c0de-0000-7000-8000-0000000000b1"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The items, or a page of them. */
                        items: components["schemas"]["Bundle"][];
                    };
                };
            };
        };
    };
    "create-bundle": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A string of your choice. For 24 hours a repeated request with the same key and body gets the first response.
                 * @example build-4711-scan
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Shop",
                 *       "members": [
                 *         {
                 *           "repositoryId": "0b7f0e0e-6a55-4f6e-9c64-1d4c1f7a9e10"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Its name. */
                    name: components["schemas"]["Name"];
                    /** @description The repositories of the bundle. */
                    members: components["schemas"]["BundleMember"][];
                };
            };
        };
        responses: {
            /** @description The bundle. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bundle"];
                };
            };
        };
    };
    "get-bundle": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The bundle.
                 * @example 0197c0de-0000-7000-8000-0000000000ab
                 */
                bundleId: components["parameters"]["bundleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bundle. Its ETag is for changes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bundle"];
                };
            };
        };
    };
    "remove-bundle": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The bundle.
                 * @example 0197c0de-0000-7000-8000-0000000000ab
                 */
                bundleId: components["parameters"]["bundleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "change-bundle": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the version that you change; `*` for any.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                /**
                 * @description The bundle.
                 * @example 0197c0de-0000-7000-8000-0000000000ab
                 */
                bundleId: components["parameters"]["bundleId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Shop and payment"
                 *     }
                 */
                "application/json": {
                    /** @description Its name. */
                    name?: components["schemas"]["Name"];
                    /** @description The repositories of the bundle. */
                    members?: components["schemas"]["BundleMember"][];
                };
            };
        };
        responses: {
            /** @description The changed bundle. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bundle"];
                };
            };
        };
    };
    "list-releases": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The bundle.
                 * @example 0197c0de-0000-7000-8000-0000000000ab
                 */
                bundleId: components["parameters"]["bundleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All releases, the newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "bundleId": "0197c0de-0000-7000-8000-0000000000ab",
                     *           "releaseVersion": "2.4.0",
                     *           "verdict": "PASS",
                     *           "members": [
                     *             {
                     *               "repositoryId": "0192c9a0-6c00-7000-8000-000000000002",
                     *               "repository": "acme/shop",
                     *               "scanId": "0197c0de-0000-7000-8000-000000000001",
                     *               "commitHash": "07f983dc5443e30e4745f718715c62279ebb491d",
                     *               "verdict": "PASS",
                     *               "scanTypes": [
                     *                 "sca",
                     *                 "secrets"
                     *               ],
                     *               "fullScope": true
                     *             }
                     *           ],
                     *           "snapshotId": "b0a1c2",
                     *           "policyDigest": "sha256:0c",
                     *           "releasedAt": "2026-03-01T12:00:00.000Z",
                     *           "releasedBy": "0197c0de-0000-7000-8000-0000000000b1",
                     *           "supportUntil": "2031-03-01T12:00:00.000Z",
                     *           "documents": {},
                     *           "advisories": {
                     *             "judgedAt": "2026-03-01T12:00:09.000Z",
                     *             "count": 1
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The items, or a page of them. */
                        items: components["schemas"]["Release"][];
                    };
                };
            };
        };
    };
    "release-bundle": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The bundle.
                 * @example 0197c0de-0000-7000-8000-0000000000ab
                 */
                bundleId: components["parameters"]["bundleId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": "2.4.0"
                 *     }
                 */
                "application/json": {
                    /** @description The version to release. */
                    version: string;
                    /** @description The commit of each named member, by `repositoryId`; the newest of its default branch for any other. */
                    commits?: {
                        [key: string]: components["schemas"]["CommitHash"];
                    };
                    /**
                     * Format: date-time
                     * @description The end of support; in five years unless given. Until then the release is watched.
                     */
                    supportUntil?: string;
                };
            };
        };
        responses: {
            /** @description The release. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Release"];
                };
            };
        };
    };
    "get-release": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The bundle.
                 * @example 0197c0de-0000-7000-8000-0000000000ab
                 */
                bundleId: components["parameters"]["bundleId"];
                /**
                 * @description The version.
                 * @example 1.2.5
                 */
                version: components["parameters"]["version"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The release. Its ETag is for changes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Release"];
                };
            };
        };
    };
    "change-release": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the version that you change; `*` for any.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                /**
                 * @description The bundle.
                 * @example 0197c0de-0000-7000-8000-0000000000ab
                 */
                bundleId: components["parameters"]["bundleId"];
                /**
                 * @description The version.
                 * @example 1.2.5
                 */
                version: components["parameters"]["version"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "supportUntil": "2031-03-01T12:00:00.000Z"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description Later than the present end.
                     */
                    supportUntil: string;
                };
            };
        };
        responses: {
            /** @description The changed release. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Release"];
                };
            };
        };
    };
    "get-release-document": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The bundle.
                 * @example 0197c0de-0000-7000-8000-0000000000ab
                 */
                bundleId: components["parameters"]["bundleId"];
                /**
                 * @description The version.
                 * @example 1.2.5
                 */
                version: components["parameters"]["version"];
                /**
                 * @description The document of the release.
                 * @example sbom
                 */
                document: "sbom" | "vex" | "verdict" | "attestation" | "proof" | "advisories";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "bomFormat": "CycloneDX",
                     *       "specVersion": "1.6",
                     *       "version": 1,
                     *       "components": []
                     *     }
                     */
                    "application/json": {
                        [key: string]: unknown;
                    };
                    /**
                     * @example {
                     *       "bomFormat": "CycloneDX",
                     *       "specVersion": "1.6",
                     *       "version": 1,
                     *       "components": []
                     *     }
                     */
                    "application/vnd.cyclonedx+json": {
                        [key: string]: unknown;
                    };
                    /**
                     * @example {
                     *       "bomFormat": "CycloneDX",
                     *       "specVersion": "1.6",
                     *       "version": 1,
                     *       "components": []
                     *     }
                     */
                    "application/vnd.dsse.envelope.v1+json": {
                        [key: string]: unknown;
                    };
                    "application/zip": {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    "get-billing-status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "plan": "Team",
                     *       "period": {
                     *         "interval": "month",
                     *         "startsAt": "2026-03-01T00:00:00.000Z",
                     *         "endsAt": "2026-04-01T00:00:00.000Z"
                     *       },
                     *       "licenses": {
                     *         "limit": 50,
                     *         "used": 3,
                     *         "month": "2026-03"
                     *       },
                     *       "pools": {
                     *         "core": {
                     *           "available": 120,
                     *           "included": 100,
                     *           "purchased": 20,
                     *           "consumed": 80,
                     *           "promotional": 0,
                     *           "promotionExpiresAt": "2026-03-01T12:00:00.000Z",
                     *           "refillsAt": "2026-03-01T12:00:00.000Z"
                     *         },
                     *         "sast": {
                     *           "available": 120,
                     *           "included": 100,
                     *           "purchased": 20,
                     *           "consumed": 80,
                     *           "promotional": 0,
                     *           "promotionExpiresAt": "2026-03-01T12:00:00.000Z",
                     *           "refillsAt": "2026-03-01T12:00:00.000Z"
                     *         }
                     *       },
                     *       "sastAddon": {
                     *         "size": "starter",
                     *         "endsAt": "2026-04-01T00:00:00.000Z"
                     *       },
                     *       "pending": [],
                     *       "ordered": [
                     *         {
                     *           "order": "plan",
                     *           "to": "2026-03-01T00:00:00.000Z",
                     *           "orderedAt": "2026-03-01T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "renewals": [
                     *         {
                     *           "of": "plan",
                     *           "at": "2026-03-01T12:00:00.000Z",
                     *           "overdue": false
                     *         }
                     *       ],
                     *       "autoRenew": true,
                     *       "hold": {
                     *         "reason": "payment_failed",
                     *         "since": "2026-03-01T12:00:00.000Z",
                     *         "invoices": 0
                     *       },
                     *       "lastPaymentFailedAt": null,
                     *       "autoRecharge": {
                     *         "core": {
                     *           "enabled": true,
                     *           "packs": 0,
                     *           "monthlyCap": 3,
                     *           "failures": 0,
                     *           "failingSince": "2026-03-02T09:30:00.000Z",
                     *           "nextAttemptAt": "2026-03-02T09:35:00.000Z"
                     *         },
                     *         "sast": {
                     *           "enabled": true,
                     *           "packs": 0,
                     *           "monthlyCap": 3,
                     *           "failures": 0,
                     *           "failingSince": "2026-03-02T09:30:00.000Z",
                     *           "nextAttemptAt": "2026-03-02T09:35:00.000Z"
                     *         }
                     *       },
                     *       "nextMails": [
                     *         {
                     *           "kind": "receipt",
                     *           "reason": "plan_renewal",
                     *           "at": "2026-03-01T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "retention": {
                     *         "days": 90,
                     *         "maxDays": 0
                     *       },
                     *       "capabilities": [
                     *         "api",
                     *         "webhooks"
                     *       ],
                     *       "tabs": [
                     *         "plan",
                     *         "usage",
                     *         "history"
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The plan. */
                        plan: components["schemas"]["Plan"];
                        /** @description The billing period. */
                        period: {
                            interval: components["schemas"]["BillingInterval"];
                            /**
                             * Format: date-time
                             * @description When the period started.
                             */
                            startsAt: string;
                            /**
                             * Format: date-time
                             * @description When it ends.
                             */
                            endsAt: string;
                        };
                        /** @description Licenses of this calendar month. */
                        licenses: {
                            /** @description null when there is no limit. */
                            limit: number | null;
                            /** @description The number in use. */
                            used: number;
                            /** @description Calendar month in UTC, 2026-03. */
                            month: string;
                        };
                        /** @description The credit pools. */
                        pools: {
                            /** @description The core pool. */
                            core: components["schemas"]["PoolBalance"];
                            /** @description The SAST pool. */
                            sast: components["schemas"]["PoolBalance"];
                        };
                        sastAddon: components["schemas"]["SastAddon"];
                        /** @description Changes that take effect later. */
                        pending: components["schemas"]["PendingChanges"];
                        /** @description Orders of the last day that are not confirmed as paid. */
                        ordered: {
                            /**
                             * @description What was ordered and is not paid yet.
                             * @enum {string}
                             */
                            order: "plan" | "licenses" | "sast_addon";
                            /** @description The value afterwards. */
                            to: string | number;
                            /**
                             * Format: date-time
                             * @description When it was ordered.
                             */
                            orderedAt: string;
                        }[];
                        /** @description The next renewals. One is overdue if it is due and not paid. */
                        renewals: {
                            /**
                             * @description What the change is about.
                             * @enum {string}
                             */
                            of: "plan" | "sast_addon";
                            /**
                             * Format: date-time
                             * @description When it is.
                             */
                            at: string;
                            /** @description Whether it is due and not paid. */
                            overdue: boolean;
                        }[];
                        /** @description Whether the subscription renews automatically. */
                        autoRenew: boolean;
                        /** @description Why billable work is refused; null when it is not. */
                        hold: {
                            /**
                             * @description The reason, as a code or a short sentence.
                             * @constant
                             */
                            reason: "payment_failed";
                            /**
                             * Format: date-time
                             * @description Since when it is unpaid.
                             */
                            since: string;
                            /** @description The number of unpaid invoices. */
                            invoices: number;
                        } | null;
                        /** @description When an unresolved payment failed, or null. */
                        lastPaymentFailedAt: string | null;
                        /** @description The automatic recharge of each pool. */
                        autoRecharge: {
                            /** @description The core pool. */
                            core: components["schemas"]["RechargeState"];
                            /** @description The SAST pool. */
                            sast: components["schemas"]["RechargeState"];
                        };
                        /** @description The mails to owners and admins that are expected if every invoice is paid. */
                        nextMails: {
                            /**
                             * @description Its kind.
                             * @constant
                             */
                            kind: "receipt";
                            /**
                             * @description The reason, as a code or a short sentence.
                             * @enum {string}
                             */
                            reason: "plan_renewal" | "sast_addon_renewal" | "auto_recharge_retry";
                            /**
                             * Format: date-time
                             * @description When it is.
                             */
                            at: string;
                        }[];
                        /** @description How long results are kept. */
                        retention: components["schemas"]["Retention"];
                        /** @description What the plan includes. */
                        capabilities: ("policy_basic" | "policy_standard" | "policy_complete" | "api" | "webhooks" | "issue_trackers" | "bundles" | "audit_log" | "proof_export" | "auditor_export" | "pay_as_you_go" | "sso_basic" | "sso_full" | "sla")[];
                        /** @description The pages of billing that the console shows. */
                        tabs: ("plan" | "usage" | "history" | "auto_recharge" | "retention")[];
                    } | {
                        /** @description The plan. */
                        plan: components["schemas"]["Plan"];
                        /** @description The pages of billing that the console shows. */
                        tabs: "history"[];
                    };
                };
            };
        };
    };
    "get-credits-alert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The alert. A client organization gets that of its parent. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "plan": "Team",
                     *       "pools": {
                     *         "core": {
                     *           "state": "ok"
                     *         },
                     *         "sast": {
                     *           "state": "ok"
                     *         }
                     *       },
                     *       "hold": {
                     *         "reason": "payment_failed",
                     *         "since": "2026-03-01T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The plan. */
                        plan: components["schemas"]["Plan"];
                        /** @description The credit pools. */
                        pools: {
                            /** @description The core pool. */
                            core: {
                                /**
                                 * @description Its state.
                                 * @enum {string}
                                 */
                                state: "ok" | "low" | "empty";
                            };
                            /** @description The SAST pool. */
                            sast: {
                                /**
                                 * @description Its state.
                                 * @enum {string}
                                 */
                                state: "ok" | "low" | "empty";
                            };
                        };
                        /** @description Why billable work is refused; null when it is not. */
                        hold: {
                            /**
                             * @description The reason, as a code or a short sentence.
                             * @constant
                             */
                            reason: "payment_failed";
                            /**
                             * Format: date-time
                             * @description Since when.
                             */
                            since: string;
                        } | null;
                    };
                };
            };
        };
    };
    "get-billing-details": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The billing details. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "Shop",
                     *       "email": "ada@example.com"
                     *     }
                     */
                    "application/json": components["schemas"]["BillingDetails"];
                };
            };
            /** @description No billing details are set. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "set-billing-details": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the version that you change; `*` for any.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Shop",
                 *       "email": "ada@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["BillingDetails"];
            };
        };
        responses: {
            /** @description The billing details. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "Shop",
                     *       "email": "ada@example.com"
                     *     }
                     */
                    "application/json": components["schemas"]["BillingDetails"];
                };
            };
        };
    };
    "get-retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The retention in days. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "days": 90,
                     *       "maxDays": 0
                     *     }
                     */
                    "application/json": components["schemas"]["Retention"];
                };
            };
        };
    };
    "set-retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "days": 90
                 *     }
                 */
                "application/json": {
                    /** @description Days. */
                    days: number;
                };
            };
        };
        responses: {
            /** @description The retention in days. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "days": 90,
                     *       "maxDays": 0
                     *     }
                     */
                    "application/json": components["schemas"]["Retention"];
                };
            };
        };
    };
    "get-auto-recharge": {
        parameters: {
            query?: {
                /** @description The credit pool. */
                pool?: components["parameters"]["pool"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings of this pool. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "enabled": true,
                     *       "threshold": 20,
                     *       "pack": "core-100",
                     *       "monthlyCap": 3
                     *     }
                     */
                    "application/json": components["schemas"]["AutoRecharge"];
                };
            };
        };
    };
    "change-auto-recharge": {
        parameters: {
            query?: {
                /** @description The credit pool. */
                pool?: components["parameters"]["pool"];
            };
            header?: {
                /**
                 * @description The ETag of the version that you change; `*` for any.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": true,
                 *       "threshold": 20,
                 *       "monthlyCap": 3
                 *     }
                 */
                "application/json": {
                    /** @description Whether it is enabled. */
                    enabled?: boolean;
                    /** @description The pool is recharged when its balance is at or below this number of credits. */
                    threshold?: number;
                    /**
                     * @description A pack of this pool.
                     * @enum {string}
                     */
                    pack?: "core-100" | "core-500" | "sast-25";
                    /** @description Most packs in one billing period. */
                    monthlyCap?: number;
                };
            };
        };
        responses: {
            /** @description The changed settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "enabled": true,
                     *       "threshold": 20,
                     *       "pack": "core-100",
                     *       "monthlyCap": 3
                     *     }
                     */
                    "application/json": components["schemas"]["AutoRecharge"];
                };
            };
        };
    };
    "list-invoices": {
        parameters: {
            query?: {
                /** @description The maximum number of items per page. */
                limit?: components["parameters"]["limit"];
                /** @description `nextCursor` of the previous page. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of invoices, empty before the first one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "invoiceId": "in_1Nabc",
                     *           "number": "SG-0001",
                     *           "status": "paid",
                     *           "amountDue": 9900,
                     *           "amountPaid": 0,
                     *           "currency": "usd",
                     *           "createdAt": "2026-03-01T12:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The items, or a page of them. */
                        items: {
                            /** @description The invoice. */
                            invoiceId: string;
                            /** @description The number on the invoice. */
                            number: string;
                            /**
                             * @description The state of the invoice.
                             * @enum {string}
                             */
                            status: "open" | "paid" | "void" | "uncollectible";
                            /** @description In the smallest units of the currency. */
                            amountDue: number;
                            /** @description In the smallest units of the currency. */
                            amountPaid: number;
                            /** @description The ISO 4217 currency code, in lower case. */
                            currency: string;
                            /**
                             * Format: date-time
                             * @description When it was created.
                             */
                            createdAt: string;
                            /** @description The invoice as a page. */
                            hostedUrl?: string;
                            /** @description The invoice as a PDF. */
                            pdfUrl?: string;
                        }[];
                        /** @description Pass it as `cursor` to get the next page; absent on the last page. */
                        nextCursor?: string;
                    };
                };
            };
        };
    };
    "list-ledger": {
        parameters: {
            query?: {
                /** @description The credit pool. */
                pool?: components["schemas"]["Pool"];
                /** @description The start. */
                from?: components["parameters"]["from"];
                /** @description The end, exclusive. */
                to?: components["parameters"]["to"];
                /** @description Its kind. */
                kind?: "consume" | "grant" | "expire" | "adjust";
                /** @description Where the credits come from. */
                source?: string;
                /** @description The scan. */
                scanId?: components["schemas"]["Uuid"];
                /** @description The maximum number of items per page. */
                limit?: components["parameters"]["limit"];
                /** @description `nextCursor` of the previous page. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "at": "2026-03-01T12:00:00.000Z",
                     *           "pool": "core",
                     *           "kind": "consume",
                     *           "amount": 4900,
                     *           "cause": "scan:0197c0de-0000-7000-8000-000000000001"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The items, or a page of them. */
                        items: {
                            /**
                             * Format: date-time
                             * @description When it happened.
                             */
                            at: string;
                            /** @description The credit pool. */
                            pool: components["schemas"]["Pool"];
                            /**
                             * @description Its kind.
                             * @enum {string}
                             */
                            kind: "consume" | "grant" | "expire" | "adjust";
                            /** @description The signed change of the balance. */
                            amount: number;
                            /** @description Where the credits come from. */
                            source?: string;
                            /** @description The reason stated by the operator. */
                            motif?: string;
                            /** @description The scan. */
                            scanId?: string;
                            /** @description The project unit. */
                            projectUnitId?: string;
                            /** @description How the scan was requested. */
                            sourceTrigger?: components["schemas"]["SourceTrigger"];
                            /** @description The invoice. */
                            invoiceId?: string;
                            /** @description The organization. */
                            organizationId?: string;
                            /** @description The person. */
                            personId?: string;
                            /** @description Identifies why the entry exists; a pool has one entry for each cause. */
                            cause: string;
                        }[];
                        /** @description Pass it as `cursor` to get the next page; absent on the last page. */
                        nextCursor?: string;
                    };
                };
            };
        };
    };
    "export-ledger": {
        parameters: {
            query?: {
                /** @description The credit pool. */
                pool?: components["schemas"]["Pool"];
                /** @description The start. */
                from?: components["parameters"]["from"];
                /** @description The end, exclusive. */
                to?: components["parameters"]["to"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description RFC 4180, UTF-8. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example at,pool,kind,amount,source,motif,scanId,projectUnitId,sourceTrigger,invoiceId,organizationId,personId,cause,segment,position,previousHash,hash */
                    "text/csv": string;
                };
            };
        };
    };
    "open-checkout": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A string of your choice. For 24 hours a repeated request with the same key and body gets the first response.
                 * @example build-4711-scan
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "plan": "Team",
                 *       "interval": "month",
                 *       "licenses": 10
                 *     }
                 */
                "application/json": components["schemas"]["PlanSelection"];
            };
        };
        responses: {
            /** @description The page is open for a day. The plan starts once it is paid. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sessionId": "cs_test_a1b2c3",
                     *       "url": "https://pay.example.com/c/cs_test_a1b2c3"
                     *     }
                     */
                    "application/json": components["schemas"]["CheckoutSession"];
                };
            };
        };
    };
    "open-portal": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A string of your choice. For 24 hours a repeated request with the same key and body gets the first response.
                 * @example build-4711-scan
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://pay.example.com/p/session"
                     *     }
                     */
                    "application/json": {
                        /** @description Where to change the payment method. */
                        url: string;
                    };
                };
            };
        };
    };
    "change-plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "plan": "Team",
                 *       "interval": "year",
                 *       "licenses": 10
                 *     }
                 */
                "application/json": components["schemas"]["PlanSelection"];
            };
        };
        responses: {
            /** @description The subscription with its pending changes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
        };
    };
    "undo-plan-change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscription with its pending changes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
        };
    };
    "list-licenses": {
        parameters: {
            query?: {
                /** @description The maximum number of items per page. */
                limit?: components["parameters"]["limit"];
                /** @description `nextCursor` of the previous page. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of holders, with the count of all. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "personId": "0197c0de-0000-7000-8000-0000000000b1",
                     *           "organizationId": "9c8b7a69-5847-4636-a524-1302f1e0d9c8",
                     *           "claimedAt": "2026-03-03T10:00:00.000Z",
                     *           "scanId": "0197c0de-0000-7000-8000-000000000001"
                     *         }
                     *       ],
                     *       "month": "2026-03",
                     *       "used": 3,
                     *       "limit": 50
                     *     }
                     */
                    "application/json": {
                        /** @description The items, or a page of them. */
                        items: {
                            /** @description The person. */
                            personId: components["schemas"]["Uuid"];
                            /** @description Absent for a person who was never a member. */
                            email?: string;
                            /** @description The organization. */
                            organizationId: components["schemas"]["Uuid"];
                            /**
                             * Format: date-time
                             * @description When the license was claimed.
                             */
                            claimedAt: string;
                            /** @description The scan that claimed the license; null where it is not known. */
                            scanId: components["schemas"]["Uuid"] | null;
                        }[];
                        /** @description Pass it as `cursor` to get the next page; absent on the last page. */
                        nextCursor?: string;
                        /** @description Calendar month in UTC, 2026-03. */
                        month: string;
                        /** @description The number in use. */
                        used: number;
                        /** @description null when there is no limit. */
                        limit: number | null;
                    };
                };
            };
        };
    };
    "change-licenses": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A string of your choice. For 24 hours a repeated request with the same key and body gets the first response.
                 * @example build-4711-scan
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "licenses": 10
                 *     }
                 */
                "application/json": {
                    /** @description The total, at least 5. Only Team takes it; other plans have a fixed number. */
                    licenses: number;
                };
            };
        };
        responses: {
            /** @description The subscription with its pending changes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
        };
    };
    "set-auto-renew": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": true
                 *     }
                 */
                "application/json": {
                    /** @description Whether it is enabled. */
                    enabled: boolean;
                };
            };
        };
        responses: {
            /** @description The subscription with its pending changes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
        };
    };
    "start-sast-addon": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A string of your choice. For 24 hours a repeated request with the same key and body gets the first response.
                 * @example build-4711-scan
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "size": "starter"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The size of the add-on.
                     * @enum {string}
                     */
                    size: "starter" | "team";
                };
            };
        };
        responses: {
            /** @description The add-on is paid and active. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
        };
    };
    "cancel-sast-addon": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscription with its pending changes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
        };
    };
    "resume-sast-addon": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscription with its pending changes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
        };
    };
    "buy-pack": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A string of your choice. For 24 hours a repeated request with the same key and body gets the first response.
                 * @example build-4711-scan
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "pack": "core-100"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The pack of credits.
                     * @enum {string}
                     */
                    pack: "core-100" | "core-500" | "sast-25";
                };
            };
        };
        responses: {
            /** @description The page is open for a day. The credits are granted once it is paid. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sessionId": "cs_test_a1b2c3",
                     *       "url": "https://pay.example.com/c/cs_test_a1b2c3"
                     *     }
                     */
                    "application/json": components["schemas"]["CheckoutSession"];
                };
            };
        };
    };
    "redeem-coupon": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "LAUNCH20"
                 *     }
                 */
                "application/json": {
                    /** @description The code of the coupon. */
                    code: components["schemas"]["Name"];
                };
            };
        };
        responses: {
            /** @description What the discount applies to. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "appliesTo": "subscription"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description What the coupon applies to.
                         * @enum {string}
                         */
                        appliesTo: "subscription" | "next_checkout";
                    };
                };
            };
        };
    };
    "get-forecast": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The forecast. Unknown values are null. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "pools": {
                     *         "core": {
                     *           "threshold": 20,
                     *           "creditsPerDay": 4,
                     *           "daysToThreshold": 0,
                     *           "packsLeft": 0,
                     *           "periodEndsAt": "2026-04-01T00:00:00.000Z"
                     *         },
                     *         "sast": {
                     *           "threshold": 20,
                     *           "creditsPerDay": 4,
                     *           "daysToThreshold": 0,
                     *           "packsLeft": 0,
                     *           "periodEndsAt": "2026-04-01T00:00:00.000Z"
                     *         }
                     *       },
                     *       "licenses": {
                     *         "left": 0,
                     *         "month": "2026-03",
                     *         "monthEndsAt": "2026-04-01T00:00:00.000Z"
                     *       },
                     *       "nextInvoice": {
                     *         "amountDue": 9900,
                     *         "currency": "usd",
                     *         "at": "2026-03-01T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The credit pools. */
                        pools: {
                            /** @description The core pool. */
                            core: components["schemas"]["PoolForecast"];
                            /** @description The SAST pool. */
                            sast: components["schemas"]["PoolForecast"];
                        };
                        /** @description The licenses of this month. */
                        licenses: {
                            /** @description null when there is no limit. */
                            left: number | null;
                            /** @description Calendar month in UTC, 2026-03. */
                            month: string;
                            /**
                             * Format: date-time
                             * @description When the calendar month ends.
                             */
                            monthEndsAt: string;
                        };
                        /** @description The next invoice of the plan; null when there is none or it is unknown now. */
                        nextInvoice: {
                            /** @description In the smallest units of the currency. */
                            amountDue: number;
                            /** @description The ISO 4217 currency code, in lower case. */
                            currency: string;
                            /**
                             * Format: date-time
                             * @description When it is due.
                             */
                            at: string;
                        } | null;
                    };
                };
            };
        };
    };
    "get-prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current offers at the payment provider. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "currency": "usd",
                     *       "plans": [
                     *         {
                     *           "plan": "Team",
                     *           "interval": "month",
                     *           "amount": 4900,
                     *           "perLicense": true
                     *         }
                     *       ],
                     *       "packs": [
                     *         {
                     *           "pack": "core-100",
                     *           "pool": "core",
                     *           "credits": 100,
                     *           "amount": 4900
                     *         }
                     *       ],
                     *       "sastAddon": [
                     *         {
                     *           "size": "starter",
                     *           "interval": "month",
                     *           "amount": 4900,
                     *           "perLicense": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The ISO 4217 currency code, in lower case. */
                        currency: string;
                        /** @description What the plans cost. */
                        plans: {
                            /**
                             * @description The plan.
                             * @enum {string}
                             */
                            plan: "Starter" | "Team";
                            interval: components["schemas"]["BillingInterval"];
                            /** @description The amount, in the smallest currency unit. */
                            amount: number;
                            /** @description Whether the amount is per license. */
                            perLicense: boolean;
                        }[];
                        /** @description What the packs of credits cost. */
                        packs: {
                            /**
                             * @description The pack of credits.
                             * @enum {string}
                             */
                            pack: "core-100" | "core-500" | "sast-25";
                            /** @description The credit pool. */
                            pool: components["schemas"]["Pool"];
                            /** @description The credits of the pack. */
                            credits: number;
                            /** @description The amount, in the smallest currency unit. */
                            amount: number;
                        }[];
                        /** @description What the SAST add-on costs. */
                        sastAddon: {
                            /**
                             * @description The size of the add-on.
                             * @enum {string}
                             */
                            size: "starter" | "team";
                            interval: components["schemas"]["BillingInterval"];
                            /** @description The amount, in the smallest currency unit. */
                            amount: number;
                            /** @description Whether the amount is per license. */
                            perLicense: boolean;
                        }[];
                    };
                };
            };
        };
    };
    "preview-change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "plan": "Team",
                 *       "interval": "month",
                 *       "change": "checkout"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The plan.
                     * @enum {string}
                     */
                    plan: "Starter" | "Team";
                    interval: components["schemas"]["BillingInterval"];
                    /** @description The total, at least 5. Only Team takes it; other plans have a fixed number. */
                    licenses?: number;
                    /**
                     * @description What changes, as a sentence.
                     * @constant
                     */
                    change: "checkout";
                } | {
                    /**
                     * @description The plan.
                     * @enum {string}
                     */
                    plan: "Starter" | "Team";
                    interval: components["schemas"]["BillingInterval"];
                    /** @description The total, at least 5. Only Team takes it; other plans have a fixed number. */
                    licenses?: number;
                    /**
                     * @description What changes, as a sentence.
                     * @constant
                     */
                    change: "plan";
                } | {
                    /**
                     * @description What changes, as a sentence.
                     * @constant
                     */
                    change: "undo_plan";
                } | {
                    /**
                     * @description What changes, as a sentence.
                     * @constant
                     */
                    change: "licenses";
                    /** @description The total, at least 5. Only Team takes it; other plans have a fixed number. */
                    licenses: number;
                } | {
                    /**
                     * @description What changes, as a sentence.
                     * @constant
                     */
                    change: "auto_renew";
                    /** @description Whether it is enabled. */
                    enabled: boolean;
                } | {
                    /**
                     * @description What changes, as a sentence.
                     * @constant
                     */
                    change: "sast_addon";
                    /**
                     * @description The size of the add-on.
                     * @enum {string}
                     */
                    size: "starter" | "team";
                } | {
                    /**
                     * @description What changes, as a sentence.
                     * @constant
                     */
                    change: "cancel_sast_addon";
                } | {
                    /**
                     * @description What changes, as a sentence.
                     * @constant
                     */
                    change: "resume_sast_addon";
                } | {
                    /**
                     * @description What changes, as a sentence.
                     * @constant
                     */
                    change: "pack";
                    /**
                     * @description The pack of credits.
                     * @enum {string}
                     */
                    pack: "core-100" | "core-500" | "sast-25";
                };
            };
        };
        responses: {
            /** @description The preview. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dueNow": 0,
                     *       "currency": "usd",
                     *       "lines": [
                     *         {
                     *           "description": "5 × Team license",
                     *           "amount": 4900
                     *         }
                     *       ],
                     *       "nextInvoice": {
                     *         "amountDue": 9900,
                     *         "currency": "usd",
                     *         "lines": [
                     *           {
                     *             "description": "5 × Team license",
                     *             "amount": 4900
                     *           }
                     *         ],
                     *         "at": "2026-03-01T12:00:00.000Z"
                     *       },
                     *       "effects": []
                     *     }
                     */
                    "application/json": {
                        /** @description In the smallest units of the currency. */
                        dueNow: number;
                        /** @description The ISO 4217 currency code, in lower case. */
                        currency: string;
                        /** @description They add up to the amount: discounts, tax and balance are separate lines. */
                        lines: {
                            /** @description What the line is for. */
                            description: string;
                            /** @description In the smallest units of the currency. */
                            amount: number;
                        }[];
                        /** @description The next invoice of the plan after the change; null when there is none, or when a discount of the first invoice may not apply to it. */
                        nextInvoice: {
                            /** @description The amount due, in the smallest currency unit. */
                            amountDue: number;
                            /** @description The ISO 4217 currency code, in lower case. */
                            currency: string;
                            /** @description They add up to the amount: discounts, tax and balance are separate lines. */
                            lines: {
                                /** @description What the line is for. */
                                description: string;
                                /** @description In the smallest units of the currency. */
                                amount: number;
                            }[];
                            /**
                             * Format: date-time
                             * @description When it is due.
                             */
                            at: string;
                        } | null;
                        /** @description The effects of the change, and when they start. */
                        effects: {
                            /**
                             * @description What changes.
                             * @enum {string}
                             */
                            what: "plan" | "interval" | "licenses" | "auto_renew" | "sast_addon" | "core_credits" | "sast_credits" | "retention_days" | "core_balance" | "sast_balance";
                            /** @description The value now. */
                            from: (string | number | boolean) | null;
                            /** @description The value afterwards. */
                            to: (string | number | boolean) | null;
                            /**
                             * Format: date-time
                             * @description When it is due.
                             */
                            at: string;
                        }[];
                    };
                };
            };
        };
    };
    "get-usage": {
        parameters: {
            query?: {
                /** @description The credit pool. */
                pool?: components["parameters"]["pool"];
                /** @description The start. */
                from?: components["parameters"]["from"];
                /** @description The end, exclusive. */
                to?: components["parameters"]["to"];
                /** @description What the rows are grouped by. */
                by?: components["parameters"]["by"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The usage. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "day": "2026-03-10",
                     *           "opening": 100,
                     *           "consumed": 80,
                     *           "granted": 0,
                     *           "refunded": 0,
                     *           "expired": 0,
                     *           "adjusted": 0,
                     *           "closing": 92
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The items, or a page of them. */
                        items: {
                            /** @description A day in UTC, 2026-03-10. */
                            day: string;
                            /** @description The balance at the beginning of the day. */
                            opening: number;
                            /** @description Credits that were spent. */
                            consumed: number;
                            /** @description Credits that were added. */
                            granted: number;
                            /** @description Refunded credits. */
                            refunded: number;
                            /** @description Credits that expired. */
                            expired: number;
                            /** @description Corrections by the operator. */
                            adjusted: number;
                            /** @description The balance at the end of the day. */
                            closing: number;
                        }[] | {
                            /** @description The repository. */
                            repositoryId?: components["schemas"]["Uuid"];
                            /** @description Its name at the git host. */
                            fullName?: string;
                            /** @description The person. */
                            personId?: components["schemas"]["Uuid"];
                            /** @description An e-mail address. */
                            email?: string;
                            /** @description How the scan was requested. */
                            sourceTrigger?: components["schemas"]["SourceTrigger"];
                            /** @description The organization that consumed the credits. */
                            organizationId?: components["schemas"]["Uuid"];
                            /** @description Credits that were spent. */
                            consumed: number;
                            /** @description Refunded credits. */
                            refunded: number;
                            /** @description Consumed less refunded; negative where refunds belong to debits before the range. */
                            net: number;
                        }[];
                    };
                };
            };
        };
    };
    "export-usage": {
        parameters: {
            query?: {
                /** @description The credit pool. */
                pool?: components["parameters"]["pool"];
                /** @description The start. */
                from?: components["parameters"]["from"];
                /** @description The end, exclusive. */
                to?: components["parameters"]["to"];
                /** @description What the rows are grouped by. */
                by?: components["parameters"]["by"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description RFC 4180, UTF-8. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example day,opening,consumed,granted,refunded,expired,adjusted,closing */
                    "text/csv": string;
                };
            };
        };
    };
    "set-budget": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organization.
                 * @example 9c8b7a69-5847-4636-a524-1302f1e0d9c8
                 */
                organizationId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "core": {
                 *         "soft": 80,
                 *         "hard": 100
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The core pool. */
                    core?: components["schemas"]["PoolBudget"];
                    /** @description The SAST pool. */
                    sast?: components["schemas"]["PoolBudget"];
                };
            };
        };
        responses: {
            /** @description The budget, with the amount spent. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "organizationId": "9c8b7a69-5847-4636-a524-1302f1e0d9c8",
                     *       "month": "2026-03",
                     *       "core": {},
                     *       "sast": {},
                     *       "used": {
                     *         "core": 40,
                     *         "sast": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ClientBudget"];
                };
            };
        };
    };
    "list-budgets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The budgets. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "organizationId": "9c8b7a69-5847-4636-a524-1302f1e0d9c8",
                     *           "month": "2026-03",
                     *           "core": {},
                     *           "sast": {},
                     *           "used": {
                     *             "core": 40,
                     *             "sast": 0
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The items, or a page of them. */
                        items: components["schemas"]["ClientBudget"][];
                    };
                };
            };
        };
    };
    "receive-scan-completed": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "3f2a1b4c-5d6e-8f70-8a9b-0c1d2e3f4a5b",
                 *       "type": "scan.completed",
                 *       "timestamp": "2026-03-02T09:30:00.000Z",
                 *       "sequence": 1,
                 *       "organizationId": "9c8b7a69-5847-4636-a524-1302f1e0d9c8",
                 *       "data": {
                 *         "scanId": "01JD1N5V3C8H7B2E9F4G6K0MWX",
                 *         "repository": {
                 *           "repositoryId": "01JD0W7G9S3P8Z5KX2M4Q6R1TA",
                 *           "fullName": "acme/shop"
                 *         },
                 *         "commitHash": "8f2c1d7e5a4b3c2d1e0f9a8b7c6d5e4f3a2b1c0d",
                 *         "branch": "main",
                 *         "scanTypes": [
                 *           "sbom",
                 *           "sca",
                 *           "license",
                 *           "dependency-advisor",
                 *           "secrets",
                 *           "sast"
                 *         ],
                 *         "link": "/v1/scans/01JD1N5V3C8H7B2E9F4G6K0MWX",
                 *         "verdict": "FAIL",
                 *         "reason": "critical_vulnerabilities_found",
                 *         "reasons": [
                 *           "critical_vulnerabilities_found"
                 *         ],
                 *         "severityThreshold": "critical",
                 *         "counts": {
                 *           "vulnerabilities": {
                 *             "critical": 1,
                 *             "high": 2,
                 *             "medium": 0,
                 *             "low": 0,
                 *             "unknown": 0,
                 *             "total": 3,
                 *             "dependencies": 3,
                 *             "code": 0
                 *           },
                 *           "secrets": {
                 *             "critical": 0,
                 *             "high": 0,
                 *             "medium": 0,
                 *             "low": 0,
                 *             "unknown": 0,
                 *             "total": 0
                 *           },
                 *           "licenses": {
                 *             "nonCompliant": 0
                 *           }
                 *         },
                 *         "complete": true
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Event"] & {
                    /**
                     * @description Its type.
                     * @constant
                     */
                    type: "scan.completed";
                    /** @description The content of the event, depending on its type. */
                    data: {
                        /** @description The scan. */
                        scanId: string;
                        repository: components["schemas"]["EventRepository"];
                        /** @description The full commit hash. */
                        commitHash: string;
                        /** @description As the request named it. */
                        branch?: string;
                        pullRequest?: components["schemas"]["EventPullRequest"];
                        /** @description The only unit that was scanned. */
                        projectUnitId?: string;
                        /** @description The scan types of the scan. */
                        scanTypes: components["schemas"]["EventScanTypes"];
                        /** @description The path of the scan at the API. */
                        link: string;
                        /**
                         * @description The verdict.
                         * @enum {string}
                         */
                        verdict: "PASS" | "FAIL";
                        /** @description The first of `reasons`. */
                        reason: string;
                        /** @description All reasons; the first is `reason`. */
                        reasons: string[];
                        /** @description Findings of this severity or above fail the gate. */
                        severityThreshold: components["schemas"]["Threshold"];
                        /** @description Counts by dimension and severity. */
                        counts: components["schemas"]["EventCounts"];
                        /** @description Every required type ran, and each assessed all of its subject, as the signed verdict says it. */
                        complete: boolean;
                    };
                };
            };
        };
        responses: {
            "2XX": components["responses"]["Received"];
        };
    };
    "receive-scan-failed": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "3f2a1b4c-5d6e-8f70-8a9b-0c1d2e3f4a5b",
                 *       "type": "scan.failed",
                 *       "timestamp": "2026-03-02T09:30:00.000Z",
                 *       "sequence": 1,
                 *       "organizationId": "9c8b7a69-5847-4636-a524-1302f1e0d9c8",
                 *       "data": {
                 *         "scanId": "01JD1N5V3C8H7B2E9F4G6K0MWX",
                 *         "repository": {
                 *           "repositoryId": "01JD0W7G9S3P8Z5KX2M4Q6R1TA",
                 *           "fullName": "acme/shop"
                 *         },
                 *         "commitHash": "8f2c1d7e5a4b3c2d1e0f9a8b7c6d5e4f3a2b1c0d",
                 *         "branch": "main",
                 *         "scanTypes": [
                 *           "sbom",
                 *           "sca",
                 *           "license",
                 *           "dependency-advisor",
                 *           "secrets",
                 *           "sast"
                 *         ],
                 *         "link": "/v1/scans/01JD1N5V3C8H7B2E9F4G6K0MWX",
                 *         "verdict": "FAIL",
                 *         "reason": "critical_vulnerabilities_found",
                 *         "reasons": [
                 *           "critical_vulnerabilities_found"
                 *         ],
                 *         "severityThreshold": "critical",
                 *         "counts": {
                 *           "vulnerabilities": {
                 *             "critical": 1,
                 *             "high": 2,
                 *             "medium": 0,
                 *             "low": 0,
                 *             "unknown": 0,
                 *             "total": 3,
                 *             "dependencies": 3,
                 *             "code": 0
                 *           },
                 *           "secrets": {
                 *             "critical": 0,
                 *             "high": 0,
                 *             "medium": 0,
                 *             "low": 0,
                 *             "unknown": 0,
                 *             "total": 0
                 *           },
                 *           "licenses": {
                 *             "nonCompliant": 0
                 *           }
                 *         },
                 *         "complete": true
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Event"] & {
                    /**
                     * @description Its type.
                     * @constant
                     */
                    type: "scan.failed";
                    /** @description The content of the event, depending on its type. */
                    data: {
                        /** @description The scan. */
                        scanId: string;
                        repository: components["schemas"]["EventRepository"];
                        /** @description The full commit hash. */
                        commitHash: string;
                        /** @description As the request named it. */
                        branch?: string;
                        pullRequest?: components["schemas"]["EventPullRequest"];
                        /** @description The only unit that was scanned. */
                        projectUnitId?: string;
                        /** @description The scan types of the scan. */
                        scanTypes: components["schemas"]["EventScanTypes"];
                        /** @description The path of the scan at the API. */
                        link: string;
                        /**
                         * @description The verdict.
                         * @enum {string}
                         */
                        verdict: "FAIL" | "ERROR";
                        /** @description The first of `reasons`. */
                        reason: string;
                        /** @description All reasons; the first is `reason`. */
                        reasons: string[];
                        /** @description Why nothing was judged. */
                        errorCode?: components["schemas"]["ErrorCode"];
                        /** @description Findings of this severity or above fail the gate. */
                        severityThreshold?: components["schemas"]["Threshold"];
                        /** @description Counts by dimension and severity. */
                        counts?: components["schemas"]["EventCounts"];
                        /** @description Every required type ran, and each assessed all of its subject, as the signed verdict says it. */
                        complete?: boolean;
                    };
                };
            };
        };
        responses: {
            "2XX": components["responses"]["Received"];
        };
    };
    "receive-scan-cancelled": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "3f2a1b4c-5d6e-8f70-8a9b-0c1d2e3f4a5b",
                 *       "type": "scan.cancelled",
                 *       "timestamp": "2026-03-02T09:30:00.000Z",
                 *       "sequence": 1,
                 *       "organizationId": "9c8b7a69-5847-4636-a524-1302f1e0d9c8",
                 *       "data": {
                 *         "scanId": "01JD1N5V3C8H7B2E9F4G6K0MWX",
                 *         "repository": {
                 *           "repositoryId": "01JD0W7G9S3P8Z5KX2M4Q6R1TA",
                 *           "fullName": "acme/shop"
                 *         },
                 *         "commitHash": "8f2c1d7e5a4b3c2d1e0f9a8b7c6d5e4f3a2b1c0d",
                 *         "branch": "main",
                 *         "scanTypes": [
                 *           "sbom",
                 *           "sca",
                 *           "license",
                 *           "dependency-advisor",
                 *           "secrets",
                 *           "sast"
                 *         ],
                 *         "link": "/v1/scans/01JD1N5V3C8H7B2E9F4G6K0MWX",
                 *         "verdict": "ERROR"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Event"] & {
                    /**
                     * @description Its type.
                     * @constant
                     */
                    type: "scan.cancelled";
                    /** @description The content of the event, depending on its type. */
                    data: {
                        /** @description The scan. */
                        scanId: string;
                        repository: components["schemas"]["EventRepository"];
                        /** @description The full commit hash. */
                        commitHash: string;
                        /** @description As the request named it. */
                        branch?: string;
                        pullRequest?: components["schemas"]["EventPullRequest"];
                        /** @description The only unit that was scanned. */
                        projectUnitId?: string;
                        /** @description The scan types of the scan. */
                        scanTypes: components["schemas"]["EventScanTypes"];
                        /** @description The path of the scan at the API. */
                        link: string;
                        /**
                         * @description The verdict.
                         * @constant
                         */
                        verdict: "ERROR";
                    };
                };
            };
        };
        responses: {
            "2XX": components["responses"]["Received"];
        };
    };
    "receive-pull-request-check-completed": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "3f2a1b4c-5d6e-8f70-8a9b-0c1d2e3f4a5b",
                 *       "type": "pull_request_check.completed",
                 *       "timestamp": "2026-03-02T09:30:00.000Z",
                 *       "sequence": 1,
                 *       "organizationId": "9c8b7a69-5847-4636-a524-1302f1e0d9c8",
                 *       "data": {
                 *         "scanId": "01JD1N5V3C8H7B2E9F4G6K0MWX",
                 *         "repository": {
                 *           "repositoryId": "01JD0W7G9S3P8Z5KX2M4Q6R1TA",
                 *           "fullName": "acme/shop"
                 *         },
                 *         "commitHash": "8f2c1d7e5a4b3c2d1e0f9a8b7c6d5e4f3a2b1c0d",
                 *         "branch": "checkout-page",
                 *         "pullRequest": {
                 *           "number": 42
                 *         },
                 *         "verdict": "FAIL",
                 *         "reason": "introduced_secrets",
                 *         "reasons": [
                 *           "introduced_secrets"
                 *         ],
                 *         "severityThreshold": "high",
                 *         "base": {
                 *           "commitHash": "1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d",
                 *           "verified": true
                 *         },
                 *         "introduced": {
                 *           "secrets": {
                 *             "critical": 1,
                 *             "high": 0,
                 *             "medium": 0,
                 *             "low": 0,
                 *             "unknown": 0,
                 *             "total": 1
                 *           }
                 *         },
                 *         "fixed": {
                 *           "secrets": {
                 *             "critical": 0,
                 *             "high": 0,
                 *             "medium": 0,
                 *             "low": 0,
                 *             "unknown": 0,
                 *             "total": 0
                 *           }
                 *         },
                 *         "coverageDropped": 0,
                 *         "link": "/v1/scans/01JD1N5V3C8H7B2E9F4G6K0MWX"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Event"] & {
                    /**
                     * @description Its type.
                     * @constant
                     */
                    type: "pull_request_check.completed";
                    /** @description The content of the event, depending on its type. */
                    data: {
                        /** @description The scan. */
                        scanId: string;
                        repository: components["schemas"]["EventRepository"];
                        /** @description The full commit hash. */
                        commitHash: string;
                        /** @description The branch. */
                        branch?: string;
                        pullRequest?: components["schemas"]["EventPullRequest"];
                        /** @description The verdict. */
                        verdict: components["schemas"]["Verdict"];
                        /** @description The first of `reasons`. */
                        reason: string;
                        /** @description All reasons; the first is `reason`. */
                        reasons: string[];
                        /** @description Findings of this severity or above fail the gate. */
                        severityThreshold?: components["schemas"]["Threshold"];
                        /** @description What the commit is compared with. */
                        base: {
                            /** @description The full commit hash. */
                            commitHash?: string;
                            /** @description The scan. */
                            scanId?: string;
                            /** @description Whether the base is proven to be reviewed. */
                            verified: boolean;
                        };
                        introduced: components["schemas"]["EventCounts"];
                        fixed: components["schemas"]["EventCounts"];
                        /** @description The number of files and sets of dependencies not looked at any more. */
                        coverageDropped: number;
                        /** @description The path of the scan at the API. */
                        link: string;
                    };
                };
            };
        };
        responses: {
            "2XX": components["responses"]["Received"];
        };
    };
    "receive-finding-introduced": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "3f2a1b4c-5d6e-8f70-8a9b-0c1d2e3f4a5b",
                 *       "type": "finding.introduced",
                 *       "timestamp": "2026-03-02T09:30:00.000Z",
                 *       "sequence": 1,
                 *       "organizationId": "9c8b7a69-5847-4636-a524-1302f1e0d9c8",
                 *       "data": {
                 *         "repository": {
                 *           "repositoryId": "01JD0W7G9S3P8Z5KX2M4Q6R1TA",
                 *           "fullName": "acme/shop"
                 *         },
                 *         "branch": "main",
                 *         "commitHash": "8f2c1d7e5a4b3c2d1e0f9a8b7c6d5e4f3a2b1c0d",
                 *         "scanId": "01JD1N5V3C8H7B2E9F4G6K0MWX",
                 *         "judgedAt": "2026-03-02T09:30:00.000Z",
                 *         "total": 1,
                 *         "highestSeverity": "critical",
                 *         "findings": [
                 *           {
                 *             "fingerprint": "4be1c6f0a2d94d1f8e35b7a6c0d9e8f1",
                 *             "projectUnitId": "5d1f6c1e-6a53-8f0e-9a2b-7c4d5e6f7081",
                 *             "kind": "vulnerability",
                 *             "severity": "critical",
                 *             "title": "Prototype pollution in minimist",
                 *             "rule": "GHSA-xvch-5gv4-984h",
                 *             "packageName": "minimist",
                 *             "packageVersion": "1.2.5",
                 *             "knownExploited": false,
                 *             "fixable": true
                 *           }
                 *         ],
                 *         "more": 0
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Event"] & {
                    /**
                     * @description Its type.
                     * @constant
                     */
                    type: "finding.introduced";
                    /** @description The content of the event, depending on its type. */
                    data: components["schemas"]["EventFindings"];
                };
            };
        };
        responses: {
            "2XX": components["responses"]["Received"];
        };
    };
    "receive-finding-fixed": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "3f2a1b4c-5d6e-8f70-8a9b-0c1d2e3f4a5b",
                 *       "type": "finding.fixed",
                 *       "timestamp": "2026-03-02T09:30:00.000Z",
                 *       "sequence": 1,
                 *       "organizationId": "9c8b7a69-5847-4636-a524-1302f1e0d9c8",
                 *       "data": {
                 *         "repository": {
                 *           "repositoryId": "01JD0W7G9S3P8Z5KX2M4Q6R1TA",
                 *           "fullName": "acme/shop"
                 *         },
                 *         "branch": "main",
                 *         "commitHash": "8f2c1d7e5a4b3c2d1e0f9a8b7c6d5e4f3a2b1c0d",
                 *         "scanId": "01JD1N5V3C8H7B2E9F4G6K0MWX",
                 *         "judgedAt": "2026-03-02T09:30:00.000Z",
                 *         "total": 1,
                 *         "highestSeverity": "critical",
                 *         "findings": [
                 *           {
                 *             "fingerprint": "4be1c6f0a2d94d1f8e35b7a6c0d9e8f1",
                 *             "projectUnitId": "5d1f6c1e-6a53-8f0e-9a2b-7c4d5e6f7081",
                 *             "kind": "vulnerability",
                 *             "severity": "critical",
                 *             "title": "Prototype pollution in minimist",
                 *             "rule": "GHSA-xvch-5gv4-984h",
                 *             "packageName": "minimist",
                 *             "packageVersion": "1.2.5",
                 *             "knownExploited": false,
                 *             "fixable": true
                 *           }
                 *         ],
                 *         "more": 0
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Event"] & {
                    /**
                     * @description Its type.
                     * @constant
                     */
                    type: "finding.fixed";
                    /** @description The content of the event, depending on its type. */
                    data: components["schemas"]["EventFindings"];
                };
            };
        };
        responses: {
            "2XX": components["responses"]["Received"];
        };
    };
    "receive-advisory-matched": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "3f2a1b4c-5d6e-8f70-8a9b-0c1d2e3f4a5b",
                 *       "type": "advisory.matched",
                 *       "timestamp": "2026-03-02T09:30:00.000Z",
                 *       "sequence": 1,
                 *       "organizationId": "9c8b7a69-5847-4636-a524-1302f1e0d9c8",
                 *       "data": {
                 *         "repository": {
                 *           "repositoryId": "01JD0W7G9S3P8Z5KX2M4Q6R1TA",
                 *           "fullName": "acme/shop"
                 *         },
                 *         "projectUnitId": "5d1f6c1e-6a53-8f0e-9a2b-7c4d5e6f7081",
                 *         "unitPath": "",
                 *         "advisorySnapshot": "sha256:0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0",
                 *         "total": 1,
                 *         "packages": [
                 *           {
                 *             "package": "pkg:npm/minimist",
                 *             "versions": [
                 *               "1.2.5"
                 *             ],
                 *             "advisories": [
                 *               "GHSA-xvch-5gv4-984h"
                 *             ]
                 *           }
                 *         ],
                 *         "more": 0
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Event"] & {
                    /**
                     * @description Its type.
                     * @constant
                     */
                    type: "advisory.matched";
                    /** @description The content of the event, depending on its type. */
                    data: {
                        repository: components["schemas"]["EventRepository"];
                        /** @description The project unit. */
                        projectUnitId: string;
                        /** @description The path of the project unit; empty for the root. */
                        unitPath: string;
                        /** @description The advisory snapshot. */
                        advisorySnapshot: string;
                        /** @description The total number. */
                        total: number;
                        /** @description The packages that the advisories are about. */
                        packages: {
                            /** @description The package URL without version. */
                            package: string;
                            /** @description The versions in use. */
                            versions: string[];
                            /** @description The advisories that match. */
                            advisories: string[];
                        }[];
                        /** @description The number of entries that are not listed. */
                        more: number;
                        /** @description The API path with all entries; absent if all are listed. */
                        link?: string;
                    };
                };
            };
        };
        responses: {
            "2XX": components["responses"]["Received"];
        };
    };
    "receive-waiver-requested": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "3f2a1b4c-5d6e-8f70-8a9b-0c1d2e3f4a5b",
                 *       "type": "waiver.requested",
                 *       "timestamp": "2026-03-02T09:30:00.000Z",
                 *       "sequence": 1,
                 *       "organizationId": "9c8b7a69-5847-4636-a524-1302f1e0d9c8",
                 *       "data": {
                 *         "waiverId": "01JD1N5V3C8H7B2E9F4G6K0MWX",
                 *         "kind": "manual",
                 *         "match": {
                 *           "advisory": "GHSA-xvch-5gv4-984h"
                 *         },
                 *         "scope": {
                 *           "repositoryId": "01JD0W7G9S3P8Z5KX2M4Q6R1TA"
                 *         },
                 *         "version": 1,
                 *         "expiresAt": "2026-04-01T00:00:00.000Z",
                 *         "createdBy": "01JCZ8Q2W4E6R8T0Y2U4I6O8PA",
                 *         "link": "/v1/waivers"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Event"] & {
                    /**
                     * @description Its type.
                     * @constant
                     */
                    type: "waiver.requested";
                    /** @description The content of the event, depending on its type. */
                    data: {
                        /** @description The waiver. */
                        waiverId: string;
                        /**
                         * @description Its kind.
                         * @enum {string}
                         */
                        kind: "manual" | "vex";
                        /** @description What it covers. */
                        match: components["schemas"]["EventWaiverMatch"];
                        scope: components["schemas"]["EventWaiverScope"];
                        /** @description The version. */
                        version: number;
                        /**
                         * Format: date-time
                         * @description When it expires.
                         */
                        expiresAt: string;
                        /** @description A person. */
                        createdBy: string;
                        /** @description The API path of its subject. */
                        link: string;
                    };
                };
            };
        };
        responses: {
            "2XX": components["responses"]["Received"];
        };
    };
    "receive-waiver-approved": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "3f2a1b4c-5d6e-8f70-8a9b-0c1d2e3f4a5b",
                 *       "type": "waiver.approved",
                 *       "timestamp": "2026-03-02T09:30:00.000Z",
                 *       "sequence": 1,
                 *       "organizationId": "9c8b7a69-5847-4636-a524-1302f1e0d9c8",
                 *       "data": {
                 *         "waiverId": "01JD1N5V3C8H7B2E9F4G6K0MWX",
                 *         "kind": "manual",
                 *         "match": {
                 *           "advisory": "GHSA-xvch-5gv4-984h"
                 *         },
                 *         "scope": {
                 *           "repositoryId": "01JD0W7G9S3P8Z5KX2M4Q6R1TA"
                 *         },
                 *         "version": 1,
                 *         "expiresAt": "2026-04-01T00:00:00.000Z",
                 *         "createdBy": "01JCZ8Q2W4E6R8T0Y2U4I6O8PA",
                 *         "link": "/v1/waivers",
                 *         "approvedBy": "01JCZ8Q2W4E6R8T0Y2U4I6O8PB"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Event"] & {
                    /**
                     * @description Its type.
                     * @constant
                     */
                    type: "waiver.approved";
                    /** @description The content of the event, depending on its type. */
                    data: components["schemas"]["EventWaiver"];
                };
            };
        };
        responses: {
            "2XX": components["responses"]["Received"];
        };
    };
    "receive-waiver-expiring": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "3f2a1b4c-5d6e-8f70-8a9b-0c1d2e3f4a5b",
                 *       "type": "waiver.expiring",
                 *       "timestamp": "2026-03-02T09:30:00.000Z",
                 *       "sequence": 1,
                 *       "organizationId": "9c8b7a69-5847-4636-a524-1302f1e0d9c8",
                 *       "data": {
                 *         "waiverId": "01JD1N5V3C8H7B2E9F4G6K0MWX",
                 *         "kind": "manual",
                 *         "match": {
                 *           "advisory": "GHSA-xvch-5gv4-984h"
                 *         },
                 *         "scope": {
                 *           "repositoryId": "01JD0W7G9S3P8Z5KX2M4Q6R1TA"
                 *         },
                 *         "version": 1,
                 *         "expiresAt": "2026-04-01T00:00:00.000Z",
                 *         "createdBy": "01JCZ8Q2W4E6R8T0Y2U4I6O8PA",
                 *         "link": "/v1/waivers",
                 *         "approvedBy": "01JCZ8Q2W4E6R8T0Y2U4I6O8PB",
                 *         "days": 7
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Event"] & {
                    /**
                     * @description Its type.
                     * @constant
                     */
                    type: "waiver.expiring";
                    /** @description The content of the event, depending on its type. */
                    data: {
                        /** @description The waiver. */
                        waiverId: string;
                        /**
                         * @description Its kind.
                         * @enum {string}
                         */
                        kind: "manual" | "vex";
                        /** @description What it covers. */
                        match: components["schemas"]["EventWaiverMatch"];
                        scope: components["schemas"]["EventWaiverScope"];
                        /** @description The version. */
                        version: number;
                        /**
                         * Format: date-time
                         * @description When it expires.
                         */
                        expiresAt: string;
                        /** @description A person. */
                        createdBy: string;
                        /** @description The API path of its subject. */
                        link: string;
                        /** @description A person. */
                        approvedBy: string;
                        /**
                         * @description The days until it expires.
                         * @enum {number}
                         */
                        days: 7 | 1;
                    };
                };
            };
        };
        responses: {
            "2XX": components["responses"]["Received"];
        };
    };
    "receive-waiver-expired": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "3f2a1b4c-5d6e-8f70-8a9b-0c1d2e3f4a5b",
                 *       "type": "waiver.expired",
                 *       "timestamp": "2026-03-02T09:30:00.000Z",
                 *       "sequence": 1,
                 *       "organizationId": "9c8b7a69-5847-4636-a524-1302f1e0d9c8",
                 *       "data": {
                 *         "waiverId": "01JD1N5V3C8H7B2E9F4G6K0MWX",
                 *         "kind": "manual",
                 *         "match": {
                 *           "advisory": "GHSA-xvch-5gv4-984h"
                 *         },
                 *         "scope": {
                 *           "repositoryId": "01JD0W7G9S3P8Z5KX2M4Q6R1TA"
                 *         },
                 *         "version": 1,
                 *         "expiresAt": "2026-04-01T00:00:00.000Z",
                 *         "createdBy": "01JCZ8Q2W4E6R8T0Y2U4I6O8PA",
                 *         "link": "/v1/waivers",
                 *         "approvedBy": "01JCZ8Q2W4E6R8T0Y2U4I6O8PB"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Event"] & {
                    /**
                     * @description Its type.
                     * @constant
                     */
                    type: "waiver.expired";
                    /** @description The content of the event, depending on its type. */
                    data: components["schemas"]["EventWaiver"];
                };
            };
        };
        responses: {
            "2XX": components["responses"]["Received"];
        };
    };
    "receive-gate-changed": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "3f2a1b4c-5d6e-8f70-8a9b-0c1d2e3f4a5b",
                 *       "type": "gate.changed",
                 *       "timestamp": "2026-03-02T09:30:00.000Z",
                 *       "sequence": 1,
                 *       "organizationId": "9c8b7a69-5847-4636-a524-1302f1e0d9c8",
                 *       "data": {
                 *         "policyDigest": "sha256:5b6c7d8e9f00112233445566778899aabbccddeeff00112233445566778899aa",
                 *         "previousPolicyDigest": "sha256:0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0",
                 *         "severityThreshold": "high",
                 *         "changed": [
                 *           "apiGateSeverityThreshold"
                 *         ],
                 *         "personId": "01JCZ8Q2W4E6R8T0Y2U4I6O8PA",
                 *         "link": "/v1/organization/gate"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Event"] & {
                    /**
                     * @description Its type.
                     * @constant
                     */
                    type: "gate.changed";
                    /** @description The content of the event, depending on its type. */
                    data: {
                        /** @description Digest of the gate settings. */
                        policyDigest: string;
                        /** @description Digest of the previous settings. */
                        previousPolicyDigest: string;
                        /** @description Findings of this severity or above fail the gate. */
                        severityThreshold: components["schemas"]["Threshold"];
                        /** @description The names of the settings that changed. */
                        changed: string[];
                        /** @description The person who changed it. */
                        personId?: string;
                        /** @description The API path of its subject. */
                        link: string;
                    };
                };
            };
        };
        responses: {
            "2XX": components["responses"]["Received"];
        };
    };
    "receive-repository-connected": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "3f2a1b4c-5d6e-8f70-8a9b-0c1d2e3f4a5b",
                 *       "type": "repository.connected",
                 *       "timestamp": "2026-03-02T09:30:00.000Z",
                 *       "sequence": 1,
                 *       "organizationId": "9c8b7a69-5847-4636-a524-1302f1e0d9c8",
                 *       "data": {
                 *         "repository": {
                 *           "repositoryId": "01JD0W7G9S3P8Z5KX2M4Q6R1TA",
                 *           "fullName": "acme/shop"
                 *         },
                 *         "provider": "github",
                 *         "defaultBranch": "main",
                 *         "personId": "01JCZ8Q2W4E6R8T0Y2U4I6O8PA",
                 *         "link": "/v1/repositories/01JD0W7G9S3P8Z5KX2M4Q6R1TA"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Event"] & {
                    /**
                     * @description Its type.
                     * @constant
                     */
                    type: "repository.connected";
                    /** @description The content of the event, depending on its type. */
                    data: {
                        repository: components["schemas"]["EventRepository"];
                        /** @description The git host. */
                        provider: string;
                        /** @description The default branch. */
                        defaultBranch: string;
                        /** @description The person who did it. */
                        personId: string;
                        /** @description The API path of its subject. */
                        link: string;
                    };
                };
            };
        };
        responses: {
            "2XX": components["responses"]["Received"];
        };
    };
    "receive-repository-disconnected": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "3f2a1b4c-5d6e-8f70-8a9b-0c1d2e3f4a5b",
                 *       "type": "repository.disconnected",
                 *       "timestamp": "2026-03-02T09:30:00.000Z",
                 *       "sequence": 1,
                 *       "organizationId": "9c8b7a69-5847-4636-a524-1302f1e0d9c8",
                 *       "data": {
                 *         "repository": {
                 *           "repositoryId": "01JD0W7G9S3P8Z5KX2M4Q6R1TA",
                 *           "fullName": "acme/shop"
                 *         },
                 *         "personId": "01JCZ8Q2W4E6R8T0Y2U4I6O8PA"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Event"] & {
                    /**
                     * @description Its type.
                     * @constant
                     */
                    type: "repository.disconnected";
                    /** @description The content of the event, depending on its type. */
                    data: {
                        repository: components["schemas"]["EventRepository"];
                        /** @description The person who did it. */
                        personId: string;
                    };
                };
            };
        };
        responses: {
            "2XX": components["responses"]["Received"];
        };
    };
    "receive-token-issued": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "3f2a1b4c-5d6e-8f70-8a9b-0c1d2e3f4a5b",
                 *       "type": "token.issued",
                 *       "timestamp": "2026-03-02T09:30:00.000Z",
                 *       "sequence": 1,
                 *       "organizationId": "9c8b7a69-5847-4636-a524-1302f1e0d9c8",
                 *       "data": {
                 *         "tokenId": "01JD2A4S6D8F0G2H4J6K8L0ZXC",
                 *         "kind": "service",
                 *         "personId": "01JCZ8Q2W4E6R8T0Y2U4I6O8PA",
                 *         "scopes": [
                 *           "scans:read",
                 *           "scans:write"
                 *         ],
                 *         "expiresAt": "2026-04-01T00:00:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Event"] & {
                    /**
                     * @description Its type.
                     * @constant
                     */
                    type: "token.issued";
                    /** @description The content of the event, depending on its type. */
                    data: {
                        /** @description The credential. */
                        tokenId: string;
                        /** @description Its kind. */
                        kind: components["schemas"]["CredentialKind"];
                        /** @description The person who is responsible for it. */
                        personId: string;
                        /** @description What it may do. */
                        scopes: components["schemas"]["Scope"][];
                        /**
                         * Format: date-time
                         * @description When it expires.
                         */
                        expiresAt?: string;
                    };
                };
            };
        };
        responses: {
            "2XX": components["responses"]["Received"];
        };
    };
    "receive-token-revoked": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "3f2a1b4c-5d6e-8f70-8a9b-0c1d2e3f4a5b",
                 *       "type": "token.revoked",
                 *       "timestamp": "2026-03-02T09:30:00.000Z",
                 *       "sequence": 1,
                 *       "organizationId": "9c8b7a69-5847-4636-a524-1302f1e0d9c8",
                 *       "data": {
                 *         "tokenId": "01JD2A4S6D8F0G2H4J6K8L0ZXC",
                 *         "kind": "service",
                 *         "personId": "01JCZ8Q2W4E6R8T0Y2U4I6O8PA",
                 *         "revokedBy": "01JCZ8Q2W4E6R8T0Y2U4I6O8PB"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Event"] & {
                    /**
                     * @description Its type.
                     * @constant
                     */
                    type: "token.revoked";
                    /** @description The content of the event, depending on its type. */
                    data: {
                        /** @description The credential. */
                        tokenId: string;
                        /** @description Its kind. */
                        kind: components["schemas"]["CredentialKind"];
                        /** @description The person who is responsible for it. */
                        personId: string;
                        /** @description The person who revoked it. */
                        revokedBy?: string;
                    };
                };
            };
        };
        responses: {
            "2XX": components["responses"]["Received"];
        };
    };
    "receive-member-joined": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "3f2a1b4c-5d6e-8f70-8a9b-0c1d2e3f4a5b",
                 *       "type": "member.joined",
                 *       "timestamp": "2026-03-02T09:30:00.000Z",
                 *       "sequence": 1,
                 *       "organizationId": "9c8b7a69-5847-4636-a524-1302f1e0d9c8",
                 *       "data": {
                 *         "personId": "01JCZ8Q2W4E6R8T0Y2U4I6O8PA",
                 *         "role": "member",
                 *         "by": "invitation"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Event"] & {
                    /**
                     * @description Its type.
                     * @constant
                     */
                    type: "member.joined";
                    /** @description The content of the event, depending on its type. */
                    data: {
                        /** @description The person. */
                        personId: string;
                        /** @description The role. */
                        role: components["schemas"]["Role"];
                        /**
                         * @description How the person joined.
                         * @enum {string}
                         */
                        by: "invitation" | "sso" | "directory";
                    };
                };
            };
        };
        responses: {
            "2XX": components["responses"]["Received"];
        };
    };
    "receive-member-removed": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "3f2a1b4c-5d6e-8f70-8a9b-0c1d2e3f4a5b",
                 *       "type": "member.removed",
                 *       "timestamp": "2026-03-02T09:30:00.000Z",
                 *       "sequence": 1,
                 *       "organizationId": "9c8b7a69-5847-4636-a524-1302f1e0d9c8",
                 *       "data": {
                 *         "personId": "01JCZ8Q2W4E6R8T0Y2U4I6O8PA",
                 *         "removedBy": "01JCZ8Q2W4E6R8T0Y2U4I6O8PB"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Event"] & {
                    /**
                     * @description Its type.
                     * @constant
                     */
                    type: "member.removed";
                    /** @description The content of the event, depending on its type. */
                    data: {
                        /** @description The person. */
                        personId: string;
                        /** @description Another person who did it; absent for the directory. */
                        removedBy?: string;
                    };
                };
            };
        };
        responses: {
            "2XX": components["responses"]["Received"];
        };
    };
    "receive-credits-low": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "3f2a1b4c-5d6e-8f70-8a9b-0c1d2e3f4a5b",
                 *       "type": "credits.low",
                 *       "timestamp": "2026-03-02T09:30:00.000Z",
                 *       "sequence": 1,
                 *       "organizationId": "9c8b7a69-5847-4636-a524-1302f1e0d9c8",
                 *       "data": {
                 *         "pool": "core",
                 *         "state": "low",
                 *         "available": 90,
                 *         "included": 500,
                 *         "periodEndsAt": "2026-04-01T00:00:00.000Z",
                 *         "link": "/billing/status"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Event"] & {
                    /**
                     * @description Its type.
                     * @constant
                     */
                    type: "credits.low";
                    /** @description The content of the event, depending on its type. */
                    data: {
                        /** @description The credit pool. */
                        pool: components["schemas"]["Pool"];
                        /**
                         * @description Its state.
                         * @enum {string}
                         */
                        state: "low" | "empty";
                        /** @description Credits that can be spent. */
                        available: number;
                        /** @description Credits of the plan. */
                        included: number;
                        /**
                         * Format: date-time
                         * @description When the billing period ends.
                         */
                        periodEndsAt: string;
                        /** @description The API path of its subject. */
                        link: string;
                    };
                };
            };
        };
        responses: {
            "2XX": components["responses"]["Received"];
        };
    };
    "receive-payment-failed": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "3f2a1b4c-5d6e-8f70-8a9b-0c1d2e3f4a5b",
                 *       "type": "payment.failed",
                 *       "timestamp": "2026-03-02T09:30:00.000Z",
                 *       "sequence": 1,
                 *       "organizationId": "9c8b7a69-5847-4636-a524-1302f1e0d9c8",
                 *       "data": {
                 *         "invoiceId": "in_1QaXyZ",
                 *         "unpaidInvoices": 1,
                 *         "since": "2026-03-02T09:30:00.000Z",
                 *         "link": "/billing/status"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Event"] & {
                    /**
                     * @description Its type.
                     * @constant
                     */
                    type: "payment.failed";
                    /** @description The content of the event, depending on its type. */
                    data: {
                        /** @description The invoice. */
                        invoiceId: string;
                        /** @description The number of unpaid invoices. */
                        unpaidInvoices: number;
                        /**
                         * Format: date-time
                         * @description When the first payment that is still open failed.
                         */
                        since: string;
                        /** @description The API path of its subject. */
                        link: string;
                    };
                };
            };
        };
        responses: {
            "2XX": components["responses"]["Received"];
        };
    };
    "receive-payment-resolved": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "3f2a1b4c-5d6e-8f70-8a9b-0c1d2e3f4a5b",
                 *       "type": "payment.resolved",
                 *       "timestamp": "2026-03-02T09:30:00.000Z",
                 *       "sequence": 1,
                 *       "organizationId": "9c8b7a69-5847-4636-a524-1302f1e0d9c8",
                 *       "data": {
                 *         "since": "2026-03-02T09:30:00.000Z",
                 *         "link": "/billing/status"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Event"] & {
                    /**
                     * @description Its type.
                     * @constant
                     */
                    type: "payment.resolved";
                    /** @description The content of the event, depending on its type. */
                    data: {
                        /**
                         * Format: date-time
                         * @description Since when.
                         */
                        since: string;
                        /** @description The API path of its subject. */
                        link: string;
                    };
                };
            };
        };
        responses: {
            "2XX": components["responses"]["Received"];
        };
    };
    "receive-invoice-paid": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "3f2a1b4c-5d6e-8f70-8a9b-0c1d2e3f4a5b",
                 *       "type": "invoice.paid",
                 *       "timestamp": "2026-03-02T09:30:00.000Z",
                 *       "sequence": 1,
                 *       "organizationId": "9c8b7a69-5847-4636-a524-1302f1e0d9c8",
                 *       "data": {
                 *         "invoiceId": "in_1QaXyZ",
                 *         "amount": 4900,
                 *         "currency": "usd",
                 *         "createdAt": "2026-03-02T09:30:00.000Z",
                 *         "link": "/billing/invoices"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Event"] & {
                    /**
                     * @description Its type.
                     * @constant
                     */
                    type: "invoice.paid";
                    /** @description The content of the event, depending on its type. */
                    data: {
                        /** @description The invoice. */
                        invoiceId: string;
                        /** @description In the smallest unit of the currency. */
                        amount: number;
                        /** @description The ISO 4217 currency code, in lower case. */
                        currency: string;
                        /**
                         * Format: date-time
                         * @description When it was created.
                         */
                        createdAt: string;
                        /** @description The API path of its subject. */
                        link: string;
                    };
                };
            };
        };
        responses: {
            "2XX": components["responses"]["Received"];
        };
    };
    "receive-plan-changed": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "3f2a1b4c-5d6e-8f70-8a9b-0c1d2e3f4a5b",
                 *       "type": "plan.changed",
                 *       "timestamp": "2026-03-02T09:30:00.000Z",
                 *       "sequence": 1,
                 *       "organizationId": "9c8b7a69-5847-4636-a524-1302f1e0d9c8",
                 *       "data": {
                 *         "plan": "Team",
                 *         "previousPlan": "Starter",
                 *         "interval": "month",
                 *         "licenses": 5,
                 *         "link": "/billing/status"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Event"] & {
                    /**
                     * @description Its type.
                     * @constant
                     */
                    type: "plan.changed";
                    /** @description The content of the event, depending on its type. */
                    data: {
                        /** @description The plan. */
                        plan: components["schemas"]["Plan"];
                        /** @description The previous plan. */
                        previousPlan: components["schemas"]["Plan"];
                        interval?: components["schemas"]["BillingInterval"];
                        /** @description The number of licenses. */
                        licenses?: number;
                        /** @description The API path of its subject. */
                        link: string;
                    };
                };
            };
        };
        responses: {
            "2XX": components["responses"]["Received"];
        };
    };
    "receive-history-scan-ended": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "3f2a1b4c-5d6e-8f70-8a9b-0c1d2e3f4a5b",
                 *       "type": "history_scan.ended",
                 *       "timestamp": "2026-03-02T09:30:00.000Z",
                 *       "sequence": 1,
                 *       "organizationId": "9c8b7a69-5847-4636-a524-1302f1e0d9c8",
                 *       "data": {
                 *         "historyScanId": "01JD1N5V3C8H7B2E9F4G6K0MWX",
                 *         "repositoryId": "01JD0W7G9S3P8Z5KX2M4Q6R1TA",
                 *         "status": "completed",
                 *         "secrets": 3,
                 *         "gone": 2,
                 *         "refunded": 0,
                 *         "link": "/v1/repositories/01JD0W7G9S3P8Z5KX2M4Q6R1TA/history-scans/01JD1N5V3C8H7B2E9F4G6K0MWX"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Event"] & {
                    /**
                     * @description Its type.
                     * @constant
                     */
                    type: "history_scan.ended";
                    /** @description The content of the event, depending on its type. */
                    data: {
                        /** @description The history scan. */
                        historyScanId: string;
                        /** @description The repository. */
                        repositoryId: string;
                        /**
                         * @description Its state.
                         * @enum {string}
                         */
                        status: "completed" | "failed" | "cancelled";
                        /** @description The different secrets that were found. */
                        secrets: number;
                        /** @description Those that the default branch does not have any more. */
                        gone: number;
                        /** @description The credits for parts that nobody could look at. */
                        refunded: number;
                        /** @description The API path of its subject. */
                        link: string;
                    };
                };
            };
        };
        responses: {
            "2XX": components["responses"]["Received"];
        };
    };
    "receive-auditor-pack-ready": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "3f2a1b4c-5d6e-8f70-8a9b-0c1d2e3f4a5b",
                 *       "type": "auditor_pack.ready",
                 *       "timestamp": "2026-03-02T09:30:00.000Z",
                 *       "sequence": 1,
                 *       "organizationId": "9c8b7a69-5847-4636-a524-1302f1e0d9c8",
                 *       "data": {
                 *         "packId": "01JD1N5V3C8H7B2E9F4G6K0MWX",
                 *         "from": "2025-01-01T00:00:00.000Z",
                 *         "to": "2026-01-01T00:00:00.000Z",
                 *         "scans": 1200,
                 *         "bytes": 8400000,
                 *         "sha256": "0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0",
                 *         "expiresAt": "2026-04-01T00:00:00.000Z",
                 *         "link": "/v1/auditor-packs/01JD1N5V3C8H7B2E9F4G6K0MWX"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Event"] & {
                    /**
                     * @description Its type.
                     * @constant
                     */
                    type: "auditor_pack.ready";
                    /** @description The content of the event, depending on its type. */
                    data: {
                        /** @description The pack. */
                        packId: string;
                        /**
                         * Format: date-time
                         * @description The start.
                         */
                        from: string;
                        /**
                         * Format: date-time
                         * @description The end, exclusive.
                         */
                        to: string;
                        /** @description The scans in the pack. */
                        scans: number;
                        /** @description The size in bytes. */
                        bytes: number;
                        /** @description SHA-256 of the bytes, in hex. */
                        sha256: string;
                        /**
                         * Format: date-time
                         * @description When it expires.
                         */
                        expiresAt: string;
                        /** @description The API path of its subject. */
                        link: string;
                    };
                };
            };
        };
        responses: {
            "2XX": components["responses"]["Received"];
        };
    };
    "receive-bundle-released": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "3f2a1b4c-5d6e-8f70-8a9b-0c1d2e3f4a5b",
                 *       "type": "bundle.released",
                 *       "timestamp": "2026-03-02T09:30:00.000Z",
                 *       "sequence": 1,
                 *       "organizationId": "9c8b7a69-5847-4636-a524-1302f1e0d9c8",
                 *       "data": {
                 *         "bundleId": "01JD1N5V3C8H7B2E9F4G6K0MWX",
                 *         "name": "Acme Shop",
                 *         "version": "2.4.0",
                 *         "supportUntil": "2031-03-02T09:30:00.000Z",
                 *         "verdict": "PASS",
                 *         "members": 2,
                 *         "link": "/v1/bundles/01JD1N5V3C8H7B2E9F4G6K0MWX/releases/2.4.0"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Event"] & {
                    /**
                     * @description Its type.
                     * @constant
                     */
                    type: "bundle.released";
                    /** @description The content of the event, depending on its type. */
                    data: {
                        /** @description The bundle. */
                        bundleId: string;
                        /** @description Its name. */
                        name: string;
                        /** @description The version. */
                        version: string;
                        /**
                         * Format: date-time
                         * @description The end of support.
                         */
                        supportUntil: string;
                        /**
                         * @description The verdict.
                         * @enum {string}
                         */
                        verdict: "PASS" | "FAIL";
                        /** @description The number of members. */
                        members: number;
                        /** @description The API path of its subject. */
                        link: string;
                    };
                };
            };
        };
        responses: {
            "2XX": components["responses"]["Received"];
        };
    };
    "receive-bundle-affected": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "3f2a1b4c-5d6e-8f70-8a9b-0c1d2e3f4a5b",
                 *       "type": "bundle.affected",
                 *       "timestamp": "2026-03-02T09:30:00.000Z",
                 *       "sequence": 1,
                 *       "organizationId": "9c8b7a69-5847-4636-a524-1302f1e0d9c8",
                 *       "data": {
                 *         "bundleId": "01JD1N5V3C8H7B2E9F4G6K0MWX",
                 *         "name": "Acme Shop",
                 *         "version": "2.4.0",
                 *         "supportUntil": "2031-03-02T09:30:00.000Z",
                 *         "advisories": [
                 *           "GHSA-xvch-5gv4-984h"
                 *         ],
                 *         "highestSeverity": "critical",
                 *         "knownExploited": true,
                 *         "earlyWarningDueAt": "2026-03-03T09:30:00.000Z",
                 *         "total": 1,
                 *         "members": [
                 *           {
                 *             "repositoryId": "01JD0W7G9S3P8Z5KX2M4Q6R1TA",
                 *             "projectUnitId": "5d1f6c1e-6a53-8f0e-9a2b-7c4d5e6f7081"
                 *           }
                 *         ],
                 *         "more": 0
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Event"] & {
                    /**
                     * @description Its type.
                     * @constant
                     */
                    type: "bundle.affected";
                    /** @description The content of the event, depending on its type. */
                    data: {
                        /** @description The bundle. */
                        bundleId: string;
                        /** @description Its name. */
                        name: string;
                        /** @description The version. */
                        version: string;
                        /**
                         * Format: date-time
                         * @description The end of support.
                         */
                        supportUntil: string;
                        /** @description The advisories that affect the release. */
                        advisories: string[];
                        /** @description The highest severity of them. */
                        highestSeverity: components["schemas"]["Severity"];
                        /** @description Whether it is in CISA’s KEV catalog (known exploited vulnerabilities). */
                        knownExploited: boolean;
                        /**
                         * Format: date-time
                         * @description When known to be exploited: 24 hours after the service learned of it.
                         */
                        earlyWarningDueAt?: string;
                        /** @description The number of affected members. */
                        total: number;
                        /** @description The members that are affected. */
                        members: {
                            /** @description The repository. */
                            repositoryId: string;
                            /** @description The project unit. */
                            projectUnitId?: string;
                        }[];
                        /** @description The number of entries that are not listed. */
                        more: number;
                        /** @description The API path with all entries; absent if all are listed. */
                        link?: string;
                    };
                };
            };
        };
        responses: {
            "2XX": components["responses"]["Received"];
        };
    };
    "receive-webhook-disabled": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "3f2a1b4c-5d6e-8f70-8a9b-0c1d2e3f4a5b",
                 *       "type": "webhook.disabled",
                 *       "timestamp": "2026-03-02T09:30:00.000Z",
                 *       "sequence": 1,
                 *       "organizationId": "9c8b7a69-5847-4636-a524-1302f1e0d9c8",
                 *       "data": {
                 *         "webhookId": "01JD2A4S6D8F0G2H4J6K8L0ZXC",
                 *         "cause": "failing",
                 *         "failingSince": "2026-03-02T09:30:00.000Z",
                 *         "link": "/v1/webhooks/01JD2A4S6D8F0G2H4J6K8L0ZXC"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Event"] & {
                    /**
                     * @description Its type.
                     * @constant
                     */
                    type: "webhook.disabled";
                    /** @description The content of the event, depending on its type. */
                    data: {
                        /** @description The webhook. */
                        webhookId: string;
                        /** @description Why nothing is delivered. */
                        cause: components["schemas"]["DisabledCause"];
                        /**
                         * Format: date-time
                         * @description Since when deliveries have been failing.
                         */
                        failingSince?: string;
                        /** @description The API path of its subject. */
                        link: string;
                    };
                };
            };
        };
        responses: {
            "2XX": components["responses"]["Received"];
        };
    };
    "receive-webhook-test": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "3f2a1b4c-5d6e-8f70-8a9b-0c1d2e3f4a5b",
                 *       "type": "webhook.test",
                 *       "timestamp": "2026-03-02T09:30:00.000Z",
                 *       "sequence": 1,
                 *       "organizationId": "9c8b7a69-5847-4636-a524-1302f1e0d9c8",
                 *       "data": {
                 *         "webhookId": "01JD2A4S6D8F0G2H4J6K8L0ZXC",
                 *         "message": "This is a test event.",
                 *         "requestedBy": "01JCZ8Q2W4E6R8T0Y2U4I6O8PA"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Event"] & {
                    /**
                     * @description Its type.
                     * @constant
                     */
                    type: "webhook.test";
                    /** @description The content of the event, depending on its type. */
                    data: {
                        /** @description The webhook. */
                        webhookId: string;
                        /** @description The message for people. */
                        message: string;
                        /** @description The person who requested it. */
                        requestedBy: string;
                    };
                };
            };
        };
        responses: {
            "2XX": components["responses"]["Received"];
        };
    };
}
