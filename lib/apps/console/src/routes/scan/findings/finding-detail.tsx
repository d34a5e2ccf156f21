import type { Finding } from '@scangate/client';
import { useState, type ReactElement } from 'react';
import { findingMessages } from '@scangate/console/messages/gate/findings.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { SeverityBadge, StatusBadge } from '@scangate/console/parts/status/badge.tsx';
import { fill } from '@scangate/console/parts/text/fill.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { FindingCard, FindingNote } from '@scangate/console/routes/findings/finding-card.tsx';
import { WaiveDialog } from '@scangate/console/routes/waivers/waive-dialog.tsx';
import { isPermitted, scanners } from '@scangate/console/session/permissions.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import { DataFlow } from './data-flow.tsx';
import { FindingFacts } from './finding-facts.tsx';
import { PackagePaths } from './package-paths.tsx';
import { fileInRepository, type CodePlace } from '../scan-data.ts';

interface FindingDetailProps {
  finding: Finding;
  place: CodePlace;
  scanId: string;
  repositoryId: string;
  onClose: () => void;
}

const Toleration = ({ finding: { waived, suppressed } }: { finding: Finding }): ReactElement | null => {
  if (waived)
    return (
      <FindingNote>
        {fill(findingMessages.waivedUntil, {
          when: <Instant at={waived.expiresAt} mode="day" />,
          reason: <Text value={waived.reason} />,
        })}
      </FindingNote>
    );
  if (!suppressed) return null;
  return (
    <FindingNote>
      {fill(findingMessages.suppressedBy, {
        by: <Text value={suppressed.by} />,
        reason: <Text value={suppressed.reason} />,
      })}
    </FindingNote>
  );
};

const Words = ({ finding }: { finding: Finding }): ReactElement | null => {
  if (finding.kind !== 'code' && finding.kind !== 'source') return null;
  return (
    <>
      <p>
        <Text value={finding.message} />
      </p>
      {finding.kind === 'code' && finding.help !== undefined && (
        <section>
          <h3>{findingMessages.help}</h3>
          <p>
            <Text value={finding.help} />
          </p>
        </section>
      )}
    </>
  );
};

type WaiveActionProps = Pick<FindingDetailProps, 'finding' | 'place' | 'repositoryId'>;

const WaiveAction = ({ finding, place, repositoryId }: WaiveActionProps): ReactElement | null => {
  const session = useSession();
  const [isOpen, setOpen] = useState(false);
  const waived = { ...finding, file: fileInRepository(place.unitPaths, finding) };
  const isWaivable = finding.kind !== 'upgrade' && !finding.waived && !finding.suppressed;
  if (!isWaivable || !isPermitted({ roles: scanners }, session)) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        {session.role === 'member' ? findingMessages.requestWaiver : findingMessages.waive}
      </Button>
      {isOpen && <WaiveDialog finding={waived} repositoryId={repositoryId} onClose={() => setOpen(false)} />}
    </>
  );
};

/** One finding with all that is known of it. The focus begins at its title. */
export const FindingDetail = (props: FindingDetailProps): ReactElement => {
  const { finding, place, scanId, repositoryId, onClose } = props;
  return (
    <FindingCard
      title={finding.title}
      fingerprint={finding.fingerprint}
      onClose={onClose}
      marks={
        <>
          <SeverityBadge severity={finding.severity} />
          {finding.kind === 'vulnerability' && finding.malicious && (
            <StatusBadge tone="fail">{findingMessages.malicious}</StatusBadge>
          )}
          <WaiveAction finding={finding} place={place} repositoryId={repositoryId} />
        </>
      }
    >
      <Toleration finding={finding} />
      <Words finding={finding} />
      {finding.kind === 'code' && <DataFlow finding={finding} place={place} />}
      {'purl' in finding && finding.purl !== undefined && (
        <PackagePaths scanId={scanId} finding={finding} purl={finding.purl} />
      )}
      <FindingFacts finding={finding} place={place} />
    </FindingCard>
  );
};
