import type { Finding } from '@scangate/client';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { findingMessages } from '@scangate/console/messages/gate/findings.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Row } from '@scangate/console/parts/layout/stack.tsx';
import { SeverityBadge, StatusBadge } from '@scangate/console/parts/status/badge.tsx';
import { fill } from '@scangate/console/parts/text/fill.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { WaiveDialog } from '@scangate/console/routes/waivers/waive-dialog.tsx';
import { isPermitted, scanners } from '@scangate/console/session/permissions.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import { DataFlow } from './data-flow.tsx';
import styles from './finding-detail.module.css';
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
      <p className={styles['note']}>
        {fill(findingMessages.waivedUntil, {
          when: <Instant at={waived.expiresAt} mode="day" />,
          reason: <Text value={waived.reason} />,
        })}
      </p>
    );
  if (!suppressed) return null;
  return (
    <p className={styles['note']}>
      {fill(findingMessages.suppressedBy, {
        by: <Text value={suppressed.by} />,
        reason: <Text value={suppressed.reason} />,
      })}
    </p>
  );
};

const Words = ({ finding }: { finding: Finding }): ReactElement | null => {
  if (finding.kind !== 'code' && finding.kind !== 'source') return null;
  return (
    <>
      <p className={styles['text']}>
        <Text value={finding.message} />
      </p>
      {finding.kind === 'code' && finding.help !== undefined && (
        <section>
          <h3>{findingMessages.help}</h3>
          <p className={styles['text']}>
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
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [finding.fingerprint]);
  return (
    <article className={styles['detail']}>
      <header className={styles['header']}>
        <Row between align="start" wrap={false}>
          <h2 ref={heading} tabIndex={-1} className={styles['title']}>
            <Text value={finding.title} />
          </h2>
          <Button kind="quiet" icon="close" label={findingMessages.close} onClick={onClose} />
        </Row>
        <Row>
          <SeverityBadge severity={finding.severity} />
          {finding.kind === 'vulnerability' && finding.malicious && (
            <StatusBadge tone="fail">{findingMessages.malicious}</StatusBadge>
          )}
          <WaiveAction finding={finding} place={place} repositoryId={repositoryId} />
        </Row>
      </header>
      <Toleration finding={finding} />
      <Words finding={finding} />
      {finding.kind === 'code' && <DataFlow finding={finding} place={place} />}
      {'purl' in finding && finding.purl !== undefined && (
        <PackagePaths scanId={scanId} finding={finding} purl={finding.purl} />
      )}
      <FindingFacts finding={finding} place={place} />
    </article>
  );
};
