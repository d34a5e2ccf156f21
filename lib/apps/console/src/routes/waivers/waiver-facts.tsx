import type { ReactElement } from 'react';
import { waiverMessages } from '@scangate/console/messages/gate/waivers.ts';
import { KeyValue } from '@scangate/console/parts/layout/key-value.tsx';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { Code } from '@scangate/console/parts/text/code-text.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import type { People } from '@scangate/console/session/use-people.ts';
import { useRead } from '@scangate/console/session/use-read.ts';
import { WaiverText, type Waiver } from './waiver-text.tsx';

/** Says where a waiver counts: everywhere, or in a repository or one of its units. */
export const WaiverPlace = ({ waiver }: { waiver: Waiver }): ReactElement => {
  const { scope, fullName = '', unitPath } = waiver;
  if (scope.repositoryId === undefined) return <>{waiverMessages.everywhere}</>;
  const unit = unitPath === '' ? waiverMessages.rootUnit : unitPath;
  return <Text value={unit === undefined ? fullName : `${fullName} ${unit}`} cut="middle" />;
};

/** Names the finding of a fingerprint, which alone says nothing. One that no default branch has stays a fingerprint. */
const FindingName = ({ fingerprint }: { fingerprint: string }): ReactElement | null => {
  const { data } = useRead('get-tracked-finding', { params: { fingerprint } });
  if (!data) return null;
  const { title, packageName, packageVersion = '', file } = data;
  return (
    <Stack gap={1}>
      <Text value={title} />
      <Code value={packageName === undefined ? file : `${packageName}@${packageVersion}`} />
    </Stack>
  );
};

const Target = ({ waiver: { match } }: { waiver: Waiver }): ReactElement => (
  <Stack gap={1}>
    {'fingerprint' in match && <FindingName fingerprint={match.fingerprint} />}
    <WaiverText match={match} />
  </Stack>
);

interface WaiverFactsProps {
  waiver: Waiver;
  nameOf: People['nameOf'];
}

/** Shows all that has to be read before deciding on a waiver. */
export const WaiverFacts = ({ waiver, nameOf }: WaiverFactsProps): ReactElement => (
  <KeyValue
    items={[
      { label: waiverMessages.target, value: <Target waiver={waiver} /> },
      { label: waiverMessages.scope, value: <WaiverPlace waiver={waiver} /> },
      { label: waiverMessages.reason, value: <Text value={waiver.reason} /> },
      {
        label: waiverMessages.by,
        value: <Text value={nameOf(waiver.createdBy) ?? waiverMessages.unknownPerson} />,
      },
      { label: waiverMessages.until, value: <Instant at={waiver.expiresAt} mode="day" /> },
    ]}
  />
);
