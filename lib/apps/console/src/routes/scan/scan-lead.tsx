import type { ReactElement } from 'react';
import { scanMessages } from '@scangate/console/messages/gate/scan.ts';
import { verdictWords, wordFor } from '@scangate/console/messages/gate/verdicts.ts';
import { Link } from '@scangate/console/parts/actions/link.tsx';
import { Row } from '@scangate/console/parts/layout/stack.tsx';
import { Hash } from '@scangate/console/parts/text/code-text.tsx';
import { ExternalLink } from '@scangate/console/parts/text/external-link.tsx';
import { fill } from '@scangate/console/parts/text/fill.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { commitLink } from './code-link.ts';
import type { Repository, Scan } from './scan-data.ts';

interface ScanLeadProps {
  scan: Scan;
  /** Absent until it is read, and where the repository was disconnected. */
  repository: Repository | undefined;
  judgedAt: string | undefined;
}

/** Shows what was scanned, who asked, and when. */
export const ScanLead = ({ scan, repository, judgedAt }: ScanLeadProps): ReactElement => {
  const { commitHash, branch, pullRequest, sourceTrigger, createdAt, repositoryId } = scan;
  const href = repository && commitLink(repository, commitHash);
  const request = pullRequest && scanMessages.pullRequest(pullRequest.number);
  return (
    <Row gap={3}>
      {repository && (
        <Link to="repositories/$repositoryId" params={{ repositoryId }}>
          <Text value={repository.fullName} />
        </Link>
      )}
      <Hash value={commitHash} href={href} />
      {branch !== undefined && (
        <span>{fill(scanMessages.onBranch, { branch: <Text value={branch} /> })}</span>
      )}
      {request !== undefined && (
        <span>
          {pullRequest?.url === undefined ? (
            request
          ) : (
            <ExternalLink href={pullRequest.url}>{request}</ExternalLink>
          )}
        </span>
      )}
      <span>{wordFor(verdictWords.triggers, sourceTrigger)}</span>
      <span>
        {fill(judgedAt === undefined ? scanMessages.started : scanMessages.judged, {
          when: <Instant at={judgedAt ?? createdAt} />,
        })}
      </span>
    </Row>
  );
};
