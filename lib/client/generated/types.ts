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
        /** A scan did not pass: its verdict is FAIL, beside `scan.completed`, or ERROR, because nothing was judged. */
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
        /** The check of a scan that was compared with a base is there: it judges what the commit changes. */
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
        /** The default branch has findings that it did not have before: by a commit, or by published advisories. */
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
        /** Findings of the default branch are fixed: the commit was looked at and does not have them any more. */
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
        /** A credit pool runs low, or is empty. It is told once a pool and period, when a scan ends. */
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
        /** No failed payment of the subscription is left. */
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
        /** The plan, its interval or its licenses changed: it began, was changed, or ended. */
        post: operations["receive-plan-changed"];
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
        /** Published advisories affect a release that is supported. */
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
        /** The service disabled a webhook, which gets nothing until somebody enables it again. The other subscribers are told. */
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
        Problem: {
            type: string;
            title: string;
            status: number;
            detail: string;
            /** @description The path; absent in responses of the gateway itself. */
            instance?: string;
            code: string;
            requestId: string;
            retryable: boolean;
            errors?: {
                pointer: string;
                code: string;
                detail: string;
                hint?: string;
            }[];
        } & {
            [key: string]: unknown;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export interface operations {
    "resolve-repository": {
        parameters: {
            query: {
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
                    "application/json": {
                        repositoryId: string;
                        fullName: string;
                        provider: string;
                        defaultBranch: string;
                        reviewedBranches?: string[];
                        artifactsAsDefault: boolean;
                        /**
                         * @description Whether project units that have not changed reuse the result of an earlier scan, free of charge.
                         * @enum {string}
                         */
                        reuse: "on" | "off";
                        projectUnits: {
                            projectUnitId: string;
                            path: string;
                            /** @enum {string} */
                            type: "npm" | "pypi" | "go" | "cargo" | "rubygems" | "composer" | "maven" | "gradle" | "nuget" | "hex" | "pub" | "swift" | "source";
                            name: string;
                        }[];
                    };
                };
            };
        };
    };
    "list-repositories": {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
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
                    "application/json": {
                        items: {
                            repositoryId: string;
                            fullName: string;
                            provider: string;
                            defaultBranch: string;
                            reviewedBranches?: string[];
                            artifactsAsDefault: boolean;
                            /**
                             * @description Whether project units that have not changed reuse the result of an earlier scan, free of charge.
                             * @enum {string}
                             */
                            reuse: "on" | "off";
                            projectUnits: {
                                projectUnitId: string;
                                path: string;
                                /** @enum {string} */
                                type: "npm" | "pypi" | "go" | "cargo" | "rubygems" | "composer" | "maven" | "gradle" | "nuget" | "hex" | "pub" | "swift" | "source";
                                name: string;
                            }[];
                            url: string;
                            hasCredential: boolean;
                            checks: {
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
                                stopped?: {
                                    /** Format: date-time */
                                    at: string;
                                    /** @enum {string} */
                                    cause: "credential_refused";
                                };
                            };
                            /** Format: date-time */
                            connectedAt: string;
                        }[];
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
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    url: string;
                    /** @description owner/repo; the last two segments of the URL unless given. */
                    fullName?: string;
                    /** @description Stored encrypted, never returned. The secret has at most 4096 bytes. */
                    credential?: {
                        username?: string;
                        secret: string;
                        /** @description A GitHub App that is installed at the repository: `secret` is its private key (PEM), and there is no `username`. It fetches with tokens of the installation, and writes check runs. */
                        app?: {
                            appId: string;
                            installationId: string;
                        };
                    };
                    defaultBranch?: string;
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
                    "application/json": {
                        repositoryId: string;
                        fullName: string;
                        provider: string;
                        defaultBranch: string;
                        reviewedBranches?: string[];
                        artifactsAsDefault: boolean;
                        /**
                         * @description Whether project units that have not changed reuse the result of an earlier scan, free of charge.
                         * @enum {string}
                         */
                        reuse: "on" | "off";
                        projectUnits: {
                            projectUnitId: string;
                            path: string;
                            /** @enum {string} */
                            type: "npm" | "pypi" | "go" | "cargo" | "rubygems" | "composer" | "maven" | "gradle" | "nuget" | "hex" | "pub" | "swift" | "source";
                            name: string;
                        }[];
                        url: string;
                        hasCredential: boolean;
                        checks: {
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
                            stopped?: {
                                /** Format: date-time */
                                at: string;
                                /** @enum {string} */
                                cause: "credential_refused";
                            };
                        };
                        /** Format: date-time */
                        connectedAt: string;
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
                repositoryId: string;
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
                    "application/json": {
                        repositoryId: string;
                        fullName: string;
                        provider: string;
                        defaultBranch: string;
                        reviewedBranches?: string[];
                        artifactsAsDefault: boolean;
                        /**
                         * @description Whether project units that have not changed reuse the result of an earlier scan, free of charge.
                         * @enum {string}
                         */
                        reuse: "on" | "off";
                        projectUnits: {
                            projectUnitId: string;
                            path: string;
                            /** @enum {string} */
                            type: "npm" | "pypi" | "go" | "cargo" | "rubygems" | "composer" | "maven" | "gradle" | "nuget" | "hex" | "pub" | "swift" | "source";
                            name: string;
                        }[];
                        url: string;
                        hasCredential: boolean;
                        checks: {
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
                            stopped?: {
                                /** Format: date-time */
                                at: string;
                                /** @enum {string} */
                                cause: "credential_refused";
                            };
                        };
                        /** Format: date-time */
                        connectedAt: string;
                        /** @description The latest scan that ended. */
                        latest: {
                            scanId: string;
                            /** @enum {string} */
                            verdict: "PASS" | "FAIL" | "ERROR";
                            reason: string;
                            /** Format: date-time */
                            finishedAt: string;
                        } | null;
                        /** @description Whether the plan covers this repository. */
                        scannable: boolean;
                    };
                };
            };
        };
    };
    "disconnect-repository": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                repositoryId: string;
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
                repositoryId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    fullName?: string;
                    defaultBranch?: string;
                    /** @description Further branches that only reviewed changes reach; the default branch always is one. Suppressions count when such a branch has them, and bases of comparisons are commits of such branches. Empty: none. */
                    reviewedBranches?: string[];
                    /** @description Whether scans of artifacts are followed as those of the default branch are, in tracked findings and trends; off unless it is set. */
                    artifactsAsDefault?: boolean;
                    /**
                     * @description Whether project units that have not changed reuse the result of an earlier scan: it is judged anew, costs nothing, and their files are not fetched. On unless it is set.
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
                    credential?: {
                        username?: string;
                        secret: string;
                        /** @description A GitHub App that is installed at the repository: `secret` is its private key (PEM), and there is no `username`. It fetches with tokens of the installation, and writes check runs. */
                        app?: {
                            appId: string;
                            installationId: string;
                        };
                    } | null;
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
                    "application/json": {
                        repositoryId: string;
                        fullName: string;
                        provider: string;
                        defaultBranch: string;
                        reviewedBranches?: string[];
                        artifactsAsDefault: boolean;
                        /**
                         * @description Whether project units that have not changed reuse the result of an earlier scan, free of charge.
                         * @enum {string}
                         */
                        reuse: "on" | "off";
                        projectUnits: {
                            projectUnitId: string;
                            path: string;
                            /** @enum {string} */
                            type: "npm" | "pypi" | "go" | "cargo" | "rubygems" | "composer" | "maven" | "gradle" | "nuget" | "hex" | "pub" | "swift" | "source";
                            name: string;
                        }[];
                        url: string;
                        hasCredential: boolean;
                        checks: {
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
                            stopped?: {
                                /** Format: date-time */
                                at: string;
                                /** @enum {string} */
                                cause: "credential_refused";
                            };
                        };
                        /** Format: date-time */
                        connectedAt: string;
                        /** @description The latest scan that ended. */
                        latest: {
                            scanId: string;
                            /** @enum {string} */
                            verdict: "PASS" | "FAIL" | "ERROR";
                            reason: string;
                            /** Format: date-time */
                            finishedAt: string;
                        } | null;
                        /** @description Whether the plan covers this repository. */
                        scannable: boolean;
                    };
                };
            };
        };
    };
    "list-scans": {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                repositoryId?: string;
                commit?: string;
                branch?: string;
                status?: "queued" | "running" | "completed" | "failed" | "cancelled";
                verdict?: "PASS" | "FAIL" | "ERROR";
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
                    "application/json": {
                        items: {
                            scanId: string;
                            /** @enum {string} */
                            status: "queued" | "running" | "completed" | "failed" | "cancelled";
                            repositoryId: string;
                            commitHash: string;
                            branch?: string;
                            baseCommitHash?: string;
                            baseScanId?: string;
                            pullRequest?: {
                                number: number;
                                url?: string;
                            };
                            /** @enum {string} */
                            sourceTrigger: "api" | "cli" | "manual";
                            /** @description The run of the CI whose JWT was exchanged; nothing is decided by it. */
                            ci?: {
                                /** @enum {string} */
                                provider: "github" | "gitlab" | "bitbucket" | "circleci" | "buildkite" | "azure";
                                repository?: string;
                                ref?: string;
                                runId?: string;
                                actor?: string;
                            };
                            /**
                             * @description Who writes the result at the host of the repository. A client writes no status and no comment when it is the service.
                             * @enum {string}
                             */
                            checksBy: "service" | "client";
                            scanTypes: ("sbom" | "sca" | "license" | "dependency-advisor" | "secrets" | "sast")[];
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            startedAt?: string;
                            /** Format: date-time */
                            finishedAt?: string;
                            /** @enum {string} */
                            errorCode?: "pat_required" | "repo_access" | "rate_limit" | "insufficient_credits" | "payment_failed" | "sast_addon_required" | "entitlement_denied" | "lockfile_not_found" | "branch_or_commit_not_found" | "workflow_timeout" | "system_error";
                            projectUnits: {
                                projectUnitId: string;
                                path: string;
                                type: string;
                                /** @enum {string} */
                                status: "queued" | "running" | "completed" | "failed" | "cancelled";
                                error?: string;
                                /** @enum {string} */
                                errorCode?: "pat_required" | "repo_access" | "rate_limit" | "insufficient_credits" | "payment_failed" | "sast_addon_required" | "entitlement_denied" | "lockfile_not_found" | "branch_or_commit_not_found" | "workflow_timeout" | "system_error";
                                /** @description The scan whose result the unit reuses, because nothing in it has changed. */
                                reusedFrom?: string;
                            }[];
                        }[];
                        nextCursor?: string;
                        /** @description Says that no scan names the branch which was asked for. */
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
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description From GET /v1/repositories/resolve; a name is not accepted. */
                    repositoryId: string;
                    /** @description The full commit hash. */
                    commitHash: string;
                    branch?: string;
                    /** @description Limits the scan to this unit; required with an artifact. */
                    projectUnitId?: string;
                    /** @description Omitted, or containing "all": the full scope. */
                    scanTypes?: ("sbom" | "sca" | "license" | "dependency-advisor" | "secrets" | "sast" | "all")[];
                    /** @description Compares with this commit, which is the tip of a reviewed branch or an ancestor of it. The answer of the wait has a pullRequestCheck. */
                    baseCommitHash?: string;
                    /** @description Compares an artifact with this earlier scan. */
                    baseScanId?: string;
                    /** @description The pull request that the commit belongs to. Its URL is on the host of the repository. */
                    pullRequest?: {
                        number: number;
                        url?: string;
                    };
                    /** @description A lockfile built in CI. Relative path; not together with sbom. */
                    lockfile?: {
                        path: string;
                        content: string;
                    };
                    /** @description A CycloneDX JSON document, 1.2 to 1.7; not together with lockfile. */
                    sbom?: {
                        [key: string]: unknown;
                    };
                } | {
                    uploadId: string;
                };
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
                    "application/json": {
                        scanId: string;
                        /** @enum {string} */
                        status: "queued" | "running" | "completed" | "failed" | "cancelled";
                        repositoryId: string;
                        commitHash: string;
                        branch?: string;
                        projectUnitId?: string;
                        baseCommitHash?: string;
                        baseScanId?: string;
                        pullRequest?: {
                            number: number;
                            url?: string;
                        };
                        scanTypes: ("sbom" | "sca" | "license" | "dependency-advisor" | "secrets" | "sast")[];
                        skippedScanTypes: {
                            /** @enum {string} */
                            scanType: "sbom" | "sca" | "license" | "dependency-advisor" | "secrets" | "sast";
                            reason: string;
                        }[];
                        /** @enum {string} */
                        sourceTrigger: "api" | "cli" | "manual";
                        /** @description The run of the CI whose JWT was exchanged; nothing is decided by it. */
                        ci?: {
                            /** @enum {string} */
                            provider: "github" | "gitlab" | "bitbucket" | "circleci" | "buildkite" | "azure";
                            repository?: string;
                            ref?: string;
                            runId?: string;
                            actor?: string;
                        };
                        /**
                         * @description Who writes the result at the host of the repository. A client writes no status and no comment when it is the service.
                         * @enum {string}
                         */
                        checksBy: "service" | "client";
                        deduplicated: boolean;
                        /** @description The credits that this request debited, for all registered project units. */
                        credits: {
                            core: number;
                            sast: number;
                        };
                        /** @description Says why the scan may cost more than this: units are charged while it runs. */
                        laterCharges?: {
                            /** @enum {string} */
                            reason: "first_scan" | "further_units";
                            detail: string;
                        };
                        /** @description Says why the scan may cost less than this: units that have not changed are refunded. */
                        laterRefunds?: {
                            /** @enum {string} */
                            reason: "unchanged_units";
                            detail: string;
                        };
                        /** Format: date-time */
                        createdAt: string;
                    };
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        scanId: string;
                        /** @enum {string} */
                        status: "queued" | "running" | "completed" | "failed" | "cancelled";
                        repositoryId: string;
                        commitHash: string;
                        branch?: string;
                        projectUnitId?: string;
                        baseCommitHash?: string;
                        baseScanId?: string;
                        pullRequest?: {
                            number: number;
                            url?: string;
                        };
                        scanTypes: ("sbom" | "sca" | "license" | "dependency-advisor" | "secrets" | "sast")[];
                        skippedScanTypes: {
                            /** @enum {string} */
                            scanType: "sbom" | "sca" | "license" | "dependency-advisor" | "secrets" | "sast";
                            reason: string;
                        }[];
                        /** @enum {string} */
                        sourceTrigger: "api" | "cli" | "manual";
                        /** @description The run of the CI whose JWT was exchanged; nothing is decided by it. */
                        ci?: {
                            /** @enum {string} */
                            provider: "github" | "gitlab" | "bitbucket" | "circleci" | "buildkite" | "azure";
                            repository?: string;
                            ref?: string;
                            runId?: string;
                            actor?: string;
                        };
                        /**
                         * @description Who writes the result at the host of the repository. A client writes no status and no comment when it is the service.
                         * @enum {string}
                         */
                        checksBy: "service" | "client";
                        deduplicated: boolean;
                        /** @description The credits that this request debited, for all registered project units. */
                        credits: {
                            core: number;
                            sast: number;
                        };
                        /** @description Says why the scan may cost more than this: units are charged while it runs. */
                        laterCharges?: {
                            /** @enum {string} */
                            reason: "first_scan" | "further_units";
                            detail: string;
                        };
                        /** @description Says why the scan may cost less than this: units that have not changed are refunded. */
                        laterRefunds?: {
                            /** @enum {string} */
                            reason: "unchanged_units";
                            detail: string;
                        };
                        /** Format: date-time */
                        createdAt: string;
                    };
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
                "application/json": {
                    /** @description From GET /v1/repositories/resolve; a name is not accepted. */
                    repositoryId: string;
                    /** @description The full commit hash. */
                    commitHash: string;
                    branch?: string;
                    /** @description Limits the scan to this unit; required with an artifact. */
                    projectUnitId?: string;
                    /** @description Omitted, or containing "all": the full scope. */
                    scanTypes?: ("sbom" | "sca" | "license" | "dependency-advisor" | "secrets" | "sast" | "all")[];
                    /** @description Compares with this commit, which is the tip of a reviewed branch or an ancestor of it. The answer of the wait has a pullRequestCheck. */
                    baseCommitHash?: string;
                    /** @description Compares an artifact with this earlier scan. */
                    baseScanId?: string;
                    /** @description The pull request that the commit belongs to. Its URL is on the host of the repository. */
                    pullRequest?: {
                        number: number;
                        url?: string;
                    };
                    /** @description A lockfile built in CI. Relative path; not together with sbom. */
                    lockfile?: {
                        path: string;
                        content: string;
                    };
                    /** @description A CycloneDX JSON document, 1.2 to 1.7; not together with lockfile. */
                    sbom?: {
                        [key: string]: unknown;
                    };
                } | {
                    uploadId: string;
                };
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
                    "application/json": {
                        /** @description Debited when the scan is created: the most that the registered project units cost. */
                        price: {
                            core: number;
                            sast: number;
                        };
                        /** @description Says why the scan may cost more than this: units are charged while it runs. */
                        laterCharges?: {
                            /** @enum {string} */
                            reason: "first_scan" | "further_units";
                            detail: string;
                        };
                        /** @description Says why the scan may cost less than this: units that have not changed are refunded. */
                        laterRefunds?: {
                            /** @enum {string} */
                            reason: "unchanged_units";
                            detail: string;
                        };
                        /** @description For registered units beyond the first 40, debited one by one while the scan runs. */
                        priceLater: {
                            core: number;
                            sast: number;
                        };
                        scanTypes: ("sbom" | "sca" | "license" | "dependency-advisor" | "secrets" | "sast")[];
                        skippedScanTypes: {
                            /** @enum {string} */
                            scanType: "sbom" | "sca" | "license" | "dependency-advisor" | "secrets" | "sast";
                            reason: string;
                        }[];
                        projectUnits: {
                            projectUnitId: string;
                            path: string;
                            type: string;
                            charge: {
                                core: number;
                                sast: number;
                            };
                        }[];
                        balance: {
                            core: {
                                before: number;
                                after: number;
                            };
                            sast: {
                                before: number;
                                after: number;
                            };
                        };
                        /** @description In the order in which they answer. */
                        gates: {
                            /** @enum {string} */
                            gate: "plan" | "repository" | "payment_hold" | "sast_addon" | "dedup" | "license" | "budget" | "credits";
                            passed: boolean;
                            /** @description The equal scan that would answer, at no cost. */
                            scanId?: string;
                            code?: string;
                            detail?: string;
                            capability?: string;
                            /** @enum {string} */
                            pool?: "core" | "sast";
                            balance?: number;
                            required?: number;
                            remedy?: string;
                        }[];
                        /** @description The gate that would answer 402, or null. */
                        refusal: {
                            /** @enum {string} */
                            gate: "plan" | "repository" | "payment_hold" | "sast_addon" | "dedup" | "license" | "budget" | "credits";
                            passed: boolean;
                            /** @description The equal scan that would answer, at no cost. */
                            scanId?: string;
                            code?: string;
                            detail?: string;
                            capability?: string;
                            /** @enum {string} */
                            pool?: "core" | "sast";
                            balance?: number;
                            required?: number;
                            remedy?: string;
                        } | null;
                    };
                };
            };
        };
    };
    "get-scan": {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                scanId: string;
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
                    "application/json": {
                        scanId: string;
                        /** @enum {string} */
                        status: "queued" | "running" | "completed" | "failed" | "cancelled";
                        repositoryId: string;
                        commitHash: string;
                        branch?: string;
                        baseCommitHash?: string;
                        baseScanId?: string;
                        pullRequest?: {
                            number: number;
                            url?: string;
                        };
                        /** @enum {string} */
                        sourceTrigger: "api" | "cli" | "manual";
                        /** @description The run of the CI whose JWT was exchanged; nothing is decided by it. */
                        ci?: {
                            /** @enum {string} */
                            provider: "github" | "gitlab" | "bitbucket" | "circleci" | "buildkite" | "azure";
                            repository?: string;
                            ref?: string;
                            runId?: string;
                            actor?: string;
                        };
                        /**
                         * @description Who writes the result at the host of the repository. A client writes no status and no comment when it is the service.
                         * @enum {string}
                         */
                        checksBy: "service" | "client";
                        scanTypes: ("sbom" | "sca" | "license" | "dependency-advisor" | "secrets" | "sast")[];
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        startedAt?: string;
                        /** Format: date-time */
                        finishedAt?: string;
                        /** @enum {string} */
                        errorCode?: "pat_required" | "repo_access" | "rate_limit" | "insufficient_credits" | "payment_failed" | "sast_addon_required" | "entitlement_denied" | "lockfile_not_found" | "branch_or_commit_not_found" | "workflow_timeout" | "system_error";
                        projectUnits: {
                            projectUnitId: string;
                            path: string;
                            type: string;
                            /** @enum {string} */
                            status: "queued" | "running" | "completed" | "failed" | "cancelled";
                            error?: string;
                            /** @enum {string} */
                            errorCode?: "pat_required" | "repo_access" | "rate_limit" | "insufficient_credits" | "payment_failed" | "sast_addon_required" | "entitlement_denied" | "lockfile_not_found" | "branch_or_commit_not_found" | "workflow_timeout" | "system_error";
                            /** @description The scan whose result the unit reuses, because nothing in it has changed. */
                            reusedFrom?: string;
                        }[];
                    };
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
                timeout?: number;
                interval?: number;
            };
            header?: never;
            path: {
                scanId: string;
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
                    "application/json": {
                        scanId: string;
                        /** @enum {string} */
                        status: "queued" | "running" | "completed" | "failed" | "cancelled";
                        verdict: ("PASS" | "FAIL" | "ERROR") | null;
                        reason: string;
                        reasons: string[];
                        summary?: {
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
                                compliant: number;
                                nonCompliant: number;
                                unknown: number;
                                total: number;
                            };
                            /** @enum {string} */
                            severityThreshold: "critical" | "high" | "medium" | "low";
                        };
                        projectUnits: {
                            projectUnitId: string;
                            path: string;
                            type: string;
                            /** @enum {string} */
                            status: "queued" | "running" | "completed" | "failed" | "cancelled";
                            error?: string;
                            /** @enum {string} */
                            errorCode?: "pat_required" | "repo_access" | "rate_limit" | "insufficient_credits" | "payment_failed" | "sast_addon_required" | "entitlement_denied" | "lockfile_not_found" | "branch_or_commit_not_found" | "workflow_timeout" | "system_error";
                            /** @description The scan whose result the unit reuses, because nothing in it has changed. */
                            reusedFrom?: string;
                        }[];
                        /**
                         * @description Who writes the result at the host of the repository. A client writes no status and no comment when it is the service.
                         * @enum {string}
                         */
                        checksBy: "service" | "client";
                        /** @enum {string} */
                        errorCode?: "pat_required" | "repo_access" | "rate_limit" | "insufficient_credits" | "payment_failed" | "sast_addon_required" | "entitlement_denied" | "lockfile_not_found" | "branch_or_commit_not_found" | "workflow_timeout" | "system_error";
                        /** Format: date-time */
                        judgedAt?: string;
                        advisorySnapshot?: {
                            id: string;
                            /** Format: date-time */
                            builtAt?: string;
                        };
                        /** @description The license data that was asked. */
                        licenseSnapshot?: {
                            id: string;
                            day: string;
                        };
                        inventoryDigest?: string;
                        policyDigest?: string;
                        waiversDigest?: string;
                        suppressionsDigest?: string;
                        coverage?: {
                            projectUnitId: string;
                            /** @enum {string} */
                            scanType: "sbom" | "sca" | "license" | "dependency-advisor" | "secrets" | "sast";
                            /** @enum {string} */
                            status: "assessed" | "partial" | "unassessed";
                            assessed: number;
                            gaps: {
                                reason: string;
                                file?: string;
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
                            /** @description What the license data said about components whose file states no license. */
                            licenseData?: {
                                /** @description The day of the data. */
                                snapshot: string;
                                /** @description Digest of the data. */
                                id: string;
                                answered: number;
                                /** @description Only other versions are known. */
                                likely: number;
                                unanswered: number;
                                ecosystems: {
                                    /** @enum {string} */
                                    ecosystem: "npm" | "PyPI" | "Go" | "crates.io" | "RubyGems" | "Packagist" | "Maven" | "NuGet" | "Hex" | "Pub" | "SwiftURL";
                                    /** @description Packages of the ecosystem that the data knows. */
                                    packages: number;
                                    answered: number;
                                    /** @description Only other versions are known. */
                                    likely: number;
                                    unanswered: number;
                                }[];
                            };
                        }[];
                        /** @description Scan types that the organization requires and that did not run. Show a neutral result when there are any. */
                        missingScanTypes?: ("sbom" | "sca" | "license" | "dependency-advisor" | "secrets" | "sast")[];
                        /** @description Suppressions that only this commit has: they count from the merge on. */
                        suppressionsProposed?: {
                            file: string;
                            line: number;
                            /** @description The entry or comment as it stands, without its reason. */
                            entry: string;
                        }[];
                        /** @description Suppressions that suppress nothing. */
                        suppressionsUnused?: {
                            file: string;
                            line: number;
                            /** @description The entry or comment as it stands, without its reason. */
                            entry: string;
                            /** @enum {string} */
                            reason: "matched_nothing" | "unknown_scanner" | "unknown_rule" | "unknown_advisory" | "unknown_license";
                        }[];
                        /** @description Numbers of suppressions that are not listed. */
                        suppressionsOmitted?: {
                            proposed: number;
                            unused: number;
                        };
                        /** @description Judges what the commit changes; present when the request named a base. */
                        pullRequestCheck?: {
                            /** @enum {string} */
                            verdict: "PASS" | "FAIL" | "ERROR";
                            /** @enum {string} */
                            reason: "introduced_vulnerabilities" | "introduced_secrets" | "introduced_non_compliant_licenses" | "coverage_dropped" | "no_new_issues" | "scan_failed" | "base_not_available" | "base_not_reviewed";
                            reasons: ("introduced_vulnerabilities" | "introduced_secrets" | "introduced_non_compliant_licenses" | "coverage_dropped" | "no_new_issues" | "scan_failed" | "base_not_available" | "base_not_reviewed")[];
                            /**
                             * @description Absent when the scan ended before it was known.
                             * @enum {string}
                             */
                            severityThreshold?: "critical" | "high" | "medium" | "low";
                            base: {
                                commitHash?: string;
                                scanId?: string;
                                /** @description Whether the base is proven to be reviewed; false for the base of an artifact, and for one that cannot be used. */
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
                            unchanged: {
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
                            coverageDropped: {
                                /** @enum {string} */
                                dimension: "secrets" | "sast" | "dependencies";
                                path: string;
                                reason: string;
                            }[];
                            suppressionsProposed: {
                                file: string;
                                line: number;
                                /** @description The entry or comment as it stands, without its reason. */
                                entry: string;
                            }[];
                            /** @description The commits between base and head. */
                            history?: {
                                /** @description The number of commits that were looked at. */
                                commits: number;
                                /** @description The first secrets that were added and removed again; they count as introduced. */
                                secrets: {
                                    commitHash: string;
                                    file: string;
                                    line: number;
                                    rule: string;
                                    /** @enum {string} */
                                    severity: "critical" | "high" | "medium" | "low" | "unknown";
                                    fingerprint: string;
                                }[];
                                /** @description What was not looked at. */
                                unread: string[];
                            };
                        };
                        /** @description Seconds; present with the reason wait_timeout. */
                        retryAfter?: number;
                    };
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
                scanId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cancelled scan. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        scanId: string;
                        /** @enum {string} */
                        status: "queued" | "running" | "completed" | "failed" | "cancelled";
                        repositoryId: string;
                        commitHash: string;
                        branch?: string;
                        baseCommitHash?: string;
                        baseScanId?: string;
                        pullRequest?: {
                            number: number;
                            url?: string;
                        };
                        /** @enum {string} */
                        sourceTrigger: "api" | "cli" | "manual";
                        /** @description The run of the CI whose JWT was exchanged; nothing is decided by it. */
                        ci?: {
                            /** @enum {string} */
                            provider: "github" | "gitlab" | "bitbucket" | "circleci" | "buildkite" | "azure";
                            repository?: string;
                            ref?: string;
                            runId?: string;
                            actor?: string;
                        };
                        /**
                         * @description Who writes the result at the host of the repository. A client writes no status and no comment when it is the service.
                         * @enum {string}
                         */
                        checksBy: "service" | "client";
                        scanTypes: ("sbom" | "sca" | "license" | "dependency-advisor" | "secrets" | "sast")[];
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        startedAt?: string;
                        /** Format: date-time */
                        finishedAt?: string;
                        /** @enum {string} */
                        errorCode?: "pat_required" | "repo_access" | "rate_limit" | "insufficient_credits" | "payment_failed" | "sast_addon_required" | "entitlement_denied" | "lockfile_not_found" | "branch_or_commit_not_found" | "workflow_timeout" | "system_error";
                        projectUnits: {
                            projectUnitId: string;
                            path: string;
                            type: string;
                            /** @enum {string} */
                            status: "queued" | "running" | "completed" | "failed" | "cancelled";
                            error?: string;
                            /** @enum {string} */
                            errorCode?: "pat_required" | "repo_access" | "rate_limit" | "insufficient_credits" | "payment_failed" | "sast_addon_required" | "entitlement_denied" | "lockfile_not_found" | "branch_or_commit_not_found" | "workflow_timeout" | "system_error";
                            /** @description The scan whose result the unit reuses, because nothing in it has changed. */
                            reusedFrom?: string;
                        }[];
                    };
                };
            };
        };
    };
    "list-findings": {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path: {
                scanId: string;
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
                    "application/json": {
                        items: ({
                            fingerprint: string;
                            /** @enum {string} */
                            severity: "critical" | "high" | "medium" | "low" | "unknown";
                            title: string;
                            projectUnitId: string;
                            suppressed?: {
                                by: string;
                                reason: string;
                            };
                            /** @description The waiver for which the finding does not count. */
                            waived?: {
                                waiverId: string;
                                reason: string;
                                approvedBy: string;
                                /** Format: date-time */
                                expiresAt: string;
                            };
                            /** @constant */
                            kind: "vulnerability";
                            advisoryId: string;
                            aliases: string[];
                            purl?: string;
                            packageName: string;
                            version: string;
                            scope: string;
                            direct: boolean;
                            dependencyPath: string[];
                            fixedVersions: string[];
                            cvss?: {
                                vector: string;
                                score: number;
                            };
                            malicious: boolean;
                            /** @description Probability of exploitation within 30 days (EPSS of FIRST), where known. */
                            epss?: {
                                score: number;
                                percentile: number;
                            };
                            /** @description The entry in the catalog of known exploited vulnerabilities of CISA. */
                            kev?: {
                                dateAdded: string;
                                dueDate?: string;
                                ransomware?: boolean;
                            };
                            /** Format: date-time */
                            published?: string;
                            /**
                             * @description Present for a notice instead of a vulnerability, such as an unmaintained package.
                             * @enum {string}
                             */
                            informational?: "notice" | "unmaintained" | "unsound";
                            file: string;
                            /** @description The line of the package in the file. */
                            line?: number;
                            url: string;
                        } | {
                            fingerprint: string;
                            /** @enum {string} */
                            severity: "critical" | "high" | "medium" | "low" | "unknown";
                            title: string;
                            projectUnitId: string;
                            suppressed?: {
                                by: string;
                                reason: string;
                            };
                            /** @description The waiver for which the finding does not count. */
                            waived?: {
                                waiverId: string;
                                reason: string;
                                approvedBy: string;
                                /** Format: date-time */
                                expiresAt: string;
                            };
                            /** @constant */
                            kind: "source";
                            /** @enum {string} */
                            rule: "resolved-mismatch" | "unexpected-host" | "missing-integrity" | "git-source" | "url-source" | "insecure-source" | "extra-registry" | "named-registry" | "replaced-package";
                            packageName?: string;
                            version?: string;
                            message: string;
                            file: string;
                            line?: number;
                        } | {
                            fingerprint: string;
                            /** @enum {string} */
                            severity: "critical" | "high" | "medium" | "low" | "unknown";
                            title: string;
                            projectUnitId: string;
                            suppressed?: {
                                by: string;
                                reason: string;
                            };
                            /** @description The waiver for which the finding does not count. */
                            waived?: {
                                waiverId: string;
                                reason: string;
                                approvedBy: string;
                                /** Format: date-time */
                                expiresAt: string;
                            };
                            /** @constant */
                            kind: "secret";
                            rule: string;
                            file: string;
                            line: number;
                            column: number;
                            endLine?: number;
                            /** @description The column behind the last character. */
                            endColumn?: number;
                            redacted: string;
                        } | {
                            fingerprint: string;
                            /** @enum {string} */
                            severity: "critical" | "high" | "medium" | "low" | "unknown";
                            title: string;
                            projectUnitId: string;
                            suppressed?: {
                                by: string;
                                reason: string;
                            };
                            /** @description The waiver for which the finding does not count. */
                            waived?: {
                                waiverId: string;
                                reason: string;
                                approvedBy: string;
                                /** Format: date-time */
                                expiresAt: string;
                            };
                            /** @constant */
                            kind: "license";
                            purl?: string;
                            packageName: string;
                            version?: string;
                            license: string;
                            category: string;
                            file: string;
                            /** @description The line of the package in the file. */
                            line?: number;
                        } | {
                            fingerprint: string;
                            /** @enum {string} */
                            severity: "critical" | "high" | "medium" | "low" | "unknown";
                            title: string;
                            projectUnitId: string;
                            suppressed?: {
                                by: string;
                                reason: string;
                            };
                            /** @description The waiver for which the finding does not count. */
                            waived?: {
                                waiverId: string;
                                reason: string;
                                approvedBy: string;
                                /** Format: date-time */
                                expiresAt: string;
                            };
                            /** @constant */
                            kind: "code";
                            rule: string;
                            cwe: string;
                            /**
                             * @description low: reported for an audit, judged only under minimumConfidence low. Absent: high.
                             * @enum {string}
                             */
                            confidence?: "high" | "low";
                            message: string;
                            file: string;
                            line: number;
                            column: number;
                            endLine?: number;
                            /** @description The column behind the last character. */
                            endColumn?: number;
                        } | {
                            fingerprint: string;
                            /** @enum {string} */
                            severity: "critical" | "high" | "medium" | "low" | "unknown";
                            title: string;
                            projectUnitId: string;
                            suppressed?: {
                                by: string;
                                reason: string;
                            };
                            /** @description The waiver for which the finding does not count. */
                            waived?: {
                                waiverId: string;
                                reason: string;
                                approvedBy: string;
                                /** Format: date-time */
                                expiresAt: string;
                            };
                            /** @constant */
                            kind: "upgrade";
                            /** @enum {string} */
                            advice: "upgrade" | "no_fix" | "remove" | "deprecated" | "end_of_life";
                            purl?: string;
                            packageName: string;
                            version: string;
                            scope: string;
                            direct: boolean;
                            via: string[];
                            upgradeTo?: string;
                            /** @description Dependents whose ranges do not have upgradeTo, each with its range. */
                            refusedBy?: string[];
                            breaking: boolean;
                            clears: string[];
                            remaining: string[];
                            reason?: string;
                            file: string;
                            /** @description The line of the package in the file. */
                            line?: number;
                        })[];
                        nextCursor?: string;
                        coverage: {
                            projectUnitId: string;
                            /** @enum {string} */
                            scanType: "sbom" | "sca" | "license" | "dependency-advisor" | "secrets" | "sast";
                            /** @enum {string} */
                            status: "assessed" | "partial" | "unassessed";
                            assessed: number;
                            gaps: {
                                reason: string;
                                file?: string;
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
                            /** @description What the license data said about components whose file states no license. */
                            licenseData?: {
                                /** @description The day of the data. */
                                snapshot: string;
                                /** @description Digest of the data. */
                                id: string;
                                answered: number;
                                /** @description Only other versions are known. */
                                likely: number;
                                unanswered: number;
                                ecosystems: {
                                    /** @enum {string} */
                                    ecosystem: "npm" | "PyPI" | "Go" | "crates.io" | "RubyGems" | "Packagist" | "Maven" | "NuGet" | "Hex" | "Pub" | "SwiftURL";
                                    /** @description Packages of the ecosystem that the data knows. */
                                    packages: number;
                                    answered: number;
                                    /** @description Only other versions are known. */
                                    likely: number;
                                    unanswered: number;
                                }[];
                            };
                        }[];
                    };
                    "application/sarif+json": {
                        /** @constant */
                        version: "2.1.0";
                        runs: unknown[];
                    } & {
                        [key: string]: unknown;
                    };
                    "application/vnd.cyclonedx+json": {
                        /** @constant */
                        bomFormat: "CycloneDX";
                        /** @constant */
                        specVersion: "1.6";
                        vulnerabilities: unknown[];
                    } & {
                        [key: string]: unknown;
                    };
                    "application/junit+xml": string;
                    "application/xml": string;
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
                scanId: string;
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
                    "application/json": {
                        scanId: string;
                        /** @enum {string} */
                        verdict: "PASS" | "FAIL" | "ERROR";
                        reason: string;
                        /** Format: date-time */
                        judgedAt: string;
                        reasons: {
                            reason: string;
                            /** @enum {string} */
                            severityThreshold?: "critical" | "high" | "medium" | "low";
                            total: number;
                            findings: {
                                finding: {
                                    fingerprint: string;
                                    /** @enum {string} */
                                    severity: "critical" | "high" | "medium" | "low" | "unknown";
                                    title: string;
                                    projectUnitId: string;
                                    suppressed?: {
                                        by: string;
                                        reason: string;
                                    };
                                    /** @description The waiver for which the finding does not count. */
                                    waived?: {
                                        waiverId: string;
                                        reason: string;
                                        approvedBy: string;
                                        /** Format: date-time */
                                        expiresAt: string;
                                    };
                                    /** @constant */
                                    kind: "vulnerability";
                                    advisoryId: string;
                                    aliases: string[];
                                    purl?: string;
                                    packageName: string;
                                    version: string;
                                    scope: string;
                                    direct: boolean;
                                    dependencyPath: string[];
                                    fixedVersions: string[];
                                    cvss?: {
                                        vector: string;
                                        score: number;
                                    };
                                    malicious: boolean;
                                    /** @description Probability of exploitation within 30 days (EPSS of FIRST), where known. */
                                    epss?: {
                                        score: number;
                                        percentile: number;
                                    };
                                    /** @description The entry in the catalog of known exploited vulnerabilities of CISA. */
                                    kev?: {
                                        dateAdded: string;
                                        dueDate?: string;
                                        ransomware?: boolean;
                                    };
                                    /** Format: date-time */
                                    published?: string;
                                    /**
                                     * @description Present for a notice instead of a vulnerability, such as an unmaintained package.
                                     * @enum {string}
                                     */
                                    informational?: "notice" | "unmaintained" | "unsound";
                                    file: string;
                                    /** @description The line of the package in the file. */
                                    line?: number;
                                    url: string;
                                } | {
                                    fingerprint: string;
                                    /** @enum {string} */
                                    severity: "critical" | "high" | "medium" | "low" | "unknown";
                                    title: string;
                                    projectUnitId: string;
                                    suppressed?: {
                                        by: string;
                                        reason: string;
                                    };
                                    /** @description The waiver for which the finding does not count. */
                                    waived?: {
                                        waiverId: string;
                                        reason: string;
                                        approvedBy: string;
                                        /** Format: date-time */
                                        expiresAt: string;
                                    };
                                    /** @constant */
                                    kind: "source";
                                    /** @enum {string} */
                                    rule: "resolved-mismatch" | "unexpected-host" | "missing-integrity" | "git-source" | "url-source" | "insecure-source" | "extra-registry" | "named-registry" | "replaced-package";
                                    packageName?: string;
                                    version?: string;
                                    message: string;
                                    file: string;
                                    line?: number;
                                } | {
                                    fingerprint: string;
                                    /** @enum {string} */
                                    severity: "critical" | "high" | "medium" | "low" | "unknown";
                                    title: string;
                                    projectUnitId: string;
                                    suppressed?: {
                                        by: string;
                                        reason: string;
                                    };
                                    /** @description The waiver for which the finding does not count. */
                                    waived?: {
                                        waiverId: string;
                                        reason: string;
                                        approvedBy: string;
                                        /** Format: date-time */
                                        expiresAt: string;
                                    };
                                    /** @constant */
                                    kind: "secret";
                                    rule: string;
                                    file: string;
                                    line: number;
                                    column: number;
                                    endLine?: number;
                                    /** @description The column behind the last character. */
                                    endColumn?: number;
                                    redacted: string;
                                } | {
                                    fingerprint: string;
                                    /** @enum {string} */
                                    severity: "critical" | "high" | "medium" | "low" | "unknown";
                                    title: string;
                                    projectUnitId: string;
                                    suppressed?: {
                                        by: string;
                                        reason: string;
                                    };
                                    /** @description The waiver for which the finding does not count. */
                                    waived?: {
                                        waiverId: string;
                                        reason: string;
                                        approvedBy: string;
                                        /** Format: date-time */
                                        expiresAt: string;
                                    };
                                    /** @constant */
                                    kind: "license";
                                    purl?: string;
                                    packageName: string;
                                    version?: string;
                                    license: string;
                                    category: string;
                                    file: string;
                                    /** @description The line of the package in the file. */
                                    line?: number;
                                } | {
                                    fingerprint: string;
                                    /** @enum {string} */
                                    severity: "critical" | "high" | "medium" | "low" | "unknown";
                                    title: string;
                                    projectUnitId: string;
                                    suppressed?: {
                                        by: string;
                                        reason: string;
                                    };
                                    /** @description The waiver for which the finding does not count. */
                                    waived?: {
                                        waiverId: string;
                                        reason: string;
                                        approvedBy: string;
                                        /** Format: date-time */
                                        expiresAt: string;
                                    };
                                    /** @constant */
                                    kind: "code";
                                    rule: string;
                                    cwe: string;
                                    /**
                                     * @description low: reported for an audit, judged only under minimumConfidence low. Absent: high.
                                     * @enum {string}
                                     */
                                    confidence?: "high" | "low";
                                    message: string;
                                    file: string;
                                    line: number;
                                    column: number;
                                    endLine?: number;
                                    /** @description The column behind the last character. */
                                    endColumn?: number;
                                } | {
                                    fingerprint: string;
                                    /** @enum {string} */
                                    severity: "critical" | "high" | "medium" | "low" | "unknown";
                                    title: string;
                                    projectUnitId: string;
                                    suppressed?: {
                                        by: string;
                                        reason: string;
                                    };
                                    /** @description The waiver for which the finding does not count. */
                                    waived?: {
                                        waiverId: string;
                                        reason: string;
                                        approvedBy: string;
                                        /** Format: date-time */
                                        expiresAt: string;
                                    };
                                    /** @constant */
                                    kind: "upgrade";
                                    /** @enum {string} */
                                    advice: "upgrade" | "no_fix" | "remove" | "deprecated" | "end_of_life";
                                    purl?: string;
                                    packageName: string;
                                    version: string;
                                    scope: string;
                                    direct: boolean;
                                    via: string[];
                                    upgradeTo?: string;
                                    /** @description Dependents whose ranges do not have upgradeTo, each with its range. */
                                    refusedBy?: string[];
                                    breaking: boolean;
                                    clears: string[];
                                    remaining: string[];
                                    reason?: string;
                                    file: string;
                                    /** @description The line of the package in the file. */
                                    line?: number;
                                };
                                severity: {
                                    /** @enum {string} */
                                    severity: "critical" | "high" | "medium" | "low" | "unknown";
                                    /**
                                     * @description The severity that is compared with the threshold.
                                     * @enum {string}
                                     */
                                    countsAs: "critical" | "high" | "medium" | "low";
                                    /** @enum {string} */
                                    source: "cvss" | "advisory" | "rule" | "policy";
                                    detail: string;
                                    /** @description Why the policy fails the finding whatever its severity. */
                                    failsAnyway?: string;
                                };
                                couldSuppress: {
                                    /** @enum {string} */
                                    way: "allow_comment" | "ignore_file" | "waiver";
                                    /** @description The comment, the line of the .scangateignore at the root, or the match of POST /v1/waivers. */
                                    text: string;
                                    counts: string;
                                }[];
                            }[];
                            coverage?: {
                                projectUnitId: string;
                                /** @enum {string} */
                                scanType: "sbom" | "sca" | "license" | "dependency-advisor" | "secrets" | "sast";
                                /** @enum {string} */
                                status: "assessed" | "partial" | "unassessed";
                                assessed: number;
                                gaps: {
                                    reason: string;
                                    file?: string;
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
                                /** @description What the license data said about components whose file states no license. */
                                licenseData?: {
                                    /** @description The day of the data. */
                                    snapshot: string;
                                    /** @description Digest of the data. */
                                    id: string;
                                    answered: number;
                                    /** @description Only other versions are known. */
                                    likely: number;
                                    unanswered: number;
                                    ecosystems: {
                                        /** @enum {string} */
                                        ecosystem: "npm" | "PyPI" | "Go" | "crates.io" | "RubyGems" | "Packagist" | "Maven" | "NuGet" | "Hex" | "Pub" | "SwiftURL";
                                        /** @description Packages of the ecosystem that the data knows. */
                                        packages: number;
                                        answered: number;
                                        /** @description Only other versions are known. */
                                        likely: number;
                                        unanswered: number;
                                    }[];
                                };
                            }[];
                            failures?: {
                                projectUnitId?: string;
                                errorCode?: string;
                                error?: string;
                            }[];
                        }[];
                        /** @description What would fail the gate if nothing suppressed or waived it. */
                        suppressed: {
                            total: number;
                            findings: ({
                                fingerprint: string;
                                /** @enum {string} */
                                severity: "critical" | "high" | "medium" | "low" | "unknown";
                                title: string;
                                projectUnitId: string;
                                suppressed?: {
                                    by: string;
                                    reason: string;
                                };
                                /** @description The waiver for which the finding does not count. */
                                waived?: {
                                    waiverId: string;
                                    reason: string;
                                    approvedBy: string;
                                    /** Format: date-time */
                                    expiresAt: string;
                                };
                                /** @constant */
                                kind: "vulnerability";
                                advisoryId: string;
                                aliases: string[];
                                purl?: string;
                                packageName: string;
                                version: string;
                                scope: string;
                                direct: boolean;
                                dependencyPath: string[];
                                fixedVersions: string[];
                                cvss?: {
                                    vector: string;
                                    score: number;
                                };
                                malicious: boolean;
                                /** @description Probability of exploitation within 30 days (EPSS of FIRST), where known. */
                                epss?: {
                                    score: number;
                                    percentile: number;
                                };
                                /** @description The entry in the catalog of known exploited vulnerabilities of CISA. */
                                kev?: {
                                    dateAdded: string;
                                    dueDate?: string;
                                    ransomware?: boolean;
                                };
                                /** Format: date-time */
                                published?: string;
                                /**
                                 * @description Present for a notice instead of a vulnerability, such as an unmaintained package.
                                 * @enum {string}
                                 */
                                informational?: "notice" | "unmaintained" | "unsound";
                                file: string;
                                /** @description The line of the package in the file. */
                                line?: number;
                                url: string;
                            } | {
                                fingerprint: string;
                                /** @enum {string} */
                                severity: "critical" | "high" | "medium" | "low" | "unknown";
                                title: string;
                                projectUnitId: string;
                                suppressed?: {
                                    by: string;
                                    reason: string;
                                };
                                /** @description The waiver for which the finding does not count. */
                                waived?: {
                                    waiverId: string;
                                    reason: string;
                                    approvedBy: string;
                                    /** Format: date-time */
                                    expiresAt: string;
                                };
                                /** @constant */
                                kind: "source";
                                /** @enum {string} */
                                rule: "resolved-mismatch" | "unexpected-host" | "missing-integrity" | "git-source" | "url-source" | "insecure-source" | "extra-registry" | "named-registry" | "replaced-package";
                                packageName?: string;
                                version?: string;
                                message: string;
                                file: string;
                                line?: number;
                            } | {
                                fingerprint: string;
                                /** @enum {string} */
                                severity: "critical" | "high" | "medium" | "low" | "unknown";
                                title: string;
                                projectUnitId: string;
                                suppressed?: {
                                    by: string;
                                    reason: string;
                                };
                                /** @description The waiver for which the finding does not count. */
                                waived?: {
                                    waiverId: string;
                                    reason: string;
                                    approvedBy: string;
                                    /** Format: date-time */
                                    expiresAt: string;
                                };
                                /** @constant */
                                kind: "secret";
                                rule: string;
                                file: string;
                                line: number;
                                column: number;
                                endLine?: number;
                                /** @description The column behind the last character. */
                                endColumn?: number;
                                redacted: string;
                            } | {
                                fingerprint: string;
                                /** @enum {string} */
                                severity: "critical" | "high" | "medium" | "low" | "unknown";
                                title: string;
                                projectUnitId: string;
                                suppressed?: {
                                    by: string;
                                    reason: string;
                                };
                                /** @description The waiver for which the finding does not count. */
                                waived?: {
                                    waiverId: string;
                                    reason: string;
                                    approvedBy: string;
                                    /** Format: date-time */
                                    expiresAt: string;
                                };
                                /** @constant */
                                kind: "license";
                                purl?: string;
                                packageName: string;
                                version?: string;
                                license: string;
                                category: string;
                                file: string;
                                /** @description The line of the package in the file. */
                                line?: number;
                            } | {
                                fingerprint: string;
                                /** @enum {string} */
                                severity: "critical" | "high" | "medium" | "low" | "unknown";
                                title: string;
                                projectUnitId: string;
                                suppressed?: {
                                    by: string;
                                    reason: string;
                                };
                                /** @description The waiver for which the finding does not count. */
                                waived?: {
                                    waiverId: string;
                                    reason: string;
                                    approvedBy: string;
                                    /** Format: date-time */
                                    expiresAt: string;
                                };
                                /** @constant */
                                kind: "code";
                                rule: string;
                                cwe: string;
                                /**
                                 * @description low: reported for an audit, judged only under minimumConfidence low. Absent: high.
                                 * @enum {string}
                                 */
                                confidence?: "high" | "low";
                                message: string;
                                file: string;
                                line: number;
                                column: number;
                                endLine?: number;
                                /** @description The column behind the last character. */
                                endColumn?: number;
                            } | {
                                fingerprint: string;
                                /** @enum {string} */
                                severity: "critical" | "high" | "medium" | "low" | "unknown";
                                title: string;
                                projectUnitId: string;
                                suppressed?: {
                                    by: string;
                                    reason: string;
                                };
                                /** @description The waiver for which the finding does not count. */
                                waived?: {
                                    waiverId: string;
                                    reason: string;
                                    approvedBy: string;
                                    /** Format: date-time */
                                    expiresAt: string;
                                };
                                /** @constant */
                                kind: "upgrade";
                                /** @enum {string} */
                                advice: "upgrade" | "no_fix" | "remove" | "deprecated" | "end_of_life";
                                purl?: string;
                                packageName: string;
                                version: string;
                                scope: string;
                                direct: boolean;
                                via: string[];
                                upgradeTo?: string;
                                /** @description Dependents whose ranges do not have upgradeTo, each with its range. */
                                refusedBy?: string[];
                                breaking: boolean;
                                clears: string[];
                                remaining: string[];
                                reason?: string;
                                file: string;
                                /** @description The line of the package in the file. */
                                line?: number;
                            })[];
                        };
                        smallestChange: {
                            /** @enum {string} */
                            result: "not_needed" | "sufficient" | "insufficient" | "not_judged";
                            text: string;
                            advisorySnapshot?: {
                                id: string;
                                /** Format: date-time */
                                builtAt?: string;
                            };
                            changes: {
                                projectUnitId: string;
                                /** @enum {string} */
                                action: "upgrade" | "remove";
                                packageName: string;
                                version?: string;
                                purl?: string;
                                file: string;
                                upgradeTo?: string;
                                breaking?: boolean;
                                /** @description Direct dependencies that lead to the package. */
                                via?: string[];
                                /** @description Advisories that an upgrade clears, or packages that a removal takes along. */
                                clears: string[];
                            }[];
                            remains: {
                                total: number;
                                findings: ({
                                    fingerprint: string;
                                    /** @enum {string} */
                                    severity: "critical" | "high" | "medium" | "low" | "unknown";
                                    title: string;
                                    projectUnitId: string;
                                    suppressed?: {
                                        by: string;
                                        reason: string;
                                    };
                                    /** @description The waiver for which the finding does not count. */
                                    waived?: {
                                        waiverId: string;
                                        reason: string;
                                        approvedBy: string;
                                        /** Format: date-time */
                                        expiresAt: string;
                                    };
                                    /** @constant */
                                    kind: "vulnerability";
                                    advisoryId: string;
                                    aliases: string[];
                                    purl?: string;
                                    packageName: string;
                                    version: string;
                                    scope: string;
                                    direct: boolean;
                                    dependencyPath: string[];
                                    fixedVersions: string[];
                                    cvss?: {
                                        vector: string;
                                        score: number;
                                    };
                                    malicious: boolean;
                                    /** @description Probability of exploitation within 30 days (EPSS of FIRST), where known. */
                                    epss?: {
                                        score: number;
                                        percentile: number;
                                    };
                                    /** @description The entry in the catalog of known exploited vulnerabilities of CISA. */
                                    kev?: {
                                        dateAdded: string;
                                        dueDate?: string;
                                        ransomware?: boolean;
                                    };
                                    /** Format: date-time */
                                    published?: string;
                                    /**
                                     * @description Present for a notice instead of a vulnerability, such as an unmaintained package.
                                     * @enum {string}
                                     */
                                    informational?: "notice" | "unmaintained" | "unsound";
                                    file: string;
                                    /** @description The line of the package in the file. */
                                    line?: number;
                                    url: string;
                                } | {
                                    fingerprint: string;
                                    /** @enum {string} */
                                    severity: "critical" | "high" | "medium" | "low" | "unknown";
                                    title: string;
                                    projectUnitId: string;
                                    suppressed?: {
                                        by: string;
                                        reason: string;
                                    };
                                    /** @description The waiver for which the finding does not count. */
                                    waived?: {
                                        waiverId: string;
                                        reason: string;
                                        approvedBy: string;
                                        /** Format: date-time */
                                        expiresAt: string;
                                    };
                                    /** @constant */
                                    kind: "source";
                                    /** @enum {string} */
                                    rule: "resolved-mismatch" | "unexpected-host" | "missing-integrity" | "git-source" | "url-source" | "insecure-source" | "extra-registry" | "named-registry" | "replaced-package";
                                    packageName?: string;
                                    version?: string;
                                    message: string;
                                    file: string;
                                    line?: number;
                                } | {
                                    fingerprint: string;
                                    /** @enum {string} */
                                    severity: "critical" | "high" | "medium" | "low" | "unknown";
                                    title: string;
                                    projectUnitId: string;
                                    suppressed?: {
                                        by: string;
                                        reason: string;
                                    };
                                    /** @description The waiver for which the finding does not count. */
                                    waived?: {
                                        waiverId: string;
                                        reason: string;
                                        approvedBy: string;
                                        /** Format: date-time */
                                        expiresAt: string;
                                    };
                                    /** @constant */
                                    kind: "secret";
                                    rule: string;
                                    file: string;
                                    line: number;
                                    column: number;
                                    endLine?: number;
                                    /** @description The column behind the last character. */
                                    endColumn?: number;
                                    redacted: string;
                                } | {
                                    fingerprint: string;
                                    /** @enum {string} */
                                    severity: "critical" | "high" | "medium" | "low" | "unknown";
                                    title: string;
                                    projectUnitId: string;
                                    suppressed?: {
                                        by: string;
                                        reason: string;
                                    };
                                    /** @description The waiver for which the finding does not count. */
                                    waived?: {
                                        waiverId: string;
                                        reason: string;
                                        approvedBy: string;
                                        /** Format: date-time */
                                        expiresAt: string;
                                    };
                                    /** @constant */
                                    kind: "license";
                                    purl?: string;
                                    packageName: string;
                                    version?: string;
                                    license: string;
                                    category: string;
                                    file: string;
                                    /** @description The line of the package in the file. */
                                    line?: number;
                                } | {
                                    fingerprint: string;
                                    /** @enum {string} */
                                    severity: "critical" | "high" | "medium" | "low" | "unknown";
                                    title: string;
                                    projectUnitId: string;
                                    suppressed?: {
                                        by: string;
                                        reason: string;
                                    };
                                    /** @description The waiver for which the finding does not count. */
                                    waived?: {
                                        waiverId: string;
                                        reason: string;
                                        approvedBy: string;
                                        /** Format: date-time */
                                        expiresAt: string;
                                    };
                                    /** @constant */
                                    kind: "code";
                                    rule: string;
                                    cwe: string;
                                    /**
                                     * @description low: reported for an audit, judged only under minimumConfidence low. Absent: high.
                                     * @enum {string}
                                     */
                                    confidence?: "high" | "low";
                                    message: string;
                                    file: string;
                                    line: number;
                                    column: number;
                                    endLine?: number;
                                    /** @description The column behind the last character. */
                                    endColumn?: number;
                                } | {
                                    fingerprint: string;
                                    /** @enum {string} */
                                    severity: "critical" | "high" | "medium" | "low" | "unknown";
                                    title: string;
                                    projectUnitId: string;
                                    suppressed?: {
                                        by: string;
                                        reason: string;
                                    };
                                    /** @description The waiver for which the finding does not count. */
                                    waived?: {
                                        waiverId: string;
                                        reason: string;
                                        approvedBy: string;
                                        /** Format: date-time */
                                        expiresAt: string;
                                    };
                                    /** @constant */
                                    kind: "upgrade";
                                    /** @enum {string} */
                                    advice: "upgrade" | "no_fix" | "remove" | "deprecated" | "end_of_life";
                                    purl?: string;
                                    packageName: string;
                                    version: string;
                                    scope: string;
                                    direct: boolean;
                                    via: string[];
                                    upgradeTo?: string;
                                    /** @description Dependents whose ranges do not have upgradeTo, each with its range. */
                                    refusedBy?: string[];
                                    breaking: boolean;
                                    clears: string[];
                                    remaining: string[];
                                    reason?: string;
                                    file: string;
                                    /** @description The line of the package in the file. */
                                    line?: number;
                                })[];
                            };
                        };
                        /** @description Later judgments, oldest first. */
                        judgments: {
                            inputsDigest: string;
                            /** Format: date-time */
                            judgedAt: string;
                            /** @enum {string} */
                            verdict: "PASS" | "FAIL";
                            reason: string;
                            reasons: string[];
                            summary: {
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
                                    compliant: number;
                                    nonCompliant: number;
                                    unknown: number;
                                    total: number;
                                };
                                /** @enum {string} */
                                severityThreshold: "critical" | "high" | "medium" | "low";
                            };
                            advisorySnapshot: {
                                id: string;
                                /** Format: date-time */
                                builtAt?: string;
                            };
                            inventoryDigest: string;
                            policyDigest: string;
                            suppressionsDigest: string;
                            waiversDigest: string;
                        }[];
                    };
                };
            };
        };
    };
    "compare-scans": {
        parameters: {
            query: {
                with: string;
            };
            header?: never;
            path: {
                scanId: string;
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
                    "application/json": {
                        head: {
                            scanId: string;
                            commitHash: string;
                            branch?: string;
                            /** @enum {string} */
                            verdict: "PASS" | "FAIL" | "ERROR";
                            reason: string;
                            reasons: string[];
                            /** Format: date-time */
                            judgedAt: string;
                            advisorySnapshot: {
                                id: string;
                                /** Format: date-time */
                                builtAt?: string;
                            };
                        };
                        base: {
                            scanId: string;
                            commitHash: string;
                            branch?: string;
                            /** @enum {string} */
                            verdict: "PASS" | "FAIL" | "ERROR";
                            reason: string;
                            reasons: string[];
                            /** Format: date-time */
                            judgedAt: string;
                            advisorySnapshot: {
                                id: string;
                                /** Format: date-time */
                                builtAt?: string;
                            };
                        };
                        introduced: {
                            total: number;
                            /** @description Those that fail the gate of their own scan. */
                            failing: number;
                            counts: {
                                [key: string]: {
                                    [key: string]: number;
                                };
                            };
                            findings: ({
                                fingerprint: string;
                                /** @enum {string} */
                                severity: "critical" | "high" | "medium" | "low" | "unknown";
                                title: string;
                                projectUnitId: string;
                                suppressed?: {
                                    by: string;
                                    reason: string;
                                };
                                /** @description The waiver for which the finding does not count. */
                                waived?: {
                                    waiverId: string;
                                    reason: string;
                                    approvedBy: string;
                                    /** Format: date-time */
                                    expiresAt: string;
                                };
                                /** @constant */
                                kind: "vulnerability";
                                advisoryId: string;
                                aliases: string[];
                                purl?: string;
                                packageName: string;
                                version: string;
                                scope: string;
                                direct: boolean;
                                dependencyPath: string[];
                                fixedVersions: string[];
                                cvss?: {
                                    vector: string;
                                    score: number;
                                };
                                malicious: boolean;
                                /** @description Probability of exploitation within 30 days (EPSS of FIRST), where known. */
                                epss?: {
                                    score: number;
                                    percentile: number;
                                };
                                /** @description The entry in the catalog of known exploited vulnerabilities of CISA. */
                                kev?: {
                                    dateAdded: string;
                                    dueDate?: string;
                                    ransomware?: boolean;
                                };
                                /** Format: date-time */
                                published?: string;
                                /**
                                 * @description Present for a notice instead of a vulnerability, such as an unmaintained package.
                                 * @enum {string}
                                 */
                                informational?: "notice" | "unmaintained" | "unsound";
                                file: string;
                                /** @description The line of the package in the file. */
                                line?: number;
                                url: string;
                            } | {
                                fingerprint: string;
                                /** @enum {string} */
                                severity: "critical" | "high" | "medium" | "low" | "unknown";
                                title: string;
                                projectUnitId: string;
                                suppressed?: {
                                    by: string;
                                    reason: string;
                                };
                                /** @description The waiver for which the finding does not count. */
                                waived?: {
                                    waiverId: string;
                                    reason: string;
                                    approvedBy: string;
                                    /** Format: date-time */
                                    expiresAt: string;
                                };
                                /** @constant */
                                kind: "source";
                                /** @enum {string} */
                                rule: "resolved-mismatch" | "unexpected-host" | "missing-integrity" | "git-source" | "url-source" | "insecure-source" | "extra-registry" | "named-registry" | "replaced-package";
                                packageName?: string;
                                version?: string;
                                message: string;
                                file: string;
                                line?: number;
                            } | {
                                fingerprint: string;
                                /** @enum {string} */
                                severity: "critical" | "high" | "medium" | "low" | "unknown";
                                title: string;
                                projectUnitId: string;
                                suppressed?: {
                                    by: string;
                                    reason: string;
                                };
                                /** @description The waiver for which the finding does not count. */
                                waived?: {
                                    waiverId: string;
                                    reason: string;
                                    approvedBy: string;
                                    /** Format: date-time */
                                    expiresAt: string;
                                };
                                /** @constant */
                                kind: "secret";
                                rule: string;
                                file: string;
                                line: number;
                                column: number;
                                endLine?: number;
                                /** @description The column behind the last character. */
                                endColumn?: number;
                                redacted: string;
                            } | {
                                fingerprint: string;
                                /** @enum {string} */
                                severity: "critical" | "high" | "medium" | "low" | "unknown";
                                title: string;
                                projectUnitId: string;
                                suppressed?: {
                                    by: string;
                                    reason: string;
                                };
                                /** @description The waiver for which the finding does not count. */
                                waived?: {
                                    waiverId: string;
                                    reason: string;
                                    approvedBy: string;
                                    /** Format: date-time */
                                    expiresAt: string;
                                };
                                /** @constant */
                                kind: "license";
                                purl?: string;
                                packageName: string;
                                version?: string;
                                license: string;
                                category: string;
                                file: string;
                                /** @description The line of the package in the file. */
                                line?: number;
                            } | {
                                fingerprint: string;
                                /** @enum {string} */
                                severity: "critical" | "high" | "medium" | "low" | "unknown";
                                title: string;
                                projectUnitId: string;
                                suppressed?: {
                                    by: string;
                                    reason: string;
                                };
                                /** @description The waiver for which the finding does not count. */
                                waived?: {
                                    waiverId: string;
                                    reason: string;
                                    approvedBy: string;
                                    /** Format: date-time */
                                    expiresAt: string;
                                };
                                /** @constant */
                                kind: "code";
                                rule: string;
                                cwe: string;
                                /**
                                 * @description low: reported for an audit, judged only under minimumConfidence low. Absent: high.
                                 * @enum {string}
                                 */
                                confidence?: "high" | "low";
                                message: string;
                                file: string;
                                line: number;
                                column: number;
                                endLine?: number;
                                /** @description The column behind the last character. */
                                endColumn?: number;
                            } | {
                                fingerprint: string;
                                /** @enum {string} */
                                severity: "critical" | "high" | "medium" | "low" | "unknown";
                                title: string;
                                projectUnitId: string;
                                suppressed?: {
                                    by: string;
                                    reason: string;
                                };
                                /** @description The waiver for which the finding does not count. */
                                waived?: {
                                    waiverId: string;
                                    reason: string;
                                    approvedBy: string;
                                    /** Format: date-time */
                                    expiresAt: string;
                                };
                                /** @constant */
                                kind: "upgrade";
                                /** @enum {string} */
                                advice: "upgrade" | "no_fix" | "remove" | "deprecated" | "end_of_life";
                                purl?: string;
                                packageName: string;
                                version: string;
                                scope: string;
                                direct: boolean;
                                via: string[];
                                upgradeTo?: string;
                                /** @description Dependents whose ranges do not have upgradeTo, each with its range. */
                                refusedBy?: string[];
                                breaking: boolean;
                                clears: string[];
                                remaining: string[];
                                reason?: string;
                                file: string;
                                /** @description The line of the package in the file. */
                                line?: number;
                            })[];
                        };
                        fixed: {
                            total: number;
                            /** @description Those that fail the gate of their own scan. */
                            failing: number;
                            counts: {
                                [key: string]: {
                                    [key: string]: number;
                                };
                            };
                            findings: ({
                                fingerprint: string;
                                /** @enum {string} */
                                severity: "critical" | "high" | "medium" | "low" | "unknown";
                                title: string;
                                projectUnitId: string;
                                suppressed?: {
                                    by: string;
                                    reason: string;
                                };
                                /** @description The waiver for which the finding does not count. */
                                waived?: {
                                    waiverId: string;
                                    reason: string;
                                    approvedBy: string;
                                    /** Format: date-time */
                                    expiresAt: string;
                                };
                                /** @constant */
                                kind: "vulnerability";
                                advisoryId: string;
                                aliases: string[];
                                purl?: string;
                                packageName: string;
                                version: string;
                                scope: string;
                                direct: boolean;
                                dependencyPath: string[];
                                fixedVersions: string[];
                                cvss?: {
                                    vector: string;
                                    score: number;
                                };
                                malicious: boolean;
                                /** @description Probability of exploitation within 30 days (EPSS of FIRST), where known. */
                                epss?: {
                                    score: number;
                                    percentile: number;
                                };
                                /** @description The entry in the catalog of known exploited vulnerabilities of CISA. */
                                kev?: {
                                    dateAdded: string;
                                    dueDate?: string;
                                    ransomware?: boolean;
                                };
                                /** Format: date-time */
                                published?: string;
                                /**
                                 * @description Present for a notice instead of a vulnerability, such as an unmaintained package.
                                 * @enum {string}
                                 */
                                informational?: "notice" | "unmaintained" | "unsound";
                                file: string;
                                /** @description The line of the package in the file. */
                                line?: number;
                                url: string;
                            } | {
                                fingerprint: string;
                                /** @enum {string} */
                                severity: "critical" | "high" | "medium" | "low" | "unknown";
                                title: string;
                                projectUnitId: string;
                                suppressed?: {
                                    by: string;
                                    reason: string;
                                };
                                /** @description The waiver for which the finding does not count. */
                                waived?: {
                                    waiverId: string;
                                    reason: string;
                                    approvedBy: string;
                                    /** Format: date-time */
                                    expiresAt: string;
                                };
                                /** @constant */
                                kind: "source";
                                /** @enum {string} */
                                rule: "resolved-mismatch" | "unexpected-host" | "missing-integrity" | "git-source" | "url-source" | "insecure-source" | "extra-registry" | "named-registry" | "replaced-package";
                                packageName?: string;
                                version?: string;
                                message: string;
                                file: string;
                                line?: number;
                            } | {
                                fingerprint: string;
                                /** @enum {string} */
                                severity: "critical" | "high" | "medium" | "low" | "unknown";
                                title: string;
                                projectUnitId: string;
                                suppressed?: {
                                    by: string;
                                    reason: string;
                                };
                                /** @description The waiver for which the finding does not count. */
                                waived?: {
                                    waiverId: string;
                                    reason: string;
                                    approvedBy: string;
                                    /** Format: date-time */
                                    expiresAt: string;
                                };
                                /** @constant */
                                kind: "secret";
                                rule: string;
                                file: string;
                                line: number;
                                column: number;
                                endLine?: number;
                                /** @description The column behind the last character. */
                                endColumn?: number;
                                redacted: string;
                            } | {
                                fingerprint: string;
                                /** @enum {string} */
                                severity: "critical" | "high" | "medium" | "low" | "unknown";
                                title: string;
                                projectUnitId: string;
                                suppressed?: {
                                    by: string;
                                    reason: string;
                                };
                                /** @description The waiver for which the finding does not count. */
                                waived?: {
                                    waiverId: string;
                                    reason: string;
                                    approvedBy: string;
                                    /** Format: date-time */
                                    expiresAt: string;
                                };
                                /** @constant */
                                kind: "license";
                                purl?: string;
                                packageName: string;
                                version?: string;
                                license: string;
                                category: string;
                                file: string;
                                /** @description The line of the package in the file. */
                                line?: number;
                            } | {
                                fingerprint: string;
                                /** @enum {string} */
                                severity: "critical" | "high" | "medium" | "low" | "unknown";
                                title: string;
                                projectUnitId: string;
                                suppressed?: {
                                    by: string;
                                    reason: string;
                                };
                                /** @description The waiver for which the finding does not count. */
                                waived?: {
                                    waiverId: string;
                                    reason: string;
                                    approvedBy: string;
                                    /** Format: date-time */
                                    expiresAt: string;
                                };
                                /** @constant */
                                kind: "code";
                                rule: string;
                                cwe: string;
                                /**
                                 * @description low: reported for an audit, judged only under minimumConfidence low. Absent: high.
                                 * @enum {string}
                                 */
                                confidence?: "high" | "low";
                                message: string;
                                file: string;
                                line: number;
                                column: number;
                                endLine?: number;
                                /** @description The column behind the last character. */
                                endColumn?: number;
                            } | {
                                fingerprint: string;
                                /** @enum {string} */
                                severity: "critical" | "high" | "medium" | "low" | "unknown";
                                title: string;
                                projectUnitId: string;
                                suppressed?: {
                                    by: string;
                                    reason: string;
                                };
                                /** @description The waiver for which the finding does not count. */
                                waived?: {
                                    waiverId: string;
                                    reason: string;
                                    approvedBy: string;
                                    /** Format: date-time */
                                    expiresAt: string;
                                };
                                /** @constant */
                                kind: "upgrade";
                                /** @enum {string} */
                                advice: "upgrade" | "no_fix" | "remove" | "deprecated" | "end_of_life";
                                purl?: string;
                                packageName: string;
                                version: string;
                                scope: string;
                                direct: boolean;
                                via: string[];
                                upgradeTo?: string;
                                /** @description Dependents whose ranges do not have upgradeTo, each with its range. */
                                refusedBy?: string[];
                                breaking: boolean;
                                clears: string[];
                                remaining: string[];
                                reason?: string;
                                file: string;
                                /** @description The line of the package in the file. */
                                line?: number;
                            })[];
                        };
                        unchanged: {
                            total: number;
                            /** @description Those that fail the gate of their own scan. */
                            failing: number;
                            counts: {
                                [key: string]: {
                                    [key: string]: number;
                                };
                            };
                        };
                        /** @description The digests of everything that the two verdicts depend on. */
                        inputs: {
                            /** @enum {string} */
                            input: "code" | "advisories" | "policy" | "suppressions" | "waivers" | "engines" | "scanTypes";
                            equal: boolean;
                            head: string;
                            base: string;
                        }[];
                        /** @description Each reason that only one of the verdicts has, with the inputs that cause it. */
                        why: {
                            reason: string;
                            /** @enum {string} */
                            of: "head" | "base";
                            causes: {
                                /** @enum {string} */
                                input: "code" | "advisories" | "policy" | "suppressions" | "waivers" | "engines" | "scanTypes";
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
                scanId: string;
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
                    "application/json": {
                        scanId: string;
                        /**
                         * @description The first verdict; it never changes.
                         * @enum {string}
                         */
                        verdict: "PASS" | "FAIL" | "ERROR";
                        judgment: {
                            inputsDigest: string;
                            /** Format: date-time */
                            judgedAt: string;
                            /** @enum {string} */
                            verdict: "PASS" | "FAIL";
                            reason: string;
                            reasons: string[];
                            summary: {
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
                                    compliant: number;
                                    nonCompliant: number;
                                    unknown: number;
                                    total: number;
                                };
                                /** @enum {string} */
                                severityThreshold: "critical" | "high" | "medium" | "low";
                            };
                            advisorySnapshot: {
                                id: string;
                                /** Format: date-time */
                                builtAt?: string;
                            };
                            inventoryDigest: string;
                            policyDigest: string;
                            suppressionsDigest: string;
                            waiversDigest: string;
                        };
                        /** @description False when these inputs were judged before. */
                        isNew: boolean;
                        /** @description All later judgments, oldest first; at most 20. */
                        judgments: {
                            inputsDigest: string;
                            /** Format: date-time */
                            judgedAt: string;
                            /** @enum {string} */
                            verdict: "PASS" | "FAIL";
                            reason: string;
                            reasons: string[];
                            summary: {
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
                                    compliant: number;
                                    nonCompliant: number;
                                    unknown: number;
                                    total: number;
                                };
                                /** @enum {string} */
                                severityThreshold: "critical" | "high" | "medium" | "low";
                            };
                            advisorySnapshot: {
                                id: string;
                                /** Format: date-time */
                                builtAt?: string;
                            };
                            inventoryDigest: string;
                            policyDigest: string;
                            suppressionsDigest: string;
                            waiversDigest: string;
                        }[];
                    };
                };
            };
        };
    };
    "get-sbom": {
        parameters: {
            query?: {
                projectUnitId?: string;
            };
            header?: never;
            path: {
                scanId: string;
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
                    "application/vnd.cyclonedx+json": {
                        [key: string]: unknown;
                    };
                    "application/spdx+json": {
                        /** @constant */
                        spdxVersion: "SPDX-2.3";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    "create-upload": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Number of bytes to upload, at most 10485760. */
                    contentLength: number;
                    /** @description SHA-256 of these bytes in hex. */
                    sha256: string;
                };
            };
        };
        responses: {
            /** @description The address for the PUT of the scan request. Send the given headers unchanged. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        uploadId: string;
                        url: string;
                        /** @constant */
                        method: "PUT";
                        headers: {
                            [key: string]: string;
                        };
                        /** Format: date-time */
                        expiresAt: string;
                    };
                };
            };
        };
    };
    "get-openapi": {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
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
                    "application/json": {
                        items: {
                            providerId: string;
                            label: string;
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
                returnTo?: string;
                email?: string;
                providerId?: string;
                recent?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The browser goes on to the issuer. */
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
                "application/json": {
                    /** @description `/console` or a path below it, where the sign-in moves on to. By default `/console`. */
                    returnTo?: string;
                    /**
                     * Format: email
                     * @description Finds the issuer of an organization by the domain, and is a hint to any issuer.
                     */
                    email?: string;
                    /** @description From `GET /v1/session/providers`, or the id of an organization with its own issuer. */
                    providerId?: string;
                    /**
                     * @description Asks for a new proof of who the person is, in place of the session.
                     * @enum {string}
                     */
                    recent?: "true" | "false";
                    /** @description The secret of the link: what follows `#` in it. */
                    invitation?: string;
                };
                "application/x-www-form-urlencoded": {
                    /** @description `/console` or a path below it, where the sign-in moves on to. By default `/console`. */
                    returnTo?: string;
                    /**
                     * Format: email
                     * @description Finds the issuer of an organization by the domain, and is a hint to any issuer.
                     */
                    email?: string;
                    /** @description From `GET /v1/session/providers`, or the id of an organization with its own issuer. */
                    providerId?: string;
                    /**
                     * @description Asks for a new proof of who the person is, in place of the session.
                     * @enum {string}
                     */
                    recent?: "true" | "false";
                    /** @description The secret of the link: what follows `#` in it. */
                    invitation?: string;
                };
            };
        };
        responses: {
            /** @description Where the browser goes on to. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        url: string;
                    };
                };
            };
            /** @description The browser goes on to the issuer. */
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
                state?: string;
                code?: string;
                iss?: string;
                error?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page that moves on; the session has begun. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    "show-console": {
        parameters: {
            query?: never;
            header?: never;
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
                    "text/html": string;
                };
            };
        };
    };
    "show-invitation-page": {
        parameters: {
            query?: never;
            header?: never;
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
                    "application/json": {
                        person: {
                            personId: string;
                            email: string;
                        };
                        organization: {
                            organizationId: string;
                            name: string;
                            isClient: boolean;
                        };
                        organizations: {
                            organizationId: string;
                            name: string;
                        }[];
                        /** @enum {string} */
                        role: "owner" | "admin" | "billing" | "member";
                        /** @enum {string} */
                        plan: "Free" | "Starter" | "Team" | "Regulated";
                        capabilities: ("policy_basic" | "policy_standard" | "policy_complete" | "api" | "webhooks" | "issue_trackers" | "bundles" | "audit_log" | "proof_export" | "auditor_export" | "pay_as_you_go" | "sso_basic" | "sso_full" | "sla")[];
                        scopes: ("repositories:read" | "repositories:write" | "scans:read" | "scans:write" | "organization:read" | "organization:write" | "billing:read" | "billing:write" | "tokens:write")[];
                        csrfToken: string;
                        /** Format: date-time */
                        idleUntil: string;
                        /** Format: date-time */
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
                "application/json": {
                    organizationId: string;
                };
            };
        };
        responses: {
            /** @description The browser has the new secret. */
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
                    "application/json": {
                        items: {
                            sessionId: string;
                            organizationId: string;
                            current: boolean;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            lastUsedAt?: string;
                            /** Format: date-time */
                            signedInAt?: string;
                            userAgent?: string;
                            /** Format: date-time */
                            idleUntil?: string;
                            /** Format: date-time */
                            expiresAt?: string;
                        }[];
                    };
                };
            };
        };
    };
    "end-own-session": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sessionId: string;
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
                limit?: number;
                cursor?: string;
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
                    "application/json": {
                        items: {
                            tokenId: string;
                            /** @enum {string} */
                            kind: "service" | "personal" | "session" | "pipeline" | "directory";
                            name: string;
                            personId: string;
                            scopes: ("repositories:read" | "repositories:write" | "scans:read" | "scans:write" | "organization:read" | "organization:write" | "billing:read" | "billing:write" | "tokens:write")[];
                            parentId?: string;
                            repositoryIds?: string[];
                            hint: string;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            expiresAt?: string;
                            /** Format: date-time */
                            lastUsedAt?: string;
                            /** Format: date-time */
                            revokedAt?: string;
                        }[];
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
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    kind: "service" | "personal";
                    name: string;
                    /** @description At most those of the credential that asks. */
                    scopes?: ("repositories:read" | "repositories:write" | "scans:read" | "scans:write" | "organization:read" | "organization:write" | "billing:read" | "billing:write" | "tokens:write")[];
                    /** @description 90 for a personal token and 365 for a service token unless stated; never longer than the token that asks, and than the organization permits. */
                    expiresInDays?: number;
                    /** @description Limits a service token to these repositories; any other is 404 to it. */
                    repositoryIds?: string[];
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
                    "application/json": {
                        tokenId: string;
                        /** @enum {string} */
                        kind: "service" | "personal" | "session" | "pipeline" | "directory";
                        name: string;
                        personId: string;
                        scopes: ("repositories:read" | "repositories:write" | "scans:read" | "scans:write" | "organization:read" | "organization:write" | "billing:read" | "billing:write" | "tokens:write")[];
                        parentId?: string;
                        repositoryIds?: string[];
                        hint: string;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        expiresAt?: string;
                        /** Format: date-time */
                        lastUsedAt?: string;
                        /** Format: date-time */
                        revokedAt?: string;
                        /** @description The credential itself, this once. */
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
                tokenId: string;
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
                tokenId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Nobody is made responsible by somebody else.
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
                    "application/json": {
                        tokenId: string;
                        /** @enum {string} */
                        kind: "service" | "personal" | "session" | "pipeline" | "directory";
                        name: string;
                        personId: string;
                        scopes: ("repositories:read" | "repositories:write" | "scans:read" | "scans:write" | "organization:read" | "organization:write" | "billing:read" | "billing:write" | "tokens:write")[];
                        parentId?: string;
                        repositoryIds?: string[];
                        hint: string;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        expiresAt?: string;
                        /** Format: date-time */
                        lastUsedAt?: string;
                        /** Format: date-time */
                        revokedAt?: string;
                    };
                };
            };
        };
    };
    "list-invitations": {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
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
                    "application/json": {
                        items: {
                            invitationId: string;
                            email: string;
                            /** @enum {string} */
                            role: "owner" | "admin" | "billing" | "member";
                            /** @description Id of the person who invites, or `operator`. */
                            invitedBy: string;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            expiresAt: string;
                        }[];
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
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    /** @enum {string} */
                    role: "owner" | "admin" | "billing" | "member";
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
                    "application/json": {
                        invitationId: string;
                        email: string;
                        /** @enum {string} */
                        role: "owner" | "admin" | "billing" | "member";
                        /** @description Id of the person who invites, or `operator`. */
                        invitedBy: string;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        expiresAt: string;
                    };
                };
            };
        };
    };
    "withdraw-invitation": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                invitationId: string;
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
                limit?: number;
                cursor?: string;
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
                    "application/json": {
                        items: {
                            personId: string;
                            email: string;
                            /** @enum {string} */
                            role: "owner" | "admin" | "billing" | "member";
                            /** Format: date-time */
                            joinedAt: string;
                            /**
                             * @description The daily mail about published advisories, which only owners and admins get.
                             * @enum {string}
                             */
                            advisoryDigest: "daily" | "off";
                        }[];
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
                personId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The person, with the tokens and trust rules that ended. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        personId: string;
                        tokens: {
                            tokenId: string;
                            name: string;
                            /** @enum {string} */
                            kind: "service" | "personal" | "session" | "pipeline" | "directory";
                        }[];
                        trustRules: {
                            trustId: string;
                            name: string;
                            /** @enum {string} */
                            provider: "github" | "gitlab" | "bitbucket" | "circleci" | "buildkite" | "azure";
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
                personId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    role?: "owner" | "admin" | "billing" | "member";
                    /**
                     * @description The daily mail about published advisories, which only owners and admins get.
                     * @enum {string}
                     */
                    advisoryDigest?: "daily" | "off";
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
                    "application/json": {
                        personId: string;
                        email: string;
                        /** @enum {string} */
                        role: "owner" | "admin" | "billing" | "member";
                        /** Format: date-time */
                        joinedAt: string;
                        /**
                         * @description The daily mail about published advisories, which only owners and admins get.
                         * @enum {string}
                         */
                        advisoryDigest: "daily" | "off";
                    };
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
                    "application/json": {
                        personId: string;
                        email: string;
                        /** @description Of a session all of them; of a token, or of a session of an organization’s own issuer, that organization alone. */
                        memberships: {
                            organizationId: string;
                            name: string;
                            /** @enum {string} */
                            role: "owner" | "admin" | "billing" | "member";
                            /** Format: date-time */
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
            /** @description The person left, and the address is removed. */
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
                    "application/json": {
                        organizationId: string;
                        name: string;
                        /** Format: date-time */
                        createdAt: string;
                        /** @description The organization that pays. */
                        parentOrganizationId?: string;
                        /** @description The organization leaves; until then an owner can restore it. */
                        closing?: {
                            /** Format: date-time */
                            since: string;
                            /** Format: date-time */
                            eraseAt: string;
                        };
                    };
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
                "application/json": {
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
                    "application/json": {
                        /** Format: uuid */
                        organizationId: string;
                        /** Format: date-time */
                        since: string;
                        /** Format: date-time */
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
                "application/json": {
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
                    "application/json": {
                        organizationId: string;
                        name: string;
                        /** Format: date-time */
                        createdAt: string;
                        /** @description The organization that pays. */
                        parentOrganizationId?: string;
                        /** @description The organization leaves; until then an owner can restore it. */
                        closing?: {
                            /** Format: date-time */
                            since: string;
                            /** Format: date-time */
                            eraseAt: string;
                        };
                    };
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
                    "application/json": {
                        items: {
                            exportId: string;
                            /** @enum {string} */
                            state: "running" | "completed" | "failed";
                            /** Format: date-time */
                            requestedAt: string;
                            /** Format: date-time */
                            completedAt?: string;
                            /** Format: date-time */
                            expiresAt: string;
                            files: {
                                name: string;
                                bytes: number;
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
                    "application/json": {
                        exportId: string;
                        /** @enum {string} */
                        state: "running" | "completed" | "failed";
                        /** Format: date-time */
                        requestedAt: string;
                        /** Format: date-time */
                        completedAt?: string;
                        /** Format: date-time */
                        expiresAt: string;
                    };
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
                    "application/json": {
                        items: {
                            domain: string;
                            /** @enum {string} */
                            status: "pending" | "verified" | "failing";
                            /** @description The DNS record that proves control. It must stay. */
                            record: {
                                /** @constant */
                                type: "TXT";
                                name: string;
                                value: string;
                            };
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            verifiedAt?: string;
                            /** Format: date-time */
                            checkedAt?: string;
                            /**
                             * Format: date-time
                             * @description The daily lookup has not found the record since; after 7 days the domain is lost.
                             */
                            failingSince?: string;
                            /** Format: date-time */
                            lostAt?: string;
                        }[];
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
                "application/json": {
                    /** @description Unicode or punycode; answers have punycode. */
                    domain: string;
                };
            };
        };
        responses: {
            /** @description The organization has the domain already. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        domain: string;
                        /** @enum {string} */
                        status: "pending" | "verified" | "failing";
                        /** @description The DNS record that proves control. It must stay. */
                        record: {
                            /** @constant */
                            type: "TXT";
                            name: string;
                            value: string;
                        };
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        verifiedAt?: string;
                        /** Format: date-time */
                        checkedAt?: string;
                        /**
                         * Format: date-time
                         * @description The daily lookup has not found the record since; after 7 days the domain is lost.
                         */
                        failingSince?: string;
                        /** Format: date-time */
                        lostAt?: string;
                    };
                };
            };
            /** @description The domain, to be verified. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        domain: string;
                        /** @enum {string} */
                        status: "pending" | "verified" | "failing";
                        /** @description The DNS record that proves control. It must stay. */
                        record: {
                            /** @constant */
                            type: "TXT";
                            name: string;
                            value: string;
                        };
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        verifiedAt?: string;
                        /** Format: date-time */
                        checkedAt?: string;
                        /**
                         * Format: date-time
                         * @description The daily lookup has not found the record since; after 7 days the domain is lost.
                         */
                        failingSince?: string;
                        /** Format: date-time */
                        lostAt?: string;
                    };
                };
            };
        };
    };
    "verify-domain": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                domain: string;
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
                    "application/json": {
                        domain: string;
                        /** @enum {string} */
                        status: "pending" | "verified" | "failing";
                        /** @description The DNS record that proves control. It must stay. */
                        record: {
                            /** @constant */
                            type: "TXT";
                            name: string;
                            value: string;
                        };
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        verifiedAt?: string;
                        /** Format: date-time */
                        checkedAt?: string;
                        /**
                         * Format: date-time
                         * @description The daily lookup has not found the record since; after 7 days the domain is lost.
                         */
                        failingSince?: string;
                        /** Format: date-time */
                        lostAt?: string;
                    };
                };
            };
        };
    };
    "remove-domain": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                domain: string;
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
                    "application/json": {
                        configured: boolean;
                        issuer?: {
                            /** @constant */
                            kind: "oidc";
                            issuer: string;
                            clientId: string;
                        } | {
                            /** @constant */
                            kind: "saml";
                            entityId: string;
                            signInUrl: string;
                            /** @description PEM or base64. Two of them let the identity provider change its key. */
                            certificates: string[];
                        };
                        /** @description The role of a person by the values of a claim or attribute, at each sign-in: admin before billing before member. */
                        roles?: {
                            claim: string;
                            values: {
                                [key: string]: "admin" | "billing" | "member";
                            };
                        };
                        enforced?: {
                            /** Format: date-time */
                            since: string;
                            breakGlass: string[];
                        };
                        session?: {
                            idleMinutes?: number;
                            absoluteHours?: number;
                            maxTokenDays?: number;
                            requiredAmr?: string[];
                        };
                        /** Format: date-time */
                        changedAt?: string;
                    };
                };
            };
        };
    };
    "set-sso": {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    issuer: {
                        /** @constant */
                        kind: "oidc";
                        issuer: string;
                        clientId: string;
                        /** @description Stored encrypted, never returned. Left out, it stays for the same client and issuer. */
                        clientSecret?: string;
                    } | {
                        /** @constant */
                        kind: "saml";
                        entityId: string;
                        signInUrl: string;
                        /** @description PEM or base64. Two of them let the identity provider change its key. */
                        certificates: string[];
                    };
                    /** @description The role of a person by the values of a claim or attribute, at each sign-in: admin before billing before member. */
                    roles?: {
                        claim: string;
                        values: {
                            [key: string]: "admin" | "billing" | "member";
                        };
                    };
                    /** @description Only sessions of this identity provider pass, and those of the owners named here. */
                    enforced?: {
                        breakGlass: string[];
                    };
                    session?: {
                        idleMinutes?: number;
                        absoluteHours?: number;
                        maxTokenDays?: number;
                        requiredAmr?: string[];
                    };
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
                    "application/json": {
                        configured: boolean;
                        issuer?: {
                            /** @constant */
                            kind: "oidc";
                            issuer: string;
                            clientId: string;
                        } | {
                            /** @constant */
                            kind: "saml";
                            entityId: string;
                            signInUrl: string;
                            /** @description PEM or base64. Two of them let the identity provider change its key. */
                            certificates: string[];
                        };
                        /** @description The role of a person by the values of a claim or attribute, at each sign-in: admin before billing before member. */
                        roles?: {
                            claim: string;
                            values: {
                                [key: string]: "admin" | "billing" | "member";
                            };
                        };
                        enforced?: {
                            /** Format: date-time */
                            since: string;
                            breakGlass: string[];
                        };
                        session?: {
                            idleMinutes?: number;
                            absoluteHours?: number;
                            maxTokenDays?: number;
                            requiredAmr?: string[];
                        };
                        /** Format: date-time */
                        changedAt?: string;
                    };
                };
            };
        };
    };
    "remove-sso": {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
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
                organizationId: string;
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
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    SAMLResponse?: string;
                    RelayState?: string;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description A page that moves on; the session has begun. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
                    "application/json": {
                        items: {
                            tokenId: string;
                            /** @enum {string} */
                            kind: "service" | "personal" | "session" | "pipeline" | "directory";
                            name: string;
                            personId: string;
                            scopes: ("repositories:read" | "repositories:write" | "scans:read" | "scans:write" | "organization:read" | "organization:write" | "billing:read" | "billing:write" | "tokens:write")[];
                            parentId?: string;
                            repositoryIds?: string[];
                            hint: string;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            expiresAt?: string;
                            /** Format: date-time */
                            lastUsedAt?: string;
                            /** Format: date-time */
                            revokedAt?: string;
                        }[];
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
                "application/json": {
                    name: string;
                    /** @description 365 unless stated. */
                    expiresInDays?: number;
                };
            };
        };
        responses: {
            /** @description The token, shown this once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tokenId: string;
                        /** @enum {string} */
                        kind: "service" | "personal" | "session" | "pipeline" | "directory";
                        name: string;
                        personId: string;
                        scopes: ("repositories:read" | "repositories:write" | "scans:read" | "scans:write" | "organization:read" | "organization:write" | "billing:read" | "billing:write" | "tokens:write")[];
                        parentId?: string;
                        repositoryIds?: string[];
                        hint: string;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        expiresAt?: string;
                        /** Format: date-time */
                        lastUsedAt?: string;
                        /** Format: date-time */
                        revokedAt?: string;
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
                tokenId: string;
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
                    "application/json": {
                        items: {
                            trustId: string;
                            name: string;
                            /** @enum {string} */
                            provider: "github" | "gitlab" | "bitbucket" | "circleci" | "buildkite" | "azure";
                            issuer: string;
                            audience: string;
                            match: {
                                [key: string]: string | {
                                    glob: string;
                                };
                            };
                            repositories: ("matching" | "all") | string[];
                            scopes: string[];
                            /**
                             * @description For providers whose JWTs do not tell forks: whether builds of forks are off there, or accepted as others are.
                             * @enum {string}
                             */
                            forkBuilds?: "off" | "accepted";
                            personId: string;
                            /** Format: date-time */
                            heldSince: string;
                            createdBy: string;
                            /** Format: date-time */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @description To the hour.
                             */
                            lastUsedAt?: string;
                        }[];
                    };
                };
            };
        };
    };
    "create-trust-rule": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @enum {string} */
                    provider: "github" | "gitlab" | "bitbucket" | "circleci" | "buildkite" | "azure";
                    /** @description As the JWTs name it; needed where each customer has one. */
                    issuer?: string;
                    /** @description `scangate:<organizationId>` unless given; fixed for azure. */
                    audience?: string;
                    /** @description All of these claims must match. One of them is an exact id of the provider. */
                    match: {
                        [key: string]: string | {
                            glob: string;
                        };
                    };
                    /** @description `matching`: the connected repository that the JWT names. */
                    repositories: ("matching" | "all") | string[];
                    /** @description All that a pipeline can have, unless given. */
                    scopes?: ("repositories:read" | "scans:read" | "scans:write")[];
                    /**
                     * @description For providers whose JWTs do not tell forks: whether builds of forks are off there, or accepted as others are.
                     * @enum {string}
                     */
                    forkBuilds?: "off" | "accepted";
                    /** @description Your own id: a rule acts for who makes it or takes it over. */
                    personId?: string;
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
                    "application/json": {
                        trustId: string;
                        name: string;
                        /** @enum {string} */
                        provider: "github" | "gitlab" | "bitbucket" | "circleci" | "buildkite" | "azure";
                        issuer: string;
                        audience: string;
                        match: {
                            [key: string]: string | {
                                glob: string;
                            };
                        };
                        repositories: ("matching" | "all") | string[];
                        scopes: string[];
                        /**
                         * @description For providers whose JWTs do not tell forks: whether builds of forks are off there, or accepted as others are.
                         * @enum {string}
                         */
                        forkBuilds?: "off" | "accepted";
                        personId: string;
                        /** Format: date-time */
                        heldSince: string;
                        createdBy: string;
                        /** Format: date-time */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @description To the hour.
                         */
                        lastUsedAt?: string;
                    };
                };
            };
        };
    };
    "get-trust-rule": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                trustId: string;
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
                    "application/json": {
                        trustId: string;
                        name: string;
                        /** @enum {string} */
                        provider: "github" | "gitlab" | "bitbucket" | "circleci" | "buildkite" | "azure";
                        issuer: string;
                        audience: string;
                        match: {
                            [key: string]: string | {
                                glob: string;
                            };
                        };
                        repositories: ("matching" | "all") | string[];
                        scopes: string[];
                        /**
                         * @description For providers whose JWTs do not tell forks: whether builds of forks are off there, or accepted as others are.
                         * @enum {string}
                         */
                        forkBuilds?: "off" | "accepted";
                        personId: string;
                        /** Format: date-time */
                        heldSince: string;
                        createdBy: string;
                        /** Format: date-time */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @description To the hour.
                         */
                        lastUsedAt?: string;
                    };
                };
            };
        };
    };
    "remove-trust-rule": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                trustId: string;
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
                trustId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    audience?: string;
                    /** @description All of these claims must match. One of them is an exact id of the provider. */
                    match?: {
                        [key: string]: string | {
                            glob: string;
                        };
                    };
                    /** @description `matching`: the connected repository that the JWT names. */
                    repositories?: ("matching" | "all") | string[];
                    scopes?: ("repositories:read" | "scans:read" | "scans:write")[];
                    /**
                     * @description For providers whose JWTs do not tell forks: whether builds of forks are off there, or accepted as others are.
                     * @enum {string}
                     */
                    forkBuilds?: "off" | "accepted";
                    /** @description Your own id: a rule acts for who makes it or takes it over. */
                    personId?: string;
                };
            };
        };
        responses: {
            /** @description The rule as it is then. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        trustId: string;
                        name: string;
                        /** @enum {string} */
                        provider: "github" | "gitlab" | "bitbucket" | "circleci" | "buildkite" | "azure";
                        issuer: string;
                        audience: string;
                        match: {
                            [key: string]: string | {
                                glob: string;
                            };
                        };
                        repositories: ("matching" | "all") | string[];
                        scopes: string[];
                        /**
                         * @description For providers whose JWTs do not tell forks: whether builds of forks are off there, or accepted as others are.
                         * @enum {string}
                         */
                        forkBuilds?: "off" | "accepted";
                        personId: string;
                        /** Format: date-time */
                        heldSince: string;
                        createdBy: string;
                        /** Format: date-time */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @description To the hour.
                         */
                        lastUsedAt?: string;
                    };
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
                "application/json": {
                    token: string;
                } | {
                    claims: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description What each rule says. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        signature: "valid" | "invalid" | "unchecked";
                        /**
                         * @description Why the JWT would be refused before any rule is looked at.
                         * @enum {string}
                         */
                        reason?: "too_large" | "malformed" | "algorithm" | "issuer" | "keys_unavailable" | "key_unknown" | "key_ambiguous" | "key_weak" | "signature" | "times_missing" | "expired" | "not_yet_valid" | "lives_too_long" | "audience";
                        /** @description The rule that would be used. */
                        trustId?: string;
                        rules: {
                            trustId: string;
                            name: string;
                            matches: boolean;
                            failed: {
                                claim: string;
                                expected?: string | {
                                    glob: string;
                                };
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
                "application/json": {
                    organizationId: string;
                    /** @description The JWT of the CI. */
                    token: string;
                };
            };
        };
        responses: {
            /** @description The token, this once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        token: string;
                        /** Format: date-time */
                        expiresAt: string;
                        scopes: string[];
                        /** @description Absent: every repository. */
                        repositoryIds?: string[];
                        trustId: string;
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
                    "application/json": {
                        items: {
                            webhookId: string;
                            name: string;
                            url: string;
                            events: string[];
                            /** @description Keeps events out that tell of something else; an absent field keeps none out. */
                            filter?: {
                                repositoryIds?: string[];
                                branches?: string[];
                                /** @enum {string} */
                                minimumSeverity?: "critical" | "high" | "medium" | "low" | "unknown";
                                verdicts?: ("PASS" | "FAIL" | "ERROR")[];
                            };
                            /**
                             * Format: date-time
                             * @description Until then each delivery has a signature of a replaced secret, too.
                             */
                            oldSecretSignsUntil?: string;
                            /** Format: date-time */
                            createdAt: string;
                            enabled: boolean;
                            /** @description Why it gets nothing, and since when. */
                            disabled?: {
                                /** Format: date-time */
                                at: string;
                                /** @enum {string} */
                                cause: "person" | "gone" | "failing" | "credential_refused";
                            };
                            /** @description The plan does not include it: it is kept, gets nothing, and goes on with the plan. */
                            paused: boolean;
                            /** @description Failed attempts in a row. */
                            failures: number;
                            /** Format: date-time */
                            failingSince?: string;
                            /** Format: date-time */
                            lastDeliveredAt?: string;
                        }[];
                    };
                };
            };
        };
    };
    "create-webhook": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description https, port 443 or from 1024 on, no user name, at most 2,048 characters; its host has a public address. */
                    url: string;
                    /** @description Types of events, `scan.*` for a family, or `*` for all. */
                    events: string[];
                    /** @description The host of the URL unless given. */
                    name?: string;
                    /** @description Keeps events out that tell of something else; an absent field keeps none out. */
                    filter?: {
                        repositoryIds?: string[];
                        branches?: string[];
                        /** @enum {string} */
                        minimumSeverity?: "critical" | "high" | "medium" | "low" | "unknown";
                        verdicts?: ("PASS" | "FAIL" | "ERROR")[];
                    };
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
                    "application/json": {
                        webhookId: string;
                        name: string;
                        url: string;
                        events: string[];
                        /** @description Keeps events out that tell of something else; an absent field keeps none out. */
                        filter?: {
                            repositoryIds?: string[];
                            branches?: string[];
                            /** @enum {string} */
                            minimumSeverity?: "critical" | "high" | "medium" | "low" | "unknown";
                            verdicts?: ("PASS" | "FAIL" | "ERROR")[];
                        };
                        /**
                         * Format: date-time
                         * @description Until then each delivery has a signature of a replaced secret, too.
                         */
                        oldSecretSignsUntil?: string;
                        /** Format: date-time */
                        createdAt: string;
                        enabled: boolean;
                        /** @description Why it gets nothing, and since when. */
                        disabled?: {
                            /** Format: date-time */
                            at: string;
                            /** @enum {string} */
                            cause: "person" | "gone" | "failing" | "credential_refused";
                        };
                        /** @description The plan does not include it: it is kept, gets nothing, and goes on with the plan. */
                        paused: boolean;
                        /** @description Failed attempts in a row. */
                        failures: number;
                        /** Format: date-time */
                        failingSince?: string;
                        /** Format: date-time */
                        lastDeliveredAt?: string;
                        /** @description `whsec_` and 32 bytes in Base64, this once. It verifies signatures. */
                        secret?: string;
                    };
                };
            };
        };
    };
    "get-webhook": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookId: string;
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
                    "application/json": {
                        webhookId: string;
                        name: string;
                        url: string;
                        events: string[];
                        /** @description Keeps events out that tell of something else; an absent field keeps none out. */
                        filter?: {
                            repositoryIds?: string[];
                            branches?: string[];
                            /** @enum {string} */
                            minimumSeverity?: "critical" | "high" | "medium" | "low" | "unknown";
                            verdicts?: ("PASS" | "FAIL" | "ERROR")[];
                        };
                        /**
                         * Format: date-time
                         * @description Until then each delivery has a signature of a replaced secret, too.
                         */
                        oldSecretSignsUntil?: string;
                        /** Format: date-time */
                        createdAt: string;
                        enabled: boolean;
                        /** @description Why it gets nothing, and since when. */
                        disabled?: {
                            /** Format: date-time */
                            at: string;
                            /** @enum {string} */
                            cause: "person" | "gone" | "failing" | "credential_refused";
                        };
                        /** @description The plan does not include it: it is kept, gets nothing, and goes on with the plan. */
                        paused: boolean;
                        /** @description Failed attempts in a row. */
                        failures: number;
                        /** Format: date-time */
                        failingSince?: string;
                        /** Format: date-time */
                        lastDeliveredAt?: string;
                    };
                };
            };
        };
    };
    "remove-webhook": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookId: string;
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
                "If-Match"?: string;
            };
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description https, port 443 or from 1024 on, no user name, at most 2,048 characters; its host has a public address. */
                    url?: string;
                    /** @description Types of events, `scan.*` for a family, or `*` for all. */
                    events?: string[];
                    name?: string;
                    /** @description `null` removes it. */
                    filter?: {
                        repositoryIds?: string[];
                        branches?: string[];
                        /** @enum {string} */
                        minimumSeverity?: "critical" | "high" | "medium" | "low" | "unknown";
                        verdicts?: ("PASS" | "FAIL" | "ERROR")[];
                    } | null;
                    /** @description `true` enables what was disabled, by a person or by the service. */
                    enabled?: boolean;
                };
            };
        };
        responses: {
            /** @description The webhook as it is then. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhookId: string;
                        name: string;
                        url: string;
                        events: string[];
                        /** @description Keeps events out that tell of something else; an absent field keeps none out. */
                        filter?: {
                            repositoryIds?: string[];
                            branches?: string[];
                            /** @enum {string} */
                            minimumSeverity?: "critical" | "high" | "medium" | "low" | "unknown";
                            verdicts?: ("PASS" | "FAIL" | "ERROR")[];
                        };
                        /**
                         * Format: date-time
                         * @description Until then each delivery has a signature of a replaced secret, too.
                         */
                        oldSecretSignsUntil?: string;
                        /** Format: date-time */
                        createdAt: string;
                        enabled: boolean;
                        /** @description Why it gets nothing, and since when. */
                        disabled?: {
                            /** Format: date-time */
                            at: string;
                            /** @enum {string} */
                            cause: "person" | "gone" | "failing" | "credential_refused";
                        };
                        /** @description The plan does not include it: it is kept, gets nothing, and goes on with the plan. */
                        paused: boolean;
                        /** @description Failed attempts in a row. */
                        failures: number;
                        /** Format: date-time */
                        failingSince?: string;
                        /** Format: date-time */
                        lastDeliveredAt?: string;
                    };
                };
            };
        };
    };
    "rotate-webhook-secret": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
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
                    "application/json": {
                        webhookId: string;
                        name: string;
                        url: string;
                        events: string[];
                        /** @description Keeps events out that tell of something else; an absent field keeps none out. */
                        filter?: {
                            repositoryIds?: string[];
                            branches?: string[];
                            /** @enum {string} */
                            minimumSeverity?: "critical" | "high" | "medium" | "low" | "unknown";
                            verdicts?: ("PASS" | "FAIL" | "ERROR")[];
                        };
                        /**
                         * Format: date-time
                         * @description Until then each delivery has a signature of a replaced secret, too.
                         */
                        oldSecretSignsUntil?: string;
                        /** Format: date-time */
                        createdAt: string;
                        enabled: boolean;
                        /** @description Why it gets nothing, and since when. */
                        disabled?: {
                            /** Format: date-time */
                            at: string;
                            /** @enum {string} */
                            cause: "person" | "gone" | "failing" | "credential_refused";
                        };
                        /** @description The plan does not include it: it is kept, gets nothing, and goes on with the plan. */
                        paused: boolean;
                        /** @description Failed attempts in a row. */
                        failures: number;
                        /** Format: date-time */
                        failingSince?: string;
                        /** Format: date-time */
                        lastDeliveredAt?: string;
                        /** @description `whsec_` and 32 bytes in Base64, this once. It verifies signatures. */
                        secret?: string;
                    };
                };
            };
        };
    };
    "test-webhook": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                webhookId: string;
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
                    "application/json": {
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
                "Idempotency-Key"?: string;
            };
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    sequence: number;
                } | {
                    /** Format: date-time */
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
                    "application/json": {
                        sequence?: number;
                        /** Format: date-time */
                        since?: string;
                    };
                };
            };
        };
    };
    "list-webhook-deliveries": {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path: {
                webhookId: string;
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
                        items: {
                            sequence: number;
                            eventId: string;
                            /** @enum {string} */
                            type: "scan.completed" | "scan.failed" | "scan.cancelled" | "pull_request_check.completed" | "finding.introduced" | "finding.fixed" | "advisory.matched" | "waiver.requested" | "waiver.approved" | "waiver.expiring" | "waiver.expired" | "gate.changed" | "repository.connected" | "repository.disconnected" | "token.issued" | "token.revoked" | "member.joined" | "member.removed" | "credits.low" | "payment.failed" | "payment.resolved" | "invoice.paid" | "plan.changed" | "auditor_pack.ready" | "bundle.released" | "bundle.affected" | "webhook.disabled" | "webhook.test";
                            /** Format: date-time */
                            eventAt: string;
                            /** @enum {string} */
                            state: "waiting" | "delivered" | "given_up";
                            /** Format: date-time */
                            nextAttemptAt?: string;
                            replayed: boolean;
                            attempts: {
                                /** Format: date-time */
                                at: string;
                                milliseconds: number;
                                status?: number;
                                /** @enum {string} */
                                cause?: "dns" | "forbidden_address" | "connection" | "tls" | "timeout" | "too_large" | "redirected" | "status" | "rejected";
                                /** @description The beginning of the answer. */
                                excerpt?: string;
                            }[];
                            /** @description What is sent: the same body at every attempt. */
                            request?: {
                                /** @description Without the signature. */
                                headers: {
                                    [key: string]: string;
                                };
                                body: {
                                    id: string;
                                    /** @enum {string} */
                                    type: "scan.completed" | "scan.failed" | "scan.cancelled" | "pull_request_check.completed" | "finding.introduced" | "finding.fixed" | "advisory.matched" | "waiver.requested" | "waiver.approved" | "waiver.expiring" | "waiver.expired" | "gate.changed" | "repository.connected" | "repository.disconnected" | "token.issued" | "token.revoked" | "member.joined" | "member.removed" | "credits.low" | "payment.failed" | "payment.resolved" | "invoice.paid" | "plan.changed" | "auditor_pack.ready" | "bundle.released" | "bundle.affected" | "webhook.disabled" | "webhook.test";
                                    /** Format: date-time */
                                    timestamp: string;
                                    organizationId: string;
                                    data: {
                                        [key: string]: unknown;
                                    };
                                    sequence: number;
                                };
                            };
                        }[];
                        nextCursor?: string;
                    };
                };
            };
        };
    };
    "list-events": {
        parameters: {
            query?: {
                limit?: number;
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
                    "application/json": {
                        items: {
                            id: string;
                            /** @enum {string} */
                            type: "scan.completed" | "scan.failed" | "scan.cancelled" | "pull_request_check.completed" | "finding.introduced" | "finding.fixed" | "advisory.matched" | "waiver.requested" | "waiver.approved" | "waiver.expiring" | "waiver.expired" | "gate.changed" | "repository.connected" | "repository.disconnected" | "token.issued" | "token.revoked" | "member.joined" | "member.removed" | "credits.low" | "payment.failed" | "payment.resolved" | "invoice.paid" | "plan.changed" | "auditor_pack.ready" | "bundle.released" | "bundle.affected" | "webhook.disabled" | "webhook.test";
                            /** Format: date-time */
                            timestamp: string;
                            organizationId: string;
                            data: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description Where the next request goes on. */
                        after: string;
                        /** @description Whether more events stand there already. */
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
                    "application/json": {
                        items: {
                            integrationId: string;
                            /** @enum {string} */
                            kind: "slack" | "teams" | "github_issues" | "gitlab_issues" | "jira" | "linear";
                            name: string;
                            types: string[];
                            /** @description Keeps events out that tell of something else; an absent field keeps none out. */
                            filter?: {
                                repositoryIds?: string[];
                                branches?: string[];
                                /** @enum {string} */
                                minimumSeverity?: "critical" | "high" | "medium" | "low" | "unknown";
                                verdicts?: ("PASS" | "FAIL" | "ERROR")[];
                            };
                            /** @description As the kind has them, without the credential. */
                            settings: {
                                [key: string]: unknown;
                            };
                            /** @description Where it arrives, in the words of the provider. */
                            target?: string;
                            /** Format: date-time */
                            createdAt: string;
                            enabled: boolean;
                            /** @description Why it gets nothing, and since when. */
                            disabled?: {
                                /** Format: date-time */
                                at: string;
                                /** @enum {string} */
                                cause: "person" | "gone" | "failing" | "credential_refused";
                            };
                            /** @description The plan does not include it: it is kept, gets nothing, and goes on with the plan. */
                            paused: boolean;
                            /** @description Failed attempts in a row. */
                            failures: number;
                            /** Format: date-time */
                            failingSince?: string;
                            /** Format: date-time */
                            lastDeliveredAt?: string;
                        }[];
                    };
                };
            };
        };
    };
    "create-integration": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    kind: "slack";
                    name: string;
                    /** @description Types of events, `scan.*` for a family, or `*` for all. */
                    types?: string[];
                    /** @description Keeps events out that tell of something else; an absent field keeps none out. */
                    filter?: {
                        repositoryIds?: string[];
                        branches?: string[];
                        /** @enum {string} */
                        minimumSeverity?: "critical" | "high" | "medium" | "low" | "unknown";
                        verdicts?: ("PASS" | "FAIL" | "ERROR")[];
                    };
                    settings: {
                        /** @description The id of the channel, for a bot token. */
                        channel?: string;
                        /** @description Without rules every event of the integration is a message. */
                        rules?: {
                            /** @description Event types, `scan.*` or `*`. */
                            types: string[];
                            repositoryIds?: string[];
                            /** @enum {string} */
                            minimumSeverity?: "critical" | "high" | "medium" | "low" | "unknown";
                            /**
                             * @description `each` sends a message for an event, `digest` one for all of an hour.
                             * @enum {string}
                             */
                            mode: "each" | "digest";
                        }[];
                    };
                    credential: {
                        /** @description The URL of an incoming webhook; it names the channel by itself. */
                        webhookUrl: string;
                    } | {
                        /** @description A bot token with the scope chat:write; it needs `settings.channel`. */
                        botToken: string;
                    };
                } | {
                    /** @constant */
                    kind: "teams";
                    name: string;
                    /** @description Types of events, `scan.*` for a family, or `*` for all. */
                    types?: string[];
                    /** @description Keeps events out that tell of something else; an absent field keeps none out. */
                    filter?: {
                        repositoryIds?: string[];
                        branches?: string[];
                        /** @enum {string} */
                        minimumSeverity?: "critical" | "high" | "medium" | "low" | "unknown";
                        verdicts?: ("PASS" | "FAIL" | "ERROR")[];
                    };
                    settings: {
                        /** @description Without rules every event of the integration is a message. */
                        rules?: {
                            /** @description Event types, `scan.*` or `*`. */
                            types: string[];
                            repositoryIds?: string[];
                            /** @enum {string} */
                            minimumSeverity?: "critical" | "high" | "medium" | "low" | "unknown";
                            /**
                             * @description `each` sends a message for an event, `digest` one for all of an hour.
                             * @enum {string}
                             */
                            mode: "each" | "digest";
                        }[];
                    };
                    credential: {
                        /** @description The URL of a workflow that posts to a channel when a webhook request is received. */
                        workflowUrl: string;
                    };
                } | {
                    /** @constant */
                    kind: "github_issues";
                    name: string;
                    /** @description Types of events, `scan.*` for a family, or `*` for all. */
                    types?: string[];
                    /** @description Keeps events out that tell of something else; an absent field keeps none out. */
                    filter?: {
                        repositoryIds?: string[];
                        branches?: string[];
                        /** @enum {string} */
                        minimumSeverity?: "critical" | "high" | "medium" | "low" | "unknown";
                        verdicts?: ("PASS" | "FAIL" | "ERROR")[];
                    };
                    settings: {
                        /** @description The repository whose issues they are, as `owner/name`. */
                        repository: string;
                        /** @description The origin of an enterprise server. */
                        url?: string;
                        /**
                         * @description The least severity that is worth an issue; without it that of the gate.
                         * @enum {string}
                         */
                        minimumSeverity?: "critical" | "high" | "medium" | "low";
                        /** @description At most so many new issues on a day (UTC), the worst first; without it 20. */
                        newTicketsPerDay?: number;
                    };
                    credential: {
                        /** @description A token that may write issues of the repository. */
                        token: string;
                    } | {
                        appId: string;
                        installationId: string;
                        /** @description The private key of the App, as PEM. */
                        privateKey: string;
                    };
                } | {
                    /** @constant */
                    kind: "gitlab_issues";
                    name: string;
                    /** @description Types of events, `scan.*` for a family, or `*` for all. */
                    types?: string[];
                    /** @description Keeps events out that tell of something else; an absent field keeps none out. */
                    filter?: {
                        repositoryIds?: string[];
                        branches?: string[];
                        /** @enum {string} */
                        minimumSeverity?: "critical" | "high" | "medium" | "low" | "unknown";
                        verdicts?: ("PASS" | "FAIL" | "ERROR")[];
                    };
                    settings: {
                        /** @description The project whose issues they are: its path, or its number. */
                        project: string;
                        /** @description The origin of an instance of one’s own. */
                        url?: string;
                        /**
                         * @description The least severity that is worth an issue; without it that of the gate.
                         * @enum {string}
                         */
                        minimumSeverity?: "critical" | "high" | "medium" | "low";
                        /** @description At most so many new issues on a day (UTC), the worst first; without it 20. */
                        newTicketsPerDay?: number;
                    };
                    credential: {
                        /** @description An access token with the scope api. */
                        token: string;
                    };
                } | {
                    /** @constant */
                    kind: "jira";
                    name: string;
                    /** @description Types of events, `scan.*` for a family, or `*` for all. */
                    types?: string[];
                    /** @description Keeps events out that tell of something else; an absent field keeps none out. */
                    filter?: {
                        repositoryIds?: string[];
                        branches?: string[];
                        /** @enum {string} */
                        minimumSeverity?: "critical" | "high" | "medium" | "low" | "unknown";
                        verdicts?: ("PASS" | "FAIL" | "ERROR")[];
                    };
                    settings: {
                        /** @description The host of the site, as `acme.atlassian.net`. */
                        site: string;
                        /** @description The key of the project. */
                        project: string;
                        /** @description The name of the issue type, as `Bug`. */
                        issueType: string;
                        /** @description The transition that closes an issue; without it the first to a status of the category done. */
                        doneTransition?: string;
                        /** @description The transition that opens an issue again; without it the first to a status of another category. */
                        reopenTransition?: string;
                        /**
                         * @description The least severity that is worth an issue; without it that of the gate.
                         * @enum {string}
                         */
                        minimumSeverity?: "critical" | "high" | "medium" | "low";
                        /** @description At most so many new issues on a day (UTC), the worst first; without it 20. */
                        newTicketsPerDay?: number;
                    };
                    credential: {
                        email: string;
                        /** @description An API token of the account with this address. */
                        token: string;
                    };
                } | {
                    /** @constant */
                    kind: "linear";
                    name: string;
                    /** @description Types of events, `scan.*` for a family, or `*` for all. */
                    types?: string[];
                    /** @description Keeps events out that tell of something else; an absent field keeps none out. */
                    filter?: {
                        repositoryIds?: string[];
                        branches?: string[];
                        /** @enum {string} */
                        minimumSeverity?: "critical" | "high" | "medium" | "low" | "unknown";
                        verdicts?: ("PASS" | "FAIL" | "ERROR")[];
                    };
                    settings: {
                        /** @description The key of the team, as in the names of its issues: `ENG`. */
                        team: string;
                        /**
                         * @description The least severity that is worth an issue; without it that of the gate.
                         * @enum {string}
                         */
                        minimumSeverity?: "critical" | "high" | "medium" | "low";
                        /** @description At most so many new issues on a day (UTC), the worst first; without it 20. */
                        newTicketsPerDay?: number;
                    };
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
                    "application/json": {
                        integrationId: string;
                        /** @enum {string} */
                        kind: "slack" | "teams" | "github_issues" | "gitlab_issues" | "jira" | "linear";
                        name: string;
                        types: string[];
                        /** @description Keeps events out that tell of something else; an absent field keeps none out. */
                        filter?: {
                            repositoryIds?: string[];
                            branches?: string[];
                            /** @enum {string} */
                            minimumSeverity?: "critical" | "high" | "medium" | "low" | "unknown";
                            verdicts?: ("PASS" | "FAIL" | "ERROR")[];
                        };
                        /** @description As the kind has them, without the credential. */
                        settings: {
                            [key: string]: unknown;
                        };
                        /** @description Where it arrives, in the words of the provider. */
                        target?: string;
                        /** Format: date-time */
                        createdAt: string;
                        enabled: boolean;
                        /** @description Why it gets nothing, and since when. */
                        disabled?: {
                            /** Format: date-time */
                            at: string;
                            /** @enum {string} */
                            cause: "person" | "gone" | "failing" | "credential_refused";
                        };
                        /** @description The plan does not include it: it is kept, gets nothing, and goes on with the plan. */
                        paused: boolean;
                        /** @description Failed attempts in a row. */
                        failures: number;
                        /** Format: date-time */
                        failingSince?: string;
                        /** Format: date-time */
                        lastDeliveredAt?: string;
                    };
                };
            };
        };
    };
    "get-integration": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                integrationId: string;
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
                    "application/json": {
                        integrationId: string;
                        /** @enum {string} */
                        kind: "slack" | "teams" | "github_issues" | "gitlab_issues" | "jira" | "linear";
                        name: string;
                        types: string[];
                        /** @description Keeps events out that tell of something else; an absent field keeps none out. */
                        filter?: {
                            repositoryIds?: string[];
                            branches?: string[];
                            /** @enum {string} */
                            minimumSeverity?: "critical" | "high" | "medium" | "low" | "unknown";
                            verdicts?: ("PASS" | "FAIL" | "ERROR")[];
                        };
                        /** @description As the kind has them, without the credential. */
                        settings: {
                            [key: string]: unknown;
                        };
                        /** @description Where it arrives, in the words of the provider. */
                        target?: string;
                        /** Format: date-time */
                        createdAt: string;
                        enabled: boolean;
                        /** @description Why it gets nothing, and since when. */
                        disabled?: {
                            /** Format: date-time */
                            at: string;
                            /** @enum {string} */
                            cause: "person" | "gone" | "failing" | "credential_refused";
                        };
                        /** @description The plan does not include it: it is kept, gets nothing, and goes on with the plan. */
                        paused: boolean;
                        /** @description Failed attempts in a row. */
                        failures: number;
                        /** Format: date-time */
                        failingSince?: string;
                        /** Format: date-time */
                        lastDeliveredAt?: string;
                    };
                };
            };
        };
    };
    "remove-integration": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                integrationId: string;
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
                "If-Match"?: string;
            };
            path: {
                integrationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    /** @description Types of events, `scan.*` for a family, or `*` for all. */
                    types?: string[];
                    /** @description `null` removes it. */
                    filter?: {
                        repositoryIds?: string[];
                        branches?: string[];
                        /** @enum {string} */
                        minimumSeverity?: "critical" | "high" | "medium" | "low" | "unknown";
                        verdicts?: ("PASS" | "FAIL" | "ERROR")[];
                    } | null;
                    /** @description Replaces all settings. Those that reach the provider need the credential with them. */
                    settings?: {
                        [key: string]: unknown;
                    };
                    credential?: {
                        [key: string]: unknown;
                    };
                    /** @description After the provider refused the credential, `true` needs a new one. */
                    enabled?: boolean;
                };
            };
        };
        responses: {
            /** @description The integration as it is then. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        integrationId: string;
                        /** @enum {string} */
                        kind: "slack" | "teams" | "github_issues" | "gitlab_issues" | "jira" | "linear";
                        name: string;
                        types: string[];
                        /** @description Keeps events out that tell of something else; an absent field keeps none out. */
                        filter?: {
                            repositoryIds?: string[];
                            branches?: string[];
                            /** @enum {string} */
                            minimumSeverity?: "critical" | "high" | "medium" | "low" | "unknown";
                            verdicts?: ("PASS" | "FAIL" | "ERROR")[];
                        };
                        /** @description As the kind has them, without the credential. */
                        settings: {
                            [key: string]: unknown;
                        };
                        /** @description Where it arrives, in the words of the provider. */
                        target?: string;
                        /** Format: date-time */
                        createdAt: string;
                        enabled: boolean;
                        /** @description Why it gets nothing, and since when. */
                        disabled?: {
                            /** Format: date-time */
                            at: string;
                            /** @enum {string} */
                            cause: "person" | "gone" | "failing" | "credential_refused";
                        };
                        /** @description The plan does not include it: it is kept, gets nothing, and goes on with the plan. */
                        paused: boolean;
                        /** @description Failed attempts in a row. */
                        failures: number;
                        /** Format: date-time */
                        failingSince?: string;
                        /** Format: date-time */
                        lastDeliveredAt?: string;
                    };
                };
            };
        };
    };
    "test-integration": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                integrationId: string;
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
                    "application/json": {
                        /** @description Where it arrived. */
                        target: string;
                    };
                };
            };
        };
    };
    "list-integration-deliveries": {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path: {
                integrationId: string;
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
                        items: {
                            sequence: number;
                            eventId: string;
                            /** @enum {string} */
                            type: "scan.completed" | "scan.failed" | "scan.cancelled" | "pull_request_check.completed" | "finding.introduced" | "finding.fixed" | "advisory.matched" | "waiver.requested" | "waiver.approved" | "waiver.expiring" | "waiver.expired" | "gate.changed" | "repository.connected" | "repository.disconnected" | "token.issued" | "token.revoked" | "member.joined" | "member.removed" | "credits.low" | "payment.failed" | "payment.resolved" | "invoice.paid" | "plan.changed" | "auditor_pack.ready" | "bundle.released" | "bundle.affected" | "webhook.disabled" | "webhook.test";
                            /** Format: date-time */
                            eventAt: string;
                            /** @enum {string} */
                            state: "waiting" | "delivered" | "given_up";
                            /** Format: date-time */
                            nextAttemptAt?: string;
                            replayed: boolean;
                            attempts: {
                                /** Format: date-time */
                                at: string;
                                milliseconds: number;
                                status?: number;
                                /** @enum {string} */
                                cause?: "dns" | "forbidden_address" | "connection" | "tls" | "timeout" | "too_large" | "redirected" | "status" | "rejected";
                                /** @description The beginning of the answer. */
                                excerpt?: string;
                            }[];
                        }[];
                        nextCursor?: string;
                    };
                };
            };
        };
    };
    "list-integration-tickets": {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path: {
                integrationId: string;
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
                    "application/json": {
                        items: {
                            /** @description The marker of the issue is `scangate:` and this. */
                            group: string;
                            repositoryId: string;
                            projectUnitId: string;
                            /** @enum {string} */
                            state: "claimed" | "open" | "closed";
                            title: string;
                            externalId?: string;
                            url?: string;
                            /** @enum {string} */
                            closedBy?: "service" | "person";
                            /** @enum {string} */
                            severity: "critical" | "high" | "medium" | "low" | "unknown";
                            knownExploited: boolean;
                            /** @description What the tracker refused last; it is tried again after a change or a day. */
                            rejected?: {
                                /** Format: date-time */
                                at: string;
                                detail: string;
                            };
                            /** Format: date-time */
                            changedAt: string;
                        }[];
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
                    "application/json": {
                        /** @enum {string} */
                        apiGateSeverityThreshold: "critical" | "high" | "medium" | "low";
                        /** @enum {string} */
                        unknownSeverityAs: "critical" | "high" | "medium" | "low";
                        /**
                         * @description low: findings in code of low confidence are judged, too; high: they are reported only.
                         * @enum {string}
                         */
                        minimumConfidence: "high" | "low";
                        /** @description Findings in test, fixture, example and documentation folders. */
                        testFolders: {
                            /**
                             * @description The highest severity of a secret; critical: as elsewhere.
                             * @enum {string}
                             */
                            secrets: "critical" | "high" | "medium" | "low";
                            /**
                             * @description The highest severity of a finding in code; critical: as elsewhere.
                             * @enum {string}
                             */
                            code: "critical" | "high" | "medium" | "low";
                        };
                        licensePolicy: {
                            denyCategories: ("permissive" | "weak-copyleft" | "strong-copyleft" | "network-copyleft" | "source-available" | "proprietary" | "unknown")[];
                            deny: string[];
                            allow: string[];
                            exceptions: {
                                /** @description A package name, or a package URL with or without version; * matches any text. */
                                package: string;
                                /** @description Accepted under this license only; absent: under any stated license. */
                                license?: string;
                                reason: string;
                            }[];
                            /** @description Development dependencies are reported and not judged. */
                            ignoreDevelopment: boolean;
                        };
                        sourcePolicy: {
                            /** @description The severity of findings about the sources of packages, by rule; absent: medium for named-registry and replaced-package, else high. */
                            severities: {
                                /** @enum {string} */
                                "resolved-mismatch"?: "critical" | "high" | "medium" | "low";
                                /** @enum {string} */
                                "unexpected-host"?: "critical" | "high" | "medium" | "low";
                                /** @enum {string} */
                                "missing-integrity"?: "critical" | "high" | "medium" | "low";
                                /** @enum {string} */
                                "git-source"?: "critical" | "high" | "medium" | "low";
                                /** @enum {string} */
                                "url-source"?: "critical" | "high" | "medium" | "low";
                                /** @enum {string} */
                                "insecure-source"?: "critical" | "high" | "medium" | "low";
                                /** @enum {string} */
                                "extra-registry"?: "critical" | "high" | "medium" | "low";
                                /** @enum {string} */
                                "named-registry"?: "critical" | "high" | "medium" | "low";
                                /** @enum {string} */
                                "replaced-package"?: "critical" | "high" | "medium" | "low";
                            };
                            /** @description Hosts that serve packages of the organization; `*.example.com` covers every subdomain. */
                            allowedHosts: string[];
                        };
                        /**
                         * @description From this severity on, a finding that a pull request introduces fails its check.
                         * @enum {string}
                         */
                        prCheckSeverityThreshold: "critical" | "high" | "medium" | "low";
                        /**
                         * @description Whose suppressions count: those of the reviewed side, of the judged commit, or none.
                         * @enum {string}
                         */
                        suppressions: "reviewed" | "commit" | "none";
                        /** @description What the gate does when content of a type is not assessed, by type. */
                        onUnassessed: {
                            /** @enum {string} */
                            sca?: "report" | "fail";
                            /** @enum {string} */
                            license?: "report" | "fail";
                            /** @enum {string} */
                            secrets?: "report" | "fail";
                            /** @enum {string} */
                            sast?: "report" | "fail";
                        };
                        /**
                         * @description Which of several stated severities of a vulnerability counts.
                         * @enum {string}
                         */
                        severity: "highest" | "newest";
                        maxWaiverDays: number;
                        /** @enum {string} */
                        waiverApproval: "single" | "four_eyes";
                        /** @description Rules whose findings no waiver covers. */
                        neverWaive: string[];
                        /** @description A scan of fewer types gets a verdict, but no green check. Default: all types. */
                        requiredScanTypes: ("sbom" | "sca" | "license" | "dependency-advisor" | "secrets" | "sast")[];
                        failOn: {
                            /** @description A vulnerability in CISA's catalog of known exploited ones fails the gate. */
                            knownExploited: boolean;
                            /** @description A vulnerability with at least this EPSS score fails the gate. */
                            epssAtLeast: number | null;
                        };
                        ignore: {
                            /** @description Vulnerabilities without a known fix do not count until so many days after their publication. */
                            unfixable: {
                                untilDays: number;
                            } | null;
                            /** @description Vulnerabilities in packages for development are reported and do not count. */
                            developmentDependencies: boolean;
                        };
                        /** @description A weaker rule about waivers that waits for another owner or admin. */
                        proposal?: {
                            personId: string;
                            /** Format: date-time */
                            at: string;
                        };
                    };
                };
            };
        };
    };
    "change-gate": {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    apiGateSeverityThreshold?: "critical" | "high" | "medium" | "low";
                    /** @enum {string} */
                    unknownSeverityAs?: "critical" | "high" | "medium" | "low";
                    /**
                     * @description low: findings in code of low confidence are judged, too; high: they are reported only.
                     * @enum {string}
                     */
                    minimumConfidence?: "high" | "low";
                    /** @description Findings in test, fixture, example and documentation folders. */
                    testFolders?: {
                        /**
                         * @description The highest severity of a secret; critical: as elsewhere.
                         * @enum {string}
                         */
                        secrets?: "critical" | "high" | "medium" | "low";
                        /**
                         * @description The highest severity of a finding in code; critical: as elsewhere.
                         * @enum {string}
                         */
                        code?: "critical" | "high" | "medium" | "low";
                    };
                    licensePolicy?: {
                        denyCategories?: ("permissive" | "weak-copyleft" | "strong-copyleft" | "network-copyleft" | "source-available" | "proprietary" | "unknown")[];
                        deny?: string[];
                        allow?: string[];
                        exceptions?: {
                            /** @description A package name, or a package URL with or without version; * matches any text. */
                            package: string;
                            /** @description Accepted under this license only; absent: under any stated license. */
                            license?: string;
                            reason: string;
                        }[];
                        /** @description Development dependencies are reported and not judged. */
                        ignoreDevelopment?: boolean;
                    };
                    sourcePolicy?: {
                        /** @description The severity of findings about the sources of packages, by rule; absent: medium for named-registry and replaced-package, else high. */
                        severities?: {
                            /** @enum {string} */
                            "resolved-mismatch"?: "critical" | "high" | "medium" | "low";
                            /** @enum {string} */
                            "unexpected-host"?: "critical" | "high" | "medium" | "low";
                            /** @enum {string} */
                            "missing-integrity"?: "critical" | "high" | "medium" | "low";
                            /** @enum {string} */
                            "git-source"?: "critical" | "high" | "medium" | "low";
                            /** @enum {string} */
                            "url-source"?: "critical" | "high" | "medium" | "low";
                            /** @enum {string} */
                            "insecure-source"?: "critical" | "high" | "medium" | "low";
                            /** @enum {string} */
                            "extra-registry"?: "critical" | "high" | "medium" | "low";
                            /** @enum {string} */
                            "named-registry"?: "critical" | "high" | "medium" | "low";
                            /** @enum {string} */
                            "replaced-package"?: "critical" | "high" | "medium" | "low";
                        };
                        /** @description Hosts that serve packages of the organization; `*.example.com` covers every subdomain. */
                        allowedHosts?: string[];
                    };
                    /**
                     * @description From this severity on, a finding that a pull request introduces fails its check.
                     * @enum {string}
                     */
                    prCheckSeverityThreshold?: "critical" | "high" | "medium" | "low";
                    /**
                     * @description Whose suppressions count: those of the reviewed side, of the judged commit, or none.
                     * @enum {string}
                     */
                    suppressions?: "reviewed" | "commit" | "none";
                    /** @description What the gate does when content of a type is not assessed, by type. */
                    onUnassessed?: {
                        /** @enum {string} */
                        sca?: "report" | "fail";
                        /** @enum {string} */
                        license?: "report" | "fail";
                        /** @enum {string} */
                        secrets?: "report" | "fail";
                        /** @enum {string} */
                        sast?: "report" | "fail";
                    };
                    /**
                     * @description Which of several stated severities of a vulnerability counts.
                     * @enum {string}
                     */
                    severity?: "highest" | "newest";
                    maxWaiverDays?: number;
                    /** @enum {string} */
                    waiverApproval?: "single" | "four_eyes";
                    /** @description Rules whose findings no waiver covers. */
                    neverWaive?: string[];
                    requiredScanTypes?: ("sbom" | "sca" | "license" | "dependency-advisor" | "secrets" | "sast")[] | null;
                    failOn?: {
                        /** @description A vulnerability in CISA's catalog of known exploited ones fails the gate. */
                        knownExploited?: boolean;
                        /** @description A vulnerability with at least this EPSS score fails the gate. */
                        epssAtLeast?: number | null;
                    };
                    ignore?: {
                        /** @description Vulnerabilities without a known fix do not count until so many days after their publication. */
                        unfixable?: {
                            untilDays: number;
                        } | null;
                        /** @description Vulnerabilities in packages for development are reported and do not count. */
                        developmentDependencies?: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description The gate settings as they are now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        apiGateSeverityThreshold: "critical" | "high" | "medium" | "low";
                        /** @enum {string} */
                        unknownSeverityAs: "critical" | "high" | "medium" | "low";
                        /**
                         * @description low: findings in code of low confidence are judged, too; high: they are reported only.
                         * @enum {string}
                         */
                        minimumConfidence: "high" | "low";
                        /** @description Findings in test, fixture, example and documentation folders. */
                        testFolders: {
                            /**
                             * @description The highest severity of a secret; critical: as elsewhere.
                             * @enum {string}
                             */
                            secrets: "critical" | "high" | "medium" | "low";
                            /**
                             * @description The highest severity of a finding in code; critical: as elsewhere.
                             * @enum {string}
                             */
                            code: "critical" | "high" | "medium" | "low";
                        };
                        licensePolicy: {
                            denyCategories: ("permissive" | "weak-copyleft" | "strong-copyleft" | "network-copyleft" | "source-available" | "proprietary" | "unknown")[];
                            deny: string[];
                            allow: string[];
                            exceptions: {
                                /** @description A package name, or a package URL with or without version; * matches any text. */
                                package: string;
                                /** @description Accepted under this license only; absent: under any stated license. */
                                license?: string;
                                reason: string;
                            }[];
                            /** @description Development dependencies are reported and not judged. */
                            ignoreDevelopment: boolean;
                        };
                        sourcePolicy: {
                            /** @description The severity of findings about the sources of packages, by rule; absent: medium for named-registry and replaced-package, else high. */
                            severities: {
                                /** @enum {string} */
                                "resolved-mismatch"?: "critical" | "high" | "medium" | "low";
                                /** @enum {string} */
                                "unexpected-host"?: "critical" | "high" | "medium" | "low";
                                /** @enum {string} */
                                "missing-integrity"?: "critical" | "high" | "medium" | "low";
                                /** @enum {string} */
                                "git-source"?: "critical" | "high" | "medium" | "low";
                                /** @enum {string} */
                                "url-source"?: "critical" | "high" | "medium" | "low";
                                /** @enum {string} */
                                "insecure-source"?: "critical" | "high" | "medium" | "low";
                                /** @enum {string} */
                                "extra-registry"?: "critical" | "high" | "medium" | "low";
                                /** @enum {string} */
                                "named-registry"?: "critical" | "high" | "medium" | "low";
                                /** @enum {string} */
                                "replaced-package"?: "critical" | "high" | "medium" | "low";
                            };
                            /** @description Hosts that serve packages of the organization; `*.example.com` covers every subdomain. */
                            allowedHosts: string[];
                        };
                        /**
                         * @description From this severity on, a finding that a pull request introduces fails its check.
                         * @enum {string}
                         */
                        prCheckSeverityThreshold: "critical" | "high" | "medium" | "low";
                        /**
                         * @description Whose suppressions count: those of the reviewed side, of the judged commit, or none.
                         * @enum {string}
                         */
                        suppressions: "reviewed" | "commit" | "none";
                        /** @description What the gate does when content of a type is not assessed, by type. */
                        onUnassessed: {
                            /** @enum {string} */
                            sca?: "report" | "fail";
                            /** @enum {string} */
                            license?: "report" | "fail";
                            /** @enum {string} */
                            secrets?: "report" | "fail";
                            /** @enum {string} */
                            sast?: "report" | "fail";
                        };
                        /**
                         * @description Which of several stated severities of a vulnerability counts.
                         * @enum {string}
                         */
                        severity: "highest" | "newest";
                        maxWaiverDays: number;
                        /** @enum {string} */
                        waiverApproval: "single" | "four_eyes";
                        /** @description Rules whose findings no waiver covers. */
                        neverWaive: string[];
                        /** @description A scan of fewer types gets a verdict, but no green check. Default: all types. */
                        requiredScanTypes: ("sbom" | "sca" | "license" | "dependency-advisor" | "secrets" | "sast")[];
                        failOn: {
                            /** @description A vulnerability in CISA's catalog of known exploited ones fails the gate. */
                            knownExploited: boolean;
                            /** @description A vulnerability with at least this EPSS score fails the gate. */
                            epssAtLeast: number | null;
                        };
                        ignore: {
                            /** @description Vulnerabilities without a known fix do not count until so many days after their publication. */
                            unfixable: {
                                untilDays: number;
                            } | null;
                            /** @description Vulnerabilities in packages for development are reported and do not count. */
                            developmentDependencies: boolean;
                        };
                        /** @description A weaker rule about waivers that waits for another owner or admin. */
                        proposal?: {
                            personId: string;
                            /** Format: date-time */
                            at: string;
                        };
                    };
                };
            };
            /** @description Nothing changed yet: the proposal waits for another owner or admin. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        apiGateSeverityThreshold: "critical" | "high" | "medium" | "low";
                        /** @enum {string} */
                        unknownSeverityAs: "critical" | "high" | "medium" | "low";
                        /**
                         * @description low: findings in code of low confidence are judged, too; high: they are reported only.
                         * @enum {string}
                         */
                        minimumConfidence: "high" | "low";
                        /** @description Findings in test, fixture, example and documentation folders. */
                        testFolders: {
                            /**
                             * @description The highest severity of a secret; critical: as elsewhere.
                             * @enum {string}
                             */
                            secrets: "critical" | "high" | "medium" | "low";
                            /**
                             * @description The highest severity of a finding in code; critical: as elsewhere.
                             * @enum {string}
                             */
                            code: "critical" | "high" | "medium" | "low";
                        };
                        licensePolicy: {
                            denyCategories: ("permissive" | "weak-copyleft" | "strong-copyleft" | "network-copyleft" | "source-available" | "proprietary" | "unknown")[];
                            deny: string[];
                            allow: string[];
                            exceptions: {
                                /** @description A package name, or a package URL with or without version; * matches any text. */
                                package: string;
                                /** @description Accepted under this license only; absent: under any stated license. */
                                license?: string;
                                reason: string;
                            }[];
                            /** @description Development dependencies are reported and not judged. */
                            ignoreDevelopment: boolean;
                        };
                        sourcePolicy: {
                            /** @description The severity of findings about the sources of packages, by rule; absent: medium for named-registry and replaced-package, else high. */
                            severities: {
                                /** @enum {string} */
                                "resolved-mismatch"?: "critical" | "high" | "medium" | "low";
                                /** @enum {string} */
                                "unexpected-host"?: "critical" | "high" | "medium" | "low";
                                /** @enum {string} */
                                "missing-integrity"?: "critical" | "high" | "medium" | "low";
                                /** @enum {string} */
                                "git-source"?: "critical" | "high" | "medium" | "low";
                                /** @enum {string} */
                                "url-source"?: "critical" | "high" | "medium" | "low";
                                /** @enum {string} */
                                "insecure-source"?: "critical" | "high" | "medium" | "low";
                                /** @enum {string} */
                                "extra-registry"?: "critical" | "high" | "medium" | "low";
                                /** @enum {string} */
                                "named-registry"?: "critical" | "high" | "medium" | "low";
                                /** @enum {string} */
                                "replaced-package"?: "critical" | "high" | "medium" | "low";
                            };
                            /** @description Hosts that serve packages of the organization; `*.example.com` covers every subdomain. */
                            allowedHosts: string[];
                        };
                        /**
                         * @description From this severity on, a finding that a pull request introduces fails its check.
                         * @enum {string}
                         */
                        prCheckSeverityThreshold: "critical" | "high" | "medium" | "low";
                        /**
                         * @description Whose suppressions count: those of the reviewed side, of the judged commit, or none.
                         * @enum {string}
                         */
                        suppressions: "reviewed" | "commit" | "none";
                        /** @description What the gate does when content of a type is not assessed, by type. */
                        onUnassessed: {
                            /** @enum {string} */
                            sca?: "report" | "fail";
                            /** @enum {string} */
                            license?: "report" | "fail";
                            /** @enum {string} */
                            secrets?: "report" | "fail";
                            /** @enum {string} */
                            sast?: "report" | "fail";
                        };
                        /**
                         * @description Which of several stated severities of a vulnerability counts.
                         * @enum {string}
                         */
                        severity: "highest" | "newest";
                        maxWaiverDays: number;
                        /** @enum {string} */
                        waiverApproval: "single" | "four_eyes";
                        /** @description Rules whose findings no waiver covers. */
                        neverWaive: string[];
                        /** @description A scan of fewer types gets a verdict, but no green check. Default: all types. */
                        requiredScanTypes: ("sbom" | "sca" | "license" | "dependency-advisor" | "secrets" | "sast")[];
                        failOn: {
                            /** @description A vulnerability in CISA's catalog of known exploited ones fails the gate. */
                            knownExploited: boolean;
                            /** @description A vulnerability with at least this EPSS score fails the gate. */
                            epssAtLeast: number | null;
                        };
                        ignore: {
                            /** @description Vulnerabilities without a known fix do not count until so many days after their publication. */
                            unfixable: {
                                untilDays: number;
                            } | null;
                            /** @description Vulnerabilities in packages for development are reported and do not count. */
                            developmentDependencies: boolean;
                        };
                        /** @description A weaker rule about waivers that waits for another owner or admin. */
                        proposal?: {
                            personId: string;
                            /** Format: date-time */
                            at: string;
                        };
                    };
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
                "application/json": {
                    policy: {
                        /** @enum {string} */
                        apiGateSeverityThreshold?: "critical" | "high" | "medium" | "low";
                        /** @enum {string} */
                        unknownSeverityAs?: "critical" | "high" | "medium" | "low";
                        /**
                         * @description low: findings in code of low confidence are judged, too; high: they are reported only.
                         * @enum {string}
                         */
                        minimumConfidence?: "high" | "low";
                        /** @description Findings in test, fixture, example and documentation folders. */
                        testFolders?: {
                            /**
                             * @description The highest severity of a secret; critical: as elsewhere.
                             * @enum {string}
                             */
                            secrets?: "critical" | "high" | "medium" | "low";
                            /**
                             * @description The highest severity of a finding in code; critical: as elsewhere.
                             * @enum {string}
                             */
                            code?: "critical" | "high" | "medium" | "low";
                        };
                        licensePolicy?: {
                            denyCategories?: ("permissive" | "weak-copyleft" | "strong-copyleft" | "network-copyleft" | "source-available" | "proprietary" | "unknown")[];
                            deny?: string[];
                            allow?: string[];
                            exceptions?: {
                                /** @description A package name, or a package URL with or without version; * matches any text. */
                                package: string;
                                /** @description Accepted under this license only; absent: under any stated license. */
                                license?: string;
                                reason: string;
                            }[];
                            /** @description Development dependencies are reported and not judged. */
                            ignoreDevelopment?: boolean;
                        };
                        sourcePolicy?: {
                            /** @description The severity of findings about the sources of packages, by rule; absent: medium for named-registry and replaced-package, else high. */
                            severities?: {
                                /** @enum {string} */
                                "resolved-mismatch"?: "critical" | "high" | "medium" | "low";
                                /** @enum {string} */
                                "unexpected-host"?: "critical" | "high" | "medium" | "low";
                                /** @enum {string} */
                                "missing-integrity"?: "critical" | "high" | "medium" | "low";
                                /** @enum {string} */
                                "git-source"?: "critical" | "high" | "medium" | "low";
                                /** @enum {string} */
                                "url-source"?: "critical" | "high" | "medium" | "low";
                                /** @enum {string} */
                                "insecure-source"?: "critical" | "high" | "medium" | "low";
                                /** @enum {string} */
                                "extra-registry"?: "critical" | "high" | "medium" | "low";
                                /** @enum {string} */
                                "named-registry"?: "critical" | "high" | "medium" | "low";
                                /** @enum {string} */
                                "replaced-package"?: "critical" | "high" | "medium" | "low";
                            };
                            /** @description Hosts that serve packages of the organization; `*.example.com` covers every subdomain. */
                            allowedHosts?: string[];
                        };
                        /**
                         * @description From this severity on, a finding that a pull request introduces fails its check.
                         * @enum {string}
                         */
                        prCheckSeverityThreshold?: "critical" | "high" | "medium" | "low";
                        /**
                         * @description Whose suppressions count: those of the reviewed side, of the judged commit, or none.
                         * @enum {string}
                         */
                        suppressions?: "reviewed" | "commit" | "none";
                        /** @description What the gate does when content of a type is not assessed, by type. */
                        onUnassessed?: {
                            /** @enum {string} */
                            sca?: "report" | "fail";
                            /** @enum {string} */
                            license?: "report" | "fail";
                            /** @enum {string} */
                            secrets?: "report" | "fail";
                            /** @enum {string} */
                            sast?: "report" | "fail";
                        };
                        /**
                         * @description Which of several stated severities of a vulnerability counts.
                         * @enum {string}
                         */
                        severity?: "highest" | "newest";
                        maxWaiverDays?: number;
                        /** @enum {string} */
                        waiverApproval?: "single" | "four_eyes";
                        /** @description Rules whose findings no waiver covers. */
                        neverWaive?: string[];
                        requiredScanTypes?: ("sbom" | "sca" | "license" | "dependency-advisor" | "secrets" | "sast")[] | null;
                        failOn?: {
                            /** @description A vulnerability in CISA's catalog of known exploited ones fails the gate. */
                            knownExploited?: boolean;
                            /** @description A vulnerability with at least this EPSS score fails the gate. */
                            epssAtLeast?: number | null;
                        };
                        ignore?: {
                            /** @description Vulnerabilities without a known fix do not count until so many days after their publication. */
                            unfixable?: {
                                untilDays: number;
                            } | null;
                            /** @description Vulnerabilities in packages for development are reported and do not count. */
                            developmentDependencies?: boolean;
                        };
                    };
                    /** @default 30 */
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
                    "application/json": {
                        /** @description The number of scans that were judged. */
                        judged: number;
                        /** @description Whether every scan of these days was judged. */
                        isComplete: boolean;
                        repositories: {
                            repositoryId: string;
                            judged: number;
                            flips: {
                                scanId: string;
                                commitHash: string;
                                branch?: string;
                                before: {
                                    /** @enum {string} */
                                    verdict: "PASS" | "FAIL" | "ERROR";
                                    reason: string;
                                    reasons: string[];
                                };
                                after: {
                                    /** @enum {string} */
                                    verdict: "PASS" | "FAIL" | "ERROR";
                                    reason: string;
                                    reasons: string[];
                                };
                            }[];
                        }[];
                        notLookedAt: {
                            /** @description limit: too many scans. time: time ran out. payload_expired, not_assessed: nothing to judge. */
                            reason: string;
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
                limit?: number;
                cursor?: string;
                filter?: "requested" | "active" | "expiring" | "expired" | "unused";
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
                    "application/json": {
                        items: {
                            waiverId: string;
                            /** @enum {string} */
                            kind: "manual" | "vex";
                            match: {
                                advisory: string;
                                package?: string;
                            } | {
                                package: string;
                            } | {
                                rule: string;
                                path?: string;
                            } | {
                                license: string;
                                package?: string;
                            } | {
                                fingerprint: string;
                            };
                            scope: {
                                repositoryId?: string;
                                projectUnitId?: string;
                            };
                            reason: string;
                            /**
                             * @description Only an active waiver covers findings.
                             * @enum {string}
                             */
                            status: "requested" | "active" | "rejected" | "withdrawn" | "replaced" | "expired";
                            version: number;
                            renews?: string;
                            /** Format: date-time */
                            createdAt: string;
                            createdBy: string;
                            /** Format: date-time */
                            approvedAt?: string;
                            approvedBy?: string;
                            /** Format: date-time */
                            endedAt?: string;
                            endedBy?: string;
                            /** Format: date-time */
                            expiresAt: string;
                            /**
                             * Format: date-time
                             * @description When a scan used it last, to the day; absent for an unused waiver.
                             */
                            lastMatchedAt?: string;
                        }[];
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
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @example {
                     *       "advisory": "CVE-2021-44228"
                     *     }
                     */
                    match: {
                        advisory: string;
                    } | {
                        /** @description A package URL with or without version; * in its name beside at least 3 other characters. */
                        package: string;
                    } | {
                        rule: string;
                        /** @description A pattern as in .gitignore, from the root of the repository. */
                        path?: string;
                    } | {
                        license: string;
                        /** @description A package URL with or without version; * in its name beside at least 3 other characters. */
                        package?: string;
                    } | {
                        fingerprint: string;
                    };
                    reason: string & (unknown & unknown);
                    /**
                     * Format: date-time
                     * @description When it ends: at most maxWaiverDays of the gate from now.
                     */
                    expiresAt: string;
                    /** @description One repository, or one of its project units. Default: the whole organization. */
                    scope?: {
                        repositoryId?: string;
                        projectUnitId?: string;
                    };
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
                    "application/json": {
                        waiverId: string;
                        /** @enum {string} */
                        kind: "manual" | "vex";
                        match: {
                            advisory: string;
                            package?: string;
                        } | {
                            package: string;
                        } | {
                            rule: string;
                            path?: string;
                        } | {
                            license: string;
                            package?: string;
                        } | {
                            fingerprint: string;
                        };
                        scope: {
                            repositoryId?: string;
                            projectUnitId?: string;
                        };
                        reason: string;
                        /**
                         * @description Only an active waiver covers findings.
                         * @enum {string}
                         */
                        status: "requested" | "active" | "rejected" | "withdrawn" | "replaced" | "expired";
                        version: number;
                        renews?: string;
                        /** Format: date-time */
                        createdAt: string;
                        createdBy: string;
                        /** Format: date-time */
                        approvedAt?: string;
                        approvedBy?: string;
                        /** Format: date-time */
                        endedAt?: string;
                        endedBy?: string;
                        /** Format: date-time */
                        expiresAt: string;
                        /**
                         * Format: date-time
                         * @description When a scan used it last, to the day; absent for an unused waiver.
                         */
                        lastMatchedAt?: string;
                    };
                };
            };
        };
    };
    "withdraw-waiver": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                waiverId: string;
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
                waiverId: string;
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
                    "application/json": {
                        waiverId: string;
                        /** @enum {string} */
                        kind: "manual" | "vex";
                        match: {
                            advisory: string;
                            package?: string;
                        } | {
                            package: string;
                        } | {
                            rule: string;
                            path?: string;
                        } | {
                            license: string;
                            package?: string;
                        } | {
                            fingerprint: string;
                        };
                        scope: {
                            repositoryId?: string;
                            projectUnitId?: string;
                        };
                        reason: string;
                        /**
                         * @description Only an active waiver covers findings.
                         * @enum {string}
                         */
                        status: "requested" | "active" | "rejected" | "withdrawn" | "replaced" | "expired";
                        version: number;
                        renews?: string;
                        /** Format: date-time */
                        createdAt: string;
                        createdBy: string;
                        /** Format: date-time */
                        approvedAt?: string;
                        approvedBy?: string;
                        /** Format: date-time */
                        endedAt?: string;
                        endedBy?: string;
                        /** Format: date-time */
                        expiresAt: string;
                        /**
                         * Format: date-time
                         * @description When a scan used it last, to the day; absent for an unused waiver.
                         */
                        lastMatchedAt?: string;
                    };
                };
            };
        };
    };
    "reject-waiver": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                waiverId: string;
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
                    "application/json": {
                        waiverId: string;
                        /** @enum {string} */
                        kind: "manual" | "vex";
                        match: {
                            advisory: string;
                            package?: string;
                        } | {
                            package: string;
                        } | {
                            rule: string;
                            path?: string;
                        } | {
                            license: string;
                            package?: string;
                        } | {
                            fingerprint: string;
                        };
                        scope: {
                            repositoryId?: string;
                            projectUnitId?: string;
                        };
                        reason: string;
                        /**
                         * @description Only an active waiver covers findings.
                         * @enum {string}
                         */
                        status: "requested" | "active" | "rejected" | "withdrawn" | "replaced" | "expired";
                        version: number;
                        renews?: string;
                        /** Format: date-time */
                        createdAt: string;
                        createdBy: string;
                        /** Format: date-time */
                        approvedAt?: string;
                        approvedBy?: string;
                        /** Format: date-time */
                        endedAt?: string;
                        endedBy?: string;
                        /** Format: date-time */
                        expiresAt: string;
                        /**
                         * Format: date-time
                         * @description When a scan used it last, to the day; absent for an unused waiver.
                         */
                        lastMatchedAt?: string;
                    };
                };
            };
        };
    };
    "renew-waiver": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                waiverId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @description When it ends: at most maxWaiverDays of the gate from now.
                     */
                    expiresAt: string;
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
                    "application/json": {
                        waiverId: string;
                        /** @enum {string} */
                        kind: "manual" | "vex";
                        match: {
                            advisory: string;
                            package?: string;
                        } | {
                            package: string;
                        } | {
                            rule: string;
                            path?: string;
                        } | {
                            license: string;
                            package?: string;
                        } | {
                            fingerprint: string;
                        };
                        scope: {
                            repositoryId?: string;
                            projectUnitId?: string;
                        };
                        reason: string;
                        /**
                         * @description Only an active waiver covers findings.
                         * @enum {string}
                         */
                        status: "requested" | "active" | "rejected" | "withdrawn" | "replaced" | "expired";
                        version: number;
                        renews?: string;
                        /** Format: date-time */
                        createdAt: string;
                        createdBy: string;
                        /** Format: date-time */
                        approvedAt?: string;
                        approvedBy?: string;
                        /** Format: date-time */
                        endedAt?: string;
                        endedBy?: string;
                        /** Format: date-time */
                        expiresAt: string;
                        /**
                         * Format: date-time
                         * @description When a scan used it last, to the day; absent for an unused waiver.
                         */
                        lastMatchedAt?: string;
                    };
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
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The waivers, and what became none. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        waivers: {
                            waiverId: string;
                            /** @enum {string} */
                            kind: "manual" | "vex";
                            match: {
                                advisory: string;
                                package?: string;
                            } | {
                                package: string;
                            } | {
                                rule: string;
                                path?: string;
                            } | {
                                license: string;
                                package?: string;
                            } | {
                                fingerprint: string;
                            };
                            scope: {
                                repositoryId?: string;
                                projectUnitId?: string;
                            };
                            reason: string;
                            /**
                             * @description Only an active waiver covers findings.
                             * @enum {string}
                             */
                            status: "requested" | "active" | "rejected" | "withdrawn" | "replaced" | "expired";
                            version: number;
                            renews?: string;
                            /** Format: date-time */
                            createdAt: string;
                            createdBy: string;
                            /** Format: date-time */
                            approvedAt?: string;
                            approvedBy?: string;
                            /** Format: date-time */
                            endedAt?: string;
                            endedBy?: string;
                            /** Format: date-time */
                            expiresAt: string;
                            /**
                             * Format: date-time
                             * @description When a scan used it last, to the day; absent for an unused waiver.
                             */
                            lastMatchedAt?: string;
                        }[];
                        /** @description Statements that are waivers already. */
                        unchanged: number;
                        skipped: {
                            vulnerability?: string;
                            product?: string;
                            /** @enum {string} */
                            reason: "status" | "no_justification" | "other_product" | "no_package";
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
                limit?: number;
                cursor?: string;
                kind?: "vulnerability" | "source" | "secret" | "license" | "code";
                severity?: "critical" | "high" | "medium" | "low" | "unknown";
                repositoryId?: string;
                state?: "open" | "waived" | "fixed";
                assignee?: "none" | string;
                minAgeDays?: number;
                maxAgeDays?: number;
                fixable?: "true" | "false";
                knownExploited?: "true" | "false";
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
                    "application/json": {
                        items: {
                            fingerprint: string;
                            repositoryId: string;
                            projectUnitId: string;
                            unitPath: string;
                            /** @enum {string} */
                            kind: "vulnerability" | "source" | "secret" | "license" | "code";
                            /** @enum {string} */
                            severity: "critical" | "high" | "medium" | "low" | "unknown";
                            title: string;
                            /** @description The advisory, the rule or the license. */
                            rule: string;
                            /** @description The file within its project unit. */
                            file: string;
                            packageName?: string;
                            packageVersion?: string;
                            /** @description A version that fixes it is known. */
                            fixable: boolean;
                            knownExploited: boolean;
                            /** @description The places in the unit that share the fingerprint. */
                            occurrences: number;
                            /**
                             * @description waived: it is there, but a waiver, a suppression or the policy tolerates it.
                             * @enum {string}
                             */
                            state: "open" | "waived" | "fixed";
                            firstSeen: {
                                scanId: string;
                                commitHash: string;
                                /** Format: date-time */
                                at: string;
                            };
                            /** @description In the list only of findings that are fixed or unconfirmed: others are in the newest followed commit. */
                            lastSeen?: {
                                scanId: string;
                                commitHash: string;
                                /** Format: date-time */
                                at: string;
                            };
                            /** @description The first followed commit without it. */
                            fixed?: {
                                scanId: string;
                                commitHash: string;
                                /** Format: date-time */
                                at: string;
                            };
                            tolerated?: {
                                /** @enum {string} */
                                by: "waiver" | "suppression" | "policy";
                                reason: string;
                                waiverId?: string;
                                /** Format: date-time */
                                expiresAt?: string;
                            };
                            /** @description It was not found again, but its unit was not assessed completely: it is not known to be fixed. */
                            unconfirmed: boolean;
                            assignee: string | null;
                            ticket: string | null;
                        }[];
                        nextCursor?: string;
                    };
                };
            };
        };
    };
    "get-tracked-finding": {
        parameters: {
            query?: {
                projectUnitId?: string;
            };
            header?: never;
            path: {
                fingerprint: string;
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
                    "application/json": {
                        fingerprint: string;
                        repositoryId: string;
                        projectUnitId: string;
                        unitPath: string;
                        /** @enum {string} */
                        kind: "vulnerability" | "source" | "secret" | "license" | "code";
                        /** @enum {string} */
                        severity: "critical" | "high" | "medium" | "low" | "unknown";
                        title: string;
                        /** @description The advisory, the rule or the license. */
                        rule: string;
                        /** @description The file within its project unit. */
                        file: string;
                        packageName?: string;
                        packageVersion?: string;
                        /** @description A version that fixes it is known. */
                        fixable: boolean;
                        knownExploited: boolean;
                        /** @description The places in the unit that share the fingerprint. */
                        occurrences: number;
                        /**
                         * @description waived: it is there, but a waiver, a suppression or the policy tolerates it.
                         * @enum {string}
                         */
                        state: "open" | "waived" | "fixed";
                        firstSeen: {
                            scanId: string;
                            commitHash: string;
                            /** Format: date-time */
                            at: string;
                        };
                        lastSeen: {
                            scanId: string;
                            commitHash: string;
                            /** Format: date-time */
                            at: string;
                        };
                        /** @description The first followed commit without it. */
                        fixed?: {
                            scanId: string;
                            commitHash: string;
                            /** Format: date-time */
                            at: string;
                        };
                        tolerated?: {
                            /** @enum {string} */
                            by: "waiver" | "suppression" | "policy";
                            reason: string;
                            waiverId?: string;
                            /** Format: date-time */
                            expiresAt?: string;
                        };
                        /** @description It was not found again, but its unit was not assessed completely: it is not known to be fixed. */
                        unconfirmed: boolean;
                        assignee: string | null;
                        ticket: string | null;
                        notes: string | null;
                    };
                };
            };
        };
    };
    "change-tracked-finding": {
        parameters: {
            query?: {
                projectUnitId?: string;
            };
            header?: {
                "If-Match"?: string;
            };
            path: {
                fingerprint: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A member of the organization. */
                    assignee?: string | null;
                    notes?: string | null;
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
                    "application/json": {
                        fingerprint: string;
                        repositoryId: string;
                        projectUnitId: string;
                        unitPath: string;
                        /** @enum {string} */
                        kind: "vulnerability" | "source" | "secret" | "license" | "code";
                        /** @enum {string} */
                        severity: "critical" | "high" | "medium" | "low" | "unknown";
                        title: string;
                        /** @description The advisory, the rule or the license. */
                        rule: string;
                        /** @description The file within its project unit. */
                        file: string;
                        packageName?: string;
                        packageVersion?: string;
                        /** @description A version that fixes it is known. */
                        fixable: boolean;
                        knownExploited: boolean;
                        /** @description The places in the unit that share the fingerprint. */
                        occurrences: number;
                        /**
                         * @description waived: it is there, but a waiver, a suppression or the policy tolerates it.
                         * @enum {string}
                         */
                        state: "open" | "waived" | "fixed";
                        firstSeen: {
                            scanId: string;
                            commitHash: string;
                            /** Format: date-time */
                            at: string;
                        };
                        lastSeen: {
                            scanId: string;
                            commitHash: string;
                            /** Format: date-time */
                            at: string;
                        };
                        /** @description The first followed commit without it. */
                        fixed?: {
                            scanId: string;
                            commitHash: string;
                            /** Format: date-time */
                            at: string;
                        };
                        tolerated?: {
                            /** @enum {string} */
                            by: "waiver" | "suppression" | "policy";
                            reason: string;
                            waiverId?: string;
                            /** Format: date-time */
                            expiresAt?: string;
                        };
                        /** @description It was not found again, but its unit was not assessed completely: it is not known to be fixed. */
                        unconfirmed: boolean;
                        assignee: string | null;
                        ticket: string | null;
                        notes: string | null;
                    };
                };
            };
        };
    };
    "get-trends": {
        parameters: {
            query?: {
                days?: number;
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
                    "application/json": {
                        days: {
                            /** @description A day in UTC, 2026-03-01. */
                            day: string;
                            /** @description The open findings at the end of the day. */
                            open: {
                                critical: number;
                                high: number;
                                medium: number;
                                low: number;
                                unknown: number;
                                total: number;
                            };
                            waived: number;
                            /** @description Findings that were opened or came back on this day. */
                            opened: number;
                            fixed: number;
                            /** @description From opening to fixing, over the findings that were fixed on this day. */
                            meanDaysToFix?: number;
                        }[];
                    };
                };
            };
        };
    };
    "find-components": {
        parameters: {
            query: {
                limit?: number;
                cursor?: string;
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
                    "application/json": {
                        items: {
                            /** @description The package URL without version. */
                            package: string;
                            repositoryId: string;
                            repository: string;
                            projectUnitId: string;
                            /** @description The path of the project unit in its repository. */
                            path: string;
                            uses: {
                                /** @description Absent when the file pins none. */
                                version?: string;
                                /** @enum {string} */
                                scope: "required" | "optional" | "dev";
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
                        }[];
                        nextCursor?: string;
                    };
                };
            };
        };
    };
    "list-audit-events": {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
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
                    "application/json": {
                        items: {
                            eventId: string;
                            /** Format: date-time */
                            at: string;
                            /** @enum {string} */
                            action: "gate.changed" | "gate.proposed" | "waiver.requested" | "waiver.approved" | "waiver.rejected" | "waiver.withdrawn" | "vex.imported" | "finding.changed" | "advisory.matched" | "finding.introduced" | "token.issued" | "token.revoked" | "device_login.approved" | "device_login.denied" | "member.added" | "member.changed" | "member.removed" | "member.left" | "token.handed_over" | "session.started" | "session.ended" | "session.refused" | "invitation.created" | "invitation.withdrawn" | "invitation.accepted" | "access.refused" | "oidc.rule_created" | "oidc.rule_changed" | "oidc.rule_removed" | "oidc.exchanged" | "oidc.refused" | "sso.changed" | "sso.removed" | "domain.added" | "domain.verified" | "domain.lost" | "domain.removed" | "directory.user_changed" | "directory.group_changed" | "organization.created" | "organization.changed" | "organization.exported" | "organization.closing" | "organization.restored" | "webhook.created" | "webhook.changed" | "webhook.removed" | "webhook.secret_rotated" | "webhook.tested" | "webhook.redelivered" | "webhook.disabled" | "integration.created" | "integration.changed" | "integration.removed" | "integration.tested" | "integration.disabled" | "auditor_pack.requested" | "auditor_pack.link_created" | "auditor_pack.link_revoked" | "auditor_pack.opened" | "bundle.created" | "bundle.changed" | "bundle.removed" | "bundle.released" | "bundle.support_extended" | "bundle.affected" | "repository.connected" | "repository.disconnected" | "repository.changed" | "plan.started" | "plan.changed" | "plan.ended" | "plan.change_scheduled" | "plan.change_undone" | "auto_renew.changed" | "licenses.added" | "sast_addon.started" | "sast_addon.cancelled" | "sast_addon.resumed" | "sast_addon.ended" | "payment.failed" | "payment.resolved" | "retention.changed" | "auto_recharge.changed" | "auto_recharge.charged" | "auto_recharge.failed" | "checkout.opened" | "pack_checkout.opened" | "coupon.applied" | "charge.refunded" | "charge.disputed" | "credits.adjusted" | "credits.promotion_granted" | "credits.pack_refunded" | "credits.pack_refund_refused" | "budget.changed" | "billing_details.changed";
                            actor: {
                                /** @constant */
                                kind: "person";
                                personId: string;
                                /** @enum {string} */
                                role: "owner" | "admin" | "billing" | "member";
                                tokenId: string;
                            } | {
                                /** @constant */
                                kind: "operator";
                            } | {
                                /** @constant */
                                kind: "link";
                                linkId: string;
                            } | {
                                /** @constant */
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
                        nextCursor?: string;
                    };
                };
            };
        };
    };
    "get-attestation": {
        parameters: {
            query?: {
                judgment?: string;
            };
            header?: never;
            path: {
                scanId: string;
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
                    "application/vnd.dsse.envelope.v1+json": {
                        /** @constant */
                        payloadType: "application/vnd.in-toto+json";
                        /** @description An in-toto Statement v1, as JSON. */
                        payload: string;
                        signatures: {
                            /** @description The RFC 7638 thumbprint of the key. */
                            keyid: string;
                            /** @description ECDSA P-256 with SHA-256 over the pre-authentication encoding, DER. */
                            sig: string;
                        }[];
                    };
                    "application/vnd.dev.sigstore.bundle.v0.3+json": {
                        /** @constant */
                        mediaType: "application/vnd.dev.sigstore.bundle.v0.3+json";
                        verificationMaterial: {
                            publicKey: {
                                hint: string;
                            };
                            tlogEntries: unknown[];
                            timestampVerificationData: {
                                rfc3161Timestamps: unknown[];
                            };
                        };
                        dsseEnvelope: {
                            /** @constant */
                            payloadType: "application/vnd.in-toto+json";
                            /** @description An in-toto Statement v1, as JSON. */
                            payload: string;
                            signatures: {
                                /** @description The RFC 7638 thumbprint of the key. */
                                keyid: string;
                                /** @description ECDSA P-256 with SHA-256 over the pre-authentication encoding, DER. */
                                sig: string;
                            }[];
                        };
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
                    "application/jwk-set+json": {
                        keys: {
                            kty: string;
                            crv: string;
                            x: string;
                            y: string;
                            /** @description The RFC 7638 thumbprint. */
                            kid: string;
                            /** @constant */
                            alg: "ES256";
                            /** @description Empty for a revoked key, so that libraries refuse it. */
                            key_ops: "verify"[];
                            /** @enum {string} */
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
                scanId: string;
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
                limit?: number;
                cursor?: string;
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
                    "application/json": {
                        items: {
                            /**
                             * @description The day of the request and a number.
                             * @example 20260310-1
                             */
                            packId: string;
                            /** @enum {string} */
                            state: "running" | "ready" | "failed" | "expired";
                            /** Format: date-time */
                            from: string;
                            /** Format: date-time */
                            to: string;
                            repositoryIds?: string[];
                            include: ("findings" | "sbom")[];
                            /** Format: date-time */
                            requestedAt: string;
                            requestedBy: string;
                            /** Format: date-time */
                            readyAt?: string;
                            scans?: number;
                            bytes?: number;
                            sha256?: string;
                            error?: string;
                            /** Format: date-time */
                            expiresAt: string;
                        }[];
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
                "application/json": {
                    /** @description The first instant; a date is its first instant (UTC). */
                    from: string;
                    /** @description The end, which is not included; at most 366 days after from. */
                    to: string;
                    /** @description All repositories unless given. */
                    repositoryIds?: string[];
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
                    "application/json": {
                        /**
                         * @description The day of the request and a number.
                         * @example 20260310-1
                         */
                        packId: string;
                        /** @enum {string} */
                        state: "running" | "ready" | "failed" | "expired";
                        /** Format: date-time */
                        from: string;
                        /** Format: date-time */
                        to: string;
                        repositoryIds?: string[];
                        include: ("findings" | "sbom")[];
                        /** Format: date-time */
                        requestedAt: string;
                        requestedBy: string;
                        /** Format: date-time */
                        readyAt?: string;
                        scans?: number;
                        bytes?: number;
                        sha256?: string;
                        error?: string;
                        /** Format: date-time */
                        expiresAt: string;
                    };
                };
            };
        };
    };
    "get-auditor-pack": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                packId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pack. No link shows its secret again. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The day of the request and a number.
                         * @example 20260310-1
                         */
                        packId: string;
                        /** @enum {string} */
                        state: "running" | "ready" | "failed" | "expired";
                        /** Format: date-time */
                        from: string;
                        /** Format: date-time */
                        to: string;
                        repositoryIds?: string[];
                        include: ("findings" | "sbom")[];
                        /** Format: date-time */
                        requestedAt: string;
                        requestedBy: string;
                        /** Format: date-time */
                        readyAt?: string;
                        scans?: number;
                        bytes?: number;
                        sha256?: string;
                        error?: string;
                        /** Format: date-time */
                        expiresAt: string;
                        links: {
                            linkId: string;
                            /** Format: date-time */
                            createdAt: string;
                            createdBy: string;
                            /** Format: date-time */
                            expiresAt: string;
                            /** Format: date-time */
                            revokedAt?: string;
                            openings: number;
                            /** Format: date-time */
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
                packId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default 24 */
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
                    "application/json": {
                        linkId: string;
                        /** Format: date-time */
                        createdAt: string;
                        createdBy: string;
                        /** Format: date-time */
                        expiresAt: string;
                        /** Format: date-time */
                        revokedAt?: string;
                        openings: number;
                        /** Format: date-time */
                        lastOpenedAt?: string;
                        /** @description Its secret stands behind `#`, which reaches no log. */
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
                packId: string;
                linkId: string;
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
                "application/json": {
                    /** @description What stands behind `#` in the address. */
                    link: string;
                };
            };
        };
        responses: {
            /** @description Where the pack is read. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
    "show-shared-page": {
        parameters: {
            query?: never;
            header?: never;
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
                    "text/html": string;
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
                    "application/json": {
                        items: {
                            bundleId: string;
                            name: string;
                            members: {
                                repositoryId: string;
                                projectUnitId?: string;
                            }[];
                            /** @description The number of its releases. */
                            releases: number;
                            /** Format: date-time */
                            createdAt: string;
                            createdBy: string;
                        }[];
                    };
                };
            };
        };
    };
    "create-bundle": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    members: {
                        repositoryId: string;
                        /** @description Only this unit of the repository. */
                        projectUnitId?: string;
                    }[];
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
                    "application/json": {
                        bundleId: string;
                        name: string;
                        members: {
                            repositoryId: string;
                            projectUnitId?: string;
                        }[];
                        /** @description The number of its releases. */
                        releases: number;
                        /** Format: date-time */
                        createdAt: string;
                        createdBy: string;
                    };
                };
            };
        };
    };
    "get-bundle": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                bundleId: string;
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
                    "application/json": {
                        bundleId: string;
                        name: string;
                        members: {
                            repositoryId: string;
                            projectUnitId?: string;
                        }[];
                        /** @description The number of its releases. */
                        releases: number;
                        /** Format: date-time */
                        createdAt: string;
                        createdBy: string;
                    };
                };
            };
        };
    };
    "remove-bundle": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                bundleId: string;
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
                "If-Match"?: string;
            };
            path: {
                bundleId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    members?: {
                        repositoryId: string;
                        /** @description Only this unit of the repository. */
                        projectUnitId?: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description The bundle as it is then. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        bundleId: string;
                        name: string;
                        members: {
                            repositoryId: string;
                            projectUnitId?: string;
                        }[];
                        /** @description The number of its releases. */
                        releases: number;
                        /** Format: date-time */
                        createdAt: string;
                        createdBy: string;
                    };
                };
            };
        };
    };
    "list-releases": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                bundleId: string;
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
                    "application/json": {
                        items: {
                            bundleId: string;
                            releaseVersion: string;
                            /**
                             * @description FAIL when one member fails.
                             * @enum {string}
                             */
                            verdict: "PASS" | "FAIL";
                            members: {
                                repositoryId: string;
                                projectUnitId?: string;
                                repository: string;
                                scanId: string;
                                commitHash: string;
                                /** @enum {string} */
                                verdict: "PASS" | "FAIL";
                                scanTypes: ("sbom" | "sca" | "license" | "dependency-advisor" | "secrets" | "sast")[];
                                fullScope: boolean;
                            }[];
                            /** @description The advisories by which all members were judged. */
                            snapshotId: string;
                            policyDigest: string;
                            /** Format: date-time */
                            releasedAt: string;
                            releasedBy: string;
                            /** Format: date-time */
                            supportUntil: string;
                            /** @description The SHA-256 of each frozen document, which the attestation has, too. */
                            documents: {
                                [key: string]: string;
                            };
                            /** @description The number of advisories that affect the release now. */
                            advisories: {
                                /** Format: date-time */
                                judgedAt: string;
                                count: number;
                            };
                        }[];
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
                bundleId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    version: string;
                    /** @description The commit of each named member, by `repositoryId`; the newest of its default branch for any other. */
                    commits?: {
                        [key: string]: string;
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
                    "application/json": {
                        bundleId: string;
                        releaseVersion: string;
                        /**
                         * @description FAIL when one member fails.
                         * @enum {string}
                         */
                        verdict: "PASS" | "FAIL";
                        members: {
                            repositoryId: string;
                            projectUnitId?: string;
                            repository: string;
                            scanId: string;
                            commitHash: string;
                            /** @enum {string} */
                            verdict: "PASS" | "FAIL";
                            scanTypes: ("sbom" | "sca" | "license" | "dependency-advisor" | "secrets" | "sast")[];
                            fullScope: boolean;
                        }[];
                        /** @description The advisories by which all members were judged. */
                        snapshotId: string;
                        policyDigest: string;
                        /** Format: date-time */
                        releasedAt: string;
                        releasedBy: string;
                        /** Format: date-time */
                        supportUntil: string;
                        /** @description The SHA-256 of each frozen document, which the attestation has, too. */
                        documents: {
                            [key: string]: string;
                        };
                        /** @description The number of advisories that affect the release now. */
                        advisories: {
                            /** Format: date-time */
                            judgedAt: string;
                            count: number;
                        };
                    };
                };
            };
        };
    };
    "get-release": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                bundleId: string;
                version: string;
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
                    "application/json": {
                        bundleId: string;
                        releaseVersion: string;
                        /**
                         * @description FAIL when one member fails.
                         * @enum {string}
                         */
                        verdict: "PASS" | "FAIL";
                        members: {
                            repositoryId: string;
                            projectUnitId?: string;
                            repository: string;
                            scanId: string;
                            commitHash: string;
                            /** @enum {string} */
                            verdict: "PASS" | "FAIL";
                            scanTypes: ("sbom" | "sca" | "license" | "dependency-advisor" | "secrets" | "sast")[];
                            fullScope: boolean;
                        }[];
                        /** @description The advisories by which all members were judged. */
                        snapshotId: string;
                        policyDigest: string;
                        /** Format: date-time */
                        releasedAt: string;
                        releasedBy: string;
                        /** Format: date-time */
                        supportUntil: string;
                        /** @description The SHA-256 of each frozen document, which the attestation has, too. */
                        documents: {
                            [key: string]: string;
                        };
                        /** @description The number of advisories that affect the release now. */
                        advisories: {
                            /** Format: date-time */
                            judgedAt: string;
                            count: number;
                        };
                    };
                };
            };
        };
    };
    "change-release": {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                bundleId: string;
                version: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
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
            /** @description The release as it is then. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        bundleId: string;
                        releaseVersion: string;
                        /**
                         * @description FAIL when one member fails.
                         * @enum {string}
                         */
                        verdict: "PASS" | "FAIL";
                        members: {
                            repositoryId: string;
                            projectUnitId?: string;
                            repository: string;
                            scanId: string;
                            commitHash: string;
                            /** @enum {string} */
                            verdict: "PASS" | "FAIL";
                            scanTypes: ("sbom" | "sca" | "license" | "dependency-advisor" | "secrets" | "sast")[];
                            fullScope: boolean;
                        }[];
                        /** @description The advisories by which all members were judged. */
                        snapshotId: string;
                        policyDigest: string;
                        /** Format: date-time */
                        releasedAt: string;
                        releasedBy: string;
                        /** Format: date-time */
                        supportUntil: string;
                        /** @description The SHA-256 of each frozen document, which the attestation has, too. */
                        documents: {
                            [key: string]: string;
                        };
                        /** @description The number of advisories that affect the release now. */
                        advisories: {
                            /** Format: date-time */
                            judgedAt: string;
                            count: number;
                        };
                    };
                };
            };
        };
    };
    "get-release-document": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                bundleId: string;
                version: string;
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
                    "application/json": {
                        [key: string]: unknown;
                    };
                    "application/vnd.cyclonedx+json": {
                        [key: string]: unknown;
                    };
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
                    "application/json": {
                        /** @enum {string} */
                        plan: "Free" | "Starter" | "Team" | "Regulated";
                        period: {
                            /** @enum {string} */
                            interval: "month" | "year";
                            /** Format: date-time */
                            startsAt: string;
                            /** Format: date-time */
                            endsAt: string;
                        };
                        licenses: {
                            /** @description null when there is no limit. */
                            limit: number | null;
                            used: number;
                            /** @description Calendar month in UTC, 2026-03. */
                            month: string;
                        };
                        pools: {
                            core: {
                                available: number;
                                included: number;
                                purchased: number;
                                consumed: number;
                                /** @description Unspent promotional credits, which expire. */
                                promotional: number;
                                /** @description When promotional credits expire next; null where there are none. */
                                promotionExpiresAt: string | null;
                                /** @description null where no refill is due, or not before an invoice is paid. */
                                refillsAt: string | null;
                            };
                            sast: {
                                available: number;
                                included: number;
                                purchased: number;
                                consumed: number;
                                /** @description Unspent promotional credits, which expire. */
                                promotional: number;
                                /** @description When promotional credits expire next; null where there are none. */
                                promotionExpiresAt: string | null;
                                /** @description null where no refill is due, or not before an invoice is paid. */
                                refillsAt: string | null;
                            };
                        };
                        sastAddon: {
                            /** @enum {string} */
                            size: "starter" | "team";
                            /** Format: date-time */
                            endsAt: string;
                            /** Format: date-time */
                            cancelsAt?: string;
                        } | null;
                        pending: {
                            /** @enum {string} */
                            change: "plan" | "interval" | "licenses" | "plan_end" | "sast_addon_end";
                            to?: string | number;
                            /** Format: date-time */
                            effectiveAt: string;
                        }[];
                        /** @description Orders of the last day that are not known to be paid. */
                        ordered: {
                            /** @enum {string} */
                            order: "plan" | "licenses" | "sast_addon";
                            to: string | number;
                            /** Format: date-time */
                            orderedAt: string;
                        }[];
                        /** @description The next renewals. One is overdue when its time has come and it is not paid. */
                        renewals: {
                            /** @enum {string} */
                            of: "plan" | "sast_addon";
                            /** Format: date-time */
                            at: string;
                            overdue: boolean;
                        }[];
                        autoRenew: boolean;
                        /** @description Why billable work is refused; null when it is not. */
                        hold: {
                            /** @constant */
                            reason: "payment_failed";
                            /** Format: date-time */
                            since: string;
                            invoices: number;
                        } | null;
                        lastPaymentFailedAt: string | null;
                        autoRecharge: {
                            core: {
                                enabled: boolean;
                                /** @description Packs of automatic recharges in this period, one in progress included. */
                                packs: number;
                                monthlyCap: number;
                                /** @description Consecutive failures. */
                                failures: number;
                                failingSince: string | null;
                                /** @description null while failing: the next attempt waits for a change of settings, period or payment method. */
                                nextAttemptAt: string | null;
                            };
                            sast: {
                                enabled: boolean;
                                /** @description Packs of automatic recharges in this period, one in progress included. */
                                packs: number;
                                monthlyCap: number;
                                /** @description Consecutive failures. */
                                failures: number;
                                failingSince: string | null;
                                /** @description null while failing: the next attempt waits for a change of settings, period or payment method. */
                                nextAttemptAt: string | null;
                            };
                        };
                        /** @description The mails to owners and admins that are expected if every invoice is paid. */
                        nextMails: {
                            /** @constant */
                            kind: "receipt";
                            /** @enum {string} */
                            reason: "plan_renewal" | "sast_addon_renewal" | "auto_recharge_retry";
                            /** Format: date-time */
                            at: string;
                        }[];
                        retention: {
                            days: number;
                            /** @description null: the plan has no limit. */
                            maxDays: number | null;
                        };
                        capabilities: ("policy_basic" | "policy_standard" | "policy_complete" | "api" | "webhooks" | "issue_trackers" | "bundles" | "audit_log" | "proof_export" | "auditor_export" | "pay_as_you_go" | "sso_basic" | "sso_full" | "sla")[];
                        tabs: ("plan" | "usage" | "history" | "auto_recharge" | "retention")[];
                    } | {
                        /** @enum {string} */
                        plan: "Free" | "Starter" | "Team" | "Regulated";
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
                    "application/json": {
                        /** @enum {string} */
                        plan: "Free" | "Starter" | "Team" | "Regulated";
                        pools: {
                            core: {
                                /** @enum {string} */
                                state: "ok" | "low" | "empty";
                            };
                            sast: {
                                /** @enum {string} */
                                state: "ok" | "low" | "empty";
                            };
                        };
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
                    "application/json": {
                        /** @description The buyer on invoices. */
                        name: string;
                        /**
                         * Format: email
                         * @description Where Stripe sends invoices and receipts.
                         */
                        email: string;
                        address?: {
                            line1: string;
                            line2?: string;
                            city?: string;
                            postalCode?: string;
                            state?: string;
                            /** @description ISO 3166-1 alpha-2. */
                            country: string;
                        };
                        taxId?: {
                            /** @description Stripe's name of the kind, like `eu_vat`. */
                            type: string;
                            value: string;
                        };
                        /** @description The purchase order on invoices. */
                        poNumber?: string;
                    };
                };
            };
        };
    };
    "set-billing-details": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The buyer on invoices. */
                    name: string;
                    /**
                     * Format: email
                     * @description Where Stripe sends invoices and receipts.
                     */
                    email: string;
                    address?: {
                        line1: string;
                        line2?: string;
                        city?: string;
                        postalCode?: string;
                        state?: string;
                        /** @description ISO 3166-1 alpha-2. */
                        country: string;
                    };
                    taxId?: {
                        /** @description Stripe's name of the kind, like `eu_vat`. */
                        type: string;
                        value: string;
                    };
                    /** @description The purchase order on invoices. */
                    poNumber?: string;
                };
            };
        };
        responses: {
            /** @description The billing details. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The buyer on invoices. */
                        name: string;
                        /**
                         * Format: email
                         * @description Where Stripe sends invoices and receipts.
                         */
                        email: string;
                        address?: {
                            line1: string;
                            line2?: string;
                            city?: string;
                            postalCode?: string;
                            state?: string;
                            /** @description ISO 3166-1 alpha-2. */
                            country: string;
                        };
                        taxId?: {
                            /** @description Stripe's name of the kind, like `eu_vat`. */
                            type: string;
                            value: string;
                        };
                        /** @description The purchase order on invoices. */
                        poNumber?: string;
                    };
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
                    "application/json": {
                        days: number;
                        /** @description null: the plan has no limit. */
                        maxDays: number | null;
                    };
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
                "application/json": {
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
                    "application/json": {
                        days: number;
                        /** @description null: the plan has no limit. */
                        maxDays: number | null;
                    };
                };
            };
        };
    };
    "get-auto-recharge": {
        parameters: {
            query?: {
                pool?: "core" | "sast";
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
                    "application/json": {
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
                };
            };
        };
    };
    "change-auto-recharge": {
        parameters: {
            query?: {
                pool?: "core" | "sast";
            };
            header?: {
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
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
                    "application/json": {
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
                };
            };
        };
    };
    "list-invoices": {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
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
                    "application/json": {
                        items: {
                            invoiceId: string;
                            number: string;
                            /** @enum {string} */
                            status: "open" | "paid" | "void" | "uncollectible";
                            /** @description In the smallest units of the currency. */
                            amountDue: number;
                            /** @description In the smallest units of the currency. */
                            amountPaid: number;
                            currency: string;
                            /** Format: date-time */
                            createdAt: string;
                            hostedUrl?: string;
                            pdfUrl?: string;
                        }[];
                        nextCursor?: string;
                    };
                };
            };
        };
    };
    "list-ledger": {
        parameters: {
            query?: {
                pool?: "core" | "sast";
                from?: string;
                to?: string;
                limit?: number;
                cursor?: string;
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
                    "application/json": {
                        items: {
                            /** Format: date-time */
                            at: string;
                            /** @enum {string} */
                            pool: "core" | "sast";
                            /** @enum {string} */
                            kind: "consume" | "grant" | "expire" | "adjust";
                            /** @description The signed change of the balance. */
                            amount: number;
                            source?: string;
                            motif?: string;
                            scanId?: string;
                            projectUnitId?: string;
                            /** @enum {string} */
                            sourceTrigger?: "api" | "cli" | "manual";
                            invoiceId?: string;
                            organizationId?: string;
                            personId?: string;
                            /** @description Identifies why the entry exists; a pool has one entry for each cause. */
                            cause: string;
                        }[];
                        nextCursor?: string;
                    };
                };
            };
        };
    };
    "export-ledger": {
        parameters: {
            query?: {
                pool?: "core" | "sast";
                from?: string;
                to?: string;
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
                    "text/csv": string;
                };
            };
        };
    };
    "open-checkout": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    plan: "Starter" | "Team";
                    /** @enum {string} */
                    interval: "month" | "year";
                    /** @description The total, at least 5. Only Team takes it; other plans have a fixed number. */
                    licenses?: number;
                };
            };
        };
        responses: {
            /** @description The page is open for a day. The plan starts once it is paid. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sessionId: string;
                        url: string;
                    };
                };
            };
        };
    };
    "open-portal": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
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
                    "application/json": {
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
                "application/json": {
                    /** @enum {string} */
                    plan: "Starter" | "Team";
                    /** @enum {string} */
                    interval: "month" | "year";
                    /** @description The total, at least 5. Only Team takes it; other plans have a fixed number. */
                    licenses?: number;
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
                    "application/json": {
                        /** @enum {string} */
                        plan: "Free" | "Starter" | "Team" | "Regulated";
                        /** @enum {string} */
                        interval: "month" | "year";
                        /** @description Bought or agreed; null where the plan has a fixed number. */
                        licenses: number | null;
                        autoRenew: boolean;
                        sastAddon: {
                            /** @enum {string} */
                            size: "starter" | "team";
                            /** Format: date-time */
                            endsAt: string;
                            /** Format: date-time */
                            cancelsAt?: string;
                        } | null;
                        pending: {
                            /** @enum {string} */
                            change: "plan" | "interval" | "licenses" | "plan_end" | "sast_addon_end";
                            to?: string | number;
                            /** Format: date-time */
                            effectiveAt: string;
                        }[];
                    };
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
                    "application/json": {
                        /** @enum {string} */
                        plan: "Free" | "Starter" | "Team" | "Regulated";
                        /** @enum {string} */
                        interval: "month" | "year";
                        /** @description Bought or agreed; null where the plan has a fixed number. */
                        licenses: number | null;
                        autoRenew: boolean;
                        sastAddon: {
                            /** @enum {string} */
                            size: "starter" | "team";
                            /** Format: date-time */
                            endsAt: string;
                            /** Format: date-time */
                            cancelsAt?: string;
                        } | null;
                        pending: {
                            /** @enum {string} */
                            change: "plan" | "interval" | "licenses" | "plan_end" | "sast_addon_end";
                            to?: string | number;
                            /** Format: date-time */
                            effectiveAt: string;
                        }[];
                    };
                };
            };
        };
    };
    "list-licenses": {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
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
                    "application/json": {
                        items: {
                            personId: string;
                            /** @description Absent for a person who was never a member. */
                            email?: string;
                            organizationId: string;
                            /** Format: date-time */
                            claimedAt: string;
                            /** @description The scan that claimed the license; null where it is not known. */
                            scanId: string | null;
                        }[];
                        nextCursor?: string;
                        /** @description Calendar month in UTC, 2026-03. */
                        month: string;
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
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
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
                    "application/json": {
                        /** @enum {string} */
                        plan: "Free" | "Starter" | "Team" | "Regulated";
                        /** @enum {string} */
                        interval: "month" | "year";
                        /** @description Bought or agreed; null where the plan has a fixed number. */
                        licenses: number | null;
                        autoRenew: boolean;
                        sastAddon: {
                            /** @enum {string} */
                            size: "starter" | "team";
                            /** Format: date-time */
                            endsAt: string;
                            /** Format: date-time */
                            cancelsAt?: string;
                        } | null;
                        pending: {
                            /** @enum {string} */
                            change: "plan" | "interval" | "licenses" | "plan_end" | "sast_addon_end";
                            to?: string | number;
                            /** Format: date-time */
                            effectiveAt: string;
                        }[];
                    };
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
                "application/json": {
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
                    "application/json": {
                        /** @enum {string} */
                        plan: "Free" | "Starter" | "Team" | "Regulated";
                        /** @enum {string} */
                        interval: "month" | "year";
                        /** @description Bought or agreed; null where the plan has a fixed number. */
                        licenses: number | null;
                        autoRenew: boolean;
                        sastAddon: {
                            /** @enum {string} */
                            size: "starter" | "team";
                            /** Format: date-time */
                            endsAt: string;
                            /** Format: date-time */
                            cancelsAt?: string;
                        } | null;
                        pending: {
                            /** @enum {string} */
                            change: "plan" | "interval" | "licenses" | "plan_end" | "sast_addon_end";
                            to?: string | number;
                            /** Format: date-time */
                            effectiveAt: string;
                        }[];
                    };
                };
            };
        };
    };
    "start-sast-addon": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
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
                    "application/json": {
                        /** @enum {string} */
                        plan: "Free" | "Starter" | "Team" | "Regulated";
                        /** @enum {string} */
                        interval: "month" | "year";
                        /** @description Bought or agreed; null where the plan has a fixed number. */
                        licenses: number | null;
                        autoRenew: boolean;
                        sastAddon: {
                            /** @enum {string} */
                            size: "starter" | "team";
                            /** Format: date-time */
                            endsAt: string;
                            /** Format: date-time */
                            cancelsAt?: string;
                        } | null;
                        pending: {
                            /** @enum {string} */
                            change: "plan" | "interval" | "licenses" | "plan_end" | "sast_addon_end";
                            to?: string | number;
                            /** Format: date-time */
                            effectiveAt: string;
                        }[];
                    };
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
                    "application/json": {
                        /** @enum {string} */
                        plan: "Free" | "Starter" | "Team" | "Regulated";
                        /** @enum {string} */
                        interval: "month" | "year";
                        /** @description Bought or agreed; null where the plan has a fixed number. */
                        licenses: number | null;
                        autoRenew: boolean;
                        sastAddon: {
                            /** @enum {string} */
                            size: "starter" | "team";
                            /** Format: date-time */
                            endsAt: string;
                            /** Format: date-time */
                            cancelsAt?: string;
                        } | null;
                        pending: {
                            /** @enum {string} */
                            change: "plan" | "interval" | "licenses" | "plan_end" | "sast_addon_end";
                            to?: string | number;
                            /** Format: date-time */
                            effectiveAt: string;
                        }[];
                    };
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
                    "application/json": {
                        /** @enum {string} */
                        plan: "Free" | "Starter" | "Team" | "Regulated";
                        /** @enum {string} */
                        interval: "month" | "year";
                        /** @description Bought or agreed; null where the plan has a fixed number. */
                        licenses: number | null;
                        autoRenew: boolean;
                        sastAddon: {
                            /** @enum {string} */
                            size: "starter" | "team";
                            /** Format: date-time */
                            endsAt: string;
                            /** Format: date-time */
                            cancelsAt?: string;
                        } | null;
                        pending: {
                            /** @enum {string} */
                            change: "plan" | "interval" | "licenses" | "plan_end" | "sast_addon_end";
                            to?: string | number;
                            /** Format: date-time */
                            effectiveAt: string;
                        }[];
                    };
                };
            };
        };
    };
    "buy-pack": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
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
                    "application/json": {
                        sessionId: string;
                        url: string;
                    };
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
                "application/json": {
                    code: string;
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
                    "application/json": {
                        /** @enum {string} */
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
                    "application/json": {
                        pools: {
                            core: {
                                /** @description The balance at which the automatic recharge starts; 0 where it is off. */
                                threshold: number;
                                /** @description The average since the start of the period; null on its first day. */
                                creditsPerDay: number | null;
                                /** @description Whole days at this rate, even past the end of the period; null when it is not reached at this rate. */
                                daysToThreshold: number | null;
                                /** @description Packs that the automatic recharge may still buy in this period; null where it is off. */
                                packsLeft: number | null;
                                /** Format: date-time */
                                periodEndsAt: string;
                            };
                            sast: {
                                /** @description The balance at which the automatic recharge starts; 0 where it is off. */
                                threshold: number;
                                /** @description The average since the start of the period; null on its first day. */
                                creditsPerDay: number | null;
                                /** @description Whole days at this rate, even past the end of the period; null when it is not reached at this rate. */
                                daysToThreshold: number | null;
                                /** @description Packs that the automatic recharge may still buy in this period; null where it is off. */
                                packsLeft: number | null;
                                /** Format: date-time */
                                periodEndsAt: string;
                            };
                        };
                        licenses: {
                            /** @description null when there is no limit. */
                            left: number | null;
                            /** @description Calendar month in UTC, 2026-03. */
                            month: string;
                            /** Format: date-time */
                            monthEndsAt: string;
                        };
                        /** @description The next invoice of the plan; null when there is none or it is unknown now. */
                        nextInvoice: {
                            /** @description In the smallest units of the currency. */
                            amountDue: number;
                            currency: string;
                            /** Format: date-time */
                            at: string;
                        } | null;
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
                "application/json": {
                    /** @enum {string} */
                    plan: "Starter" | "Team";
                    /** @enum {string} */
                    interval: "month" | "year";
                    /** @description The total, at least 5. Only Team takes it; other plans have a fixed number. */
                    licenses?: number;
                    /** @constant */
                    change: "checkout";
                } | {
                    /** @enum {string} */
                    plan: "Starter" | "Team";
                    /** @enum {string} */
                    interval: "month" | "year";
                    /** @description The total, at least 5. Only Team takes it; other plans have a fixed number. */
                    licenses?: number;
                    /** @constant */
                    change: "plan";
                } | {
                    /** @constant */
                    change: "undo_plan";
                } | {
                    /** @constant */
                    change: "licenses";
                    /** @description The total, at least 5. Only Team takes it; other plans have a fixed number. */
                    licenses: number;
                } | {
                    /** @constant */
                    change: "auto_renew";
                    enabled: boolean;
                } | {
                    /** @constant */
                    change: "sast_addon";
                    /** @enum {string} */
                    size: "starter" | "team";
                } | {
                    /** @constant */
                    change: "cancel_sast_addon";
                } | {
                    /** @constant */
                    change: "resume_sast_addon";
                } | {
                    /** @constant */
                    change: "pack";
                    /** @enum {string} */
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
                    "application/json": {
                        /** @description In the smallest units of the currency. */
                        dueNow: number;
                        currency: string;
                        /** @description They add up to the amount: discounts, tax and balance have lines of their own. */
                        lines: {
                            description: string;
                            /** @description In the smallest units of the currency. */
                            amount: number;
                        }[];
                        /** @description The next invoice of the plan after the change; null when there is none, or when a discount of the first invoice may not apply to it. */
                        nextInvoice: {
                            amountDue: number;
                            currency: string;
                            /** @description They add up to the amount: discounts, tax and balance have lines of their own. */
                            lines: {
                                description: string;
                                /** @description In the smallest units of the currency. */
                                amount: number;
                            }[];
                            /** Format: date-time */
                            at: string;
                        } | null;
                        /** @description What is different with the change, and from when on. */
                        effects: {
                            /** @enum {string} */
                            what: "plan" | "interval" | "licenses" | "auto_renew" | "sast_addon" | "core_credits" | "sast_credits" | "retention_days" | "core_balance" | "sast_balance";
                            from: (string | number | boolean) | null;
                            to: (string | number | boolean) | null;
                            /** Format: date-time */
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
                pool?: "core" | "sast";
                from?: string;
                to?: string;
                by?: "day" | "repository" | "person" | "trigger";
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
                    "application/json": {
                        items: {
                            /** @description A day in UTC, 2026-03-10. */
                            day: string;
                            opening: number;
                            consumed: number;
                            granted: number;
                            refunded: number;
                            expired: number;
                            adjusted: number;
                            closing: number;
                        }[] | {
                            repositoryId?: string;
                            fullName?: string;
                            personId?: string;
                            email?: string;
                            /** @enum {string} */
                            sourceTrigger?: "api" | "cli" | "manual";
                            /** @description The organization that consumed the credits. */
                            organizationId?: string;
                            consumed: number;
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
                pool?: "core" | "sast";
                from?: string;
                to?: string;
                by?: "day" | "repository" | "person" | "trigger";
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
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    core?: {
                        soft?: number;
                        hard?: number;
                    };
                    sast?: {
                        soft?: number;
                        hard?: number;
                    };
                };
            };
        };
        responses: {
            /** @description The budget, with what is spent of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        organizationId: string;
                        name?: string;
                        /** @description Calendar month in UTC, 2026-03. */
                        month: string;
                        core?: {
                            soft?: number;
                            hard?: number;
                        };
                        sast?: {
                            soft?: number;
                            hard?: number;
                        };
                        /** @description Credits debited for scans created this month, less refunds. */
                        used: {
                            core: number;
                            sast: number;
                        };
                    };
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
                    "application/json": {
                        items: {
                            organizationId: string;
                            name?: string;
                            /** @description Calendar month in UTC, 2026-03. */
                            month: string;
                            core?: {
                                soft?: number;
                                hard?: number;
                            };
                            sast?: {
                                soft?: number;
                                hard?: number;
                            };
                            /** @description Credits debited for scans created this month, less refunds. */
                            used: {
                                core: number;
                                sast: number;
                            };
                        }[];
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
                "webhook-id": string;
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": string;
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": string;
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
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Stable over attempts and replays.
                     */
                    id: string;
                    /** @constant */
                    type: "scan.completed";
                    /** Format: date-time */
                    timestamp: string;
                    /** @description Counts the deliveries of a subscriber, without gaps. */
                    sequence: number;
                    organizationId: string;
                    data: {
                        scanId: string;
                        repository: {
                            repositoryId: string;
                            /** @description Its name at the host, as `owner/name`. */
                            fullName: string;
                        };
                        commitHash: string;
                        /** @description As the request named it. */
                        branch?: string;
                        pullRequest?: {
                            number: number;
                        };
                        /** @description The only unit that was scanned. */
                        projectUnitId?: string;
                        scanTypes: ("sbom" | "sca" | "license" | "dependency-advisor" | "secrets" | "sast")[];
                        /** @description The path of the scan at the API. */
                        link: string;
                        /** @enum {string} */
                        verdict: "PASS" | "FAIL";
                        /** @description The first of `reasons`. */
                        reason: string;
                        reasons: string[];
                        /** @enum {string} */
                        severityThreshold: "critical" | "high" | "medium" | "low";
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
                        /** @description Every required type ran, and each assessed all of its subject, as the signed verdict says it. */
                        complete: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description Received. Any other answer is tried again, but 410, which disables the webhook. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "receive-scan-failed": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": string;
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": string;
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": string;
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
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Stable over attempts and replays.
                     */
                    id: string;
                    /** @constant */
                    type: "scan.failed";
                    /** Format: date-time */
                    timestamp: string;
                    /** @description Counts the deliveries of a subscriber, without gaps. */
                    sequence: number;
                    organizationId: string;
                    data: {
                        scanId: string;
                        repository: {
                            repositoryId: string;
                            /** @description Its name at the host, as `owner/name`. */
                            fullName: string;
                        };
                        commitHash: string;
                        /** @description As the request named it. */
                        branch?: string;
                        pullRequest?: {
                            number: number;
                        };
                        /** @description The only unit that was scanned. */
                        projectUnitId?: string;
                        scanTypes: ("sbom" | "sca" | "license" | "dependency-advisor" | "secrets" | "sast")[];
                        /** @description The path of the scan at the API. */
                        link: string;
                        /** @enum {string} */
                        verdict: "FAIL" | "ERROR";
                        /** @description The first of `reasons`. */
                        reason: string;
                        reasons: string[];
                        /**
                         * @description Why nothing was judged.
                         * @enum {string}
                         */
                        errorCode?: "pat_required" | "repo_access" | "rate_limit" | "insufficient_credits" | "payment_failed" | "sast_addon_required" | "entitlement_denied" | "lockfile_not_found" | "branch_or_commit_not_found" | "workflow_timeout" | "system_error";
                        /** @enum {string} */
                        severityThreshold?: "critical" | "high" | "medium" | "low";
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
                        /** @description Every required type ran, and each assessed all of its subject, as the signed verdict says it. */
                        complete?: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description Received. Any other answer is tried again, but 410, which disables the webhook. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "receive-scan-cancelled": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": string;
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": string;
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": string;
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
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Stable over attempts and replays.
                     */
                    id: string;
                    /** @constant */
                    type: "scan.cancelled";
                    /** Format: date-time */
                    timestamp: string;
                    /** @description Counts the deliveries of a subscriber, without gaps. */
                    sequence: number;
                    organizationId: string;
                    data: {
                        scanId: string;
                        repository: {
                            repositoryId: string;
                            /** @description Its name at the host, as `owner/name`. */
                            fullName: string;
                        };
                        commitHash: string;
                        /** @description As the request named it. */
                        branch?: string;
                        pullRequest?: {
                            number: number;
                        };
                        /** @description The only unit that was scanned. */
                        projectUnitId?: string;
                        scanTypes: ("sbom" | "sca" | "license" | "dependency-advisor" | "secrets" | "sast")[];
                        /** @description The path of the scan at the API. */
                        link: string;
                        /** @constant */
                        verdict: "ERROR";
                    };
                };
            };
        };
        responses: {
            /** @description Received. Any other answer is tried again, but 410, which disables the webhook. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "receive-pull-request-check-completed": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": string;
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": string;
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": string;
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
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Stable over attempts and replays.
                     */
                    id: string;
                    /** @constant */
                    type: "pull_request_check.completed";
                    /** Format: date-time */
                    timestamp: string;
                    /** @description Counts the deliveries of a subscriber, without gaps. */
                    sequence: number;
                    organizationId: string;
                    data: {
                        scanId: string;
                        repository: {
                            repositoryId: string;
                            /** @description Its name at the host, as `owner/name`. */
                            fullName: string;
                        };
                        commitHash: string;
                        branch?: string;
                        pullRequest?: {
                            number: number;
                        };
                        /** @enum {string} */
                        verdict: "PASS" | "FAIL" | "ERROR";
                        /** @description The first of `reasons`. */
                        reason: string;
                        reasons: string[];
                        /** @enum {string} */
                        severityThreshold?: "critical" | "high" | "medium" | "low";
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
                        /** @description The number of files and sets of dependencies not looked at any more. */
                        coverageDropped: number;
                        /** @description The path of the scan at the API. */
                        link: string;
                    };
                };
            };
        };
        responses: {
            /** @description Received. Any other answer is tried again, but 410, which disables the webhook. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "receive-finding-introduced": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": string;
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": string;
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": string;
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
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Stable over attempts and replays.
                     */
                    id: string;
                    /** @constant */
                    type: "finding.introduced";
                    /** Format: date-time */
                    timestamp: string;
                    /** @description Counts the deliveries of a subscriber, without gaps. */
                    sequence: number;
                    organizationId: string;
                    data: {
                        repository: {
                            repositoryId: string;
                            /** @description Its name at the host, as `owner/name`. */
                            fullName: string;
                        };
                        /** @description The default branch. */
                        branch: string;
                        commitHash: string;
                        scanId: string;
                        /** @description The published advisories that changed the judgment. */
                        advisorySnapshot?: string;
                        /** Format: date-time */
                        judgedAt: string;
                        total: number;
                        /** @enum {string} */
                        highestSeverity: "critical" | "high" | "medium" | "low" | "unknown";
                        /** @description The most severe first. */
                        findings: {
                            fingerprint: string;
                            projectUnitId: string;
                            /** @enum {string} */
                            kind: "vulnerability" | "source" | "secret" | "license" | "code";
                            /** @enum {string} */
                            severity: "critical" | "high" | "medium" | "low" | "unknown";
                            title: string;
                            /** @description The advisory, the rule or the license. */
                            rule: string;
                            packageName?: string;
                            packageVersion?: string;
                            knownExploited: boolean;
                            fixable: boolean;
                        }[];
                        /** @description The number of entries that are not listed. */
                        more: number;
                        /** @description The path of the API where all entries are; absent when all are listed. */
                        link?: string;
                    };
                };
            };
        };
        responses: {
            /** @description Received. Any other answer is tried again, but 410, which disables the webhook. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "receive-finding-fixed": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": string;
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": string;
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": string;
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
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Stable over attempts and replays.
                     */
                    id: string;
                    /** @constant */
                    type: "finding.fixed";
                    /** Format: date-time */
                    timestamp: string;
                    /** @description Counts the deliveries of a subscriber, without gaps. */
                    sequence: number;
                    organizationId: string;
                    data: {
                        repository: {
                            repositoryId: string;
                            /** @description Its name at the host, as `owner/name`. */
                            fullName: string;
                        };
                        /** @description The default branch. */
                        branch: string;
                        commitHash: string;
                        scanId: string;
                        /** @description The published advisories that changed the judgment. */
                        advisorySnapshot?: string;
                        /** Format: date-time */
                        judgedAt: string;
                        total: number;
                        /** @enum {string} */
                        highestSeverity: "critical" | "high" | "medium" | "low" | "unknown";
                        /** @description The most severe first. */
                        findings: {
                            fingerprint: string;
                            projectUnitId: string;
                            /** @enum {string} */
                            kind: "vulnerability" | "source" | "secret" | "license" | "code";
                            /** @enum {string} */
                            severity: "critical" | "high" | "medium" | "low" | "unknown";
                            title: string;
                            /** @description The advisory, the rule or the license. */
                            rule: string;
                            packageName?: string;
                            packageVersion?: string;
                            knownExploited: boolean;
                            fixable: boolean;
                        }[];
                        /** @description The number of entries that are not listed. */
                        more: number;
                        /** @description The path of the API where all entries are; absent when all are listed. */
                        link?: string;
                    };
                };
            };
        };
        responses: {
            /** @description Received. Any other answer is tried again, but 410, which disables the webhook. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "receive-advisory-matched": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": string;
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": string;
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": string;
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
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Stable over attempts and replays.
                     */
                    id: string;
                    /** @constant */
                    type: "advisory.matched";
                    /** Format: date-time */
                    timestamp: string;
                    /** @description Counts the deliveries of a subscriber, without gaps. */
                    sequence: number;
                    organizationId: string;
                    data: {
                        repository: {
                            repositoryId: string;
                            /** @description Its name at the host, as `owner/name`. */
                            fullName: string;
                        };
                        projectUnitId: string;
                        /** @description The path of the project unit; empty for the root. */
                        unitPath: string;
                        advisorySnapshot: string;
                        total: number;
                        packages: {
                            /** @description The package URL without version. */
                            package: string;
                            versions: string[];
                            advisories: string[];
                        }[];
                        /** @description The number of entries that are not listed. */
                        more: number;
                        /** @description The path of the API where all entries are; absent when all are listed. */
                        link?: string;
                    };
                };
            };
        };
        responses: {
            /** @description Received. Any other answer is tried again, but 410, which disables the webhook. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "receive-waiver-requested": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": string;
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": string;
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": string;
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
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Stable over attempts and replays.
                     */
                    id: string;
                    /** @constant */
                    type: "waiver.requested";
                    /** Format: date-time */
                    timestamp: string;
                    /** @description Counts the deliveries of a subscriber, without gaps. */
                    sequence: number;
                    organizationId: string;
                    data: {
                        waiverId: string;
                        /** @enum {string} */
                        kind: "manual" | "vex";
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
                        /** Format: date-time */
                        expiresAt: string;
                        /** @description A person. */
                        createdBy: string;
                        link: string;
                    };
                };
            };
        };
        responses: {
            /** @description Received. Any other answer is tried again, but 410, which disables the webhook. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "receive-waiver-approved": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": string;
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": string;
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": string;
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
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Stable over attempts and replays.
                     */
                    id: string;
                    /** @constant */
                    type: "waiver.approved";
                    /** Format: date-time */
                    timestamp: string;
                    /** @description Counts the deliveries of a subscriber, without gaps. */
                    sequence: number;
                    organizationId: string;
                    data: {
                        waiverId: string;
                        /** @enum {string} */
                        kind: "manual" | "vex";
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
                        /** Format: date-time */
                        expiresAt: string;
                        /** @description A person. */
                        createdBy: string;
                        link: string;
                        /** @description A person. */
                        approvedBy: string;
                    };
                };
            };
        };
        responses: {
            /** @description Received. Any other answer is tried again, but 410, which disables the webhook. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "receive-waiver-expiring": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": string;
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": string;
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": string;
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
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Stable over attempts and replays.
                     */
                    id: string;
                    /** @constant */
                    type: "waiver.expiring";
                    /** Format: date-time */
                    timestamp: string;
                    /** @description Counts the deliveries of a subscriber, without gaps. */
                    sequence: number;
                    organizationId: string;
                    data: {
                        waiverId: string;
                        /** @enum {string} */
                        kind: "manual" | "vex";
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
                        /** Format: date-time */
                        expiresAt: string;
                        /** @description A person. */
                        createdBy: string;
                        link: string;
                        /** @description A person. */
                        approvedBy: string;
                        /** @enum {number} */
                        days: 7 | 1;
                    };
                };
            };
        };
        responses: {
            /** @description Received. Any other answer is tried again, but 410, which disables the webhook. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "receive-waiver-expired": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": string;
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": string;
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": string;
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
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Stable over attempts and replays.
                     */
                    id: string;
                    /** @constant */
                    type: "waiver.expired";
                    /** Format: date-time */
                    timestamp: string;
                    /** @description Counts the deliveries of a subscriber, without gaps. */
                    sequence: number;
                    organizationId: string;
                    data: {
                        waiverId: string;
                        /** @enum {string} */
                        kind: "manual" | "vex";
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
                        /** Format: date-time */
                        expiresAt: string;
                        /** @description A person. */
                        createdBy: string;
                        link: string;
                        /** @description A person. */
                        approvedBy: string;
                    };
                };
            };
        };
        responses: {
            /** @description Received. Any other answer is tried again, but 410, which disables the webhook. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "receive-gate-changed": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": string;
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": string;
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": string;
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
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Stable over attempts and replays.
                     */
                    id: string;
                    /** @constant */
                    type: "gate.changed";
                    /** Format: date-time */
                    timestamp: string;
                    /** @description Counts the deliveries of a subscriber, without gaps. */
                    sequence: number;
                    organizationId: string;
                    data: {
                        policyDigest: string;
                        previousPolicyDigest: string;
                        /** @enum {string} */
                        severityThreshold: "critical" | "high" | "medium" | "low";
                        /** @description The names of the settings that changed. */
                        changed: string[];
                        /** @description The person who changed it. */
                        personId?: string;
                        link: string;
                    };
                };
            };
        };
        responses: {
            /** @description Received. Any other answer is tried again, but 410, which disables the webhook. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "receive-repository-connected": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": string;
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": string;
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": string;
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
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Stable over attempts and replays.
                     */
                    id: string;
                    /** @constant */
                    type: "repository.connected";
                    /** Format: date-time */
                    timestamp: string;
                    /** @description Counts the deliveries of a subscriber, without gaps. */
                    sequence: number;
                    organizationId: string;
                    data: {
                        repository: {
                            repositoryId: string;
                            /** @description Its name at the host, as `owner/name`. */
                            fullName: string;
                        };
                        provider: string;
                        defaultBranch: string;
                        /** @description The person who did it. */
                        personId: string;
                        link: string;
                    };
                };
            };
        };
        responses: {
            /** @description Received. Any other answer is tried again, but 410, which disables the webhook. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "receive-repository-disconnected": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": string;
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": string;
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": string;
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
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Stable over attempts and replays.
                     */
                    id: string;
                    /** @constant */
                    type: "repository.disconnected";
                    /** Format: date-time */
                    timestamp: string;
                    /** @description Counts the deliveries of a subscriber, without gaps. */
                    sequence: number;
                    organizationId: string;
                    data: {
                        repository: {
                            repositoryId: string;
                            /** @description Its name at the host, as `owner/name`. */
                            fullName: string;
                        };
                        /** @description The person who did it. */
                        personId: string;
                    };
                };
            };
        };
        responses: {
            /** @description Received. Any other answer is tried again, but 410, which disables the webhook. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "receive-token-issued": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": string;
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": string;
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": string;
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
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Stable over attempts and replays.
                     */
                    id: string;
                    /** @constant */
                    type: "token.issued";
                    /** Format: date-time */
                    timestamp: string;
                    /** @description Counts the deliveries of a subscriber, without gaps. */
                    sequence: number;
                    organizationId: string;
                    data: {
                        tokenId: string;
                        /** @enum {string} */
                        kind: "service" | "personal" | "session" | "pipeline" | "directory";
                        /** @description The person who is responsible for it. */
                        personId: string;
                        scopes: ("repositories:read" | "repositories:write" | "scans:read" | "scans:write" | "organization:read" | "organization:write" | "billing:read" | "billing:write" | "tokens:write")[];
                        /** Format: date-time */
                        expiresAt?: string;
                    };
                };
            };
        };
        responses: {
            /** @description Received. Any other answer is tried again, but 410, which disables the webhook. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "receive-token-revoked": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": string;
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": string;
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": string;
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
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Stable over attempts and replays.
                     */
                    id: string;
                    /** @constant */
                    type: "token.revoked";
                    /** Format: date-time */
                    timestamp: string;
                    /** @description Counts the deliveries of a subscriber, without gaps. */
                    sequence: number;
                    organizationId: string;
                    data: {
                        tokenId: string;
                        /** @enum {string} */
                        kind: "service" | "personal" | "session" | "pipeline" | "directory";
                        /** @description The person who is responsible for it. */
                        personId: string;
                        /** @description The person who revoked it. */
                        revokedBy?: string;
                    };
                };
            };
        };
        responses: {
            /** @description Received. Any other answer is tried again, but 410, which disables the webhook. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "receive-member-joined": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": string;
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": string;
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": string;
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
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Stable over attempts and replays.
                     */
                    id: string;
                    /** @constant */
                    type: "member.joined";
                    /** Format: date-time */
                    timestamp: string;
                    /** @description Counts the deliveries of a subscriber, without gaps. */
                    sequence: number;
                    organizationId: string;
                    data: {
                        personId: string;
                        /** @enum {string} */
                        role: "owner" | "admin" | "billing" | "member";
                        /** @enum {string} */
                        by: "invitation" | "sso" | "directory";
                    };
                };
            };
        };
        responses: {
            /** @description Received. Any other answer is tried again, but 410, which disables the webhook. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "receive-member-removed": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": string;
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": string;
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": string;
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
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Stable over attempts and replays.
                     */
                    id: string;
                    /** @constant */
                    type: "member.removed";
                    /** Format: date-time */
                    timestamp: string;
                    /** @description Counts the deliveries of a subscriber, without gaps. */
                    sequence: number;
                    organizationId: string;
                    data: {
                        personId: string;
                        /** @description Another person who did it; absent for the directory. */
                        removedBy?: string;
                    };
                };
            };
        };
        responses: {
            /** @description Received. Any other answer is tried again, but 410, which disables the webhook. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "receive-credits-low": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": string;
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": string;
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": string;
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
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Stable over attempts and replays.
                     */
                    id: string;
                    /** @constant */
                    type: "credits.low";
                    /** Format: date-time */
                    timestamp: string;
                    /** @description Counts the deliveries of a subscriber, without gaps. */
                    sequence: number;
                    organizationId: string;
                    data: {
                        /** @enum {string} */
                        pool: "core" | "sast";
                        /** @enum {string} */
                        state: "low" | "empty";
                        available: number;
                        included: number;
                        /** Format: date-time */
                        periodEndsAt: string;
                        link: string;
                    };
                };
            };
        };
        responses: {
            /** @description Received. Any other answer is tried again, but 410, which disables the webhook. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "receive-payment-failed": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": string;
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": string;
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": string;
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
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Stable over attempts and replays.
                     */
                    id: string;
                    /** @constant */
                    type: "payment.failed";
                    /** Format: date-time */
                    timestamp: string;
                    /** @description Counts the deliveries of a subscriber, without gaps. */
                    sequence: number;
                    organizationId: string;
                    data: {
                        invoiceId: string;
                        unpaidInvoices: number;
                        /**
                         * Format: date-time
                         * @description When the first payment that is still open failed.
                         */
                        since: string;
                        link: string;
                    };
                };
            };
        };
        responses: {
            /** @description Received. Any other answer is tried again, but 410, which disables the webhook. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "receive-payment-resolved": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": string;
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": string;
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": string;
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
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Stable over attempts and replays.
                     */
                    id: string;
                    /** @constant */
                    type: "payment.resolved";
                    /** Format: date-time */
                    timestamp: string;
                    /** @description Counts the deliveries of a subscriber, without gaps. */
                    sequence: number;
                    organizationId: string;
                    data: {
                        /** Format: date-time */
                        since: string;
                        link: string;
                    };
                };
            };
        };
        responses: {
            /** @description Received. Any other answer is tried again, but 410, which disables the webhook. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "receive-invoice-paid": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": string;
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": string;
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": string;
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
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Stable over attempts and replays.
                     */
                    id: string;
                    /** @constant */
                    type: "invoice.paid";
                    /** Format: date-time */
                    timestamp: string;
                    /** @description Counts the deliveries of a subscriber, without gaps. */
                    sequence: number;
                    organizationId: string;
                    data: {
                        invoiceId: string;
                        /** @description In the smallest unit of the currency. */
                        amount: number;
                        currency: string;
                        /** Format: date-time */
                        createdAt: string;
                        link: string;
                    };
                };
            };
        };
        responses: {
            /** @description Received. Any other answer is tried again, but 410, which disables the webhook. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "receive-plan-changed": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": string;
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": string;
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": string;
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
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Stable over attempts and replays.
                     */
                    id: string;
                    /** @constant */
                    type: "plan.changed";
                    /** Format: date-time */
                    timestamp: string;
                    /** @description Counts the deliveries of a subscriber, without gaps. */
                    sequence: number;
                    organizationId: string;
                    data: {
                        /** @enum {string} */
                        plan: "Free" | "Starter" | "Team" | "Regulated";
                        /** @enum {string} */
                        previousPlan: "Free" | "Starter" | "Team" | "Regulated";
                        /** @enum {string} */
                        interval?: "month" | "year";
                        licenses?: number;
                        link: string;
                    };
                };
            };
        };
        responses: {
            /** @description Received. Any other answer is tried again, but 410, which disables the webhook. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "receive-auditor-pack-ready": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": string;
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": string;
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": string;
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
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Stable over attempts and replays.
                     */
                    id: string;
                    /** @constant */
                    type: "auditor_pack.ready";
                    /** Format: date-time */
                    timestamp: string;
                    /** @description Counts the deliveries of a subscriber, without gaps. */
                    sequence: number;
                    organizationId: string;
                    data: {
                        packId: string;
                        /** Format: date-time */
                        from: string;
                        /** Format: date-time */
                        to: string;
                        scans: number;
                        bytes: number;
                        sha256: string;
                        /** Format: date-time */
                        expiresAt: string;
                        link: string;
                    };
                };
            };
        };
        responses: {
            /** @description Received. Any other answer is tried again, but 410, which disables the webhook. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "receive-bundle-released": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": string;
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": string;
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": string;
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
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Stable over attempts and replays.
                     */
                    id: string;
                    /** @constant */
                    type: "bundle.released";
                    /** Format: date-time */
                    timestamp: string;
                    /** @description Counts the deliveries of a subscriber, without gaps. */
                    sequence: number;
                    organizationId: string;
                    data: {
                        bundleId: string;
                        name: string;
                        version: string;
                        /** Format: date-time */
                        supportUntil: string;
                        /** @enum {string} */
                        verdict: "PASS" | "FAIL";
                        members: number;
                        link: string;
                    };
                };
            };
        };
        responses: {
            /** @description Received. Any other answer is tried again, but 410, which disables the webhook. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "receive-bundle-affected": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": string;
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": string;
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": string;
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
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Stable over attempts and replays.
                     */
                    id: string;
                    /** @constant */
                    type: "bundle.affected";
                    /** Format: date-time */
                    timestamp: string;
                    /** @description Counts the deliveries of a subscriber, without gaps. */
                    sequence: number;
                    organizationId: string;
                    data: {
                        bundleId: string;
                        name: string;
                        version: string;
                        /** Format: date-time */
                        supportUntil: string;
                        advisories: string[];
                        /** @enum {string} */
                        highestSeverity: "critical" | "high" | "medium" | "low" | "unknown";
                        knownExploited: boolean;
                        /**
                         * Format: date-time
                         * @description When known to be exploited: 24 hours after the service learned of it.
                         */
                        earlyWarningDueAt?: string;
                        /** @description The number of affected members. */
                        total: number;
                        members: {
                            repositoryId: string;
                            projectUnitId?: string;
                        }[];
                        /** @description The number of entries that are not listed. */
                        more: number;
                        /** @description The path of the API where all entries are; absent when all are listed. */
                        link?: string;
                    };
                };
            };
        };
        responses: {
            /** @description Received. Any other answer is tried again, but 410, which disables the webhook. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "receive-webhook-disabled": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": string;
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": string;
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": string;
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
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Stable over attempts and replays.
                     */
                    id: string;
                    /** @constant */
                    type: "webhook.disabled";
                    /** Format: date-time */
                    timestamp: string;
                    /** @description Counts the deliveries of a subscriber, without gaps. */
                    sequence: number;
                    organizationId: string;
                    data: {
                        webhookId: string;
                        /** @enum {string} */
                        cause: "person" | "gone" | "failing" | "credential_refused";
                        /** Format: date-time */
                        failingSince?: string;
                        link: string;
                    };
                };
            };
        };
        responses: {
            /** @description Received. Any other answer is tried again, but 410, which disables the webhook. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "receive-webhook-test": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, which tells a repeated delivery. */
                "webhook-id": string;
                /** @description When it was sent, in seconds since 1970; it is signed. */
                "webhook-timestamp": string;
                /** @description One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1). */
                "webhook-signature": string;
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
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Stable over attempts and replays.
                     */
                    id: string;
                    /** @constant */
                    type: "webhook.test";
                    /** Format: date-time */
                    timestamp: string;
                    /** @description Counts the deliveries of a subscriber, without gaps. */
                    sequence: number;
                    organizationId: string;
                    data: {
                        webhookId: string;
                        message: string;
                        requestedBy: string;
                    };
                };
            };
        };
        responses: {
            /** @description Received. Any other answer is tried again, but 410, which disables the webhook. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
