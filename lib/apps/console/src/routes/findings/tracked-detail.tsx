import { useState, type ReactElement } from 'react';
import { number } from '@scangate/console/messages/format.ts';
import { findingMessages } from '@scangate/console/messages/gate/findings.ts';
import { trackedMessages } from '@scangate/console/messages/gate/tracked.ts';
import { wordFor } from '@scangate/console/messages/gate/verdicts.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Link } from '@scangate/console/parts/actions/link.tsx';
import { KeyValue, type KeyValueItem } from '@scangate/console/parts/layout/key-value.tsx';
import { Row } from '@scangate/console/parts/layout/stack.tsx';
import { SeverityBadge } from '@scangate/console/parts/status/badge.tsx';
import { Code } from '@scangate/console/parts/text/code-text.tsx';
import { ExternalLink } from '@scangate/console/parts/text/external-link.tsx';
import { fill } from '@scangate/console/parts/text/fill.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { WaiveDialog } from '@scangate/console/routes/waivers/waive-dialog.tsx';
import type { WaivableFinding } from '@scangate/console/routes/waivers/waiver-targets.ts';
import { isPermitted, scanners } from '@scangate/console/session/permissions.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import type { People } from '@scangate/console/session/use-people.ts';
import { FindingCard, FindingNote } from './finding-card.tsx';
import { FindingEdit } from './finding-edit.tsx';
import type { TrackedFinding } from './tracked-columns.tsx';

interface TrackedDetailProps {
  finding: TrackedFinding;
  people: People['all'];
  onClose: () => void;
}

/** The commit that brought a secret of the history, and whether the default branch still has it. */
const Brought = ({ history }: Required<Pick<TrackedFinding, 'history'>>): ReactElement => (
  <Row gap={2}>
    <Code value={history.commitHash} />
    {history.goneFromHead && trackedMessages.goneFromHead}
  </Row>
);

const Seen = ({ seen }: { seen: TrackedFinding['firstSeen'] }): ReactElement => (
  <Row gap={2}>
    <Instant at={seen.at} />
    <Link to="scans/$scanId" params={{ scanId: seen.scanId }}>
      {trackedMessages.openScan}
    </Link>
  </Row>
);

/** When a finding was seen. What a history scan found was seen by no scan that could be opened. */
const sightingsOf = ({ firstSeen, lastSeen, fixed, history }: TrackedFinding): KeyValueItem[] =>
  history
    ? [
        { label: trackedMessages.firstSeen, value: <Instant at={firstSeen.at} /> },
        { label: trackedMessages.broughtBy, value: <Brought history={history} /> },
      ]
    : [
        { label: trackedMessages.firstSeen, value: <Seen seen={firstSeen} /> },
        ...(lastSeen ? [{ label: trackedMessages.lastSeen, value: <Seen seen={lastSeen} /> }] : []),
        ...(fixed ? [{ label: trackedMessages.fixedIn, value: <Seen seen={fixed} /> }] : []),
      ];

const factsOf = ({ finding }: TrackedDetailProps): KeyValueItem[] => {
  const { repositoryId, fullName = repositoryId, unitPath, rule, file, occurrences, ticket } = finding;
  return [
    { label: findingMessages.kind, value: wordFor(findingMessages.kinds, finding.kind) },
    {
      label: trackedMessages.repository,
      value: (
        <Link to="repositories/$repositoryId" params={{ repositoryId }}>
          <Text value={fullName} />
        </Link>
      ),
    },
    {
      label: trackedMessages.unit,
      value: <Code value={unitPath === '' ? trackedMessages.rootUnit : unitPath} />,
    },
    { label: trackedMessages.rule, value: <Code value={rule} /> },
    { label: trackedMessages.file, value: <Code value={file} /> },
    { label: trackedMessages.occurrences, value: number(occurrences) },
    ...sightingsOf(finding),
    ...(ticket === null
      ? []
      : [
          {
            label: trackedMessages.ticket,
            value: (
              <ExternalLink href={ticket}>
                <Text value={ticket} />
              </ExternalLink>
            ),
          },
        ]),
  ];
};

/** Why a finding does not count, and until when. */
const Toleration = ({ tolerated }: Required<Pick<TrackedFinding, 'tolerated'>>): ReactElement => {
  const { reason, expiresAt } = tolerated;
  if (expiresAt === undefined) return <Text value={reason} />;
  return (
    <>
      {fill(findingMessages.waivedUntil, {
        when: <Instant at={expiresAt} mode="day" />,
        reason: <Text value={reason} />,
      })}
    </>
  );
};

/** Shows what a waiver can name of a finding that is tracked: its rule is the advisory or the license. */
const waivable = (finding: TrackedFinding): WaivableFinding & { projectUnitId: string } => {
  const { fingerprint, kind, rule, unitPath, file, projectUnitId } = finding;
  const path = unitPath === '' ? file : `${unitPath}/${file}`;
  const byKind = {
    vulnerability: { advisoryId: rule },
    license: { license: rule },
    secret: { rule, file: path },
    code: { rule, file: path },
    source: { rule, file: path },
  } as const;
  return { fingerprint, kind, projectUnitId, ...byKind[kind] };
};

/** One tracked finding: where it is, since when, who looks at it, and what was written about it. */
export const TrackedDetail = (props: TrackedDetailProps): ReactElement => {
  const { finding, people, onClose } = props;
  const [isWaiving, setWaiving] = useState(false);
  const session = useSession();
  const canWaive = finding.state === 'open' && isPermitted({ roles: scanners }, session);
  return (
    <FindingCard
      title={finding.title}
      fingerprint={finding.fingerprint}
      onClose={onClose}
      marks={
        <>
          <SeverityBadge severity={finding.severity} />
          {canWaive && (
            <Button onClick={() => setWaiving(true)}>
              {session.role === 'member' ? findingMessages.requestWaiver : findingMessages.waive}
            </Button>
          )}
        </>
      }
    >
      {finding.unconfirmed && <FindingNote>{trackedMessages.unconfirmed}</FindingNote>}
      {finding.tolerated && (
        <FindingNote>
          <Toleration tolerated={finding.tolerated} />
        </FindingNote>
      )}
      <KeyValue items={factsOf(props)} />
      <FindingEdit finding={finding} people={people} />
      {isWaiving && (
        <WaiveDialog
          finding={waivable(finding)}
          repositoryId={finding.repositoryId}
          onClose={() => setWaiving(false)}
        />
      )}
    </FindingCard>
  );
};
