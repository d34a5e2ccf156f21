// Generated from the endpoint table by `npm run openapi`; do not edit.

export interface Operations {
  /** Find the repositoryId of a connected repository by its full name. */
  'resolve-repository': {
    query: {
      fullName: string;
    };
    responses: {
      200: {
        repositoryId: string;
        fullName: string;
        provider: string;
        defaultBranch: string;
        reviewedBranches?: string[];
        artifactsAsDefault: boolean;
        reuse: 'on' | 'off';
        projectUnits: {
          projectUnitId: string;
          path: string;
          type: 'npm' | 'pypi' | 'go' | 'cargo' | 'rubygems' | 'composer' | 'maven' | 'gradle' | 'nuget' | 'hex' | 'pub' | 'swift' | 'source';
          name: string;
        }[];
      };
    };
  };
  /** Connect a git repository; URL and credential are verified at once. */
  'connect-repository': {
    body: {
      url: string;
      fullName?: string;
      credential?: {
        username?: string;
        secret: string;
        app?: {
          appId: string;
          installationId: string;
        };
      };
      defaultBranch?: string;
    };
    isIdempotent: true;
    responses: {
      201: {
        repositoryId: string;
        fullName: string;
        provider: string;
        defaultBranch: string;
        reviewedBranches?: string[];
        artifactsAsDefault: boolean;
        reuse: 'on' | 'off';
        projectUnits: {
          projectUnitId: string;
          path: string;
          type: 'npm' | 'pypi' | 'go' | 'cargo' | 'rubygems' | 'composer' | 'maven' | 'gradle' | 'nuget' | 'hex' | 'pub' | 'swift' | 'source';
          name: string;
        }[];
        url: string;
        hasCredential: boolean;
        checks: {
          status: boolean;
          comment: boolean;
          annotations: boolean;
          api?: 'github' | 'gitlab' | 'bitbucket';
          stopped?: {
            at: string;
            cause: 'credential_refused';
          };
        };
        connectedAt: string;
      };
    };
  };
  /** List the connected repositories. */
  'list-repositories': {
    query: {
      limit?: number;
      cursor?: string;
    };
    responses: {
      200: {
        items: {
          repositoryId: string;
          fullName: string;
          provider: string;
          defaultBranch: string;
          reviewedBranches?: string[];
          artifactsAsDefault: boolean;
          reuse: 'on' | 'off';
          projectUnits: {
            projectUnitId: string;
            path: string;
            type: 'npm' | 'pypi' | 'go' | 'cargo' | 'rubygems' | 'composer' | 'maven' | 'gradle' | 'nuget' | 'hex' | 'pub' | 'swift' | 'source';
            name: string;
          }[];
          url: string;
          hasCredential: boolean;
          checks: {
            status: boolean;
            comment: boolean;
            annotations: boolean;
            api?: 'github' | 'gitlab' | 'bitbucket';
            stopped?: {
              at: string;
              cause: 'credential_refused';
            };
          };
          connectedAt: string;
        }[];
        nextCursor?: string;
      };
    };
  };
  /** Get a connected repository with its latest verdict. */
  'get-repository': {
    params: {
      repositoryId: string;
    };
    responses: {
      200: {
        repositoryId: string;
        fullName: string;
        provider: string;
        defaultBranch: string;
        reviewedBranches?: string[];
        artifactsAsDefault: boolean;
        reuse: 'on' | 'off';
        projectUnits: {
          projectUnitId: string;
          path: string;
          type: 'npm' | 'pypi' | 'go' | 'cargo' | 'rubygems' | 'composer' | 'maven' | 'gradle' | 'nuget' | 'hex' | 'pub' | 'swift' | 'source';
          name: string;
        }[];
        url: string;
        hasCredential: boolean;
        checks: {
          status: boolean;
          comment: boolean;
          annotations: boolean;
          api?: 'github' | 'gitlab' | 'bitbucket';
          stopped?: {
            at: string;
            cause: 'credential_refused';
          };
        };
        connectedAt: string;
        latest: {
          scanId: string;
          verdict: 'PASS' | 'FAIL' | 'ERROR';
          reason: string;
          finishedAt: string;
        } | null;
        scannable: boolean;
      };
    };
  };
  /** Change the settings or the credential of a repository; its id and its scans stay. */
  'change-repository': {
    params: {
      repositoryId: string;
    };
    body: {
      fullName?: string;
      defaultBranch?: string;
      reviewedBranches?: string[];
      artifactsAsDefault?: boolean;
      reuse?: 'on' | 'off';
      checks?: {
        status?: boolean;
        comment?: boolean;
        annotations?: boolean;
        api?: 'github' | 'gitlab' | 'bitbucket';
      };
      credential?: {
        username?: string;
        secret: string;
        app?: {
          appId: string;
          installationId: string;
        };
      } | null;
    };
    responses: {
      200: {
        repositoryId: string;
        fullName: string;
        provider: string;
        defaultBranch: string;
        reviewedBranches?: string[];
        artifactsAsDefault: boolean;
        reuse: 'on' | 'off';
        projectUnits: {
          projectUnitId: string;
          path: string;
          type: 'npm' | 'pypi' | 'go' | 'cargo' | 'rubygems' | 'composer' | 'maven' | 'gradle' | 'nuget' | 'hex' | 'pub' | 'swift' | 'source';
          name: string;
        }[];
        url: string;
        hasCredential: boolean;
        checks: {
          status: boolean;
          comment: boolean;
          annotations: boolean;
          api?: 'github' | 'gitlab' | 'bitbucket';
          stopped?: {
            at: string;
            cause: 'credential_refused';
          };
        };
        connectedAt: string;
        latest: {
          scanId: string;
          verdict: 'PASS' | 'FAIL' | 'ERROR';
          reason: string;
          finishedAt: string;
        } | null;
        scannable: boolean;
      };
    };
  };
  /** Disconnect a repository and delete its credential; its scans stay readable. */
  'disconnect-repository': {
    params: {
      repositoryId: string;
    };
    responses: {
      204: undefined;
    };
  };
  /** Scan a commit, or a lockfile or SBOM built in CI. */
  'create-scan': {
    body: {
      repositoryId: string;
      commitHash: string;
      branch?: string;
      projectUnitId?: string;
      scanTypes?: ('sbom' | 'sca' | 'license' | 'dependency-advisor' | 'secrets' | 'sast' | 'all')[];
      baseCommitHash?: string;
      baseScanId?: string;
      pullRequest?: {
        number: number;
        url?: string;
      };
      lockfile?: {
        path: string;
        content: string;
      };
      sbom?: Record<string, unknown>;
    } | {
      uploadId: string;
    };
    isIdempotent: true;
    responses: {
      200: {
        scanId: string;
        status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
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
        scanTypes: ('sbom' | 'sca' | 'license' | 'dependency-advisor' | 'secrets' | 'sast')[];
        skippedScanTypes: {
          scanType: 'sbom' | 'sca' | 'license' | 'dependency-advisor' | 'secrets' | 'sast';
          reason: string;
        }[];
        sourceTrigger: 'api' | 'cli' | 'manual';
        ci?: {
          provider: 'github' | 'gitlab' | 'bitbucket' | 'circleci' | 'buildkite' | 'azure';
          repository?: string;
          ref?: string;
          runId?: string;
          actor?: string;
        };
        checksBy: 'service' | 'client';
        deduplicated: boolean;
        credits: {
          core: number;
          sast: number;
        };
        laterCharges?: {
          reason: 'first_scan' | 'further_units';
          detail: string;
        };
        laterRefunds?: {
          reason: 'unchanged_units';
          detail: string;
        };
        createdAt: string;
      };
      201: {
        scanId: string;
        status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
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
        scanTypes: ('sbom' | 'sca' | 'license' | 'dependency-advisor' | 'secrets' | 'sast')[];
        skippedScanTypes: {
          scanType: 'sbom' | 'sca' | 'license' | 'dependency-advisor' | 'secrets' | 'sast';
          reason: string;
        }[];
        sourceTrigger: 'api' | 'cli' | 'manual';
        ci?: {
          provider: 'github' | 'gitlab' | 'bitbucket' | 'circleci' | 'buildkite' | 'azure';
          repository?: string;
          ref?: string;
          runId?: string;
          actor?: string;
        };
        checksBy: 'service' | 'client';
        deduplicated: boolean;
        credits: {
          core: number;
          sast: number;
        };
        laterCharges?: {
          reason: 'first_scan' | 'further_units';
          detail: string;
        };
        laterRefunds?: {
          reason: 'unchanged_units';
          detail: string;
        };
        createdAt: string;
      };
    };
  };
  /** Quote what a scan would cost and which gate would refuse it. Changes and reserves nothing. */
  'quote-scan': {
    body: {
      repositoryId: string;
      commitHash: string;
      branch?: string;
      projectUnitId?: string;
      scanTypes?: ('sbom' | 'sca' | 'license' | 'dependency-advisor' | 'secrets' | 'sast' | 'all')[];
      baseCommitHash?: string;
      baseScanId?: string;
      pullRequest?: {
        number: number;
        url?: string;
      };
      lockfile?: {
        path: string;
        content: string;
      };
      sbom?: Record<string, unknown>;
    } | {
      uploadId: string;
    };
    responses: {
      200: {
        price: {
          core: number;
          sast: number;
        };
        laterCharges?: {
          reason: 'first_scan' | 'further_units';
          detail: string;
        };
        laterRefunds?: {
          reason: 'unchanged_units';
          detail: string;
        };
        priceLater: {
          core: number;
          sast: number;
        };
        scanTypes: ('sbom' | 'sca' | 'license' | 'dependency-advisor' | 'secrets' | 'sast')[];
        skippedScanTypes: {
          scanType: 'sbom' | 'sca' | 'license' | 'dependency-advisor' | 'secrets' | 'sast';
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
        gates: {
          gate: 'plan' | 'repository' | 'payment_hold' | 'sast_addon' | 'dedup' | 'license' | 'budget' | 'credits';
          passed: boolean;
          scanId?: string;
          code?: string;
          detail?: string;
          capability?: string;
          pool?: 'core' | 'sast';
          balance?: number;
          required?: number;
          remedy?: string;
        }[];
        refusal: {
          gate: 'plan' | 'repository' | 'payment_hold' | 'sast_addon' | 'dedup' | 'license' | 'budget' | 'credits';
          passed: boolean;
          scanId?: string;
          code?: string;
          detail?: string;
          capability?: string;
          pool?: 'core' | 'sast';
          balance?: number;
          required?: number;
          remedy?: string;
        } | null;
      };
    };
  };
  /** Get the status of a scan and its project units, without the verdict. */
  'get-scan': {
    params: {
      scanId: string;
    };
    responses: {
      200: {
        scanId: string;
        status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
        repositoryId: string;
        commitHash: string;
        branch?: string;
        baseCommitHash?: string;
        baseScanId?: string;
        pullRequest?: {
          number: number;
          url?: string;
        };
        sourceTrigger: 'api' | 'cli' | 'manual';
        ci?: {
          provider: 'github' | 'gitlab' | 'bitbucket' | 'circleci' | 'buildkite' | 'azure';
          repository?: string;
          ref?: string;
          runId?: string;
          actor?: string;
        };
        checksBy: 'service' | 'client';
        scanTypes: ('sbom' | 'sca' | 'license' | 'dependency-advisor' | 'secrets' | 'sast')[];
        createdAt: string;
        startedAt?: string;
        finishedAt?: string;
        errorCode?: 'pat_required' | 'repo_access' | 'rate_limit' | 'insufficient_credits' | 'payment_failed' | 'sast_addon_required' | 'entitlement_denied' | 'lockfile_not_found' | 'branch_or_commit_not_found' | 'workflow_timeout' | 'system_error';
        projectUnits: {
          projectUnitId: string;
          path: string;
          type: string;
          status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
          error?: string;
          errorCode?: 'pat_required' | 'repo_access' | 'rate_limit' | 'insufficient_credits' | 'payment_failed' | 'sast_addon_required' | 'entitlement_denied' | 'lockfile_not_found' | 'branch_or_commit_not_found' | 'workflow_timeout' | 'system_error';
          reusedFrom?: string;
        }[];
      };
      304: undefined;
    };
  };
  /** List scans, newest first. */
  'list-scans': {
    query: {
      limit?: number;
      cursor?: string;
      repositoryId?: string;
      commit?: string;
      branch?: string;
      status?: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
      verdict?: 'PASS' | 'FAIL' | 'ERROR';
    };
    responses: {
      200: {
        items: {
          scanId: string;
          status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
          repositoryId: string;
          commitHash: string;
          branch?: string;
          baseCommitHash?: string;
          baseScanId?: string;
          pullRequest?: {
            number: number;
            url?: string;
          };
          sourceTrigger: 'api' | 'cli' | 'manual';
          ci?: {
            provider: 'github' | 'gitlab' | 'bitbucket' | 'circleci' | 'buildkite' | 'azure';
            repository?: string;
            ref?: string;
            runId?: string;
            actor?: string;
          };
          checksBy: 'service' | 'client';
          scanTypes: ('sbom' | 'sca' | 'license' | 'dependency-advisor' | 'secrets' | 'sast')[];
          createdAt: string;
          startedAt?: string;
          finishedAt?: string;
          errorCode?: 'pat_required' | 'repo_access' | 'rate_limit' | 'insufficient_credits' | 'payment_failed' | 'sast_addon_required' | 'entitlement_denied' | 'lockfile_not_found' | 'branch_or_commit_not_found' | 'workflow_timeout' | 'system_error';
          projectUnits: {
            projectUnitId: string;
            path: string;
            type: string;
            status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
            error?: string;
            errorCode?: 'pat_required' | 'repo_access' | 'rate_limit' | 'insufficient_credits' | 'payment_failed' | 'sast_addon_required' | 'entitlement_denied' | 'lockfile_not_found' | 'branch_or_commit_not_found' | 'workflow_timeout' | 'system_error';
            reusedFrom?: string;
          }[];
        }[];
        nextCursor?: string;
        hint?: string;
      };
    };
  };
  /** Wait for the verdict of a scan. */
  'wait-scan': {
    params: {
      scanId: string;
    };
    query: {
      timeout?: number;
      interval?: number;
    };
    responses: {
      200: {
        scanId: string;
        status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
        verdict: 'PASS' | 'FAIL' | 'ERROR' | null;
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
          severityThreshold: 'critical' | 'high' | 'medium' | 'low';
        };
        projectUnits: {
          projectUnitId: string;
          path: string;
          type: string;
          status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
          error?: string;
          errorCode?: 'pat_required' | 'repo_access' | 'rate_limit' | 'insufficient_credits' | 'payment_failed' | 'sast_addon_required' | 'entitlement_denied' | 'lockfile_not_found' | 'branch_or_commit_not_found' | 'workflow_timeout' | 'system_error';
          reusedFrom?: string;
        }[];
        checksBy: 'service' | 'client';
        errorCode?: 'pat_required' | 'repo_access' | 'rate_limit' | 'insufficient_credits' | 'payment_failed' | 'sast_addon_required' | 'entitlement_denied' | 'lockfile_not_found' | 'branch_or_commit_not_found' | 'workflow_timeout' | 'system_error';
        judgedAt?: string;
        advisorySnapshot?: {
          id: string;
          builtAt?: string;
        };
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
          scanType: 'sbom' | 'sca' | 'license' | 'dependency-advisor' | 'secrets' | 'sast';
          status: 'assessed' | 'partial' | 'unassessed';
          assessed: number;
          gaps: {
            reason: string;
            file?: string;
            count?: number;
            files?: string[];
          }[];
          nothingToAssess?: true;
          canary?: 'found';
          licenseData?: {
            snapshot: string;
            id: string;
            answered: number;
            likely: number;
            unanswered: number;
            ecosystems: {
              ecosystem: 'npm' | 'PyPI' | 'Go' | 'crates.io' | 'RubyGems' | 'Packagist' | 'Maven' | 'NuGet' | 'Hex' | 'Pub' | 'SwiftURL';
              packages: number;
              answered: number;
              likely: number;
              unanswered: number;
            }[];
          };
        }[];
        missingScanTypes?: ('sbom' | 'sca' | 'license' | 'dependency-advisor' | 'secrets' | 'sast')[];
        suppressionsProposed?: {
          file: string;
          line: number;
          entry: string;
        }[];
        suppressionsUnused?: {
          file: string;
          line: number;
          entry: string;
          reason: 'matched_nothing' | 'unknown_scanner' | 'unknown_rule' | 'unknown_advisory' | 'unknown_license';
        }[];
        suppressionsOmitted?: {
          proposed: number;
          unused: number;
        };
        pullRequestCheck?: {
          verdict: 'PASS' | 'FAIL' | 'ERROR';
          reason: 'introduced_vulnerabilities' | 'introduced_secrets' | 'introduced_non_compliant_licenses' | 'coverage_dropped' | 'no_new_issues' | 'scan_failed' | 'base_not_available' | 'base_not_reviewed';
          reasons: ('introduced_vulnerabilities' | 'introduced_secrets' | 'introduced_non_compliant_licenses' | 'coverage_dropped' | 'no_new_issues' | 'scan_failed' | 'base_not_available' | 'base_not_reviewed')[];
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
            dimension: 'secrets' | 'sast' | 'dependencies';
            path: string;
            reason: string;
          }[];
          suppressionsProposed: {
            file: string;
            line: number;
            entry: string;
          }[];
          history?: {
            commits: number;
            secrets: {
              commitHash: string;
              file: string;
              line: number;
              rule: string;
              severity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
              fingerprint: string;
            }[];
            unread: string[];
          };
        };
        retryAfter?: number;
      };
    };
  };
  /** Cancel an active scan and refund its credits. */
  'cancel-scan': {
    params: {
      scanId: string;
    };
    responses: {
      200: {
        scanId: string;
        status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
        repositoryId: string;
        commitHash: string;
        branch?: string;
        baseCommitHash?: string;
        baseScanId?: string;
        pullRequest?: {
          number: number;
          url?: string;
        };
        sourceTrigger: 'api' | 'cli' | 'manual';
        ci?: {
          provider: 'github' | 'gitlab' | 'bitbucket' | 'circleci' | 'buildkite' | 'azure';
          repository?: string;
          ref?: string;
          runId?: string;
          actor?: string;
        };
        checksBy: 'service' | 'client';
        scanTypes: ('sbom' | 'sca' | 'license' | 'dependency-advisor' | 'secrets' | 'sast')[];
        createdAt: string;
        startedAt?: string;
        finishedAt?: string;
        errorCode?: 'pat_required' | 'repo_access' | 'rate_limit' | 'insufficient_credits' | 'payment_failed' | 'sast_addon_required' | 'entitlement_denied' | 'lockfile_not_found' | 'branch_or_commit_not_found' | 'workflow_timeout' | 'system_error';
        projectUnits: {
          projectUnitId: string;
          path: string;
          type: string;
          status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
          error?: string;
          errorCode?: 'pat_required' | 'repo_access' | 'rate_limit' | 'insufficient_credits' | 'payment_failed' | 'sast_addon_required' | 'entitlement_denied' | 'lockfile_not_found' | 'branch_or_commit_not_found' | 'workflow_timeout' | 'system_error';
          reusedFrom?: string;
        }[];
      };
    };
  };
  /** List the findings of a scan, most severe first, or get them as SARIF, CycloneDX VEX, JUnit or Markdown by `Accept`. */
  'list-findings': {
    params: {
      scanId: string;
    };
    query: {
      limit?: number;
      cursor?: string;
    };
    responses: {
      200: {
        items: ({
          fingerprint: string;
          severity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
          title: string;
          projectUnitId: string;
          suppressed?: {
            by: string;
            reason: string;
          };
          waived?: {
            waiverId: string;
            reason: string;
            approvedBy: string;
            expiresAt: string;
          };
          kind: 'vulnerability';
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
          epss?: {
            score: number;
            percentile: number;
          };
          kev?: {
            dateAdded: string;
            dueDate?: string;
            ransomware?: boolean;
          };
          published?: string;
          informational?: 'notice' | 'unmaintained' | 'unsound';
          file: string;
          line?: number;
          url: string;
        } | {
          fingerprint: string;
          severity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
          title: string;
          projectUnitId: string;
          suppressed?: {
            by: string;
            reason: string;
          };
          waived?: {
            waiverId: string;
            reason: string;
            approvedBy: string;
            expiresAt: string;
          };
          kind: 'source';
          rule: 'resolved-mismatch' | 'unexpected-host' | 'missing-integrity' | 'git-source' | 'url-source' | 'insecure-source' | 'extra-registry' | 'named-registry' | 'replaced-package';
          packageName?: string;
          version?: string;
          message: string;
          file: string;
          line?: number;
        } | {
          fingerprint: string;
          severity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
          title: string;
          projectUnitId: string;
          suppressed?: {
            by: string;
            reason: string;
          };
          waived?: {
            waiverId: string;
            reason: string;
            approvedBy: string;
            expiresAt: string;
          };
          kind: 'secret';
          rule: string;
          file: string;
          line: number;
          column: number;
          endLine?: number;
          endColumn?: number;
          redacted: string;
        } | {
          fingerprint: string;
          severity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
          title: string;
          projectUnitId: string;
          suppressed?: {
            by: string;
            reason: string;
          };
          waived?: {
            waiverId: string;
            reason: string;
            approvedBy: string;
            expiresAt: string;
          };
          kind: 'license';
          purl?: string;
          packageName: string;
          version?: string;
          license: string;
          category: string;
          file: string;
          line?: number;
        } | {
          fingerprint: string;
          severity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
          title: string;
          projectUnitId: string;
          suppressed?: {
            by: string;
            reason: string;
          };
          waived?: {
            waiverId: string;
            reason: string;
            approvedBy: string;
            expiresAt: string;
          };
          kind: 'code';
          rule: string;
          cwe: string;
          confidence?: 'high' | 'low';
          message: string;
          file: string;
          line: number;
          column: number;
          endLine?: number;
          endColumn?: number;
        } | {
          fingerprint: string;
          severity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
          title: string;
          projectUnitId: string;
          suppressed?: {
            by: string;
            reason: string;
          };
          waived?: {
            waiverId: string;
            reason: string;
            approvedBy: string;
            expiresAt: string;
          };
          kind: 'upgrade';
          advice: 'upgrade' | 'no_fix' | 'remove' | 'deprecated' | 'end_of_life';
          purl?: string;
          packageName: string;
          version: string;
          scope: string;
          direct: boolean;
          via: string[];
          upgradeTo?: string;
          refusedBy?: string[];
          breaking: boolean;
          clears: string[];
          remaining: string[];
          reason?: string;
          file: string;
          line?: number;
        })[];
        nextCursor?: string;
        coverage: {
          projectUnitId: string;
          scanType: 'sbom' | 'sca' | 'license' | 'dependency-advisor' | 'secrets' | 'sast';
          status: 'assessed' | 'partial' | 'unassessed';
          assessed: number;
          gaps: {
            reason: string;
            file?: string;
            count?: number;
            files?: string[];
          }[];
          nothingToAssess?: true;
          canary?: 'found';
          licenseData?: {
            snapshot: string;
            id: string;
            answered: number;
            likely: number;
            unanswered: number;
            ecosystems: {
              ecosystem: 'npm' | 'PyPI' | 'Go' | 'crates.io' | 'RubyGems' | 'Packagist' | 'Maven' | 'NuGet' | 'Hex' | 'Pub' | 'SwiftURL';
              packages: number;
              answered: number;
              likely: number;
              unanswered: number;
            }[];
          };
        }[];
      };
    };
  };
  /** Explain the verdict of a scan, and how it would pass. */
  'explain-scan': {
    params: {
      scanId: string;
    };
    responses: {
      200: {
        scanId: string;
        verdict: 'PASS' | 'FAIL' | 'ERROR';
        reason: string;
        judgedAt: string;
        reasons: {
          reason: string;
          severityThreshold?: 'critical' | 'high' | 'medium' | 'low';
          total: number;
          findings: {
            finding: {
              fingerprint: string;
              severity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
              title: string;
              projectUnitId: string;
              suppressed?: {
                by: string;
                reason: string;
              };
              waived?: {
                waiverId: string;
                reason: string;
                approvedBy: string;
                expiresAt: string;
              };
              kind: 'vulnerability';
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
              epss?: {
                score: number;
                percentile: number;
              };
              kev?: {
                dateAdded: string;
                dueDate?: string;
                ransomware?: boolean;
              };
              published?: string;
              informational?: 'notice' | 'unmaintained' | 'unsound';
              file: string;
              line?: number;
              url: string;
            } | {
              fingerprint: string;
              severity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
              title: string;
              projectUnitId: string;
              suppressed?: {
                by: string;
                reason: string;
              };
              waived?: {
                waiverId: string;
                reason: string;
                approvedBy: string;
                expiresAt: string;
              };
              kind: 'source';
              rule: 'resolved-mismatch' | 'unexpected-host' | 'missing-integrity' | 'git-source' | 'url-source' | 'insecure-source' | 'extra-registry' | 'named-registry' | 'replaced-package';
              packageName?: string;
              version?: string;
              message: string;
              file: string;
              line?: number;
            } | {
              fingerprint: string;
              severity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
              title: string;
              projectUnitId: string;
              suppressed?: {
                by: string;
                reason: string;
              };
              waived?: {
                waiverId: string;
                reason: string;
                approvedBy: string;
                expiresAt: string;
              };
              kind: 'secret';
              rule: string;
              file: string;
              line: number;
              column: number;
              endLine?: number;
              endColumn?: number;
              redacted: string;
            } | {
              fingerprint: string;
              severity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
              title: string;
              projectUnitId: string;
              suppressed?: {
                by: string;
                reason: string;
              };
              waived?: {
                waiverId: string;
                reason: string;
                approvedBy: string;
                expiresAt: string;
              };
              kind: 'license';
              purl?: string;
              packageName: string;
              version?: string;
              license: string;
              category: string;
              file: string;
              line?: number;
            } | {
              fingerprint: string;
              severity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
              title: string;
              projectUnitId: string;
              suppressed?: {
                by: string;
                reason: string;
              };
              waived?: {
                waiverId: string;
                reason: string;
                approvedBy: string;
                expiresAt: string;
              };
              kind: 'code';
              rule: string;
              cwe: string;
              confidence?: 'high' | 'low';
              message: string;
              file: string;
              line: number;
              column: number;
              endLine?: number;
              endColumn?: number;
            } | {
              fingerprint: string;
              severity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
              title: string;
              projectUnitId: string;
              suppressed?: {
                by: string;
                reason: string;
              };
              waived?: {
                waiverId: string;
                reason: string;
                approvedBy: string;
                expiresAt: string;
              };
              kind: 'upgrade';
              advice: 'upgrade' | 'no_fix' | 'remove' | 'deprecated' | 'end_of_life';
              purl?: string;
              packageName: string;
              version: string;
              scope: string;
              direct: boolean;
              via: string[];
              upgradeTo?: string;
              refusedBy?: string[];
              breaking: boolean;
              clears: string[];
              remaining: string[];
              reason?: string;
              file: string;
              line?: number;
            };
            severity: {
              severity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
              countsAs: 'critical' | 'high' | 'medium' | 'low';
              source: 'cvss' | 'advisory' | 'rule' | 'policy';
              detail: string;
              failsAnyway?: string;
            };
            couldSuppress: {
              way: 'allow_comment' | 'ignore_file' | 'waiver';
              text: string;
              counts: string;
            }[];
          }[];
          coverage?: {
            projectUnitId: string;
            scanType: 'sbom' | 'sca' | 'license' | 'dependency-advisor' | 'secrets' | 'sast';
            status: 'assessed' | 'partial' | 'unassessed';
            assessed: number;
            gaps: {
              reason: string;
              file?: string;
              count?: number;
              files?: string[];
            }[];
            nothingToAssess?: true;
            canary?: 'found';
            licenseData?: {
              snapshot: string;
              id: string;
              answered: number;
              likely: number;
              unanswered: number;
              ecosystems: {
                ecosystem: 'npm' | 'PyPI' | 'Go' | 'crates.io' | 'RubyGems' | 'Packagist' | 'Maven' | 'NuGet' | 'Hex' | 'Pub' | 'SwiftURL';
                packages: number;
                answered: number;
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
        suppressed: {
          total: number;
          findings: ({
            fingerprint: string;
            severity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
            title: string;
            projectUnitId: string;
            suppressed?: {
              by: string;
              reason: string;
            };
            waived?: {
              waiverId: string;
              reason: string;
              approvedBy: string;
              expiresAt: string;
            };
            kind: 'vulnerability';
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
            epss?: {
              score: number;
              percentile: number;
            };
            kev?: {
              dateAdded: string;
              dueDate?: string;
              ransomware?: boolean;
            };
            published?: string;
            informational?: 'notice' | 'unmaintained' | 'unsound';
            file: string;
            line?: number;
            url: string;
          } | {
            fingerprint: string;
            severity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
            title: string;
            projectUnitId: string;
            suppressed?: {
              by: string;
              reason: string;
            };
            waived?: {
              waiverId: string;
              reason: string;
              approvedBy: string;
              expiresAt: string;
            };
            kind: 'source';
            rule: 'resolved-mismatch' | 'unexpected-host' | 'missing-integrity' | 'git-source' | 'url-source' | 'insecure-source' | 'extra-registry' | 'named-registry' | 'replaced-package';
            packageName?: string;
            version?: string;
            message: string;
            file: string;
            line?: number;
          } | {
            fingerprint: string;
            severity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
            title: string;
            projectUnitId: string;
            suppressed?: {
              by: string;
              reason: string;
            };
            waived?: {
              waiverId: string;
              reason: string;
              approvedBy: string;
              expiresAt: string;
            };
            kind: 'secret';
            rule: string;
            file: string;
            line: number;
            column: number;
            endLine?: number;
            endColumn?: number;
            redacted: string;
          } | {
            fingerprint: string;
            severity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
            title: string;
            projectUnitId: string;
            suppressed?: {
              by: string;
              reason: string;
            };
            waived?: {
              waiverId: string;
              reason: string;
              approvedBy: string;
              expiresAt: string;
            };
            kind: 'license';
            purl?: string;
            packageName: string;
            version?: string;
            license: string;
            category: string;
            file: string;
            line?: number;
          } | {
            fingerprint: string;
            severity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
            title: string;
            projectUnitId: string;
            suppressed?: {
              by: string;
              reason: string;
            };
            waived?: {
              waiverId: string;
              reason: string;
              approvedBy: string;
              expiresAt: string;
            };
            kind: 'code';
            rule: string;
            cwe: string;
            confidence?: 'high' | 'low';
            message: string;
            file: string;
            line: number;
            column: number;
            endLine?: number;
            endColumn?: number;
          } | {
            fingerprint: string;
            severity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
            title: string;
            projectUnitId: string;
            suppressed?: {
              by: string;
              reason: string;
            };
            waived?: {
              waiverId: string;
              reason: string;
              approvedBy: string;
              expiresAt: string;
            };
            kind: 'upgrade';
            advice: 'upgrade' | 'no_fix' | 'remove' | 'deprecated' | 'end_of_life';
            purl?: string;
            packageName: string;
            version: string;
            scope: string;
            direct: boolean;
            via: string[];
            upgradeTo?: string;
            refusedBy?: string[];
            breaking: boolean;
            clears: string[];
            remaining: string[];
            reason?: string;
            file: string;
            line?: number;
          })[];
        };
        smallestChange: {
          result: 'not_needed' | 'sufficient' | 'insufficient' | 'not_judged';
          text: string;
          advisorySnapshot?: {
            id: string;
            builtAt?: string;
          };
          changes: {
            projectUnitId: string;
            action: 'upgrade' | 'remove';
            packageName: string;
            version?: string;
            purl?: string;
            file: string;
            upgradeTo?: string;
            breaking?: boolean;
            via?: string[];
            clears: string[];
          }[];
          remains: {
            total: number;
            findings: ({
              fingerprint: string;
              severity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
              title: string;
              projectUnitId: string;
              suppressed?: {
                by: string;
                reason: string;
              };
              waived?: {
                waiverId: string;
                reason: string;
                approvedBy: string;
                expiresAt: string;
              };
              kind: 'vulnerability';
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
              epss?: {
                score: number;
                percentile: number;
              };
              kev?: {
                dateAdded: string;
                dueDate?: string;
                ransomware?: boolean;
              };
              published?: string;
              informational?: 'notice' | 'unmaintained' | 'unsound';
              file: string;
              line?: number;
              url: string;
            } | {
              fingerprint: string;
              severity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
              title: string;
              projectUnitId: string;
              suppressed?: {
                by: string;
                reason: string;
              };
              waived?: {
                waiverId: string;
                reason: string;
                approvedBy: string;
                expiresAt: string;
              };
              kind: 'source';
              rule: 'resolved-mismatch' | 'unexpected-host' | 'missing-integrity' | 'git-source' | 'url-source' | 'insecure-source' | 'extra-registry' | 'named-registry' | 'replaced-package';
              packageName?: string;
              version?: string;
              message: string;
              file: string;
              line?: number;
            } | {
              fingerprint: string;
              severity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
              title: string;
              projectUnitId: string;
              suppressed?: {
                by: string;
                reason: string;
              };
              waived?: {
                waiverId: string;
                reason: string;
                approvedBy: string;
                expiresAt: string;
              };
              kind: 'secret';
              rule: string;
              file: string;
              line: number;
              column: number;
              endLine?: number;
              endColumn?: number;
              redacted: string;
            } | {
              fingerprint: string;
              severity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
              title: string;
              projectUnitId: string;
              suppressed?: {
                by: string;
                reason: string;
              };
              waived?: {
                waiverId: string;
                reason: string;
                approvedBy: string;
                expiresAt: string;
              };
              kind: 'license';
              purl?: string;
              packageName: string;
              version?: string;
              license: string;
              category: string;
              file: string;
              line?: number;
            } | {
              fingerprint: string;
              severity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
              title: string;
              projectUnitId: string;
              suppressed?: {
                by: string;
                reason: string;
              };
              waived?: {
                waiverId: string;
                reason: string;
                approvedBy: string;
                expiresAt: string;
              };
              kind: 'code';
              rule: string;
              cwe: string;
              confidence?: 'high' | 'low';
              message: string;
              file: string;
              line: number;
              column: number;
              endLine?: number;
              endColumn?: number;
            } | {
              fingerprint: string;
              severity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
              title: string;
              projectUnitId: string;
              suppressed?: {
                by: string;
                reason: string;
              };
              waived?: {
                waiverId: string;
                reason: string;
                approvedBy: string;
                expiresAt: string;
              };
              kind: 'upgrade';
              advice: 'upgrade' | 'no_fix' | 'remove' | 'deprecated' | 'end_of_life';
              purl?: string;
              packageName: string;
              version: string;
              scope: string;
              direct: boolean;
              via: string[];
              upgradeTo?: string;
              refusedBy?: string[];
              breaking: boolean;
              clears: string[];
              remaining: string[];
              reason?: string;
              file: string;
              line?: number;
            })[];
          };
        };
        judgments: {
          inputsDigest: string;
          judgedAt: string;
          verdict: 'PASS' | 'FAIL';
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
            severityThreshold: 'critical' | 'high' | 'medium' | 'low';
          };
          advisorySnapshot: {
            id: string;
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
  /** Compare a scan with another one of its repository. */
  'compare-scans': {
    params: {
      scanId: string;
    };
    query: {
      with: string;
    };
    responses: {
      200: {
        head: {
          scanId: string;
          commitHash: string;
          branch?: string;
          verdict: 'PASS' | 'FAIL' | 'ERROR';
          reason: string;
          reasons: string[];
          judgedAt: string;
          advisorySnapshot: {
            id: string;
            builtAt?: string;
          };
        };
        base: {
          scanId: string;
          commitHash: string;
          branch?: string;
          verdict: 'PASS' | 'FAIL' | 'ERROR';
          reason: string;
          reasons: string[];
          judgedAt: string;
          advisorySnapshot: {
            id: string;
            builtAt?: string;
          };
        };
        introduced: {
          total: number;
          failing: number;
          counts: Record<string, Record<string, number>>;
          findings: ({
            fingerprint: string;
            severity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
            title: string;
            projectUnitId: string;
            suppressed?: {
              by: string;
              reason: string;
            };
            waived?: {
              waiverId: string;
              reason: string;
              approvedBy: string;
              expiresAt: string;
            };
            kind: 'vulnerability';
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
            epss?: {
              score: number;
              percentile: number;
            };
            kev?: {
              dateAdded: string;
              dueDate?: string;
              ransomware?: boolean;
            };
            published?: string;
            informational?: 'notice' | 'unmaintained' | 'unsound';
            file: string;
            line?: number;
            url: string;
          } | {
            fingerprint: string;
            severity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
            title: string;
            projectUnitId: string;
            suppressed?: {
              by: string;
              reason: string;
            };
            waived?: {
              waiverId: string;
              reason: string;
              approvedBy: string;
              expiresAt: string;
            };
            kind: 'source';
            rule: 'resolved-mismatch' | 'unexpected-host' | 'missing-integrity' | 'git-source' | 'url-source' | 'insecure-source' | 'extra-registry' | 'named-registry' | 'replaced-package';
            packageName?: string;
            version?: string;
            message: string;
            file: string;
            line?: number;
          } | {
            fingerprint: string;
            severity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
            title: string;
            projectUnitId: string;
            suppressed?: {
              by: string;
              reason: string;
            };
            waived?: {
              waiverId: string;
              reason: string;
              approvedBy: string;
              expiresAt: string;
            };
            kind: 'secret';
            rule: string;
            file: string;
            line: number;
            column: number;
            endLine?: number;
            endColumn?: number;
            redacted: string;
          } | {
            fingerprint: string;
            severity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
            title: string;
            projectUnitId: string;
            suppressed?: {
              by: string;
              reason: string;
            };
            waived?: {
              waiverId: string;
              reason: string;
              approvedBy: string;
              expiresAt: string;
            };
            kind: 'license';
            purl?: string;
            packageName: string;
            version?: string;
            license: string;
            category: string;
            file: string;
            line?: number;
          } | {
            fingerprint: string;
            severity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
            title: string;
            projectUnitId: string;
            suppressed?: {
              by: string;
              reason: string;
            };
            waived?: {
              waiverId: string;
              reason: string;
              approvedBy: string;
              expiresAt: string;
            };
            kind: 'code';
            rule: string;
            cwe: string;
            confidence?: 'high' | 'low';
            message: string;
            file: string;
            line: number;
            column: number;
            endLine?: number;
            endColumn?: number;
          } | {
            fingerprint: string;
            severity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
            title: string;
            projectUnitId: string;
            suppressed?: {
              by: string;
              reason: string;
            };
            waived?: {
              waiverId: string;
              reason: string;
              approvedBy: string;
              expiresAt: string;
            };
            kind: 'upgrade';
            advice: 'upgrade' | 'no_fix' | 'remove' | 'deprecated' | 'end_of_life';
            purl?: string;
            packageName: string;
            version: string;
            scope: string;
            direct: boolean;
            via: string[];
            upgradeTo?: string;
            refusedBy?: string[];
            breaking: boolean;
            clears: string[];
            remaining: string[];
            reason?: string;
            file: string;
            line?: number;
          })[];
        };
        fixed: {
          total: number;
          failing: number;
          counts: Record<string, Record<string, number>>;
          findings: ({
            fingerprint: string;
            severity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
            title: string;
            projectUnitId: string;
            suppressed?: {
              by: string;
              reason: string;
            };
            waived?: {
              waiverId: string;
              reason: string;
              approvedBy: string;
              expiresAt: string;
            };
            kind: 'vulnerability';
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
            epss?: {
              score: number;
              percentile: number;
            };
            kev?: {
              dateAdded: string;
              dueDate?: string;
              ransomware?: boolean;
            };
            published?: string;
            informational?: 'notice' | 'unmaintained' | 'unsound';
            file: string;
            line?: number;
            url: string;
          } | {
            fingerprint: string;
            severity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
            title: string;
            projectUnitId: string;
            suppressed?: {
              by: string;
              reason: string;
            };
            waived?: {
              waiverId: string;
              reason: string;
              approvedBy: string;
              expiresAt: string;
            };
            kind: 'source';
            rule: 'resolved-mismatch' | 'unexpected-host' | 'missing-integrity' | 'git-source' | 'url-source' | 'insecure-source' | 'extra-registry' | 'named-registry' | 'replaced-package';
            packageName?: string;
            version?: string;
            message: string;
            file: string;
            line?: number;
          } | {
            fingerprint: string;
            severity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
            title: string;
            projectUnitId: string;
            suppressed?: {
              by: string;
              reason: string;
            };
            waived?: {
              waiverId: string;
              reason: string;
              approvedBy: string;
              expiresAt: string;
            };
            kind: 'secret';
            rule: string;
            file: string;
            line: number;
            column: number;
            endLine?: number;
            endColumn?: number;
            redacted: string;
          } | {
            fingerprint: string;
            severity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
            title: string;
            projectUnitId: string;
            suppressed?: {
              by: string;
              reason: string;
            };
            waived?: {
              waiverId: string;
              reason: string;
              approvedBy: string;
              expiresAt: string;
            };
            kind: 'license';
            purl?: string;
            packageName: string;
            version?: string;
            license: string;
            category: string;
            file: string;
            line?: number;
          } | {
            fingerprint: string;
            severity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
            title: string;
            projectUnitId: string;
            suppressed?: {
              by: string;
              reason: string;
            };
            waived?: {
              waiverId: string;
              reason: string;
              approvedBy: string;
              expiresAt: string;
            };
            kind: 'code';
            rule: string;
            cwe: string;
            confidence?: 'high' | 'low';
            message: string;
            file: string;
            line: number;
            column: number;
            endLine?: number;
            endColumn?: number;
          } | {
            fingerprint: string;
            severity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
            title: string;
            projectUnitId: string;
            suppressed?: {
              by: string;
              reason: string;
            };
            waived?: {
              waiverId: string;
              reason: string;
              approvedBy: string;
              expiresAt: string;
            };
            kind: 'upgrade';
            advice: 'upgrade' | 'no_fix' | 'remove' | 'deprecated' | 'end_of_life';
            purl?: string;
            packageName: string;
            version: string;
            scope: string;
            direct: boolean;
            via: string[];
            upgradeTo?: string;
            refusedBy?: string[];
            breaking: boolean;
            clears: string[];
            remaining: string[];
            reason?: string;
            file: string;
            line?: number;
          })[];
        };
        unchanged: {
          total: number;
          failing: number;
          counts: Record<string, Record<string, number>>;
        };
        inputs: {
          input: 'code' | 'advisories' | 'policy' | 'suppressions' | 'waivers' | 'engines' | 'scanTypes';
          equal: boolean;
          head: string;
          base: string;
        }[];
        why: {
          reason: string;
          of: 'head' | 'base';
          causes: {
            input: 'code' | 'advisories' | 'policy' | 'suppressions' | 'waivers' | 'engines' | 'scanTypes';
            findings: number;
          }[];
        }[];
      };
    };
  };
  /** Judge what a scan found by today's advisories, policy and waivers. */
  'rejudge-scan': {
    params: {
      scanId: string;
    };
    responses: {
      200: {
        scanId: string;
        verdict: 'PASS' | 'FAIL' | 'ERROR';
        judgment: {
          inputsDigest: string;
          judgedAt: string;
          verdict: 'PASS' | 'FAIL';
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
            severityThreshold: 'critical' | 'high' | 'medium' | 'low';
          };
          advisorySnapshot: {
            id: string;
            builtAt?: string;
          };
          inventoryDigest: string;
          policyDigest: string;
          suppressionsDigest: string;
          waiversDigest: string;
        };
        isNew: boolean;
        judgments: {
          inputsDigest: string;
          judgedAt: string;
          verdict: 'PASS' | 'FAIL';
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
            severityThreshold: 'critical' | 'high' | 'medium' | 'low';
          };
          advisorySnapshot: {
            id: string;
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
  /** Get the SBOM of a scan or of one of its project units, as CycloneDX 1.6 or by `Accept` as SPDX 2.3. */
  'get-sbom': {
    params: {
      scanId: string;
    };
    query: {
      projectUnitId?: string;
    };
    responses: {
      200: Record<string, unknown>;
    };
  };
  /** Get an address for the upload of a large scan request; then create the scan with the uploadId alone. */
  'create-upload': {
    body: {
      contentLength: number;
      sha256: string;
    };
    isIdempotent: true;
    responses: {
      201: {
        uploadId: string;
        url: string;
        method: 'PUT';
        headers: Record<string, string>;
        expiresAt: string;
      };
    };
  };
  /** Get this API as OpenAPI 3.1. */
  'get-openapi': {
    responses: {
      200: Record<string, unknown>;
      304: undefined;
    };
  };
  /** List where people sign in; nothing is listed where nobody can. */
  'list-sign-in-providers': {
    responses: {
      200: {
        items: {
          providerId: string;
          label: string;
          startUrl: string;
        }[];
      };
    };
  };
  /** Start a sign-in: the browser goes on to the issuer. */
  'start-sign-in': {
    query: {
      returnTo?: string;
      email?: string;
      providerId?: string;
      recent?: 'true' | 'false';
    };
    responses: {
      303: undefined;
    };
  };
  /** Start a sign-in that accepts an invitation, whose secret no address holds. */
  'start-sign-in-by-post': {
    body: {
      returnTo?: string;
      email?: string;
      providerId?: string;
      recent?: 'true' | 'false';
      invitation?: string;
    };
    responses: {
      200: {
        url: string;
      };
      303: undefined;
    };
  };
  /** Complete a sign-in: the issuer sends the browser here. */
  'complete-sign-in': {
    query: {
      state?: string;
      code?: string;
      iss?: string;
      error?: string;
      [member: string]: unknown;
    };
    responses: {
      200: string;
    };
  };
  /** Show who is signed in, with buttons to switch and to sign out; accept an invitation. */
  'show-console': {
    responses: {
      200: string;
    };
  };
  /** Show the page that the link of an invitation leads to. */
  'show-invitation-page': {
    responses: {
      200: string;
    };
  };
  /** Get the session of the browser, with what it may do. */
  'get-session': {
    responses: {
      200: {
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
        role: 'owner' | 'admin' | 'billing' | 'member';
        plan: 'Free' | 'Starter' | 'Team' | 'Regulated';
        capabilities: ('policy_basic' | 'policy_standard' | 'policy_complete' | 'api' | 'webhooks' | 'issue_trackers' | 'bundles' | 'audit_log' | 'proof_export' | 'auditor_export' | 'pay_as_you_go' | 'sso_basic' | 'sso_full' | 'sla')[];
        scopes: ('repositories:read' | 'repositories:write' | 'scans:read' | 'scans:write' | 'organization:read' | 'organization:write' | 'billing:read' | 'billing:write' | 'tokens:write')[];
        csrfToken: string;
        idleUntil: string;
        expiresAt: string;
      };
    };
  };
  /** Sign out: the session ends, and the browser forgets its cookie. */
  'end-session': {
    responses: {
      204: undefined;
    };
  };
  /** Open another organization of the person; the session gets a new secret, and the old one ends. */
  'switch-organization': {
    body: {
      organizationId: string;
    };
    responses: {
      204: undefined;
    };
  };
  /** List the live sessions of the person in every organization, the newest first; at most 20. */
  'list-sessions': {
    responses: {
      200: {
        items: {
          sessionId: string;
          organizationId: string;
          current: boolean;
          createdAt: string;
          lastUsedAt?: string;
          signedInAt?: string;
          userAgent?: string;
          idleUntil?: string;
          expiresAt?: string;
        }[];
      };
    };
  };
  /** End a session of the person, such as that of a lost computer. */
  'end-own-session': {
    params: {
      sessionId: string;
    };
    responses: {
      204: undefined;
    };
  };
  /** Issue a token; it is shown once. */
  'issue-token': {
    body: {
      kind: 'service' | 'personal';
      name: string;
      scopes?: ('repositories:read' | 'repositories:write' | 'scans:read' | 'scans:write' | 'organization:read' | 'organization:write' | 'billing:read' | 'billing:write' | 'tokens:write')[];
      expiresInDays?: number;
      repositoryIds?: string[];
    };
    isIdempotent: true;
    responses: {
      201: {
        tokenId: string;
        kind: 'service' | 'personal' | 'session' | 'pipeline' | 'directory';
        name: string;
        personId: string;
        scopes: ('repositories:read' | 'repositories:write' | 'scans:read' | 'scans:write' | 'organization:read' | 'organization:write' | 'billing:read' | 'billing:write' | 'tokens:write')[];
        parentId?: string;
        repositoryIds?: string[];
        hint: string;
        createdAt: string;
        expiresAt?: string;
        lastUsedAt?: string;
        revokedAt?: string;
        token?: string;
      };
    };
  };
  /** List tokens: all of them for owners and admins, one's own for others. */
  'list-tokens': {
    query: {
      limit?: number;
      cursor?: string;
    };
    responses: {
      200: {
        items: {
          tokenId: string;
          kind: 'service' | 'personal' | 'session' | 'pipeline' | 'directory';
          name: string;
          personId: string;
          scopes: ('repositories:read' | 'repositories:write' | 'scans:read' | 'scans:write' | 'organization:read' | 'organization:write' | 'billing:read' | 'billing:write' | 'tokens:write')[];
          parentId?: string;
          repositoryIds?: string[];
          hint: string;
          createdAt: string;
          expiresAt?: string;
          lastUsedAt?: string;
          revokedAt?: string;
        }[];
        nextCursor?: string;
      };
    };
  };
  /** Become responsible for a service token. */
  'hand-over-token': {
    params: {
      tokenId: string;
    };
    body: {
      responsible: 'me';
    };
    responses: {
      200: {
        tokenId: string;
        kind: 'service' | 'personal' | 'session' | 'pipeline' | 'directory';
        name: string;
        personId: string;
        scopes: ('repositories:read' | 'repositories:write' | 'scans:read' | 'scans:write' | 'organization:read' | 'organization:write' | 'billing:read' | 'billing:write' | 'tokens:write')[];
        parentId?: string;
        repositoryIds?: string[];
        hint: string;
        createdAt: string;
        expiresAt?: string;
        lastUsedAt?: string;
        revokedAt?: string;
      };
    };
  };
  /** Revoke a token: any for owners and admins, one's own for others. */
  'revoke-token': {
    params: {
      tokenId: string;
    };
    responses: {
      204: undefined;
    };
  };
  /** Invite somebody by mail; the link works once, for 7 days, for a sign-in with that verified address. */
  'create-invitation': {
    body: {
      email: string;
      role: 'owner' | 'admin' | 'billing' | 'member';
    };
    isIdempotent: true;
    responses: {
      201: {
        invitationId: string;
        email: string;
        role: 'owner' | 'admin' | 'billing' | 'member';
        invitedBy: string;
        createdAt: string;
        expiresAt: string;
      };
    };
  };
  /** List the open invitations. */
  'list-invitations': {
    query: {
      limit?: number;
      cursor?: string;
    };
    responses: {
      200: {
        items: {
          invitationId: string;
          email: string;
          role: 'owner' | 'admin' | 'billing' | 'member';
          invitedBy: string;
          createdAt: string;
          expiresAt: string;
        }[];
        nextCursor?: string;
      };
    };
  };
  /** Withdraw an open invitation; its link opens nothing from then on. */
  'withdraw-invitation': {
    params: {
      invitationId: string;
    };
    responses: {
      204: undefined;
    };
  };
  /** List the members and their roles. */
  'list-members': {
    query: {
      limit?: number;
      cursor?: string;
    };
    responses: {
      200: {
        items: {
          personId: string;
          email: string;
          role: 'owner' | 'admin' | 'billing' | 'member';
          joinedAt: string;
          advisoryDigest: 'daily' | 'off';
        }[];
        nextCursor?: string;
      };
    };
  };
  /** Change a member's role, or whether the member gets the digest of advisories. An admin gives and takes the roles admin and member, an owner every role; the last owner stays. */
  'change-member': {
    params: {
      personId: string;
    };
    body: {
      role?: 'owner' | 'admin' | 'billing' | 'member';
      advisoryDigest?: 'daily' | 'off';
    };
    responses: {
      200: {
        personId: string;
        email: string;
        role: 'owner' | 'admin' | 'billing' | 'member';
        joinedAt: string;
        advisoryDigest: 'daily' | 'off';
      };
    };
  };
  /** Remove a member, or leave; every credential of the person in this organization ends at once. */
  'remove-member': {
    params: {
      personId: string;
    };
    responses: {
      200: {
        personId: string;
        tokens: {
          tokenId: string;
          name: string;
          kind: 'service' | 'personal' | 'session' | 'pipeline' | 'directory';
        }[];
        trustRules: {
          trustId: string;
          name: string;
          provider: 'github' | 'gitlab' | 'bitbucket' | 'circleci' | 'buildkite' | 'azure';
        }[];
      };
    };
  };
  /** Get the person of the credential: address, memberships and the number of tokens. */
  'get-me': {
    responses: {
      200: {
        personId: string;
        email: string;
        memberships: {
          organizationId: string;
          name: string;
          role: 'owner' | 'admin' | 'billing' | 'member';
          joinedAt: string;
        }[];
        tokens: number;
      };
    };
  };
  /** Leave every organization and have your address removed. */
  'delete-me': {
    responses: {
      204: undefined;
    };
  };
  /** Get the organization of the credential. */
  'get-organization': {
    responses: {
      200: {
        organizationId: string;
        name: string;
        createdAt: string;
        parentOrganizationId?: string;
        closing?: {
          since: string;
          eraseAt: string;
        };
      };
    };
  };
  /** Rename the organization. */
  'change-organization': {
    body: {
      name: string;
    };
    responses: {
      200: {
        organizationId: string;
        name: string;
        createdAt: string;
        parentOrganizationId?: string;
        closing?: {
          since: string;
          eraseAt: string;
        };
      };
    };
  };
  /** Close the organization; it is erased after 30 days. */
  'close-organization': {
    body: {
      name: string;
    };
    responses: {
      202: {
        organizationId: string;
        since: string;
        eraseAt: string;
      };
    };
  };
  /** Restore a closing organization, and what renewed before. */
  'restore-organization': {
    responses: {
      204: undefined;
    };
  };
  /** Export everything that the organization has. */
  'start-export': {
    responses: {
      202: {
        exportId: string;
        state: 'running' | 'completed' | 'failed';
        requestedAt: string;
        completedAt?: string;
        expiresAt: string;
      };
    };
  };
  /** List the latest exports, with links to their files. */
  'list-exports': {
    responses: {
      200: {
        items: {
          exportId: string;
          state: 'running' | 'completed' | 'failed';
          requestedAt: string;
          completedAt?: string;
          expiresAt: string;
          files: {
            name: string;
            bytes: number;
            sha256: string;
            url: string;
          }[];
        }[];
      };
    };
  };
  /** List the domains of the organization, with the DNS records that prove control. */
  'list-domains': {
    responses: {
      200: {
        items: {
          domain: string;
          status: 'pending' | 'verified' | 'failing';
          record: {
            type: 'TXT';
            name: string;
            value: string;
          };
          createdAt: string;
          verifiedAt?: string;
          checkedAt?: string;
          failingSince?: string;
          lostAt?: string;
        }[];
      };
    };
  };
  /** Add a domain; the answer has the DNS record that proves control. */
  'add-domain': {
    body: {
      domain: string;
    };
    responses: {
      200: {
        domain: string;
        status: 'pending' | 'verified' | 'failing';
        record: {
          type: 'TXT';
          name: string;
          value: string;
        };
        createdAt: string;
        verifiedAt?: string;
        checkedAt?: string;
        failingSince?: string;
        lostAt?: string;
      };
      201: {
        domain: string;
        status: 'pending' | 'verified' | 'failing';
        record: {
          type: 'TXT';
          name: string;
          value: string;
        };
        createdAt: string;
        verifiedAt?: string;
        checkedAt?: string;
        failingSince?: string;
        lostAt?: string;
      };
    };
  };
  /** Look up the DNS record of a domain and verify the domain. */
  'verify-domain': {
    params: {
      domain: string;
    };
    responses: {
      200: {
        domain: string;
        status: 'pending' | 'verified' | 'failing';
        record: {
          type: 'TXT';
          name: string;
          value: string;
        };
        createdAt: string;
        verifiedAt?: string;
        checkedAt?: string;
        failingSince?: string;
        lostAt?: string;
      };
    };
  };
  /** Remove a domain; another organization can verify it then. */
  'remove-domain': {
    params: {
      domain: string;
    };
    responses: {
      204: undefined;
    };
  };
  /** Get the single sign-on of the organization. Changing it needs the ETag. */
  'get-sso': {
    responses: {
      200: {
        configured: boolean;
        issuer?: {
          kind: 'oidc';
          issuer: string;
          clientId: string;
        } | {
          kind: 'saml';
          entityId: string;
          signInUrl: string;
          certificates: string[];
        };
        roles?: {
          claim: string;
          values: Record<string, 'admin' | 'billing' | 'member'>;
        };
        enforced?: {
          since: string;
          breakGlass: string[];
        };
        session?: {
          idleMinutes?: number;
          absoluteHours?: number;
          maxTokenDays?: number;
          requiredAmr?: string[];
        };
        changedAt?: string;
      };
    };
  };
  /** Set the single sign-on of the organization. */
  'set-sso': {
    body: {
      issuer: {
        kind: 'oidc';
        issuer: string;
        clientId: string;
        clientSecret?: string;
      } | {
        kind: 'saml';
        entityId: string;
        signInUrl: string;
        certificates: string[];
      };
      roles?: {
        claim: string;
        values: Record<string, 'admin' | 'billing' | 'member'>;
      };
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
    responses: {
      200: {
        configured: boolean;
        issuer?: {
          kind: 'oidc';
          issuer: string;
          clientId: string;
        } | {
          kind: 'saml';
          entityId: string;
          signInUrl: string;
          certificates: string[];
        };
        roles?: {
          claim: string;
          values: Record<string, 'admin' | 'billing' | 'member'>;
        };
        enforced?: {
          since: string;
          breakGlass: string[];
        };
        session?: {
          idleMinutes?: number;
          absoluteHours?: number;
          maxTokenDays?: number;
          requiredAmr?: string[];
        };
        changedAt?: string;
      };
    };
  };
  /** Remove the single sign-on, with its enforcement and the rules for sessions. */
  'remove-sso': {
    responses: {
      204: undefined;
    };
  };
  /** Get the SAML metadata that an identity provider imports. */
  'get-saml-metadata': {
    params: {
      organizationId: string;
    };
    responses: {
      200: string;
    };
  };
  /** Complete a sign-in by SAML: an organization's identity provider has the browser post here. */
  'complete-saml-sign-in': {
    params: {
      organizationId: string;
    };
    body: {
      SAMLResponse?: string;
      RelayState?: string;
      [member: string]: unknown;
    };
    responses: {
      200: string;
    };
  };
  /** Issue a token for the directory that provisions people by SCIM; it is shown once. */
  'add-directory-token': {
    body: {
      name: string;
      expiresInDays?: number;
    };
    responses: {
      201: {
        tokenId: string;
        kind: 'service' | 'personal' | 'session' | 'pipeline' | 'directory';
        name: string;
        personId: string;
        scopes: ('repositories:read' | 'repositories:write' | 'scans:read' | 'scans:write' | 'organization:read' | 'organization:write' | 'billing:read' | 'billing:write' | 'tokens:write')[];
        parentId?: string;
        repositoryIds?: string[];
        hint: string;
        createdAt: string;
        expiresAt?: string;
        lastUsedAt?: string;
        revokedAt?: string;
        token: string;
      };
    };
  };
  /** List the tokens of the directory, without secrets. */
  'list-directory-tokens': {
    responses: {
      200: {
        items: {
          tokenId: string;
          kind: 'service' | 'personal' | 'session' | 'pipeline' | 'directory';
          name: string;
          personId: string;
          scopes: ('repositories:read' | 'repositories:write' | 'scans:read' | 'scans:write' | 'organization:read' | 'organization:write' | 'billing:read' | 'billing:write' | 'tokens:write')[];
          parentId?: string;
          repositoryIds?: string[];
          hint: string;
          createdAt: string;
          expiresAt?: string;
          lastUsedAt?: string;
          revokedAt?: string;
        }[];
      };
    };
  };
  /** Revoke a token of the directory. */
  'revoke-directory-token': {
    params: {
      tokenId: string;
    };
    responses: {
      204: undefined;
    };
  };
  /** List the trust rules: whose JWTs are exchanged for tokens. */
  'list-trust-rules': {
    responses: {
      200: {
        items: {
          trustId: string;
          name: string;
          provider: 'github' | 'gitlab' | 'bitbucket' | 'circleci' | 'buildkite' | 'azure';
          issuer: string;
          audience: string;
          match: Record<string, string | {
              glob: string;
            }>;
          repositories: 'matching' | 'all' | string[];
          scopes: string[];
          forkBuilds?: 'off' | 'accepted';
          personId: string;
          heldSince: string;
          createdBy: string;
          createdAt: string;
          lastUsedAt?: string;
        }[];
      };
    };
  };
  /** Get a trust rule. */
  'get-trust-rule': {
    params: {
      trustId: string;
    };
    responses: {
      200: {
        trustId: string;
        name: string;
        provider: 'github' | 'gitlab' | 'bitbucket' | 'circleci' | 'buildkite' | 'azure';
        issuer: string;
        audience: string;
        match: Record<string, string | {
            glob: string;
          }>;
        repositories: 'matching' | 'all' | string[];
        scopes: string[];
        forkBuilds?: 'off' | 'accepted';
        personId: string;
        heldSince: string;
        createdBy: string;
        createdAt: string;
        lastUsedAt?: string;
      };
    };
  };
  /** Trust the JWTs of a CI: its jobs exchange them for tokens, and store no secret. */
  'create-trust-rule': {
    body: {
      name: string;
      provider: 'github' | 'gitlab' | 'bitbucket' | 'circleci' | 'buildkite' | 'azure';
      issuer?: string;
      audience?: string;
      match: Record<string, string | {
          glob: string;
        }>;
      repositories: 'matching' | 'all' | string[];
      scopes?: ('repositories:read' | 'scans:read' | 'scans:write')[];
      forkBuilds?: 'off' | 'accepted';
      personId?: string;
    };
    isIdempotent: true;
    responses: {
      201: {
        trustId: string;
        name: string;
        provider: 'github' | 'gitlab' | 'bitbucket' | 'circleci' | 'buildkite' | 'azure';
        issuer: string;
        audience: string;
        match: Record<string, string | {
            glob: string;
          }>;
        repositories: 'matching' | 'all' | string[];
        scopes: string[];
        forkBuilds?: 'off' | 'accepted';
        personId: string;
        heldSince: string;
        createdBy: string;
        createdAt: string;
        lastUsedAt?: string;
      };
    };
  };
  /** Change a trust rule, or take it over. */
  'change-trust-rule': {
    params: {
      trustId: string;
    };
    body: {
      name?: string;
      audience?: string;
      match?: Record<string, string | {
          glob: string;
        }>;
      repositories?: 'matching' | 'all' | string[];
      scopes?: ('repositories:read' | 'scans:read' | 'scans:write')[];
      forkBuilds?: 'off' | 'accepted';
      personId?: string;
    };
    responses: {
      200: {
        trustId: string;
        name: string;
        provider: 'github' | 'gitlab' | 'bitbucket' | 'circleci' | 'buildkite' | 'azure';
        issuer: string;
        audience: string;
        match: Record<string, string | {
            glob: string;
          }>;
        repositories: 'matching' | 'all' | string[];
        scopes: string[];
        forkBuilds?: 'off' | 'accepted';
        personId: string;
        heldSince: string;
        createdBy: string;
        createdAt: string;
        lastUsedAt?: string;
      };
    };
  };
  /** Remove a trust rule, and with it every token that it made. */
  'remove-trust-rule': {
    params: {
      trustId: string;
    };
    responses: {
      204: undefined;
    };
  };
  /** Say which rule matches a JWT or its claims, and which claim of each other rule failed. */
  'test-trust': {
    body: {
      token: string;
    } | {
      claims: Record<string, unknown>;
    };
    responses: {
      200: {
        signature: 'valid' | 'invalid' | 'unchecked';
        reason?: 'too_large' | 'malformed' | 'algorithm' | 'issuer' | 'keys_unavailable' | 'key_unknown' | 'key_ambiguous' | 'key_weak' | 'signature' | 'times_missing' | 'expired' | 'not_yet_valid' | 'lives_too_long' | 'audience';
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
  /** Exchange the JWT of a CI for a token of 15 minutes. */
  'exchange-token': {
    body: {
      organizationId: string;
      token: string;
    };
    responses: {
      201: {
        token: string;
        expiresAt: string;
        scopes: string[];
        repositoryIds?: string[];
        trustId: string;
      };
    };
  };
  /** Create a webhook: events are posted to its URL, signed as Standard Webhooks says. */
  'create-webhook': {
    body: {
      url: string;
      events: string[];
      name?: string;
      filter?: {
        repositoryIds?: string[];
        branches?: string[];
        minimumSeverity?: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
        verdicts?: ('PASS' | 'FAIL' | 'ERROR')[];
      };
    };
    isIdempotent: true;
    responses: {
      201: {
        webhookId: string;
        name: string;
        url: string;
        events: string[];
        filter?: {
          repositoryIds?: string[];
          branches?: string[];
          minimumSeverity?: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
          verdicts?: ('PASS' | 'FAIL' | 'ERROR')[];
        };
        oldSecretSignsUntil?: string;
        createdAt: string;
        enabled: boolean;
        disabled?: {
          at: string;
          cause: 'person' | 'gone' | 'failing' | 'credential_refused';
        };
        paused: boolean;
        failures: number;
        failingSince?: string;
        lastDeliveredAt?: string;
        secret?: string;
      };
    };
  };
  /** List the webhooks. */
  'list-webhooks': {
    responses: {
      200: {
        items: {
          webhookId: string;
          name: string;
          url: string;
          events: string[];
          filter?: {
            repositoryIds?: string[];
            branches?: string[];
            minimumSeverity?: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
            verdicts?: ('PASS' | 'FAIL' | 'ERROR')[];
          };
          oldSecretSignsUntil?: string;
          createdAt: string;
          enabled: boolean;
          disabled?: {
            at: string;
            cause: 'person' | 'gone' | 'failing' | 'credential_refused';
          };
          paused: boolean;
          failures: number;
          failingSince?: string;
          lastDeliveredAt?: string;
        }[];
      };
    };
  };
  /** Get a webhook. */
  'get-webhook': {
    params: {
      webhookId: string;
    };
    responses: {
      200: {
        webhookId: string;
        name: string;
        url: string;
        events: string[];
        filter?: {
          repositoryIds?: string[];
          branches?: string[];
          minimumSeverity?: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
          verdicts?: ('PASS' | 'FAIL' | 'ERROR')[];
        };
        oldSecretSignsUntil?: string;
        createdAt: string;
        enabled: boolean;
        disabled?: {
          at: string;
          cause: 'person' | 'gone' | 'failing' | 'credential_refused';
        };
        paused: boolean;
        failures: number;
        failingSince?: string;
        lastDeliveredAt?: string;
      };
    };
  };
  /** Change a webhook, or enable it again. */
  'change-webhook': {
    params: {
      webhookId: string;
    };
    body: {
      url?: string;
      events?: string[];
      name?: string;
      filter?: {
        repositoryIds?: string[];
        branches?: string[];
        minimumSeverity?: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
        verdicts?: ('PASS' | 'FAIL' | 'ERROR')[];
      } | null;
      enabled?: boolean;
    };
    responses: {
      200: {
        webhookId: string;
        name: string;
        url: string;
        events: string[];
        filter?: {
          repositoryIds?: string[];
          branches?: string[];
          minimumSeverity?: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
          verdicts?: ('PASS' | 'FAIL' | 'ERROR')[];
        };
        oldSecretSignsUntil?: string;
        createdAt: string;
        enabled: boolean;
        disabled?: {
          at: string;
          cause: 'person' | 'gone' | 'failing' | 'credential_refused';
        };
        paused: boolean;
        failures: number;
        failingSince?: string;
        lastDeliveredAt?: string;
      };
    };
  };
  /** Remove a webhook. What waits for it is not sent. */
  'remove-webhook': {
    params: {
      webhookId: string;
    };
    responses: {
      204: undefined;
    };
  };
  /** Give a webhook another secret, which is shown once. */
  'rotate-webhook-secret': {
    params: {
      webhookId: string;
    };
    body: {
      overlapHours?: number;
    };
    isIdempotent: true;
    responses: {
      200: {
        webhookId: string;
        name: string;
        url: string;
        events: string[];
        filter?: {
          repositoryIds?: string[];
          branches?: string[];
          minimumSeverity?: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
          verdicts?: ('PASS' | 'FAIL' | 'ERROR')[];
        };
        oldSecretSignsUntil?: string;
        createdAt: string;
        enabled: boolean;
        disabled?: {
          at: string;
          cause: 'person' | 'gone' | 'failing' | 'credential_refused';
        };
        paused: boolean;
        failures: number;
        failingSince?: string;
        lastDeliveredAt?: string;
        secret?: string;
      };
    };
  };
  /** Send a test event to a webhook, whatever it listens to. */
  'test-webhook': {
    params: {
      webhookId: string;
    };
    isIdempotent: true;
    responses: {
      202: {
        eventId: string;
      };
    };
  };
  /** Deliver again: one delivery, or everything since an instant. */
  'redeliver-webhook': {
    params: {
      webhookId: string;
    };
    body: {
      sequence: number;
    } | {
      since: string;
    };
    isIdempotent: true;
    responses: {
      202: {
        sequence?: number;
        since?: string;
      };
    };
  };
  /** List the deliveries of a webhook with every attempt, newest first. */
  'list-webhook-deliveries': {
    params: {
      webhookId: string;
    };
    query: {
      limit?: number;
      cursor?: string;
    };
    responses: {
      200: {
        items: {
          sequence: number;
          eventId: string;
          type: 'scan.completed' | 'scan.failed' | 'scan.cancelled' | 'pull_request_check.completed' | 'finding.introduced' | 'finding.fixed' | 'advisory.matched' | 'waiver.requested' | 'waiver.approved' | 'waiver.expiring' | 'waiver.expired' | 'gate.changed' | 'repository.connected' | 'repository.disconnected' | 'token.issued' | 'token.revoked' | 'member.joined' | 'member.removed' | 'credits.low' | 'payment.failed' | 'payment.resolved' | 'invoice.paid' | 'plan.changed' | 'auditor_pack.ready' | 'bundle.released' | 'bundle.affected' | 'webhook.disabled' | 'webhook.test';
          eventAt: string;
          state: 'waiting' | 'delivered' | 'given_up';
          nextAttemptAt?: string;
          replayed: boolean;
          attempts: {
            at: string;
            milliseconds: number;
            status?: number;
            cause?: 'dns' | 'forbidden_address' | 'connection' | 'tls' | 'timeout' | 'too_large' | 'redirected' | 'status' | 'rejected';
            excerpt?: string;
          }[];
          request?: {
            headers: Record<string, string>;
            body: {
              id: string;
              type: 'scan.completed' | 'scan.failed' | 'scan.cancelled' | 'pull_request_check.completed' | 'finding.introduced' | 'finding.fixed' | 'advisory.matched' | 'waiver.requested' | 'waiver.approved' | 'waiver.expiring' | 'waiver.expired' | 'gate.changed' | 'repository.connected' | 'repository.disconnected' | 'token.issued' | 'token.revoked' | 'member.joined' | 'member.removed' | 'credits.low' | 'payment.failed' | 'payment.resolved' | 'invoice.paid' | 'plan.changed' | 'auditor_pack.ready' | 'bundle.released' | 'bundle.affected' | 'webhook.disabled' | 'webhook.test';
              timestamp: string;
              organizationId: string;
              data: Record<string, unknown>;
              sequence: number;
            };
          };
        }[];
        nextCursor?: string;
      };
    };
  };
  /** Read the events that webhooks and integrations are told, oldest first. */
  'list-events': {
    query: {
      limit?: number;
      after?: string;
    };
    responses: {
      200: {
        items: {
          id: string;
          type: 'scan.completed' | 'scan.failed' | 'scan.cancelled' | 'pull_request_check.completed' | 'finding.introduced' | 'finding.fixed' | 'advisory.matched' | 'waiver.requested' | 'waiver.approved' | 'waiver.expiring' | 'waiver.expired' | 'gate.changed' | 'repository.connected' | 'repository.disconnected' | 'token.issued' | 'token.revoked' | 'member.joined' | 'member.removed' | 'credits.low' | 'payment.failed' | 'payment.resolved' | 'invoice.paid' | 'plan.changed' | 'auditor_pack.ready' | 'bundle.released' | 'bundle.affected' | 'webhook.disabled' | 'webhook.test';
          timestamp: string;
          organizationId: string;
          data: Record<string, unknown>;
        }[];
        after: string;
        hasMore: boolean;
      };
    };
  };
  /** Connect a chat or an issue tracker. */
  'create-integration': {
    body: {
      kind: 'slack';
      name: string;
      types?: string[];
      filter?: {
        repositoryIds?: string[];
        branches?: string[];
        minimumSeverity?: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
        verdicts?: ('PASS' | 'FAIL' | 'ERROR')[];
      };
      settings: {
        channel?: string;
        rules?: {
          types: string[];
          repositoryIds?: string[];
          minimumSeverity?: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
          mode: 'each' | 'digest';
        }[];
      };
      credential: {
        webhookUrl: string;
      } | {
        botToken: string;
      };
    } | {
      kind: 'teams';
      name: string;
      types?: string[];
      filter?: {
        repositoryIds?: string[];
        branches?: string[];
        minimumSeverity?: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
        verdicts?: ('PASS' | 'FAIL' | 'ERROR')[];
      };
      settings: {
        rules?: {
          types: string[];
          repositoryIds?: string[];
          minimumSeverity?: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
          mode: 'each' | 'digest';
        }[];
      };
      credential: {
        workflowUrl: string;
      };
    } | {
      kind: 'github_issues';
      name: string;
      types?: string[];
      filter?: {
        repositoryIds?: string[];
        branches?: string[];
        minimumSeverity?: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
        verdicts?: ('PASS' | 'FAIL' | 'ERROR')[];
      };
      settings: {
        repository: string;
        url?: string;
        minimumSeverity?: 'critical' | 'high' | 'medium' | 'low';
        newTicketsPerDay?: number;
      };
      credential: {
        token: string;
      } | {
        appId: string;
        installationId: string;
        privateKey: string;
      };
    } | {
      kind: 'gitlab_issues';
      name: string;
      types?: string[];
      filter?: {
        repositoryIds?: string[];
        branches?: string[];
        minimumSeverity?: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
        verdicts?: ('PASS' | 'FAIL' | 'ERROR')[];
      };
      settings: {
        project: string;
        url?: string;
        minimumSeverity?: 'critical' | 'high' | 'medium' | 'low';
        newTicketsPerDay?: number;
      };
      credential: {
        token: string;
      };
    } | {
      kind: 'jira';
      name: string;
      types?: string[];
      filter?: {
        repositoryIds?: string[];
        branches?: string[];
        minimumSeverity?: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
        verdicts?: ('PASS' | 'FAIL' | 'ERROR')[];
      };
      settings: {
        site: string;
        project: string;
        issueType: string;
        doneTransition?: string;
        reopenTransition?: string;
        minimumSeverity?: 'critical' | 'high' | 'medium' | 'low';
        newTicketsPerDay?: number;
      };
      credential: {
        email: string;
        token: string;
      };
    } | {
      kind: 'linear';
      name: string;
      types?: string[];
      filter?: {
        repositoryIds?: string[];
        branches?: string[];
        minimumSeverity?: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
        verdicts?: ('PASS' | 'FAIL' | 'ERROR')[];
      };
      settings: {
        team: string;
        minimumSeverity?: 'critical' | 'high' | 'medium' | 'low';
        newTicketsPerDay?: number;
      };
      credential: {
        apiKey: string;
      };
    };
    isIdempotent: true;
    responses: {
      201: {
        integrationId: string;
        kind: 'slack' | 'teams' | 'github_issues' | 'gitlab_issues' | 'jira' | 'linear';
        name: string;
        types: string[];
        filter?: {
          repositoryIds?: string[];
          branches?: string[];
          minimumSeverity?: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
          verdicts?: ('PASS' | 'FAIL' | 'ERROR')[];
        };
        settings: Record<string, unknown>;
        target?: string;
        createdAt: string;
        enabled: boolean;
        disabled?: {
          at: string;
          cause: 'person' | 'gone' | 'failing' | 'credential_refused';
        };
        paused: boolean;
        failures: number;
        failingSince?: string;
        lastDeliveredAt?: string;
      };
    };
  };
  /** List the chats and issue trackers that are connected. */
  'list-integrations': {
    responses: {
      200: {
        items: {
          integrationId: string;
          kind: 'slack' | 'teams' | 'github_issues' | 'gitlab_issues' | 'jira' | 'linear';
          name: string;
          types: string[];
          filter?: {
            repositoryIds?: string[];
            branches?: string[];
            minimumSeverity?: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
            verdicts?: ('PASS' | 'FAIL' | 'ERROR')[];
          };
          settings: Record<string, unknown>;
          target?: string;
          createdAt: string;
          enabled: boolean;
          disabled?: {
            at: string;
            cause: 'person' | 'gone' | 'failing' | 'credential_refused';
          };
          paused: boolean;
          failures: number;
          failingSince?: string;
          lastDeliveredAt?: string;
        }[];
      };
    };
  };
  /** Get an integration, with its ETag. */
  'get-integration': {
    params: {
      integrationId: string;
    };
    responses: {
      200: {
        integrationId: string;
        kind: 'slack' | 'teams' | 'github_issues' | 'gitlab_issues' | 'jira' | 'linear';
        name: string;
        types: string[];
        filter?: {
          repositoryIds?: string[];
          branches?: string[];
          minimumSeverity?: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
          verdicts?: ('PASS' | 'FAIL' | 'ERROR')[];
        };
        settings: Record<string, unknown>;
        target?: string;
        createdAt: string;
        enabled: boolean;
        disabled?: {
          at: string;
          cause: 'person' | 'gone' | 'failing' | 'credential_refused';
        };
        paused: boolean;
        failures: number;
        failingSince?: string;
        lastDeliveredAt?: string;
      };
    };
  };
  /** Change, disable or enable an integration. */
  'change-integration': {
    params: {
      integrationId: string;
    };
    body: {
      name?: string;
      types?: string[];
      filter?: {
        repositoryIds?: string[];
        branches?: string[];
        minimumSeverity?: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
        verdicts?: ('PASS' | 'FAIL' | 'ERROR')[];
      } | null;
      settings?: Record<string, unknown>;
      credential?: Record<string, unknown>;
      enabled?: boolean;
    };
    responses: {
      200: {
        integrationId: string;
        kind: 'slack' | 'teams' | 'github_issues' | 'gitlab_issues' | 'jira' | 'linear';
        name: string;
        types: string[];
        filter?: {
          repositoryIds?: string[];
          branches?: string[];
          minimumSeverity?: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
          verdicts?: ('PASS' | 'FAIL' | 'ERROR')[];
        };
        settings: Record<string, unknown>;
        target?: string;
        createdAt: string;
        enabled: boolean;
        disabled?: {
          at: string;
          cause: 'person' | 'gone' | 'failing' | 'credential_refused';
        };
        paused: boolean;
        failures: number;
        failingSince?: string;
        lastDeliveredAt?: string;
      };
    };
  };
  /** Remove an integration and its credential. */
  'remove-integration': {
    params: {
      integrationId: string;
    };
    responses: {
      204: undefined;
    };
  };
  /** Try an integration at its provider. */
  'test-integration': {
    params: {
      integrationId: string;
    };
    responses: {
      200: {
        target: string;
      };
    };
  };
  /** List what an integration was told, newest first. */
  'list-integration-deliveries': {
    params: {
      integrationId: string;
    };
    query: {
      limit?: number;
      cursor?: string;
    };
    responses: {
      200: {
        items: {
          sequence: number;
          eventId: string;
          type: 'scan.completed' | 'scan.failed' | 'scan.cancelled' | 'pull_request_check.completed' | 'finding.introduced' | 'finding.fixed' | 'advisory.matched' | 'waiver.requested' | 'waiver.approved' | 'waiver.expiring' | 'waiver.expired' | 'gate.changed' | 'repository.connected' | 'repository.disconnected' | 'token.issued' | 'token.revoked' | 'member.joined' | 'member.removed' | 'credits.low' | 'payment.failed' | 'payment.resolved' | 'invoice.paid' | 'plan.changed' | 'auditor_pack.ready' | 'bundle.released' | 'bundle.affected' | 'webhook.disabled' | 'webhook.test';
          eventAt: string;
          state: 'waiting' | 'delivered' | 'given_up';
          nextAttemptAt?: string;
          replayed: boolean;
          attempts: {
            at: string;
            milliseconds: number;
            status?: number;
            cause?: 'dns' | 'forbidden_address' | 'connection' | 'tls' | 'timeout' | 'too_large' | 'redirected' | 'status' | 'rejected';
            excerpt?: string;
          }[];
        }[];
        nextCursor?: string;
      };
    };
  };
  /** List the issues that a tracker has for findings. */
  'list-integration-tickets': {
    params: {
      integrationId: string;
    };
    query: {
      limit?: number;
      cursor?: string;
    };
    responses: {
      200: {
        items: {
          group: string;
          repositoryId: string;
          projectUnitId: string;
          state: 'claimed' | 'open' | 'closed';
          title: string;
          externalId?: string;
          url?: string;
          closedBy?: 'service' | 'person';
          severity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
          knownExploited: boolean;
          rejected?: {
            at: string;
            detail: string;
          };
          changedAt: string;
        }[];
        nextCursor?: string;
      };
    };
  };
  /** Get the gate settings that scans are judged by. Changing them needs the ETag. */
  'get-gate': {
    responses: {
      200: {
        apiGateSeverityThreshold: 'critical' | 'high' | 'medium' | 'low';
        unknownSeverityAs: 'critical' | 'high' | 'medium' | 'low';
        minimumConfidence: 'high' | 'low';
        testFolders: {
          secrets: 'critical' | 'high' | 'medium' | 'low';
          code: 'critical' | 'high' | 'medium' | 'low';
        };
        licensePolicy: {
          denyCategories: ('permissive' | 'weak-copyleft' | 'strong-copyleft' | 'network-copyleft' | 'source-available' | 'proprietary' | 'unknown')[];
          deny: string[];
          allow: string[];
          exceptions: {
            package: string;
            license?: string;
            reason: string;
          }[];
          ignoreDevelopment: boolean;
        };
        sourcePolicy: {
          severities: {
            'resolved-mismatch'?: 'critical' | 'high' | 'medium' | 'low';
            'unexpected-host'?: 'critical' | 'high' | 'medium' | 'low';
            'missing-integrity'?: 'critical' | 'high' | 'medium' | 'low';
            'git-source'?: 'critical' | 'high' | 'medium' | 'low';
            'url-source'?: 'critical' | 'high' | 'medium' | 'low';
            'insecure-source'?: 'critical' | 'high' | 'medium' | 'low';
            'extra-registry'?: 'critical' | 'high' | 'medium' | 'low';
            'named-registry'?: 'critical' | 'high' | 'medium' | 'low';
            'replaced-package'?: 'critical' | 'high' | 'medium' | 'low';
          };
          allowedHosts: string[];
        };
        prCheckSeverityThreshold: 'critical' | 'high' | 'medium' | 'low';
        suppressions: 'reviewed' | 'commit' | 'none';
        onUnassessed: {
          sca?: 'report' | 'fail';
          license?: 'report' | 'fail';
          secrets?: 'report' | 'fail';
          sast?: 'report' | 'fail';
        };
        severity: 'highest' | 'newest';
        maxWaiverDays: number;
        waiverApproval: 'single' | 'four_eyes';
        neverWaive: string[];
        requiredScanTypes: ('sbom' | 'sca' | 'license' | 'dependency-advisor' | 'secrets' | 'sast')[];
        failOn: {
          knownExploited: boolean;
          epssAtLeast: number | null;
        };
        ignore: {
          unfixable: {
            untilDays: number;
          } | null;
          developmentDependencies: boolean;
        };
        proposal?: {
          personId: string;
          at: string;
        };
      };
    };
  };
  /** Change the gate settings for later scans. Stored verdicts stay as they are. */
  'change-gate': {
    body: {
      apiGateSeverityThreshold?: 'critical' | 'high' | 'medium' | 'low';
      unknownSeverityAs?: 'critical' | 'high' | 'medium' | 'low';
      minimumConfidence?: 'high' | 'low';
      testFolders?: {
        secrets?: 'critical' | 'high' | 'medium' | 'low';
        code?: 'critical' | 'high' | 'medium' | 'low';
      };
      licensePolicy?: {
        denyCategories?: ('permissive' | 'weak-copyleft' | 'strong-copyleft' | 'network-copyleft' | 'source-available' | 'proprietary' | 'unknown')[];
        deny?: string[];
        allow?: string[];
        exceptions?: {
          package: string;
          license?: string;
          reason: string;
        }[];
        ignoreDevelopment?: boolean;
      };
      sourcePolicy?: {
        severities?: {
          'resolved-mismatch'?: 'critical' | 'high' | 'medium' | 'low';
          'unexpected-host'?: 'critical' | 'high' | 'medium' | 'low';
          'missing-integrity'?: 'critical' | 'high' | 'medium' | 'low';
          'git-source'?: 'critical' | 'high' | 'medium' | 'low';
          'url-source'?: 'critical' | 'high' | 'medium' | 'low';
          'insecure-source'?: 'critical' | 'high' | 'medium' | 'low';
          'extra-registry'?: 'critical' | 'high' | 'medium' | 'low';
          'named-registry'?: 'critical' | 'high' | 'medium' | 'low';
          'replaced-package'?: 'critical' | 'high' | 'medium' | 'low';
        };
        allowedHosts?: string[];
      };
      prCheckSeverityThreshold?: 'critical' | 'high' | 'medium' | 'low';
      suppressions?: 'reviewed' | 'commit' | 'none';
      onUnassessed?: {
        sca?: 'report' | 'fail';
        license?: 'report' | 'fail';
        secrets?: 'report' | 'fail';
        sast?: 'report' | 'fail';
      };
      severity?: 'highest' | 'newest';
      maxWaiverDays?: number;
      waiverApproval?: 'single' | 'four_eyes';
      neverWaive?: string[];
      requiredScanTypes?: ('sbom' | 'sca' | 'license' | 'dependency-advisor' | 'secrets' | 'sast')[] | null;
      failOn?: {
        knownExploited?: boolean;
        epssAtLeast?: number | null;
      };
      ignore?: {
        unfixable?: {
          untilDays: number;
        } | null;
        developmentDependencies?: boolean;
      };
    };
    responses: {
      200: {
        apiGateSeverityThreshold: 'critical' | 'high' | 'medium' | 'low';
        unknownSeverityAs: 'critical' | 'high' | 'medium' | 'low';
        minimumConfidence: 'high' | 'low';
        testFolders: {
          secrets: 'critical' | 'high' | 'medium' | 'low';
          code: 'critical' | 'high' | 'medium' | 'low';
        };
        licensePolicy: {
          denyCategories: ('permissive' | 'weak-copyleft' | 'strong-copyleft' | 'network-copyleft' | 'source-available' | 'proprietary' | 'unknown')[];
          deny: string[];
          allow: string[];
          exceptions: {
            package: string;
            license?: string;
            reason: string;
          }[];
          ignoreDevelopment: boolean;
        };
        sourcePolicy: {
          severities: {
            'resolved-mismatch'?: 'critical' | 'high' | 'medium' | 'low';
            'unexpected-host'?: 'critical' | 'high' | 'medium' | 'low';
            'missing-integrity'?: 'critical' | 'high' | 'medium' | 'low';
            'git-source'?: 'critical' | 'high' | 'medium' | 'low';
            'url-source'?: 'critical' | 'high' | 'medium' | 'low';
            'insecure-source'?: 'critical' | 'high' | 'medium' | 'low';
            'extra-registry'?: 'critical' | 'high' | 'medium' | 'low';
            'named-registry'?: 'critical' | 'high' | 'medium' | 'low';
            'replaced-package'?: 'critical' | 'high' | 'medium' | 'low';
          };
          allowedHosts: string[];
        };
        prCheckSeverityThreshold: 'critical' | 'high' | 'medium' | 'low';
        suppressions: 'reviewed' | 'commit' | 'none';
        onUnassessed: {
          sca?: 'report' | 'fail';
          license?: 'report' | 'fail';
          secrets?: 'report' | 'fail';
          sast?: 'report' | 'fail';
        };
        severity: 'highest' | 'newest';
        maxWaiverDays: number;
        waiverApproval: 'single' | 'four_eyes';
        neverWaive: string[];
        requiredScanTypes: ('sbom' | 'sca' | 'license' | 'dependency-advisor' | 'secrets' | 'sast')[];
        failOn: {
          knownExploited: boolean;
          epssAtLeast: number | null;
        };
        ignore: {
          unfixable: {
            untilDays: number;
          } | null;
          developmentDependencies: boolean;
        };
        proposal?: {
          personId: string;
          at: string;
        };
      };
      202: {
        apiGateSeverityThreshold: 'critical' | 'high' | 'medium' | 'low';
        unknownSeverityAs: 'critical' | 'high' | 'medium' | 'low';
        minimumConfidence: 'high' | 'low';
        testFolders: {
          secrets: 'critical' | 'high' | 'medium' | 'low';
          code: 'critical' | 'high' | 'medium' | 'low';
        };
        licensePolicy: {
          denyCategories: ('permissive' | 'weak-copyleft' | 'strong-copyleft' | 'network-copyleft' | 'source-available' | 'proprietary' | 'unknown')[];
          deny: string[];
          allow: string[];
          exceptions: {
            package: string;
            license?: string;
            reason: string;
          }[];
          ignoreDevelopment: boolean;
        };
        sourcePolicy: {
          severities: {
            'resolved-mismatch'?: 'critical' | 'high' | 'medium' | 'low';
            'unexpected-host'?: 'critical' | 'high' | 'medium' | 'low';
            'missing-integrity'?: 'critical' | 'high' | 'medium' | 'low';
            'git-source'?: 'critical' | 'high' | 'medium' | 'low';
            'url-source'?: 'critical' | 'high' | 'medium' | 'low';
            'insecure-source'?: 'critical' | 'high' | 'medium' | 'low';
            'extra-registry'?: 'critical' | 'high' | 'medium' | 'low';
            'named-registry'?: 'critical' | 'high' | 'medium' | 'low';
            'replaced-package'?: 'critical' | 'high' | 'medium' | 'low';
          };
          allowedHosts: string[];
        };
        prCheckSeverityThreshold: 'critical' | 'high' | 'medium' | 'low';
        suppressions: 'reviewed' | 'commit' | 'none';
        onUnassessed: {
          sca?: 'report' | 'fail';
          license?: 'report' | 'fail';
          secrets?: 'report' | 'fail';
          sast?: 'report' | 'fail';
        };
        severity: 'highest' | 'newest';
        maxWaiverDays: number;
        waiverApproval: 'single' | 'four_eyes';
        neverWaive: string[];
        requiredScanTypes: ('sbom' | 'sca' | 'license' | 'dependency-advisor' | 'secrets' | 'sast')[];
        failOn: {
          knownExploited: boolean;
          epssAtLeast: number | null;
        };
        ignore: {
          unfixable: {
            untilDays: number;
          } | null;
          developmentDependencies: boolean;
        };
        proposal?: {
          personId: string;
          at: string;
        };
      };
    };
  };
  /** Tell which verdicts a change of the gate would flip. Nothing changes. */
  'simulate-gate': {
    body: {
      policy: {
        apiGateSeverityThreshold?: 'critical' | 'high' | 'medium' | 'low';
        unknownSeverityAs?: 'critical' | 'high' | 'medium' | 'low';
        minimumConfidence?: 'high' | 'low';
        testFolders?: {
          secrets?: 'critical' | 'high' | 'medium' | 'low';
          code?: 'critical' | 'high' | 'medium' | 'low';
        };
        licensePolicy?: {
          denyCategories?: ('permissive' | 'weak-copyleft' | 'strong-copyleft' | 'network-copyleft' | 'source-available' | 'proprietary' | 'unknown')[];
          deny?: string[];
          allow?: string[];
          exceptions?: {
            package: string;
            license?: string;
            reason: string;
          }[];
          ignoreDevelopment?: boolean;
        };
        sourcePolicy?: {
          severities?: {
            'resolved-mismatch'?: 'critical' | 'high' | 'medium' | 'low';
            'unexpected-host'?: 'critical' | 'high' | 'medium' | 'low';
            'missing-integrity'?: 'critical' | 'high' | 'medium' | 'low';
            'git-source'?: 'critical' | 'high' | 'medium' | 'low';
            'url-source'?: 'critical' | 'high' | 'medium' | 'low';
            'insecure-source'?: 'critical' | 'high' | 'medium' | 'low';
            'extra-registry'?: 'critical' | 'high' | 'medium' | 'low';
            'named-registry'?: 'critical' | 'high' | 'medium' | 'low';
            'replaced-package'?: 'critical' | 'high' | 'medium' | 'low';
          };
          allowedHosts?: string[];
        };
        prCheckSeverityThreshold?: 'critical' | 'high' | 'medium' | 'low';
        suppressions?: 'reviewed' | 'commit' | 'none';
        onUnassessed?: {
          sca?: 'report' | 'fail';
          license?: 'report' | 'fail';
          secrets?: 'report' | 'fail';
          sast?: 'report' | 'fail';
        };
        severity?: 'highest' | 'newest';
        maxWaiverDays?: number;
        waiverApproval?: 'single' | 'four_eyes';
        neverWaive?: string[];
        requiredScanTypes?: ('sbom' | 'sca' | 'license' | 'dependency-advisor' | 'secrets' | 'sast')[] | null;
        failOn?: {
          knownExploited?: boolean;
          epssAtLeast?: number | null;
        };
        ignore?: {
          unfixable?: {
            untilDays: number;
          } | null;
          developmentDependencies?: boolean;
        };
      };
      days?: number;
    };
    responses: {
      200: {
        judged: number;
        isComplete: boolean;
        repositories: {
          repositoryId: string;
          judged: number;
          flips: {
            scanId: string;
            commitHash: string;
            branch?: string;
            before: {
              verdict: 'PASS' | 'FAIL' | 'ERROR';
              reason: string;
              reasons: string[];
            };
            after: {
              verdict: 'PASS' | 'FAIL' | 'ERROR';
              reason: string;
              reasons: string[];
            };
          }[];
        }[];
        notLookedAt: {
          reason: string;
          scans: number;
        }[];
      };
    };
  };
  /** Waive findings until an instant, or request it. */
  'create-waiver': {
    body: {
      match: {
        advisory: string;
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
      reason: string;
      expiresAt: string;
      scope?: {
        repositoryId?: string;
        projectUnitId?: string;
      };
    };
    isIdempotent: true;
    responses: {
      201: {
        waiverId: string;
        kind: 'manual' | 'vex';
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
        status: 'requested' | 'active' | 'rejected' | 'withdrawn' | 'replaced' | 'expired';
        version: number;
        renews?: string;
        createdAt: string;
        createdBy: string;
        approvedAt?: string;
        approvedBy?: string;
        endedAt?: string;
        endedBy?: string;
        expiresAt: string;
        lastMatchedAt?: string;
      };
    };
  };
  /** List waivers: all with their history, newest first, or one group of them. */
  'list-waivers': {
    query: {
      limit?: number;
      cursor?: string;
      filter?: 'requested' | 'active' | 'expiring' | 'expired' | 'unused';
    };
    responses: {
      200: {
        items: {
          waiverId: string;
          kind: 'manual' | 'vex';
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
          status: 'requested' | 'active' | 'rejected' | 'withdrawn' | 'replaced' | 'expired';
          version: number;
          renews?: string;
          createdAt: string;
          createdBy: string;
          approvedAt?: string;
          approvedBy?: string;
          endedAt?: string;
          endedBy?: string;
          expiresAt: string;
          lastMatchedAt?: string;
        }[];
        nextCursor?: string;
      };
    };
  };
  /** Withdraw a waiver: any for owners and admins, an own request for others. */
  'withdraw-waiver': {
    params: {
      waiverId: string;
    };
    responses: {
      204: undefined;
    };
  };
  /** Approve a requested waiver. */
  'approve-waiver': {
    params: {
      waiverId: string;
    };
    responses: {
      200: {
        waiverId: string;
        kind: 'manual' | 'vex';
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
        status: 'requested' | 'active' | 'rejected' | 'withdrawn' | 'replaced' | 'expired';
        version: number;
        renews?: string;
        createdAt: string;
        createdBy: string;
        approvedAt?: string;
        approvedBy?: string;
        endedAt?: string;
        endedBy?: string;
        expiresAt: string;
        lastMatchedAt?: string;
      };
    };
  };
  /** Reject a requested waiver. */
  'reject-waiver': {
    params: {
      waiverId: string;
    };
    responses: {
      200: {
        waiverId: string;
        kind: 'manual' | 'vex';
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
        status: 'requested' | 'active' | 'rejected' | 'withdrawn' | 'replaced' | 'expired';
        version: number;
        renews?: string;
        createdAt: string;
        createdBy: string;
        approvedAt?: string;
        approvedBy?: string;
        endedAt?: string;
        endedBy?: string;
        expiresAt: string;
        lastMatchedAt?: string;
      };
    };
  };
  /** Renew an approved waiver until a later instant, or request it. */
  'renew-waiver': {
    params: {
      waiverId: string;
    };
    body: {
      expiresAt: string;
      reason?: string;
    };
    isIdempotent: true;
    responses: {
      201: {
        waiverId: string;
        kind: 'manual' | 'vex';
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
        status: 'requested' | 'active' | 'rejected' | 'withdrawn' | 'replaced' | 'expired';
        version: number;
        renews?: string;
        createdAt: string;
        createdBy: string;
        approvedAt?: string;
        approvedBy?: string;
        endedAt?: string;
        endedBy?: string;
        expiresAt: string;
        lastMatchedAt?: string;
      };
    };
  };
  /** Turn the statements of a VEX document into waivers. */
  'import-vex': {
    body: Record<string, unknown>;
    responses: {
      200: {
        waivers: {
          waiverId: string;
          kind: 'manual' | 'vex';
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
          status: 'requested' | 'active' | 'rejected' | 'withdrawn' | 'replaced' | 'expired';
          version: number;
          renews?: string;
          createdAt: string;
          createdBy: string;
          approvedAt?: string;
          approvedBy?: string;
          endedAt?: string;
          endedBy?: string;
          expiresAt: string;
          lastMatchedAt?: string;
        }[];
        unchanged: number;
        skipped: {
          vulnerability?: string;
          product?: string;
          reason: 'status' | 'no_justification' | 'other_product' | 'no_package';
          count: number;
        }[];
      };
    };
  };
  /** List the findings on the default branches of all repositories: open ones and the most severe first. */
  'list-tracked-findings': {
    query: {
      limit?: number;
      cursor?: string;
      kind?: 'vulnerability' | 'source' | 'secret' | 'license' | 'code';
      severity?: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
      repositoryId?: string;
      state?: 'open' | 'waived' | 'fixed';
      assignee?: 'none' | string;
      minAgeDays?: number;
      maxAgeDays?: number;
      fixable?: 'true' | 'false';
      knownExploited?: 'true' | 'false';
    };
    responses: {
      200: {
        items: {
          fingerprint: string;
          repositoryId: string;
          projectUnitId: string;
          unitPath: string;
          kind: 'vulnerability' | 'source' | 'secret' | 'license' | 'code';
          severity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
          title: string;
          rule: string;
          file: string;
          packageName?: string;
          packageVersion?: string;
          fixable: boolean;
          knownExploited: boolean;
          occurrences: number;
          state: 'open' | 'waived' | 'fixed';
          firstSeen: {
            scanId: string;
            commitHash: string;
            at: string;
          };
          lastSeen?: {
            scanId: string;
            commitHash: string;
            at: string;
          };
          fixed?: {
            scanId: string;
            commitHash: string;
            at: string;
          };
          tolerated?: {
            by: 'waiver' | 'suppression' | 'policy';
            reason: string;
            waiverId?: string;
            expiresAt?: string;
          };
          unconfirmed: boolean;
          assignee: string | null;
          ticket: string | null;
        }[];
        nextCursor?: string;
      };
    };
  };
  /** Get a finding on a default branch by the fingerprint that scans give it. */
  'get-tracked-finding': {
    params: {
      fingerprint: string;
    };
    query: {
      projectUnitId?: string;
    };
    responses: {
      200: {
        fingerprint: string;
        repositoryId: string;
        projectUnitId: string;
        unitPath: string;
        kind: 'vulnerability' | 'source' | 'secret' | 'license' | 'code';
        severity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
        title: string;
        rule: string;
        file: string;
        packageName?: string;
        packageVersion?: string;
        fixable: boolean;
        knownExploited: boolean;
        occurrences: number;
        state: 'open' | 'waived' | 'fixed';
        firstSeen: {
          scanId: string;
          commitHash: string;
          at: string;
        };
        lastSeen: {
          scanId: string;
          commitHash: string;
          at: string;
        };
        fixed?: {
          scanId: string;
          commitHash: string;
          at: string;
        };
        tolerated?: {
          by: 'waiver' | 'suppression' | 'policy';
          reason: string;
          waiverId?: string;
          expiresAt?: string;
        };
        unconfirmed: boolean;
        assignee: string | null;
        ticket: string | null;
        notes: string | null;
      };
    };
  };
  /** Assign a finding, or change its notes or its ticket; null removes what is there. */
  'change-tracked-finding': {
    params: {
      fingerprint: string;
    };
    query: {
      projectUnitId?: string;
    };
    body: {
      assignee?: string | null;
      notes?: string | null;
      ticket?: string | null;
    };
    responses: {
      200: {
        fingerprint: string;
        repositoryId: string;
        projectUnitId: string;
        unitPath: string;
        kind: 'vulnerability' | 'source' | 'secret' | 'license' | 'code';
        severity: 'critical' | 'high' | 'medium' | 'low' | 'unknown';
        title: string;
        rule: string;
        file: string;
        packageName?: string;
        packageVersion?: string;
        fixable: boolean;
        knownExploited: boolean;
        occurrences: number;
        state: 'open' | 'waived' | 'fixed';
        firstSeen: {
          scanId: string;
          commitHash: string;
          at: string;
        };
        lastSeen: {
          scanId: string;
          commitHash: string;
          at: string;
        };
        fixed?: {
          scanId: string;
          commitHash: string;
          at: string;
        };
        tolerated?: {
          by: 'waiver' | 'suppression' | 'policy';
          reason: string;
          waiverId?: string;
          expiresAt?: string;
        };
        unconfirmed: boolean;
        assignee: string | null;
        ticket: string | null;
        notes: string | null;
      };
    };
  };
  /** Get the findings on default branches day by day: open by severity, opened, fixed, days to fix. */
  'get-trends': {
    query: {
      days?: number;
    };
    responses: {
      200: {
        days: {
          day: string;
          open: {
            critical: number;
            high: number;
            medium: number;
            low: number;
            unknown: number;
            total: number;
          };
          waived: number;
          opened: number;
          fixed: number;
          meanDaysToFix?: number;
        }[];
      };
    };
  };
  /** Find where a package is used on the default branches of all repositories. */
  'find-components': {
    query: {
      limit?: number;
      cursor?: string;
      purl: string;
    };
    responses: {
      200: {
        items: {
          package: string;
          repositoryId: string;
          repository: string;
          projectUnitId: string;
          path: string;
          uses: {
            version?: string;
            scope: 'required' | 'optional' | 'dev';
            direct: boolean;
            file: string;
            path: string[];
          }[];
          truncated?: true;
        }[];
        nextCursor?: string;
      };
    };
  };
  /** List who changed what and when, newest first. */
  'list-audit-events': {
    query: {
      limit?: number;
      cursor?: string;
    };
    responses: {
      200: {
        items: {
          eventId: string;
          at: string;
          action: 'gate.changed' | 'gate.proposed' | 'waiver.requested' | 'waiver.approved' | 'waiver.rejected' | 'waiver.withdrawn' | 'vex.imported' | 'finding.changed' | 'advisory.matched' | 'finding.introduced' | 'token.issued' | 'token.revoked' | 'member.added' | 'member.changed' | 'member.removed' | 'member.left' | 'token.handed_over' | 'session.started' | 'session.ended' | 'session.refused' | 'invitation.created' | 'invitation.withdrawn' | 'invitation.accepted' | 'access.refused' | 'oidc.rule_created' | 'oidc.rule_changed' | 'oidc.rule_removed' | 'oidc.exchanged' | 'oidc.refused' | 'sso.changed' | 'sso.removed' | 'domain.added' | 'domain.verified' | 'domain.lost' | 'domain.removed' | 'directory.user_changed' | 'directory.group_changed' | 'organization.created' | 'organization.changed' | 'organization.exported' | 'organization.closing' | 'organization.restored' | 'webhook.created' | 'webhook.changed' | 'webhook.removed' | 'webhook.secret_rotated' | 'webhook.tested' | 'webhook.redelivered' | 'webhook.disabled' | 'integration.created' | 'integration.changed' | 'integration.removed' | 'integration.tested' | 'integration.disabled' | 'auditor_pack.requested' | 'auditor_pack.link_created' | 'auditor_pack.link_revoked' | 'auditor_pack.opened' | 'bundle.created' | 'bundle.changed' | 'bundle.removed' | 'bundle.released' | 'bundle.support_extended' | 'bundle.affected' | 'repository.connected' | 'repository.disconnected' | 'repository.changed' | 'plan.started' | 'plan.changed' | 'plan.ended' | 'plan.change_scheduled' | 'plan.change_undone' | 'auto_renew.changed' | 'licenses.added' | 'sast_addon.started' | 'sast_addon.cancelled' | 'sast_addon.resumed' | 'sast_addon.ended' | 'payment.failed' | 'payment.resolved' | 'retention.changed' | 'auto_recharge.changed' | 'auto_recharge.charged' | 'auto_recharge.failed' | 'checkout.opened' | 'pack_checkout.opened' | 'coupon.applied' | 'charge.refunded' | 'charge.disputed' | 'credits.adjusted' | 'credits.promotion_granted' | 'credits.pack_refunded' | 'credits.pack_refund_refused' | 'budget.changed' | 'billing_details.changed';
          actor: {
            kind: 'person';
            personId: string;
            role: 'owner' | 'admin' | 'billing' | 'member';
            tokenId: string;
          } | {
            kind: 'operator';
          } | {
            kind: 'link';
            linkId: string;
          } | {
            kind: 'system';
          };
          target?: string;
          before?: Record<string, unknown>;
          after?: Record<string, unknown>;
        }[];
        nextCursor?: string;
      };
    };
  };
  /** Get the signed verdict of a scan, as a DSSE envelope or by `Accept` as a Sigstore bundle. */
  'get-attestation': {
    params: {
      scanId: string;
    };
    query: {
      judgment?: string;
    };
    responses: {
      200: {
        payloadType: 'application/vnd.in-toto+json';
        payload: string;
        signatures: {
          keyid: string;
          sig: string;
        }[];
      };
    };
  };
  /** Get the public keys that verify signed verdicts, releases and packs, as a JSON Web Key Set. */
  'get-verification-keys': {
    responses: {
      200: {
        keys: {
          kty: string;
          crv: string;
          x: string;
          y: string;
          kid: string;
          alg: 'ES256';
          key_ops: 'verify'[];
          state: 'signing' | 'verifying' | 'revoked';
        }[];
      };
    };
  };
  /** Get the proof of a verdict: a zip with the signed verdict, its evidence and reports for people. */
  'get-proof': {
    params: {
      scanId: string;
    };
    responses: {
      200: string;
    };
  };
  /** Request what an auditor asks for: a signed zip of verdicts, policies, waivers, people, ledger and invoices. */
  'request-auditor-pack': {
    body: {
      from: string;
      to: string;
      repositoryIds?: string[];
      include?: ('findings' | 'sbom')[];
    };
    responses: {
      202: {
        packId: string;
        state: 'running' | 'ready' | 'failed' | 'expired';
        from: string;
        to: string;
        repositoryIds?: string[];
        include: ('findings' | 'sbom')[];
        requestedAt: string;
        requestedBy: string;
        readyAt?: string;
        scans?: number;
        bytes?: number;
        sha256?: string;
        error?: string;
        expiresAt: string;
      };
    };
  };
  /** List the auditor packs, newest first. */
  'list-auditor-packs': {
    query: {
      limit?: number;
      cursor?: string;
    };
    responses: {
      200: {
        items: {
          packId: string;
          state: 'running' | 'ready' | 'failed' | 'expired';
          from: string;
          to: string;
          repositoryIds?: string[];
          include: ('findings' | 'sbom')[];
          requestedAt: string;
          requestedBy: string;
          readyAt?: string;
          scans?: number;
          bytes?: number;
          sha256?: string;
          error?: string;
          expiresAt: string;
        }[];
        nextCursor?: string;
      };
    };
  };
  /** Get an auditor pack with its links. */
  'get-auditor-pack': {
    params: {
      packId: string;
    };
    responses: {
      200: {
        packId: string;
        state: 'running' | 'ready' | 'failed' | 'expired';
        from: string;
        to: string;
        repositoryIds?: string[];
        include: ('findings' | 'sbom')[];
        requestedAt: string;
        requestedBy: string;
        readyAt?: string;
        scans?: number;
        bytes?: number;
        sha256?: string;
        error?: string;
        expiresAt: string;
        links: {
          linkId: string;
          createdAt: string;
          createdBy: string;
          expiresAt: string;
          revokedAt?: string;
          openings: number;
          lastOpenedAt?: string;
        }[];
      };
    };
  };
  /** Make a link by which somebody without an account reads an auditor pack. */
  'create-pack-link': {
    params: {
      packId: string;
    };
    body: {
      hours?: number;
    };
    responses: {
      201: {
        linkId: string;
        createdAt: string;
        createdBy: string;
        expiresAt: string;
        revokedAt?: string;
        openings: number;
        lastOpenedAt?: string;
        url: string;
      };
    };
  };
  /** Revoke a link to an auditor pack; it opens nothing from then on. */
  'revoke-pack-link': {
    params: {
      packId: string;
      linkId: string;
    };
    responses: {
      204: undefined;
    };
  };
  /** Open a link to an auditor pack. */
  'open-shared': {
    body: {
      link: string;
    };
    responses: {
      200: {
        url: string;
      };
    };
  };
  /** Show the page that the link to an auditor pack leads to. */
  'show-shared-page': {
    responses: {
      200: string;
    };
  };
  /** Create a bundle: a product of repositories, or units of them, that are shipped together. */
  'create-bundle': {
    body: {
      name: string;
      members: {
        repositoryId: string;
        projectUnitId?: string;
      }[];
    };
    isIdempotent: true;
    responses: {
      201: {
        bundleId: string;
        name: string;
        members: {
          repositoryId: string;
          projectUnitId?: string;
        }[];
        releases: number;
        createdAt: string;
        createdBy: string;
      };
    };
  };
  /** List the bundles. */
  'list-bundles': {
    responses: {
      200: {
        items: {
          bundleId: string;
          name: string;
          members: {
            repositoryId: string;
            projectUnitId?: string;
          }[];
          releases: number;
          createdAt: string;
          createdBy: string;
        }[];
      };
    };
  };
  /** Get a bundle. */
  'get-bundle': {
    params: {
      bundleId: string;
    };
    responses: {
      200: {
        bundleId: string;
        name: string;
        members: {
          repositoryId: string;
          projectUnitId?: string;
        }[];
        releases: number;
        createdAt: string;
        createdBy: string;
      };
    };
  };
  /** Change the name or the members of a bundle. Its releases stay as they are. */
  'change-bundle': {
    params: {
      bundleId: string;
    };
    body: {
      name?: string;
      members?: {
        repositoryId: string;
        projectUnitId?: string;
      }[];
    };
    responses: {
      200: {
        bundleId: string;
        name: string;
        members: {
          repositoryId: string;
          projectUnitId?: string;
        }[];
        releases: number;
        createdAt: string;
        createdBy: string;
      };
    };
  };
  /** Remove a bundle. Its releases stay readable, and are no longer watched. */
  'remove-bundle': {
    params: {
      bundleId: string;
    };
    responses: {
      204: undefined;
    };
  };
  /** Release a version of a bundle: judge its members together, and freeze the signed result. */
  'release-bundle': {
    params: {
      bundleId: string;
    };
    body: {
      version: string;
      commits?: Record<string, string>;
      supportUntil?: string;
    };
    responses: {
      201: {
        bundleId: string;
        releaseVersion: string;
        verdict: 'PASS' | 'FAIL';
        members: {
          repositoryId: string;
          projectUnitId?: string;
          repository: string;
          scanId: string;
          commitHash: string;
          verdict: 'PASS' | 'FAIL';
          scanTypes: ('sbom' | 'sca' | 'license' | 'dependency-advisor' | 'secrets' | 'sast')[];
          fullScope: boolean;
        }[];
        snapshotId: string;
        policyDigest: string;
        releasedAt: string;
        releasedBy: string;
        supportUntil: string;
        documents: Record<string, string>;
        advisories: {
          judgedAt: string;
          count: number;
        };
      };
    };
  };
  /** List the releases of a bundle; they stay after the bundle was removed. */
  'list-releases': {
    params: {
      bundleId: string;
    };
    responses: {
      200: {
        items: {
          bundleId: string;
          releaseVersion: string;
          verdict: 'PASS' | 'FAIL';
          members: {
            repositoryId: string;
            projectUnitId?: string;
            repository: string;
            scanId: string;
            commitHash: string;
            verdict: 'PASS' | 'FAIL';
            scanTypes: ('sbom' | 'sca' | 'license' | 'dependency-advisor' | 'secrets' | 'sast')[];
            fullScope: boolean;
          }[];
          snapshotId: string;
          policyDigest: string;
          releasedAt: string;
          releasedBy: string;
          supportUntil: string;
          documents: Record<string, string>;
          advisories: {
            judgedAt: string;
            count: number;
          };
        }[];
      };
    };
  };
  /** Get a release. */
  'get-release': {
    params: {
      bundleId: string;
      version: string;
    };
    responses: {
      200: {
        bundleId: string;
        releaseVersion: string;
        verdict: 'PASS' | 'FAIL';
        members: {
          repositoryId: string;
          projectUnitId?: string;
          repository: string;
          scanId: string;
          commitHash: string;
          verdict: 'PASS' | 'FAIL';
          scanTypes: ('sbom' | 'sca' | 'license' | 'dependency-advisor' | 'secrets' | 'sast')[];
          fullScope: boolean;
        }[];
        snapshotId: string;
        policyDigest: string;
        releasedAt: string;
        releasedBy: string;
        supportUntil: string;
        documents: Record<string, string>;
        advisories: {
          judgedAt: string;
          count: number;
        };
      };
    };
  };
  /** Extend the support of a release, which only moves later. */
  'change-release': {
    params: {
      bundleId: string;
      version: string;
    };
    body: {
      supportUntil: string;
    };
    responses: {
      200: {
        bundleId: string;
        releaseVersion: string;
        verdict: 'PASS' | 'FAIL';
        members: {
          repositoryId: string;
          projectUnitId?: string;
          repository: string;
          scanId: string;
          commitHash: string;
          verdict: 'PASS' | 'FAIL';
          scanTypes: ('sbom' | 'sca' | 'license' | 'dependency-advisor' | 'secrets' | 'sast')[];
          fullScope: boolean;
        }[];
        snapshotId: string;
        policyDigest: string;
        releasedAt: string;
        releasedBy: string;
        supportUntil: string;
        documents: Record<string, string>;
        advisories: {
          judgedAt: string;
          count: number;
        };
      };
    };
  };
  /** Get a document of a release. */
  'get-release-document': {
    params: {
      bundleId: string;
      version: string;
      document: 'sbom' | 'vex' | 'verdict' | 'attestation' | 'proof' | 'advisories';
    };
    responses: {
      200: Record<string, unknown>;
    };
  };
  /** Get plan, credits, licenses, pending changes and unpaid invoices. */
  'get-billing-status': {
    responses: {
      200: {
        plan: 'Free' | 'Starter' | 'Team' | 'Regulated';
        period: {
          interval: 'month' | 'year';
          startsAt: string;
          endsAt: string;
        };
        licenses: {
          limit: number | null;
          used: number;
          month: string;
        };
        pools: {
          core: {
            available: number;
            included: number;
            purchased: number;
            consumed: number;
            promotional: number;
            promotionExpiresAt: string | null;
            refillsAt: string | null;
          };
          sast: {
            available: number;
            included: number;
            purchased: number;
            consumed: number;
            promotional: number;
            promotionExpiresAt: string | null;
            refillsAt: string | null;
          };
        };
        sastAddon: {
          size: 'starter' | 'team';
          endsAt: string;
          cancelsAt?: string;
        } | null;
        pending: {
          change: 'plan' | 'interval' | 'licenses' | 'plan_end' | 'sast_addon_end';
          to?: string | number;
          effectiveAt: string;
        }[];
        ordered: {
          order: 'plan' | 'licenses' | 'sast_addon';
          to: string | number;
          orderedAt: string;
        }[];
        renewals: {
          of: 'plan' | 'sast_addon';
          at: string;
          overdue: boolean;
        }[];
        autoRenew: boolean;
        hold: {
          reason: 'payment_failed';
          since: string;
          invoices: number;
        } | null;
        lastPaymentFailedAt: string | null;
        autoRecharge: {
          core: {
            enabled: boolean;
            packs: number;
            monthlyCap: number;
            failures: number;
            failingSince: string | null;
            nextAttemptAt: string | null;
          };
          sast: {
            enabled: boolean;
            packs: number;
            monthlyCap: number;
            failures: number;
            failingSince: string | null;
            nextAttemptAt: string | null;
          };
        };
        nextMails: {
          kind: 'receipt';
          reason: 'plan_renewal' | 'sast_addon_renewal' | 'auto_recharge_retry';
          at: string;
        }[];
        retention: {
          days: number;
          maxDays: number | null;
        };
        capabilities: ('policy_basic' | 'policy_standard' | 'policy_complete' | 'api' | 'webhooks' | 'issue_trackers' | 'bundles' | 'audit_log' | 'proof_export' | 'auditor_export' | 'pay_as_you_go' | 'sso_basic' | 'sso_full' | 'sla')[];
        tabs: ('plan' | 'usage' | 'history' | 'auto_recharge' | 'retention')[];
      } | {
        plan: 'Free' | 'Starter' | 'Team' | 'Regulated';
        tabs: 'history'[];
      };
    };
  };
  /** Get the plan and whether credits run out. Every member may ask; amounts are left out. */
  'get-credits-alert': {
    responses: {
      200: {
        plan: 'Free' | 'Starter' | 'Team' | 'Regulated';
        pools: {
          core: {
            state: 'ok' | 'low' | 'empty';
          };
          sast: {
            state: 'ok' | 'low' | 'empty';
          };
        };
      };
    };
  };
  /** Get the billing contact, address, tax id and PO number of invoices. */
  'get-billing-details': {
    responses: {
      200: {
        name: string;
        email: string;
        address?: {
          line1: string;
          line2?: string;
          city?: string;
          postalCode?: string;
          state?: string;
          country: string;
        };
        taxId?: {
          type: string;
          value: string;
        };
        poNumber?: string;
      };
    };
  };
  /** Set the billing contact, address, tax id and PO number of invoices. */
  'set-billing-details': {
    body: {
      name: string;
      email: string;
      address?: {
        line1: string;
        line2?: string;
        city?: string;
        postalCode?: string;
        state?: string;
        country: string;
      };
      taxId?: {
        type: string;
        value: string;
      };
      poNumber?: string;
    };
    responses: {
      200: {
        name: string;
        email: string;
        address?: {
          line1: string;
          line2?: string;
          city?: string;
          postalCode?: string;
          state?: string;
          country: string;
        };
        taxId?: {
          type: string;
          value: string;
        };
        poNumber?: string;
      };
    };
  };
  /** Get how long scan payloads are kept, and the maximum of the plan. */
  'get-retention': {
    responses: {
      200: {
        days: number;
        maxDays: number | null;
      };
    };
  };
  /** Set how long scan payloads are kept, up to the maximum of the plan. */
  'set-retention': {
    body: {
      days: number;
    };
    responses: {
      200: {
        days: number;
        maxDays: number | null;
      };
    };
  };
  /** Get the automatic recharge of a pool. A change needs the ETag. */
  'get-auto-recharge': {
    query: {
      pool?: 'core' | 'sast';
    };
    responses: {
      200: {
        enabled: boolean;
        threshold: number;
        pack: 'core-100' | 'core-500' | 'sast-25';
        monthlyCap: number;
      };
    };
  };
  /** Change the automatic recharge of a pool. */
  'change-auto-recharge': {
    query: {
      pool?: 'core' | 'sast';
    };
    body: {
      enabled?: boolean;
      threshold?: number;
      pack?: 'core-100' | 'core-500' | 'sast-25';
      monthlyCap?: number;
    };
    responses: {
      200: {
        enabled: boolean;
        threshold: number;
        pack: 'core-100' | 'core-500' | 'sast-25';
        monthlyCap: number;
      };
    };
  };
  /** List invoices, newest first. A client organization gets those of its parent. */
  'list-invoices': {
    query: {
      limit?: number;
      cursor?: string;
    };
    responses: {
      200: {
        items: {
          invoiceId: string;
          number: string;
          status: 'open' | 'paid' | 'void' | 'uncollectible';
          amountDue: number;
          amountPaid: number;
          currency: string;
          createdAt: string;
          hostedUrl?: string;
          pdfUrl?: string;
        }[];
        nextCursor?: string;
      };
    };
  };
  /** List the ledger, newest entry first. A client organization gets that of its parent. */
  'list-ledger': {
    query: {
      pool?: 'core' | 'sast';
      from?: string;
      to?: string;
      limit?: number;
      cursor?: string;
    };
    responses: {
      200: {
        items: {
          at: string;
          pool: 'core' | 'sast';
          kind: 'consume' | 'grant' | 'expire' | 'adjust';
          amount: number;
          source?: string;
          motif?: string;
          scanId?: string;
          projectUnitId?: string;
          sourceTrigger?: 'api' | 'cli' | 'manual';
          invoiceId?: string;
          organizationId?: string;
          personId?: string;
          cause: string;
        }[];
        nextCursor?: string;
      };
    };
  };
  /** Export the ledger as CSV, pool after pool, oldest entry first, with the hashes that seal it. */
  'export-ledger': {
    query: {
      pool?: 'core' | 'sast';
      from?: string;
      to?: string;
    };
    responses: {
      200: string;
    };
  };
  /** Buy a first paid plan: opens the page where it is paid. */
  'open-checkout': {
    body: {
      plan: 'Starter' | 'Team';
      interval: 'month' | 'year';
      licenses?: number;
    };
    isIdempotent: true;
    responses: {
      201: {
        sessionId: string;
        url: string;
      };
    };
  };
  /** Open the page where the payment method is changed. */
  'open-portal': {
    isIdempotent: true;
    responses: {
      201: {
        url: string;
      };
    };
  };
  /** Change the plan, the billing period or the licenses from the next renewal on. */
  'change-plan': {
    body: {
      plan: 'Starter' | 'Team';
      interval: 'month' | 'year';
      licenses?: number;
    };
    responses: {
      200: {
        plan: 'Free' | 'Starter' | 'Team' | 'Regulated';
        interval: 'month' | 'year';
        licenses: number | null;
        autoRenew: boolean;
        sastAddon: {
          size: 'starter' | 'team';
          endsAt: string;
          cancelsAt?: string;
        } | null;
        pending: {
          change: 'plan' | 'interval' | 'licenses' | 'plan_end' | 'sast_addon_end';
          to?: string | number;
          effectiveAt: string;
        }[];
      };
    };
  };
  /** Undo the pending change of the subscription. */
  'undo-plan-change': {
    responses: {
      200: {
        plan: 'Free' | 'Starter' | 'Team' | 'Regulated';
        interval: 'month' | 'year';
        licenses: number | null;
        autoRenew: boolean;
        sastAddon: {
          size: 'starter' | 'team';
          endsAt: string;
          cancelsAt?: string;
        } | null;
        pending: {
          change: 'plan' | 'interval' | 'licenses' | 'plan_end' | 'sast_addon_end';
          to?: string | number;
          effectiveAt: string;
        }[];
      };
    };
  };
  /** Set the number of licenses of Team. */
  'change-licenses': {
    body: {
      licenses: number;
    };
    isIdempotent: true;
    responses: {
      200: {
        plan: 'Free' | 'Starter' | 'Team' | 'Regulated';
        interval: 'month' | 'year';
        licenses: number | null;
        autoRenew: boolean;
        sastAddon: {
          size: 'starter' | 'team';
          endsAt: string;
          cancelsAt?: string;
        } | null;
        pending: {
          change: 'plan' | 'interval' | 'licenses' | 'plan_end' | 'sast_addon_end';
          to?: string | number;
          effectiveAt: string;
        }[];
      };
    };
  };
  /** Set whether the subscription renews or ends with its period. */
  'set-auto-renew': {
    body: {
      enabled: boolean;
    };
    responses: {
      200: {
        plan: 'Free' | 'Starter' | 'Team' | 'Regulated';
        interval: 'month' | 'year';
        licenses: number | null;
        autoRenew: boolean;
        sastAddon: {
          size: 'starter' | 'team';
          endsAt: string;
          cancelsAt?: string;
        } | null;
        pending: {
          change: 'plan' | 'interval' | 'licenses' | 'plan_end' | 'sast_addon_end';
          to?: string | number;
          effectiveAt: string;
        }[];
      };
    };
  };
  /** Buy the SAST add-on in the size of the plan. */
  'start-sast-addon': {
    body: {
      size: 'starter' | 'team';
    };
    isIdempotent: true;
    responses: {
      201: {
        plan: 'Free' | 'Starter' | 'Team' | 'Regulated';
        interval: 'month' | 'year';
        licenses: number | null;
        autoRenew: boolean;
        sastAddon: {
          size: 'starter' | 'team';
          endsAt: string;
          cancelsAt?: string;
        } | null;
        pending: {
          change: 'plan' | 'interval' | 'licenses' | 'plan_end' | 'sast_addon_end';
          to?: string | number;
          effectiveAt: string;
        }[];
      };
    };
  };
  /** Cancel the SAST add-on at the end of its period. */
  'cancel-sast-addon': {
    responses: {
      200: {
        plan: 'Free' | 'Starter' | 'Team' | 'Regulated';
        interval: 'month' | 'year';
        licenses: number | null;
        autoRenew: boolean;
        sastAddon: {
          size: 'starter' | 'team';
          endsAt: string;
          cancelsAt?: string;
        } | null;
        pending: {
          change: 'plan' | 'interval' | 'licenses' | 'plan_end' | 'sast_addon_end';
          to?: string | number;
          effectiveAt: string;
        }[];
      };
    };
  };
  /** Resume a canceled SAST add-on. */
  'resume-sast-addon': {
    responses: {
      200: {
        plan: 'Free' | 'Starter' | 'Team' | 'Regulated';
        interval: 'month' | 'year';
        licenses: number | null;
        autoRenew: boolean;
        sastAddon: {
          size: 'starter' | 'team';
          endsAt: string;
          cancelsAt?: string;
        } | null;
        pending: {
          change: 'plan' | 'interval' | 'licenses' | 'plan_end' | 'sast_addon_end';
          to?: string | number;
          effectiveAt: string;
        }[];
      };
    };
  };
  /** Buy a credit pack: opens the page where it is paid. */
  'buy-pack': {
    body: {
      pack: 'core-100' | 'core-500' | 'sast-25';
    };
    isIdempotent: true;
    responses: {
      201: {
        sessionId: string;
        url: string;
      };
    };
  };
  /** Redeem a discount code for the subscription or for the next checkout of a plan. */
  'redeem-coupon': {
    body: {
      code: string;
    };
    responses: {
      200: {
        appliesTo: 'subscription' | 'next_checkout';
      };
    };
  };
  /** Forecast how long credits, packs and licenses last, and the next invoice. */
  'get-forecast': {
    responses: {
      200: {
        pools: {
          core: {
            threshold: number;
            creditsPerDay: number | null;
            daysToThreshold: number | null;
            packsLeft: number | null;
            periodEndsAt: string;
          };
          sast: {
            threshold: number;
            creditsPerDay: number | null;
            daysToThreshold: number | null;
            packsLeft: number | null;
            periodEndsAt: string;
          };
        };
        licenses: {
          left: number | null;
          month: string;
          monthEndsAt: string;
        };
        nextInvoice: {
          amountDue: number;
          currency: string;
          at: string;
        } | null;
      };
    };
  };
  /** Preview a change of the billing: what it costs and what it changes. */
  'preview-change': {
    body: {
      plan: 'Starter' | 'Team';
      interval: 'month' | 'year';
      licenses?: number;
      change: 'checkout';
    } | {
      plan: 'Starter' | 'Team';
      interval: 'month' | 'year';
      licenses?: number;
      change: 'plan';
    } | {
      change: 'undo_plan';
    } | {
      change: 'licenses';
      licenses: number;
    } | {
      change: 'auto_renew';
      enabled: boolean;
    } | {
      change: 'sast_addon';
      size: 'starter' | 'team';
    } | {
      change: 'cancel_sast_addon';
    } | {
      change: 'resume_sast_addon';
    } | {
      change: 'pack';
      pack: 'core-100' | 'core-500' | 'sast-25';
    };
    responses: {
      200: {
        dueNow: number;
        currency: string;
        lines: {
          description: string;
          amount: number;
        }[];
        nextInvoice: {
          amountDue: number;
          currency: string;
          lines: {
            description: string;
            amount: number;
          }[];
          at: string;
        } | null;
        effects: {
          what: 'plan' | 'interval' | 'licenses' | 'auto_renew' | 'sast_addon' | 'core_credits' | 'sast_credits' | 'retention_days' | 'core_balance' | 'sast_balance';
          from: string | number | boolean | null;
          to: string | number | boolean | null;
          at: string;
        }[];
      };
    };
  };
  /** Get the usage of a pool by day, repository, person or trigger. */
  'get-usage': {
    query: {
      pool?: 'core' | 'sast';
      from?: string;
      to?: string;
      by?: 'day' | 'repository' | 'person' | 'trigger';
    };
    responses: {
      200: {
        items: {
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
          sourceTrigger?: 'api' | 'cli' | 'manual';
          organizationId?: string;
          consumed: number;
          refunded: number;
          net: number;
        }[];
      };
    };
  };
  /** Export the usage of a pool as CSV. */
  'export-usage': {
    query: {
      pool?: 'core' | 'sast';
      from?: string;
      to?: string;
      by?: 'day' | 'repository' | 'person' | 'trigger';
    };
    responses: {
      200: string;
    };
  };
  /** List who holds the licenses of this calendar month (UTC), and since which scan. */
  'list-licenses': {
    query: {
      limit?: number;
      cursor?: string;
    };
    responses: {
      200: {
        items: {
          personId: string;
          email?: string;
          organizationId: string;
          claimedAt: string;
          scanId: string | null;
        }[];
        nextCursor?: string;
        month: string;
        used: number;
        limit: number | null;
      };
    };
  };
  /** Set what a client organization may spend in a calendar month (UTC). */
  'set-budget': {
    params: {
      organizationId: string;
    };
    body: {
      core?: {
        soft?: number;
        hard?: number;
      };
      sast?: {
        soft?: number;
        hard?: number;
      };
    };
    responses: {
      200: {
        organizationId: string;
        name?: string;
        month: string;
        core?: {
          soft?: number;
          hard?: number;
        };
        sast?: {
          soft?: number;
          hard?: number;
        };
        used: {
          core: number;
          sast: number;
        };
      };
    };
  };
  /** List the budgets of client organizations, with what is spent of them this month. */
  'list-budgets': {
    responses: {
      200: {
        items: {
          organizationId: string;
          name?: string;
          month: string;
          core?: {
            soft?: number;
            hard?: number;
          };
          sast?: {
            soft?: number;
            hard?: number;
          };
          used: {
            core: number;
            sast: number;
          };
        }[];
      };
    };
  };
}

/** A problem document (RFC 9457). */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
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
  [member: string]: unknown;
}
